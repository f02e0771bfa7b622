// The entry point `samebits/operators`: operators of one's own, written once in the scalar language, for every executor.

export { elementFunction, type OperatorOptions, operator } from "./operators/builder/builder.ts";
export type {
  Constant,
  ConstantsOf,
  Node,
  NodesOf,
  Operand,
  ResultOf,
  ScalarTypeValue,
  TypeDescription,
  TypeOf,
} from "./operators/builder/node.ts";
export { bool, f32, f64, i32, i64, u32, u64 } from "./operators/builder/scalar-types.ts";
export { typeFrom } from "./operators/builder/scalar-values.ts";
export { select } from "./operators/builder/select.ts";
export { affine } from "./operators/combinators/affine.ts";
export { argBy, argMax, argMin } from "./operators/combinators/arg-by.ts";
export { brackets } from "./operators/combinators/brackets.ts";
export { carryLookAhead } from "./operators/combinators/carry-look-ahead.ts";
export { dual } from "./operators/combinators/dual.ts";
export { lifted } from "./operators/combinators/lifted.ts";
export { matrices2x2 } from "./operators/combinators/matrices-2x2.ts";
export { maxSegmentSum } from "./operators/combinators/max-segment-sum.ts";
export { polynomial } from "./operators/combinators/polynomial.ts";
export { product } from "./operators/combinators/product.ts";
export { runningMean, runningVariance } from "./operators/combinators/running.ts";
export { segmented } from "./operators/combinators/segmented.ts";
export { applyStateMap, packStateMap, stateMap } from "./operators/combinators/state-map.ts";
export { decodeOperator } from "./operators/decode-operator.ts";
export { defineOperator } from "./operators/define-operator.ts";
export {
  defineElementFunction,
  type ElementFunction,
  isElementFunction,
} from "./operators/element-function.ts";
export { encodeOperator } from "./operators/encode-operator.ts";
export type { AnyOperator, Claims, RecordOperator } from "./operators/operator.ts";
export { leafNames, type NameOfLeaf, printTerm } from "./operators/print-term.ts";
export {
  explainOperator,
  type OperatorExplanation,
  type OperatorPlace,
} from "./operators/text/explain-operator.ts";
export type { Hole } from "./operators/text/operator-text.ts";
export {
  fn,
  type ParseElementFunctionOptions,
  parseElementFunction,
} from "./operators/text/parse-element-function.ts";
export { op, type ParseOptions, parseOperator } from "./operators/text/parse-operator.ts";
export { printOperator } from "./operators/text/print-operator.ts";
export { OperatorSyntaxError } from "./values/errors.ts";
