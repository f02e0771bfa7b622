import { nearestName } from "../values/check-name.ts";
import { describeText } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";

const NAMES_SHOWN = 20;

/**
 * The index of the column of that name; of the only one where no name is given.
 *
 * @throws InvalidArgumentError naming the nearest column, or all of them where none was named
 */
export function pickColumn(names: readonly string[], wanted: string | undefined): number {
  if (wanted === undefined) {
    if (names.length === 1) return 0;
    throw new InvalidArgumentError("column", `the name of ${listed(names)}`, "nothing");
  }
  const index = names.indexOf(wanted);
  if (index < 0) {
    const near = nearestName(wanted, names);
    const hint = near === undefined ? "" : ` (nearest: ${shownName(near)})`;
    throw new InvalidArgumentError("column", `${listed(names)}${hint}`, describeText(wanted));
  }
  if (names.indexOf(wanted, index + 1) >= 0) {
    throw new InvalidArgumentError(
      "column",
      "a name that only one column has",
      `${describeText(wanted)}, which several have`,
    );
  }
  return index;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "a column, but there are none";
  const shown = names.slice(0, NAMES_SHOWN).map(shownName).join(", ");
  return `one of ${shown}${names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ""}`;
}
