import type { TypedContract } from "../contracts/contract.ts";
import { printContract } from "../contracts/print.ts";
import { evaluateTerm } from "../operators/evaluate.ts";
import type { Shape } from "./shape.ts";
import { shapeOf } from "./shape-of.ts";
import type { PositionRange } from "./summary.ts";
import type { Combine } from "./tier.ts";

/** A contract as the operations on its summaries need it: worked out once. */
export interface Setting {
  readonly contract: TypedContract;
  readonly line: string; // of the contract
  readonly combine: Combine; // operands in the order of positions: swapped for backward contracts
  readonly shape: Shape;
}

/** @throws UnsupportedError where the expression has no summaries */
export function settingOf(contract: TypedContract, combine: Combine = literal(contract)): Setting {
  const isBackward = contract.direction === "backward";
  const inOrder: Combine = isBackward ? (left, right) => combine(right, left) : combine;
  const shape = shapeOf(contract.expression, inOrder);
  return { contract, line: printContract(contract), combine: inOrder, shape };
}

/**
 * The positions of the sequence that a range of input positions stands for. With an initial value placed "first", that value is
 * element 0 of the sequence: it belongs to every range from 0 on, and all the input stands one place later.
 */
export function sequenceRange({ contract }: Setting, start: number, end: number): PositionRange {
  const shift = contract.initial?.placement === "first" ? 1 : 0;
  return { start: start === 0 ? 0 : start + shift, end: end + shift };
}

function literal({ operator, accumulate }: TypedContract): Combine {
  const term = operator.term(accumulate);
  return (left, right) => evaluateTerm(term, left, right);
}
