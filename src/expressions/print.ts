import type { Expression } from "./expression.ts";

type Texts = {
  readonly [Kind in Expression["kind"]]: (expression: Extract<Expression, { readonly kind: Kind }>) => string;
};

const TEXTS: Texts = {
  leftFold: () => "left-fold",
  iteratedPairwise: () => "iterated-pairwise",
  bisection: () => "bisection",
  interleaved: (expression) => `interleaved:${expression.laneCount}`,
  blockDyadic: (expression) => `block-dyadic:${expression.blockLength}`,
  linearCarry: (expression) => `linear-carry:${expression.blockLength}`,
  binned: (expression) => `binned:${expression.fold}`,
  exact: () => "exact",
  // Errors print objects that are not checked yet.
  network: (expression) => `network:${expression.name}:${expression.network?.width}`,
  custom: (expression) => expression.name,
};

export const EXPRESSION_KINDS = Object.keys(TEXTS) as readonly Expression["kind"][];

/** The canonical text of an expression, as in a contract and on the command line: `block-dyadic:32`; a caller's own prints its name. */
export function printExpression(expression: Expression): string {
  return (TEXTS[expression.kind] as (expression: Expression) => string)(expression);
}
