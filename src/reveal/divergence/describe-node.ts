// One node of each side over the same elements, as a person reads it: what it combines, what came out, and how far off that is.
import { sumExactly } from "../../accuracy/sum-exactly.ts";
import { toHex } from "../../values/bits.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import { fromScaledInteger, toScaledInteger } from "../../values/scaled-integers.ts";
import { type NamedElements, namedElements, sortedElements } from "../named-elements.ts";
import { childrenOf } from "../revealed-tree.ts";
import type { PartialSums } from "./partial-sums.ts";
import type { Side } from "./summation.ts";

/** A combine, with its operands. Errors are those of float sums of finite elements, and undefined for all else. */
export interface DivergingNode {
  readonly operation: string; // "(x0 … x7) + x8"
  readonly operands: readonly DivergingOperand[];
  readonly value: Scalar;
  readonly bits: string;
  readonly rounding: number | undefined; // value − the true sum of the operands' values; undefined too where no order changes the sum
  readonly error: number | undefined; // value − the true sum of the elements: what was inherited, and the rounding
}

/** What a node combines: an element, or a partial result. */
export interface DivergingOperand {
  readonly elements: NamedElements;
  readonly value: Scalar;
  readonly bits: string;
  readonly error: number | undefined; // value − the true sum of its elements
}

/** A node of an evaluated side. */
interface PlacedNode {
  readonly side: Side;
  readonly sums: PartialSums;
  readonly number: number;
}

/** Describes a node; `type` is that of its bits, and `initialIndex` that of an initial value. Exact sums take 10 ns for each element. */
export function describeNode(
  { side, sums, number }: PlacedNode,
  type: ElementType,
  initialIndex: number,
): DivergingNode {
  const children = childrenOf(sums.nodes[number]).map((tree) => {
    const value = typeof tree === "number" ? side.valueOf(tree) : sums.values[sums.nodes.lastIndexOf(tree)];
    const sorted = sortedElements(tree);
    return { tree, sorted, value, trueSum: trueSumOf(side, sorted) };
  });
  const operands = children.map(({ tree, sorted, value, trueSum }) => ({
    ...{ elements: namedElements(tree, initialIndex, sorted), value, bits: toHex(type, value) },
    error: errorOf(value, trueSum),
  }));
  const value = sums.values[number];
  return {
    operation: operands.map(({ elements }) => elements.text).join(" + "),
    ...{ operands, value, bits: toHex(type, value) },
    // A sum without an order does not round what it has summed of its operands.
    rounding: errorOf(
      value,
      side.isFloatSum && side.newSum === undefined
        ? total(operands.map((each) => scaled(each.value)))
        : undefined,
    ),
    error: errorOf(value, total(children.map(({ trueSum }) => trueSum))),
  };
}

/** The true sum of some elements, as a scaled integer; undefined where there is none. */
function trueSumOf(side: Side, elements: Float64Array): bigint | undefined {
  if (!side.isFloatSum) return undefined;
  const values = elements.map((index) => Number(side.valueOf(index)));
  return values.every(Number.isFinite) ? sumExactly(values).sum : undefined;
}

function scaled(value: Scalar): bigint | undefined {
  return Number.isFinite(value) ? toScaledInteger(Number(value)) : undefined;
}

function total(terms: readonly (bigint | undefined)[]): bigint | undefined {
  return terms.reduce((sum, term) => (sum === undefined || term === undefined ? undefined : sum + term), 0n);
}

function errorOf(value: Scalar, trueSum: bigint | undefined): number | undefined {
  const own = scaled(value);
  return own === undefined || trueSum === undefined ? undefined : fromScaledInteger(own - trueSum, "f64");
}
