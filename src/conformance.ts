// samebits/conformance: hold an executor to the contracts, and make the hostile data that does it.
export { compareArrays, compareScalars, type Mismatch } from "./conformance/compare.ts";
export { compareColumns, compareRecords } from "./conformance/compare-columns.ts";
export { countReferenceCombines } from "./conformance/count-reference-combines.ts";
export { mixingOperator } from "./conformance/custom/mixing-operator.ts";
export { DATA_SETS, type DataSet, dataSetsOf } from "./conformance/data/data-sets.ts";
export { type ColumnsRequest, generateColumns } from "./conformance/data/generate-columns.ts";
export { type DataRequest, generateChunks, generateData } from "./conformance/data/generate-data.ts";
export { mirrored } from "./conformance/data/mirrored.ts";
export { publishedData } from "./conformance/data/published-data.ts";
export { shuffled } from "./conformance/data/shuffle.ts";
export { type DrawStream, splitmix64 } from "./conformance/data/splitmix64.ts";
export { type RangeRequest, wholeRangeData } from "./conformance/data/whole-range-data.ts";
export { referenceExecutor } from "./conformance/reference-executor.ts";
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
export type { Part } from "./conformance/suite/step.ts";
export type {
  GoldenExpectation,
  GoldenInput,
  GoldenProbe,
  GoldenVector,
  OtherData,
  PaperVector,
} from "./conformance/vectors/golden-vector.ts";
export { parsePaperVectors } from "./conformance/vectors/parse-paper-vectors.ts";
export { parseVectors } from "./conformance/vectors/parse-vectors.ts";
export type { Comparison, Peer } from "./conformance/witness/compare-peers.ts";
export {
  type PaperGroup,
  type PaperRow,
  type PaperWitness,
  type PaperWitnessOptions,
  paperWitness,
} from "./conformance/witness/paper-witness.ts";
export { type StdlibSums, stdlibPeer } from "./conformance/witness/stdlib-peer.ts";
export {
  WITNESS_OPERATORS,
  type WitnessOptions,
  type WitnessReport,
  type WitnessRow,
  witness,
} from "./conformance/witness/witness.ts";
export type { Executor, Plan, Refusal, Request } from "./executors/executor.ts";
