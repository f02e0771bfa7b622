// samebits/expressions: what only readers and teachers of trees ask of an expression. Names and constructors are those of `samebits`.
export { defineExpression } from "./expressions/define-expression.ts";
export { depthOf } from "./expressions/depth.ts";
export { type ErrorBoundOptions, errorBound, type RoundedType } from "./expressions/error-bound.ts";
export type { Tree, TreeNode } from "./expressions/expression.ts";
export {
  binned,
  bisection,
  blockDyadic,
  DEFAULT_EXPRESSION,
  type Expression,
  exact,
  interleaved,
  isOrderFree,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "./expressions/expression.ts";
export { parseExpression } from "./expressions/parse.ts";
export { printExpression } from "./expressions/print.ts";
export { type ExpressionProperties, propertiesOf } from "./expressions/properties.ts";
export { type SymbolicOptions, symbolic, symbolicScan } from "./expressions/symbolic.ts";
