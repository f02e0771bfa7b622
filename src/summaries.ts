// samebits/summaries: the state of a range of a contract, to compute in pieces, wherever they are, and to carry from one to another.

export type { RecordElements } from "./summaries/column-values.ts";
export { encodedContract } from "./summaries/envelope.ts";
export type { Summary } from "./summaries/summary.ts";
export {
  type ColumnSummaries,
  type RecordSummaryAlgebra,
  type SummaryAlgebra,
  summaryAlgebra,
} from "./summaries/summary-algebra.ts";
export type { Combine } from "./summaries/tier.ts";
