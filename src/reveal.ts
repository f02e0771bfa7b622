// samebits/reveal: by which tree does a sum, a dot product or a scan add? Found out by asking it, named, and compared with ours.

export type { ContractOptions } from "./contracts/resolve.ts";
export { type Arithmetic, type FusedArithmetic, roundTo } from "./reveal/arithmetic.ts";
export {
  type CompareElementsOptions,
  compareElements,
  type ElementDifference,
  type ElementDifferences,
} from "./reveal/divergence/compare-elements.ts";
export type { DivergingNode, DivergingOperand } from "./reveal/divergence/describe-node.ts";
export {
  type Comparison,
  type Divergence,
  firstDivergence,
  type GrowthStep,
} from "./reveal/divergence/first-divergence.ts";
export type { Summation } from "./reveal/divergence/summation.ts";
export type { Products } from "./reveal/dot-products.ts";
export { type DrawTreeOptions, drawTreeSvg } from "./reveal/draw-tree-svg.ts";
export { type DrawTreeTextOptions, drawTreeText } from "./reveal/draw-tree-text.ts";
export type { SummedArray, SummedType } from "./reveal/float-type.ts";
export {
  type Identified,
  identifyExpression,
  type TriedSum,
} from "./reveal/identify/identify-expression.ts";
export type { KnownSum } from "./reveal/known-sums.ts";
export type { NamedElements } from "./reveal/named-elements.ts";
export type { NearestExpression, TreeDifference } from "./reveal/nearest-expression.ts";
export {
  type Dot,
  type MatrixProduct,
  type RevealCellOptions,
  type RevealedDot,
  revealCell,
  revealDot,
} from "./reveal/reveal-dot.ts";
export {
  type ReduceByOperator,
  type RevealedCombines,
  type RevealedReduce,
  type RevealReduceOptions,
  revealReduce,
} from "./reveal/reveal-reduce.ts";
export { type PrefixSums, type RevealedScan, revealScan } from "./reveal/reveal-scan.ts";
export { type RevealOptions, revealTree, type Sum } from "./reveal/reveal-tree.ts";
export type {
  CompensatedSum,
  NotASum,
  NotDeterministic,
  OrderFreeSum,
  Revealed,
  RevealedSum,
  UnexplainedSum,
  WideSum,
} from "./reveal/revealed.ts";
export type { FusedNode, RevealedPair, RevealedTree } from "./reveal/revealed-tree.ts";
export { sumByTree, treeExpression, treeOptions } from "./reveal/saved-tree.ts";
export type { TreeFacts } from "./reveal/tree-facts.ts";
export {
  type DecodeTreeOptions,
  decodeTree,
  encodeTree,
  type SavedCombines,
  type SavedSum,
  type SavedTree,
} from "./reveal/tree-file.ts";
export type { TreeForm } from "./reveal/tree-form.ts";
export {
  EmptyInputError,
  FormatError,
  InvalidArgumentError,
  LengthMismatchError,
  SamebitsError,
  UnsupportedError,
} from "./values/errors.ts";
export { type UlpType, ulpsBetween } from "./values/ulps.ts";
