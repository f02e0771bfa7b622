// samebits/conformance: hold an executor to the contracts, and make the hostile data that does it.
export {
  compareArrays,
  compareColumns,
  compareRecords,
  compareScalars,
  type Mismatch,
} from "./conformance/compare.ts";
export {
  type ColumnsRequest,
  DATA_SETS,
  type DataRequest,
  type DataSet,
  dataSetsOf,
  generateChunks,
  generateColumns,
  generateData,
  publishedData,
} from "./conformance/data/generate-data.ts";
export { mirrored, shuffled } from "./conformance/data/other-orders.ts";
export { type DrawStream, splitmix64 } from "./conformance/data/splitmix64.ts";
export { type RangeRequest, wholeRangeData } from "./conformance/data/whole-range.ts";
export {
  type FunctionSubject,
  type FunctionWitnessOptions,
  type FunctionWitnessReport,
  type FunctionWitnessRow,
  witnessFunctions,
} from "./conformance/functions/witness-functions.ts";
export { countReferenceCombines, referenceExecutor } from "./conformance/reference-executor.ts";
export { mixingOperator } from "./conformance/sample-operators.ts";
export type { Part } from "./conformance/suite/checks.ts";
export type { CombineCounter } from "./conformance/suite/combine-count.ts";
export {
  type ConformanceOptions,
  conformance,
  conformanceOf,
  type Progress,
  type Subject,
  type SubjectOptions,
  type SuiteOptions,
} from "./conformance/suite/conformance.ts";
export {
  type Counts,
  type Extent,
  type Failure,
  type PartCounts,
  type Report,
  TIERS,
  type Tier,
} from "./conformance/suite/report.ts";
export type {
  GoldenExpectation,
  GoldenInput,
  GoldenProbe,
  GoldenVector,
  OtherData,
  PaperVector,
} from "./conformance/vectors/golden-vector.ts";
export { parsePaperVectors, parseVectors } from "./conformance/vectors/parse-vectors.ts";
export type { Comparison, Peer } from "./conformance/witness/compare-peers.ts";
export { type StdlibSums, stdlibPeer } from "./conformance/witness/compare-peers.ts";
export {
  type PaperGroup,
  type PaperRow,
  type PaperWitness,
  type PaperWitnessOptions,
  paperWitness,
} from "./conformance/witness/paper-witness.ts";
export {
  WITNESS_OPERATORS,
  type WitnessOptions,
  type WitnessReport,
  type WitnessRow,
  witness,
} from "./conformance/witness/witness.ts";
export type { Executor, Plan, Refusal, Request } from "./executors/executor.ts";
