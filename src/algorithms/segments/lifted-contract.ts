import { type ColumnContract, columnContract } from "../../contracts/column-contract.ts";
import type { Direction } from "../../contracts/contract.ts";
import { dual } from "../../operators/combinators/dual.ts";
import { segmented } from "../../operators/combinators/segmented.ts";
import type { AnyOperator, RecordOperator } from "../../operators/operator.ts";
import type { ElementType } from "../../values/element-types.ts";

/** Lifted operators that were made: one object for each, so that executors know theirs again. */
const known = new WeakMap<AnyOperator, Map<string, RecordOperator>>();

/**
 * The contract of a scan over values and flags that gives the prefixes of all segments: one tree over everything, without an initial value.
 *
 * A flag says that a segment begins, with a backward contract that one ends: read from its end, that is where it begins.
 */
export function liftedContract({
  operator,
  sums,
  expression,
  direction,
  version,
}: ColumnContract): ColumnContract {
  const lifted = liftedOperator(operator, sums[0] as ElementType, direction);
  const { type } = lifted;
  return columnContract({
    kind: "record",
    operator: lifted,
    type,
    expression,
    direction,
    initial: undefined,
    version,
  });
}

/** `type` is that of single elements. */
function liftedOperator(operator: AnyOperator, type: ElementType, direction: Direction): RecordOperator {
  const lifted = known.get(operator) ?? new Map<string, RecordOperator>();
  known.set(operator, lifted);
  const key = `${type} ${direction}`;
  const found = lifted.get(key) ?? lift(operator, type, direction === "backward");
  lifted.set(key, found);
  return found;
}

function lift(operator: AnyOperator, type: ElementType, isBackward: boolean): RecordOperator {
  if (!isBackward) return segmented(operator, type) as RecordOperator;
  // Combined from the end the operands are exchanged: what begins anew is the left one.
  return dual(segmented(dual(operator, type) as AnyOperator)) as RecordOperator;
}
