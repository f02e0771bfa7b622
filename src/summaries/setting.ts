import type { Direction, InitialValue } from "../contracts/contract.ts";
import { type Expression, isOrderFree } from "../expressions/expression.ts";
import type { ValuesOfContract } from "./column-values.ts";
import type { Shape } from "./shape.ts";
import { shapeOf } from "./shape-of.ts";
import type { PositionRange } from "./summary.ts";
import type { Combine } from "./tier.ts";

/** A contract over values of one kind: scalars, or one for each column. */
export interface ContractOver<Value> {
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Value> | undefined;
}

/** A contract as the operations on its summaries need it: worked out once. */
export interface Setting<Value, Elements> {
  readonly contract: ContractOver<Value>;
  readonly line: string; // of the contract
  readonly combine: Combine<Value>; // operands in the order of positions: swapped for backward contracts
  readonly shape: Shape<Value>;
  readonly values: ValuesOfContract<Value, Elements>;
}

/** @throws UnsupportedError where the expression has no summaries */
export function settingOf<Value, Elements>(
  contract: ContractOver<Value>,
  line: string,
  values: ValuesOfContract<Value, Elements>,
  combine: Combine<Value> = values.combine,
): Setting<Value, Elements> {
  const isBackward = contract.direction === "backward";
  const inOrder: Combine<Value> = isBackward ? (left, right) => combine(right, left) : combine;
  const shape = shapeOf(contract.expression, inOrder, values.sums);
  return { contract, line, combine: inOrder, shape, values };
}

/** An initial value that belongs to every range from 0: one placed "first", and any term of an order-free sum. */
export function leadOf<Value>({ expression, initial }: ContractOver<Value>): InitialValue<Value> | undefined {
  return initial?.placement === "first" || isOrderFree(expression) ? initial : undefined;
}

/**
 * The positions of the sequence that a range of input positions stands for. With an initial value placed "first", that value is
 * element 0 of the sequence: it belongs to every range from 0 on, and all the input stands one place later.
 */
export function sequenceRange<Value, Elements>(
  { contract }: Setting<Value, Elements>,
  start: number,
  end: number,
): PositionRange {
  const shift = leadOf(contract) === undefined ? 0 : 1;
  return { start: start === 0 ? 0 : start + shift, end: end + shift };
}
