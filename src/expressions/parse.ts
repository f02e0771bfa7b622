import { InvalidArgumentError } from "../values/errors.ts";
import { oneOf } from "../values/nearest-name.ts";
import {
  binned,
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "./expression.ts";

interface Family {
  readonly parameter: string | undefined; // what the number after the colon is
  readonly make: (parameter: number) => Expression;
}

const FAMILIES: Readonly<Record<string, Family>> = {
  "left-fold": { parameter: undefined, make: () => leftFold },
  "iterated-pairwise": { parameter: undefined, make: () => iteratedPairwise },
  pairwise: { parameter: undefined, make: () => iteratedPairwise },
  bisection: { parameter: undefined, make: () => bisection },
  interleaved: { parameter: "laneCount", make: interleaved },
  "block-dyadic": { parameter: "blockLength", make: blockDyadic },
  "linear-carry": { parameter: "blockLength", make: linearCarry },
  binned: { parameter: "fold", make: binned },
  exact: { parameter: undefined, make: () => exact },
};

/** The names that an expression may have, without their parameters. */
export const EXPRESSION_NAMES: readonly string[] = Object.keys(FAMILIES);

/**
 * The expression that `text` names: the inverse of `printExpression`, with `pairwise` as an alias of `iterated-pairwise`.
 *
 * A caller's own expressions are known by their names when they are passed in `own`.
 *
 * @throws InvalidArgumentError naming "expression", what was expected (with the nearest name) and what came
 */
export function parseExpression(text: string, own: readonly Expression[] = []): Expression {
  const found = own.find((expression) => expression.kind === "custom" && expression.name === text);
  if (found !== undefined) return found;
  const [name, parameter, ...rest] = text.split(":");
  const family = Object.hasOwn(FAMILIES, name) ? FAMILIES[name] : undefined;
  if (family === undefined) {
    const ownNames = own.flatMap((expression) => (expression.kind === "custom" ? [expression.name] : []));
    throw new InvalidArgumentError(
      "expression",
      oneOf(name, [...EXPRESSION_NAMES, ...ownNames]),
      `"${text}"`,
    );
  }
  if (family.parameter === undefined) {
    if (parameter === undefined) return family.make(0);
    throw new InvalidArgumentError("expression", `"${name}" without a parameter`, `"${text}"`);
  }
  const isInteger = /^[1-9][0-9]*$/.test(parameter ?? "") && Number.isSafeInteger(Number(parameter));
  if (rest.length > 0 || !isInteger) {
    throw new InvalidArgumentError(
      "expression",
      `"${name}:" and its ${family.parameter}, a positive integer`,
      `"${text}"`,
    );
  }
  return family.make(Number(parameter));
}
