// samebits/accuracy: how far float sums are from the true ones, beside the bounds that are known beforehand; data whose sums are hard.
export {
  type Accuracy,
  type AccuracyRow,
  accuracyOf,
  type MeasuredSum,
  type RefusedRow,
} from "./accuracy/accuracy-of.ts";
export { ACCURACY_EXPRESSIONS, type AccuracyOptions } from "./accuracy/asked-contracts.ts";
export type { Verdict } from "./accuracy/judge.ts";
export { printQuantity } from "./accuracy/judge.ts";
export {
  type OnlineAccuracy,
  type OnlineAccuracyOptions,
  onlineAccuracy,
} from "./accuracy/online-accuracy.ts";
export {
  type MeasuredScan,
  type ScanAccuracy,
  scanAccuracyOf,
  type WorstPrefix,
} from "./accuracy/scan-accuracy-of.ts";
export {
  generateSumData,
  SUM_KIND_NAMES,
  SUM_KINDS,
  type SumKind,
  type SumRequest,
} from "./conformance/data/sum-data.ts";
export type { Summation } from "./reveal/divergence/summation.ts";
export { type ExplainedError, explainError, type NodeError } from "./reveal/explain-error.ts";
export type { FloatType } from "./summaries/accumulators/accumulator.ts";
export {
  EmptyInputError,
  InvalidArgumentError,
  SamebitsError,
} from "./values/errors.ts";
