import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Expression } from "./expression.ts";

type Texts = {
  readonly [Kind in Expression["kind"]]: (expression: Extract<Expression, { readonly kind: Kind }>) => string;
};

const TEXTS: Texts = {
  leftFold: () => "left-fold",
  iteratedPairwise: () => "iterated-pairwise",
  bisection: () => "bisection",
  interleaved: (expression) => `interleaved:${word(expression.laneCount)}`,
  blockDyadic: (expression) => `block-dyadic:${word(expression.blockLength)}`,
  linearCarry: (expression) => `linear-carry:${word(expression.blockLength)}`,
  binned: (expression) => `binned:${word(expression.fold)}`,
  exact: () => "exact",
  // Errors print objects that are not checked yet.
  network: (expression) => `network:${word(expression.name)}:${word(expression.network?.width)}`,
  custom: (expression) => expression.name,
};

export const EXPRESSION_KINDS = Object.keys(TEXTS) as readonly Expression["kind"][];

/** The canonical text of an expression, as in a contract and on the command line: `block-dyadic:32`; a caller's own prints its name. */
export function printExpression(expression: Expression): string {
  const kind = EXPRESSION_KINDS.find((each) => each === expression?.kind);
  if (kind !== undefined) {
    const text: unknown = (TEXTS[kind] as (expression: Expression) => unknown)(expression);
    if (typeof text === "string" && WORDS.test(text)) return text;
  }
  throw new InvalidArgumentError("expression", "a named expression", describe(expression));
}

function word(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "undefined";
}

/** What may stand in a contract's line. */
const WORDS = /^[a-z][a-z0-9]*([-:][a-z0-9]+)*$/;
