import type { AnySummary } from "../executors/executor.ts";
import type { Summary } from "../summaries/summary.ts";
import { summaryAlgebra } from "../summaries/summary-algebra.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import type { ColumnArray } from "../values/value-types.ts";
import type { OnlineContract } from "./online-contract.ts";

type Columns = readonly ColumnArray[];

/** The summaries of a contract of either kind: arrays and values by column, chunks in array order, as passes have them. */
export interface ColumnAlgebra {
  empty(position: number): AnySummary;
  append(summary: AnySummary, chunk: Columns): AnySummary;
  concat(left: AnySummary, right: AnySummary): AnySummary;
  observe(summary: AnySummary): readonly Scalar[];
  encode(summary: AnySummary): string;
  decode(text: string): AnySummary;
}

const algebras = new WeakMap<OnlineContract, ColumnAlgebra>();

/** The same for every stream of a contract: made anew it costs more than opening a pass. @throws UnsupportedError where the expression has no summaries */
export function columnAlgebra(contract: OnlineContract): ColumnAlgebra {
  const algebra = algebras.get(contract) ?? newAlgebra(contract);
  algebras.set(contract, algebra);
  return algebra;
}

function newAlgebra(contract: OnlineContract): ColumnAlgebra {
  // The positions of a backward contract count from the end of its input.
  const inOrder = (chunk: Columns): Columns =>
    contract.direction === "backward" ? chunk.map((column) => column.slice().reverse()) : chunk;
  if (contract.kind === "record") {
    const algebra = summaryAlgebra(contract);
    return {
      ...algebra,
      append: (summary, chunk) => algebra.append(summary as Summary<readonly Scalar[]>, inOrder(chunk)),
    };
  }
  const algebra = summaryAlgebra(contract);
  return {
    ...algebra,
    append: (summary, chunk) => algebra.append(summary as Summary, inOrder(chunk)[0] as ElementArray),
    observe: (summary) => [algebra.observe(summary as Summary)],
  };
}
