// Which column is meant, and the type that it is read as.

import { checkName, nearestName } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describeText } from "../values/describe.ts";
import { isNarrowType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import { STORED_TYPES, type StoredType } from "../values/value-types.ts";
import type { ReadType } from "./decoded.ts";

const NAMES_SHOWN = 20;

/**
 * The index of the column of that name; of the only one where no name is given.
 *
 * @throws InvalidArgumentError naming the nearest column, or all of them where none was named
 */
export function pickColumn(
  names: readonly string[],
  wanted: string | undefined,
  argument = "column",
): number {
  if (wanted === undefined) {
    if (names.length === 1) return 0;
    throw new InvalidArgumentError(argument, `the name of ${listed(names)}`, "nothing");
  }
  const index = names.indexOf(wanted);
  if (index < 0) {
    const near = nearestName(wanted, names);
    const hint = near === undefined ? "" : ` (nearest: ${shownName(near)})`;
    throw new InvalidArgumentError(argument, `${listed(names)}${hint}`, describeText(wanted));
  }
  if (names.indexOf(wanted, index + 1) >= 0) {
    throw new InvalidArgumentError(
      argument,
      "a name that only one column has",
      `${describeText(wanted)}, which several have`,
    );
  }
  return index;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "a column, but there are none";
  const different = [...new Set(names)];
  const shown = different.slice(0, NAMES_SHOWN).map((name) => (name === "" ? '""' : shownName(name)));
  const more = different.length > NAMES_SHOWN ? ` and ${different.length - NAMES_SHOWN} more` : "";
  return `one of ${shown.join(", ")}${more}`;
}

/** What a column holds: one of our types, or nothing that can be combined. */
export type NumericType = StoredType | "none";

/** The type that a column is read as: its own, or what that widens to, where none is wanted. @throws FormatError where there is none */
export function targetType(asked: {
  readonly own: NumericType;
  readonly ownName: string; // as its format calls it
  readonly column: string;
  readonly wanted: ReadType | undefined;
  readonly source: string;
}): StoredType {
  const { own, ownName, column, wanted, source } = asked;
  if (own === "none" || (own === "bool" && wanted !== "bool")) {
    const bools = wanted === "bool" ? "bools, " : "";
    throw new FormatError(source, `${bools}integers, f32 or f64 in column "${shownName(column)}"`, ownName);
  }
  if (wanted === "stored") return own;
  if (wanted !== undefined) return checkName("type", STORED_TYPES, wanted);
  return isNarrowType(own) ? ACCUMULATION_TYPES[own][0] : own;
}
