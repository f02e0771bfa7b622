// samebits/reveal: by which tree does a sum, a dot product or a scan add? Found out by asking it, named, and compared with ours.
export type { Arithmetic, FusedArithmetic } from "./reveal/arithmetic.ts";
export type { Products } from "./reveal/dot-products.ts";
export { type DrawTreeOptions, drawTreeSvg } from "./reveal/draw-tree-svg.ts";
export type { SummedArray, SummedType } from "./reveal/float-type.ts";
export type { KnownSum } from "./reveal/known-sums.ts";
export type { NearestExpression, TreeDifference } from "./reveal/nearest-expression.ts";
export {
  type Dot,
  type MatrixProduct,
  type RevealCellOptions,
  type RevealedDot,
  revealCell,
  revealDot,
} from "./reveal/reveal-dot.ts";
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
export {
  type DecodeTreeOptions,
  decodeTree,
  encodeTree,
  type SavedTree,
  treeExpression,
} from "./reveal/tree-file.ts";
export type { TreeForm } from "./reveal/tree-form.ts";
export { FormatError, InvalidArgumentError, SamebitsError, UnsupportedError } from "./values/errors.ts";
