// What the nodes of a tree may mean. A tree of additions is not yet a value: it depends on how long significands are between them, and for
// nodes of several operands on what is cut off before these are added.
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { bitsOfHalf, valueOfHalf } from "../values/halves.ts";
import { binaryDigits, fromScaledInteger, toScaledInteger } from "../values/scaled-integers.ts";
import { SUMMED_TYPES, type SummedType } from "./float-type.ts";
import { foldTree, type RevealedTree } from "./revealed-tree.ts";

const TYPES = Object.keys(SUMMED_TYPES).join(", ");

/** How additions round, and what comes back. */
export interface Arithmetic {
  readonly precision: number; // binary digits that every addition keeps: 53 as f64, 24 as f32, 64 as the x87
  readonly result: SummedType; // what the sum is rounded to at last; f64 for a number as it is
  readonly rounding?: "towardZero"; // of nodes of two; to nearest where nothing is said
  readonly fused?: FusedArithmetic; // of nodes of three and more
}

/** Operands are aligned to the largest and cut off below it, as on tensor cores. */
export interface FusedArithmetic {
  readonly guardDigits: number; // binary digits kept below the last of the largest operand
  readonly rounding: "nearest" | "towardZero"; // of the sum, to the precision
}

/** The value of a tree over `values`. */
export function evaluate(tree: RevealedTree, values: ArrayLike<number>, arithmetic: Arithmetic): number {
  const { precision, result } = arithmetic;
  const isNative = precision <= 53;
  return roundTo(result, isNative ? natively(tree, values, arithmetic) : exactly(tree, values, arithmetic));
}

/** Rounds a double to a float type, ties to even. @throws InvalidArgumentError */
export function roundTo(type: SummedType, value: number): number {
  if (typeof value !== "number") throw new InvalidArgumentError("value", "a number", describe(value));
  switch (type) {
    case "f64":
      return value;
    case "f32":
      return Math.fround(value);
    case "f16":
    case "bf16":
      return valueOfHalf(type, bitsOfHalf(type, value));
    default:
      throw new InvalidArgumentError("type", TYPES, describe(type satisfies never));
  }
}

const ROUNDERS: Readonly<Partial<Record<number, (value: number) => number>>> = {
  53: (value) => value,
  24: Math.fround,
  11: (value) => roundTo("f16", value),
  8: (value) => roundTo("bf16", value),
};

/** Sums of two in doubles, rounded once more: that is one rounding, because 53 ≥ 2·24 + 2. */
function natively(tree: RevealedTree, values: ArrayLike<number>, arithmetic: Arithmetic): number {
  return foldTree<number>(tree, (index) => values[index], adderOf(arithmetic));
}

/** One addition, of two operands or of several at once; of a precision of at most 53. */
export function adderOf(arithmetic: Arithmetic): (parts: readonly number[]) => number {
  const { precision, rounding } = arithmetic;
  const round = ROUNDERS[precision] ?? ((value: number) => roundDigits(value, precision));
  const isRounded = (parts: readonly number[]): boolean => parts.length === 2 && rounding === undefined;
  return (parts) => (isRounded(parts) ? round(parts[0] + parts[1]) : addExactly(parts, arithmetic));
}

function roundDigits(value: number, precision: number): number {
  if (!Number.isFinite(value)) return value;
  return fromScaledInteger(roundedInteger(toScaledInteger(value), precision), "f64");
}

/** With significands longer than a double's: integers in units of 2^−1074. */
function exactly(tree: RevealedTree, values: ArrayLike<number>, arithmetic: Arithmetic): number {
  const sum = foldTree<bigint>(
    tree,
    (index) => toScaledInteger(values[index]),
    (parts) => sumOfIntegers(parts, arithmetic),
  );
  return fromScaledInteger(sum, "f64");
}

/** One addition, worked out in integers. */
function addExactly(parts: readonly number[], arithmetic: Arithmetic): number {
  if (!parts.every(Number.isFinite)) return parts.reduce((sum, part) => sum + part);
  return fromScaledInteger(sumOfIntegers(parts.map(toScaledInteger), arithmetic), "f64");
}

function sumOfIntegers(parts: readonly bigint[], { precision, rounding, fused }: Arithmetic): bigint {
  if (parts.length > 2) return fusedInteger(parts, precision, fused as FusedArithmetic);
  return (rounding === undefined ? roundedInteger : cutInteger)(parts[0] + parts[1], precision);
}

function fusedInteger(
  parts: readonly bigint[],
  precision: number,
  { guardDigits, rounding }: FusedArithmetic,
): bigint {
  const most = parts.reduce((digits, part) => Math.max(digits, binaryDigits(magnitudeOf(part))), 0);
  const dropped = BigInt(Math.max(0, most - precision - guardDigits));
  const sum = parts.reduce((total, part) => total + cutOff(part, dropped), 0n);
  return (rounding === "nearest" ? roundedInteger : cutInteger)(sum, precision);
}

/** To so many binary digits, toward zero. */
function cutInteger(integer: bigint, precision: number): bigint {
  return cutOff(integer, BigInt(Math.max(0, binaryDigits(magnitudeOf(integer)) - precision)));
}

/** Without its last binary digits, toward zero. */
function cutOff(integer: bigint, digits: bigint): bigint {
  const kept = (magnitudeOf(integer) >> digits) << digits;
  return integer < 0n ? -kept : kept;
}

/** To so many binary digits, ties to even. */
export function roundedInteger(integer: bigint, precision: number): bigint {
  const magnitude = magnitudeOf(integer);
  const dropped = binaryDigits(magnitude) - precision;
  if (dropped <= 0) return integer;
  const shift = BigInt(dropped);
  const below = magnitude >> shift;
  const twiceRest = 2n * (magnitude - (below << shift));
  const ulp = 1n << shift;
  const isUp = twiceRest > ulp || (twiceRest === ulp && (below & 1n) === 1n);
  const rounded = (isUp ? below + 1n : below) << shift;
  return integer < 0n ? -rounded : rounded;
}

function magnitudeOf(integer: bigint): bigint {
  return integer < 0n ? -integer : integer;
}
