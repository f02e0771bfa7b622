import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { evaluateBody, evaluateTerm } from "../../operators/evaluate.ts";
import { summaryAlgebra } from "../../summaries/summary-algebra.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { AnySummary } from "../executor.ts";

/** A value of either kind of contract, by column. */
export type Row = readonly Scalar[];

/** What a pool does with the outcomes of tasks: a handful of combines for each, read literally. */
export interface RowAlgebra {
  /** Two neighbouring values, in the order of the sequence. */
  readonly join: (left: Row, right: Row) => Row;
  readonly empty: () => AnySummary; // of [0, 0)
  readonly concat: (left: AnySummary, right: AnySummary) => AnySummary;
  readonly observe: (summary: AnySummary) => Row;
}

export function rowAlgebra(contract: TypedContract | RecordContract): RowAlgebra {
  const combine = combineOf(contract);
  const isBackward = contract.direction === "backward";
  return {
    join: (left, right) => (isBackward ? combine(right, left) : combine(left, right)),
    ...summariesOf(contract),
  };
}

type Summaries = Pick<RowAlgebra, "empty" | "concat" | "observe">;

// The algebra of a contract takes the summaries of that contract, whose values are of one kind.
function summariesOf(contract: TypedContract | RecordContract): Summaries {
  const open = (): Summaries => {
    if (contract.kind === "record") {
      const algebra = summaryAlgebra(contract) as unknown as Algebra<Row>;
      return { ...algebra, empty: () => algebra.empty(0) };
    }
    const algebra = summaryAlgebra(contract) as unknown as Algebra<Scalar>;
    return {
      concat: algebra.concat,
      empty: () => algebra.empty(0),
      observe: (summary) => [algebra.observe(summary)],
    };
  };
  let opened: Summaries | undefined; // a bisection has none, and asks for none
  const known = (): Summaries => {
    opened ??= open();
    return opened;
  };
  return {
    empty: () => known().empty(),
    concat: (left, right) => known().concat(left, right),
    observe: (summary) => known().observe(summary),
  };
}

interface Algebra<Value> {
  readonly empty: (position: number) => AnySummary;
  readonly concat: (left: AnySummary, right: AnySummary) => AnySummary;
  readonly observe: (summary: AnySummary) => Value;
}

function combineOf(contract: TypedContract | RecordContract): (left: Row, right: Row) => Row {
  if (contract.kind === "record") return (left, right) => evaluateBody(contract.operator, left, right);
  const term = contract.operator.term(contract.accumulate);
  return ([left], [right]) => [evaluateTerm(term, left, right)];
}
