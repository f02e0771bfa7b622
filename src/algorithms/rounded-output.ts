// Results rounded once to half floats: one rule for reduces, scans and every function that computes floats.
import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import { checkAttached, checkStored } from "../values/check-arrays.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { COLUMN_TYPE_FACTS, narrowTypeOf, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { bitsOfHalf, HALF_TYPES, type HalfType, valueOfHalf } from "../values/halves.ts";
import type { ColumnArray, Row } from "../values/value-types.ts";

/** The half floats that results are rounded to, and the caller's array of them where there is one. */
export interface Rounding {
  readonly half: HalfType;
  readonly array: Uint16Array | undefined; // default: fresh arrays
  readonly given: unknown; // the same as its caller has it: perhaps a Float16Array
}

/** Whether `output` names half floats: by their type, by an array that has one, or by both. */
export function isRounded(output: unknown): boolean {
  if (typeof output === "string" || narrowTypeOf(output) === "f16") return true;
  return typeof (output as { readonly type?: unknown } | null | undefined)?.type === "string";
}

/** What such an output says. @throws InvalidArgumentError for another type, and for an array of anything else */
export function givenRounding(output: unknown): Rounding {
  if (typeof output === "string") {
    return { half: checkName("output", HALF_TYPES, output), array: undefined, given: undefined };
  }
  if (narrowTypeOf(output) === "f16") {
    return { half: "f16", array: bitsIn("output", "f16", output), given: output };
  }
  checkOptionNames(output, ["type", "array"], "output");
  const { type, array } = output as { readonly type?: unknown; readonly array?: unknown };
  const half = checkName("output.type", HALF_TYPES, type);
  return { half, array: bitsIn("output.array", half, array), given: array };
}

function bitsIn(argument: string, half: HalfType, array: unknown): Uint16Array {
  return checkStored(argument, half, array) as Uint16Array;
}

/**
 * The rounding that the output of a scan of so many elements asks for; undefined for an array of results as they are, or nothing.
 *
 * @throws InvalidArgumentError for results that are no floats
 * @throws LengthMismatchError for an array of another length
 */
export function roundedTo(
  output: unknown,
  contract: TypedContract | RecordContract,
  length: number,
): Rounding | undefined {
  if (!isRounded(output)) return undefined;
  const rounding = givenRounding(output);
  checkFloats(rounding, contract.kind === "typed" ? contract.accumulate : "records");
  if (rounding.array !== undefined) checkLength(rounding.array, length);
  return rounding;
}

/** The half float that the value of a reduce is rounded to. @throws InvalidArgumentError for an array, since there is one value, and for no floats */
export function roundedOfOne(
  output: unknown,
  contract: TypedContract | RecordContract | undefined,
): HalfType | undefined {
  if (output === undefined) return undefined;
  if (typeof output !== "string") throw notOfOne(output);
  const rounding = givenRounding(output);
  checkFloats(rounding, contract?.kind === "typed" ? contract.accumulate : "records");
  return rounding.half;
}

/** What a result that is one value does not take. */
export function notOfOne(output: unknown): InvalidArgumentError {
  return new InvalidArgumentError("output", '"f16", "bf16" or left out for one value', describe(output));
}

/** @throws InvalidArgumentError for results of a type that is no float */
export function checkFloats({ half }: Rounding, results: string): void {
  if (COLUMN_TYPE_FACTS[results as keyof typeof COLUMN_TYPE_FACTS]?.isFloat) return;
  throw new InvalidArgumentError(
    "output",
    `an array or left out for results that are ${results}`,
    `"${half}"`,
  );
}

function checkLength(array: Uint16Array, length: number): void {
  checkAttached("output", array);
  if (array.length !== length) throw new LengthMismatchError("output", length, array.length);
}

/** A result rounded once, to the nearest, ties to even. */
export function roundedValue(half: HalfType, [value]: Row): number {
  return valueOfHalf(half, bitsOfHalf(half, value as number));
}

/** The bits of results, each rounded once: in the caller's array, if there is one. @throws LengthMismatchError for one of another length */
export function roundedBits({ half, array, given }: Rounding, values: ColumnArray): unknown {
  const bits = array ?? new Uint16Array(values.length);
  checkLength(bits, values.length);
  for (let i = 0; i < bits.length; i++) bits[i] = bitsOfHalf(half, values[i] as Scalar as number);
  return given ?? bits;
}
