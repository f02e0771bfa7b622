import { checkExpression } from "../expressions/check-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { parseExpression } from "../expressions/parse.ts";
import { BUILT_IN_OPERATORS } from "../operators/built-in.ts";
import {
  type AnyOperator,
  checkOwnOperator,
  labelOf,
  type Operator,
  type RecordOperator,
} from "../operators/operator.ts";
import { fromHex } from "../values/bits.ts";
import { checkList } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import type { ElementType, StorageType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { parseType } from "../values/parse-type.ts";
import { printType, STORED_TYPES } from "../values/value-types.ts";
import {
  checkAccumulate,
  checkOperator,
  checkOperatorType,
  checkOrderFree,
  checkRecordType,
  checkStorageType,
  INITIAL_PLACEMENTS,
  nameOf,
} from "./checks.ts";
import {
  CONTRACT_VERSION,
  type Contract,
  type Direction,
  type InitialValue,
  type RecordContract,
  SEGMENT_RULES,
  type SegmentRule,
  type TypedContract,
} from "./contract.ts";
import { printContract } from "./print.ts";

const TERM = "term:";
const SUM = "sum=";
const INITIAL = "initial=";
const SEGMENTS = "segments=";

/**
 * The contract that a canonical line stands for: the inverse of `printContract`.
 *
 * Strict: a line that would print differently (an alias, a needless `sum=`, more than one space, another NaN) is refused. A line
 * with `term:` and a hash needs the operator of these terms among `own`.
 *
 * @throws InvalidArgumentError naming the part of the line, what was expected (the nearest name) and what came
 */
export function parseContract(line: string, own?: OwnNames<Operator>): TypedContract;
export function parseContract(line: string, own: OwnNames | undefined): TypedContract | RecordContract;
export function parseContract(line: string, given: OwnNames = {}): TypedContract | RecordContract {
  if (typeof line !== "string") {
    throw new InvalidArgumentError("contract", "a line of text", describe(line));
  }
  const own = checkOwnNames(given);
  const words = line.split(" ");
  const operator = parseOperator(next(words, "an operator"), own.operators);
  return operator.kind === "record-operator"
    ? checkCanonical(line, parseRecord(words, operator, own))
    : checkCanonical(line, parseTyped(words, operator, own));
}

function parseTyped(words: string[], operator: Operator, own: CheckedNames): TypedContract {
  const type = checkStorageType("type", next(words, "an element type"));
  const accumulate = words[0]?.startsWith(SUM)
    ? parseAccumulate(type, next(words, SUM))
    : ACCUMULATION_TYPES[type][0];
  checkOperatorType(operator, accumulate);
  const rest = parseRest(words, own, (hex) => fromHex(accumulate, hex, "initial"));
  checkOrderFree(rest.expression, operator, accumulate);
  return { kind: "typed", operator, type, accumulate, ...rest };
}

function parseRecord(words: string[], operator: RecordOperator, own: CheckedNames): RecordContract {
  const { type, columns } = operator;
  const stored = parseType(next(words, "the type of its records"), "type", STORED_TYPES);
  const types = checkRecordType(operator, stored);
  if (types !== undefined && next(words, SUM) !== SUM + printType(type)) {
    throw new InvalidArgumentError(
      "accumulate",
      `that of operator ${nameOf(operator)}, ${printType(type)}`,
      "another",
    );
  }
  const rest = parseRest(words, own, (text) => {
    const hexes = text.split(",");
    if (hexes.length === columns.length)
      return columns.map((column, i) => fromHex(column.type, hexes[i], "initial"));
    const expected = `the bits of ${columns.length} columns, separated by commas`;
    throw new InvalidArgumentError("initial", expected, describe(text));
  });
  checkOrderFree(rest.expression, operator);
  return { kind: "record", operator, type, ...(types && { types }), ...rest };
}

/** What follows the types, in every kind of contract. */
interface Rest<Value> {
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Value> | undefined;
  readonly segments?: SegmentRule;
  readonly version: typeof CONTRACT_VERSION;
}

function parseRest<Value>(
  words: string[],
  own: CheckedNames,
  readValue: (hex: string) => Value,
): Rest<Value> {
  const expression = parseExpression(next(words, "an expression"), own.expressions);
  const isBackward = words[0] === "backward";
  if (isBackward) words.shift();
  const initial = parseInitial(next(words, `"${INITIAL}"`), readValue);
  const isSegmented = words[0]?.startsWith(SEGMENTS);
  const segments =
    isSegmented && checkName("segments", SEGMENT_RULES, next(words, "").slice(SEGMENTS.length));
  parseVersion(next(words, `its version, v${CONTRACT_VERSION}`));
  if (words.length > 0) throw malformed(`that ends with v${CONTRACT_VERSION}`, words.join(" "));
  const direction = isBackward ? "backward" : "forward";
  return { expression, direction, initial, ...(segments && { segments }), version: CONTRACT_VERSION };
}

function next(words: string[], expected: string): string {
  const word = words.shift();
  if (word === undefined || word === "")
    throw malformed(`followed by ${expected}`, word ?? "the end of the line");
  return word;
}

function parseOperator(label: string, own: readonly AnyOperator[]): AnyOperator {
  if (label === "function") {
    throw malformed("with a named operator, because a plain function has no text", label);
  }
  const operators = [...own, ...BUILT_IN_OPERATORS];
  const found = operators.find((operator) => labelOf(operator) === label);
  if (found === undefined && label.startsWith(TERM)) {
    const expected = "a built-in, or one of your own operators, given with the line";
    throw new InvalidArgumentError("operator", expected, describe(label));
  }
  const labels = operators.map(labelOf);
  return checkOperator(found ?? checkName("operator", labels, label));
}

function parseAccumulate(type: StorageType, word: string): ElementType {
  return checkAccumulate(type, word.slice(SUM.length));
}

function parseInitial<Value>(
  word: string,
  readValue: (hex: string) => Value,
): InitialValue<Value> | undefined {
  if (!word.startsWith(INITIAL)) throw malformed(`followed by "${INITIAL}"`, word);
  const text = word.slice(INITIAL.length);
  if (text === "none") return undefined;
  const [hex, placement, ...rest] = text.split("@");
  if (placement === undefined || rest.length > 0) {
    throw new InvalidArgumentError("initial", "none, or bits@outside or bits@first", describe(text));
  }
  return {
    value: readValue(hex),
    placement: checkName("initialPlacement", INITIAL_PLACEMENTS, placement),
  };
}

function parseVersion(word: string): void {
  if (word !== `v${CONTRACT_VERSION}`) {
    throw new InvalidArgumentError("version", `v${CONTRACT_VERSION}`, describe(word));
  }
}

function checkCanonical<Parsed extends Contract>(line: string, contract: Parsed): Parsed {
  const canonical = printContract(contract);
  if (canonical === line) return contract;
  throw new InvalidArgumentError("contract", `the canonical line "${canonical}"`, describe(line));
}

function malformed(expected: string, actual: string): InvalidArgumentError {
  return new InvalidArgumentError("contract", `a line ${expected}`, describe(actual));
}

/** What a line may name besides the built-ins: a caller's own operators, by the hash of their terms, and expressions. */
export interface OwnNames<Own extends AnyOperator = AnyOperator> {
  readonly operators?: readonly Own[] | undefined;
  readonly expressions?: readonly Expression[] | undefined;
}

/** The same with every one checked. */
interface CheckedNames {
  readonly operators: readonly AnyOperator[];
  readonly expressions: readonly Expression[];
}

/** @throws InvalidArgumentError naming the list */
function checkOwnNames(given: OwnNames): CheckedNames {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("own", "an object with operators and expressions", describe(given));
  }
  const { operators = [], expressions = [] } = given;
  return {
    operators: checkList("operators", operators, "operators").map((each) =>
      checkOwnOperator("operators", each),
    ),
    expressions: checkList("expressions", expressions, "expressions").map(checkExpression),
  };
}
