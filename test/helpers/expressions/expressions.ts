import { defineExpression } from "../../../src/expressions/define-expression.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "../../../src/expressions/expression.ts";

/** `x0·(x1·(x2·…))`: a caller's own expression, and no built-in one. */
export const rightFold: Expression = defineExpression("right-fold", (length) => {
  let tree: Tree = length - 1;
  for (let index = length - 2; index >= 0; index--) tree = { left: index, right: tree };
  return tree;
});

const PARAMETERS = [1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 33, 100, 128, 256, 1000];

/** Every built-in expression that is a tree, the families with many parameters. */
export const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  ...PARAMETERS.flatMap((parameter) => [
    interleaved(parameter),
    blockDyadic(parameter),
    linearCarry(parameter),
  ]),
];
