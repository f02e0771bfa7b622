// The entry point `samebits/operators`: operators of one's own, written once in the scalar language, for every executor.

export { type OperatorOptions, operator } from "./operators/builder.ts";
export { affine } from "./operators/combinators/affine.ts";
export { applyStateMap } from "./operators/combinators/apply-state-map.ts";
export { argBy } from "./operators/combinators/arg-by.ts";
export { argMax } from "./operators/combinators/arg-max.ts";
export { argMin } from "./operators/combinators/arg-min.ts";
export { brackets } from "./operators/combinators/brackets.ts";
export { carryLookAhead } from "./operators/combinators/carry-look-ahead.ts";
export { dual } from "./operators/combinators/dual.ts";
export { lifted } from "./operators/combinators/lifted.ts";
export { matrices2x2 } from "./operators/combinators/matrices-2x2.ts";
export { maxSegmentSum } from "./operators/combinators/max-segment-sum.ts";
export { packStateMap } from "./operators/combinators/pack-state-map.ts";
export { polynomial } from "./operators/combinators/polynomial.ts";
export { product } from "./operators/combinators/product.ts";
export { runningMean } from "./operators/combinators/running-mean.ts";
export { runningVariance } from "./operators/combinators/running-variance.ts";
export { segmented } from "./operators/combinators/segmented.ts";
export { stateMap } from "./operators/combinators/state-map.ts";
export { decodeOperator } from "./operators/decode-operator.ts";
export { defineOperator } from "./operators/define-operator.ts";
export {
  defineElementFunction,
  type ElementFunction,
  isElementFunction,
} from "./operators/element-function.ts";
export { elementFunction } from "./operators/element-function-builder.ts";
export { encodeOperator } from "./operators/encode-operator.ts";
export { fn } from "./operators/fn.ts";
export { leafNames, type NameOfLeaf } from "./operators/leaf-names.ts";
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
} from "./operators/node.ts";
export { op } from "./operators/op.ts";
export type { AnyOperator, Claims, RecordOperator } from "./operators/operator.ts";
export {
  type ParseElementFunctionOptions,
  parseElementFunction,
} from "./operators/parse-element-function.ts";
export { type ParseOptions, parseOperator } from "./operators/parse-operator.ts";
export { printOperator } from "./operators/print-operator.ts";
export { printTerm } from "./operators/print-term.ts";
export { bool, f32, f64, i32, i64, u32, u64 } from "./operators/scalar-types.ts";
export { select } from "./operators/select.ts";
export type { Hole } from "./operators/text/operator-text.ts";
export { typeFrom } from "./operators/type-from.ts";
export { OperatorSyntaxError } from "./values/errors.ts";
