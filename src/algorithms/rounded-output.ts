import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import { checkName } from "../values/check-name.ts";
import { COLUMN_TYPE_FACTS, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { bitsOfHalf, HALF_TYPES, type HalfType, valueOfHalf } from "../values/halves.ts";
import type { ColumnArray, Row } from "../values/value-types.ts";

/**
 * The half float that results are to be rounded to, where `output` names one; undefined for an array, or nothing.
 *
 * @throws InvalidArgumentError for another name, and for results that are no floats
 */
export function roundedTo(output: unknown, contract: TypedContract | RecordContract): HalfType | undefined {
  if (typeof output !== "string") return undefined;
  const half = checkName("output", HALF_TYPES, output);
  if (contract.kind === "typed" && COLUMN_TYPE_FACTS[contract.accumulate].isFloat) return half;
  const results = contract.kind === "typed" ? contract.accumulate : "records";
  throw new InvalidArgumentError(
    "output",
    `an array or left out for results that are ${results}`,
    `"${half}"`,
  );
}

/** A result rounded once, to the nearest, ties to even. */
export function roundedValue(half: HalfType, [value]: Row): number {
  return valueOfHalf(half, bitsOfHalf(half, value as number));
}

/** The bits of results, each rounded once. */
export function roundedBits(half: HalfType, values: ColumnArray): Uint16Array {
  return Uint16Array.from(values as ArrayLike<Scalar>, (value) => bitsOfHalf(half, value as number));
}
