import type { Expression } from "../expressions/expression.ts";
import { parseExpression } from "../expressions/parse.ts";
import { BUILT_IN_OPERATORS } from "../operators/built-in.ts";
import type { Operator } from "../operators/operator.ts";
import { fromHex } from "../values/bits.ts";
import { describe } from "../values/describe.ts";
import type { ElementType, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import {
  checkAccumulate,
  checkElementType,
  checkName,
  checkOperator,
  checkOperatorType,
  INITIAL_PLACEMENTS,
} from "./checks.ts";
import { CONTRACT_VERSION, type InitialValue, type TypedContract } from "./contract.ts";
import { printContract } from "./print.ts";

const SUM = "sum=";
const INITIAL = "initial=";

/** What a line may name besides the built-ins: a caller's own operators and expressions. */
export interface OwnNames {
  readonly operators?: readonly Operator[];
  readonly expressions?: readonly Expression[];
}

/**
 * The contract that a canonical line stands for: the inverse of `printContract`.
 *
 * Strict: a line that would print differently (an alias, a needless `sum=`, more than one space, another NaN) is refused.
 *
 * @throws InvalidArgumentError naming the part of the line, what was expected (the nearest name) and what came
 */
export function parseContract(line: string, own: OwnNames = {}): TypedContract {
  if (typeof line !== "string") {
    throw new InvalidArgumentError("contract", "a line of text", describe(line));
  }
  const words = line.split(" ");
  const operator = parseOperator(next(words, "an operator"), own.operators ?? []);
  const type = checkElementType("type", next(words, "an element type"));
  const accumulate = words[0]?.startsWith(SUM) ? parseAccumulate(type, next(words, SUM)) : type;
  checkOperatorType(operator, accumulate);
  const expression = parseExpression(next(words, "an expression"), own.expressions ?? []);
  const isBackward = words[0] === "backward";
  if (isBackward) words.shift();
  const initial = parseInitial(next(words, `"${INITIAL}"`), accumulate);
  parseVersion(next(words, `its version, v${CONTRACT_VERSION}`));
  if (words.length > 0) throw malformed(`that ends with v${CONTRACT_VERSION}`, words.join(" "));
  return checkCanonical(line, {
    kind: "typed",
    operator,
    type,
    accumulate,
    expression,
    direction: isBackward ? "backward" : "forward",
    initial,
    version: CONTRACT_VERSION,
  });
}

function next(words: string[], expected: string): string {
  const word = words.shift();
  if (word === undefined || word === "")
    throw malformed(`followed by ${expected}`, word ?? "the end of the line");
  return word;
}

function parseOperator(name: string, own: readonly Operator[]): Operator {
  if (name === "function") {
    throw malformed("with a named operator, because a plain function has no text", name);
  }
  const operators = [...own, ...BUILT_IN_OPERATORS];
  const known = checkName(
    "operator",
    operators.map((operator) => operator.name),
    name,
  );
  return checkOperator(operators.find((operator) => operator.name === known));
}

function parseAccumulate(type: ElementType, word: string): ElementType {
  return checkAccumulate(type, word.slice(SUM.length));
}

function parseInitial(word: string, accumulate: ElementType): InitialValue<Scalar> | undefined {
  if (!word.startsWith(INITIAL)) throw malformed(`followed by "${INITIAL}"`, word);
  const text = word.slice(INITIAL.length);
  if (text === "none") return undefined;
  const [hex, placement, ...rest] = text.split("@");
  if (placement === undefined || rest.length > 0) {
    throw new InvalidArgumentError("initial", "none, or bits@outside or bits@first", describe(text));
  }
  return {
    value: fromHex(accumulate, hex, "initial"),
    placement: checkName("initialPlacement", INITIAL_PLACEMENTS, placement),
  };
}

function parseVersion(word: string): void {
  if (word !== `v${CONTRACT_VERSION}`) {
    throw new InvalidArgumentError("version", `v${CONTRACT_VERSION}`, describe(word));
  }
}

function checkCanonical(line: string, contract: TypedContract): TypedContract {
  const canonical = printContract(contract);
  if (canonical === line) return contract;
  throw new InvalidArgumentError("contract", `the canonical line "${canonical}"`, describe(line));
}

function malformed(expected: string, actual: string): InvalidArgumentError {
  return new InvalidArgumentError("contract", `a line ${expected}`, describe(actual));
}
