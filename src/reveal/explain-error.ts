import { toHex } from "../values/bits.ts";
import type { Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import {
  binaryDigits,
  fromScaledInteger,
  toScaledInteger,
  ulpOfScaledInteger,
} from "../values/scaled-integers.ts";
import { type Side, type Summation, sideOf } from "./divergence/summation.ts";
import { SUMMED_TYPES } from "./float-type.ts";
import { foldTree, type RevealedTree } from "./revealed-tree.ts";

/** Where the error of one float sum comes from. All differences are exact before they are rounded to the numbers here. */
export interface ExplainedError {
  readonly label: string; // the contract's line, or the name of a revealed tree
  readonly type: "f64" | "f32"; // of every addition
  readonly tree: RevealedTree; // over the elements by index; an initial value has the index behind the last
  readonly value: number; // the sum
  readonly bits: string;
  readonly trueSum: number; // rounded once to the type
  readonly error: number; // value − the true sum: that of the root, the sum of all roundings
  readonly ulp: number; // the unit of the last place of the true sum
  readonly ulps: number; // |error| in these units
  readonly roundingMagnitude: number; // Σ|rounding|: much larger than |error| where roundings cancel
  readonly nodes: readonly NodeError[]; // in the order of evaluation, the root last
}

/** One addition. */
export interface NodeError {
  readonly operands: readonly number[]; // each an element's index, or −1 − the number of a node
  readonly first: number; // the smallest index that it holds
  readonly last: number;
  readonly elementCount: number; // last − first + 1 of a range, less otherwise
  readonly value: number;
  readonly bits: string;
  readonly rounding: number; // value − the sum of the operands' values: its own error
  readonly inherited: number; // the sum of the operands' errors
  readonly cancelledDigits: number; // leading binary digits of the largest operand that are gone from the value, at most its precision
}

/** Elements of a tree that is explained: some hundred bytes for each. */
const MOST_ELEMENTS = 2 ** 20;

/**
 * Takes the rounding error of a float sum apart: for every addition of its tree what it rounds away itself, what it inherits, and how many
 * leading digits cancel there. The error of the sum is the sum of all roundings, and of the last where a revealed sum is rounded to its result.
 *
 * The sum is by an expression or its text, a contract or its line, options of `reduce`, or what `revealTree` has found. About 5 µs an element.
 *
 * @throws InvalidArgumentError for no sum of floats, for elements or partial sums that are not finite, and for more than 2^20 elements
 */
export function explainError(sum: Summation, input: Float64Array | Float32Array): ExplainedError {
  const side = sideOf("sum", sum, input);
  if (!side.isFloatSum) throw new InvalidArgumentError("sum", "one of floats", side.label);
  if (input.length > MOST_ELEMENTS) {
    throw new InvalidArgumentError("input", `at most ${MOST_ELEMENTS} elements`, String(input.length));
  }
  const type = side.type as "f64" | "f32";
  const { nodes, root } = nodeErrors(side, type);
  const trueSum = root.scaled - root.error;
  const value = side.finish(root.value) as number;
  const error = fromScaledInteger(toScaledInteger(value) - trueSum, "f64");
  const ulp = fromScaledInteger(ulpOfScaledInteger(trueSum, type), "f64");
  return {
    ...{ label: side.label, type, tree: side.tree, value, bits: toHex(type, value) },
    trueSum: fromScaledInteger(trueSum, type),
    ...{ error, ulp, ulps: Math.abs(error) / ulp },
    roundingMagnitude: nodes.reduce((total, { rounding }) => total + Math.abs(rounding), 0),
    nodes,
  };
}

/** What is known of an operand: an element, or a node. */
interface Operand {
  readonly place: number;
  readonly value: number;
  readonly scaled: bigint;
  readonly error: bigint; // the value less the true sum of what it holds
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

function nodeErrors(side: Side, type: "f64" | "f32") {
  const nodes: NodeError[] = [];
  const root = foldTree<Operand>(
    side.tree,
    (index) => {
      const value = finite(side.valueOf(index), `element ${index}`);
      return {
        place: index,
        value,
        scaled: toScaledInteger(value),
        error: 0n,
        first: index,
        last: index,
        count: 1,
      };
    },
    (parts) => {
      const sum = parts.reduce((total, { scaled }) => total + scaled, 0n);
      const inherited = parts.reduce((total, { error }) => total + error, 0n);
      const value = finite(side.combine(parts.map((part) => part.value)), "a partial sum");
      const scaled = toScaledInteger(value);
      const rounding = scaled - sum;
      const range = {
        first: Math.min(...parts.map(({ first }) => first)),
        last: Math.max(...parts.map(({ last }) => last)),
      };
      const count = parts.reduce((total, part) => total + part.count, 0);
      nodes.push({
        operands: parts.map(({ place }) => place),
        ...range,
        ...{ elementCount: count, value, bits: toHex(type, value) },
        rounding: fromScaledInteger(rounding, "f64"),
        inherited: fromScaledInteger(inherited, "f64"),
        cancelledDigits: cancelledDigits(parts, scaled, type),
      });
      return { place: -nodes.length, value, scaled, error: inherited + rounding, ...range, count };
    },
  );
  return { nodes, root };
}

function finite(value: Scalar, what: string): number {
  if (Number.isFinite(value)) return Number(value);
  throw new InvalidArgumentError(
    "input",
    "one whose elements and partial sums are finite",
    `${what} of ${value}`,
  );
}

function cancelledDigits(parts: readonly Operand[], result: bigint, type: "f64" | "f32"): number {
  const digits = (integer: bigint): number => binaryDigits(integer < 0n ? -integer : integer);
  const largest = parts.reduce((most, { scaled }) => Math.max(most, digits(scaled)), 0);
  return Math.max(0, Math.min(SUMMED_TYPES[type].precision, largest - digits(result)));
}
