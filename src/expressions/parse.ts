import { checkList, checkText } from "../values/check-arguments.ts";
import { oneOf } from "../values/check-name.ts";
import { describeText } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
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
import { printExpression } from "./print.ts";

interface Family {
  readonly parameter?: string; // what the number after the colon is
  readonly make: (parameter: number) => Expression;
}

const FAMILIES: Readonly<Record<string, Family>> = {
  "left-fold": { make: () => leftFold },
  "iterated-pairwise": { make: () => iteratedPairwise },
  pairwise: { make: () => iteratedPairwise },
  bisection: { make: () => bisection },
  interleaved: { parameter: "laneCount", make: interleaved },
  "block-dyadic": { parameter: "blockLength", make: blockDyadic },
  "linear-carry": { parameter: "blockLength", make: linearCarry },
  binned: { parameter: "fold", make: binned },
  exact: { make: () => exact },
};

/** The names that an expression may have, without their parameters. */
export const EXPRESSION_NAMES: readonly string[] = Object.keys(FAMILIES);

type Named = Exclude<Expression, { readonly name: string }>;

/** The expression of that kind with the parameter that the data have: it has not passed through its constructor. @throws InvalidArgumentError */
export function checkedFamily(kind: Named["kind"], given: object): Expression {
  const { parameter, make } = FAMILIES[kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
  const value = parameter === undefined ? 0 : (given as Partial<Record<string, unknown>>)[parameter];
  return make(value as number);
}

/**
 * The expression that `text` names: the inverse of `printExpression`, with `pairwise` as an alias of `iterated-pairwise`.
 *
 * A caller's own expressions are known by their names when they are passed in `own`.
 *
 * @throws InvalidArgumentError naming "expression", what was expected (with the nearest name) and what came
 */
export function parseExpression(text: string, own: readonly Expression[] = []): Expression {
  checkText("expression", text);
  const known = checkList("own", own, "expressions").map((each) => printExpression(each as Expression));
  const found = known.indexOf(text);
  if (found >= 0) return own[found];
  const [name, parameter, ...rest] = text.split(":");
  if (!Object.hasOwn(FAMILIES, name)) {
    throw new InvalidArgumentError("expression", expectedFor(text, known), describeText(text));
  }
  const family = FAMILIES[name];
  if (family.parameter === undefined) {
    if (parameter === undefined) return family.make(0);
    throw new InvalidArgumentError("expression", `"${name}" without a parameter`, describeText(text));
  }
  const isInteger = /^[1-9][0-9]*$/.test(parameter ?? "") && Number.isSafeInteger(Number(parameter));
  if (rest.length === 0 && isInteger) return family.make(Number(parameter));
  const expected = `"${name}:" and its ${family.parameter}, a positive integer`;
  throw new InvalidArgumentError("expression", expected, describeText(text));
}

/** What an executor reports below "everywhere" is either a tree in arithmetic of its own, or no tree. */
const NATIVE = "implementation-defined:webgpu-native:";

function expectedFor(text: string, known: readonly string[]): string {
  if (text.startsWith(NATIVE)) {
    return `"${text.slice(NATIVE.length)}" with determinism "runToRun" on webgpu, whose floats are its own`;
  }
  if (text.startsWith("implementation-defined:"))
    return "a tree: values in the order in which they come have none";
  const [name] = text.split(":");
  if (name === "network") return 'a value of networkExpression, of "samebits/networks"';
  return oneOf(name, [...EXPRESSION_NAMES, ...known]);
}
