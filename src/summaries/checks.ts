import { describe } from "../values/describe.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import type { Setting } from "./setting.ts";
import type { Positioned } from "./summary.ts";

/** One place below the safe integers is left for an initial value placed "first". */
const LARGEST_POSITION = Number.MAX_SAFE_INTEGER - 1;

/** That a summary may start at a position. @throws InvalidArgumentError, UnsupportedError for leftFold but at 0 */
export function checkStart<Value, Elements>({ contract }: Setting<Value, Elements>, position: number): void {
  if (!Number.isSafeInteger(position) || position < 0 || position > LARGEST_POSITION) {
    throw new InvalidArgumentError(
      "position",
      `an integer from 0 to ${LARGEST_POSITION}`,
      describe(position),
    );
  }
  if (contract.expression.kind !== "leftFold" || position === 0) return;
  throw new UnsupportedError(
    `a summary under leftFold from position ${position} on`,
    "a left fold starts at position 0, an inner range has no value of its own",
    "append to the summary from position 0, or use blockDyadic, linearCarry or iteratedPairwise",
  );
}

/** That `length` elements may follow the summary. @throws InvalidArgumentError */
export function checkRoom({ end }: Positioned, length: number): void {
  if (length <= LARGEST_POSITION - end) return;
  const actual = `${length} of them from position ${end} on`;
  throw new InvalidArgumentError("elements", `elements up to position ${LARGEST_POSITION}`, actual);
}

/** That a summary is of the setting's contract. @throws InvalidArgumentError naming both */
export function checkContract<Value, Elements>(
  { line }: Setting<Value, Elements>,
  argument: string,
  summary: Positioned,
): void {
  if (summary.contract === line) return;
  const actual = `one of contract "${summary.contract}"`;
  throw new InvalidArgumentError(argument, `a summary of contract "${line}"`, actual);
}
