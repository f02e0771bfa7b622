// Why: a caller says little, and a result depends on everything. Here, and only here, what was left out is filled in, so that the line of a contract says all.
import { DEFAULT_EXPRESSION, type Expression } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print.ts";
import { add } from "../operators/built-in.ts";
import type { AnyOperator, CombineFunction, Operator, RecordOperator } from "../operators/operator.ts";
import { checkBoolean } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import type { ElementType, Scalar, StorageType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { printStoredType, printType, type StoredRecordType } from "../values/value-types.ts";
import {
  canonical,
  checkAccumulate,
  checkElementType,
  checkInitial,
  checkOperator,
  checkOperatorType,
  checkOrderFree,
  checkRecordInitial,
  checkRecordType,
  checkStorageType,
  DIRECTIONS,
  expressionFrom,
  INITIAL_PLACEMENTS,
  nameOf,
} from "./checks.ts";
import {
  CONTRACT_VERSION,
  type Contract,
  type Direction,
  type FunctionContract,
  type InitialPlacement,
  type InitialValue,
  OBSERVATIONS,
  type Observation,
  type RecordContract,
  type TypedContract,
} from "./contract.ts";
import { checkDeterminismLevel, type DeterminismName, type Requirement } from "./levels.ts";

/** What a caller may ask for; whatever is left out has its default. */
export interface ContractOptions {
  readonly operator?: AnyOperator | CombineFunction | string | undefined; // default: add
  readonly type?: StorageType | StoredRecordType | undefined; // of the input; default: its own, which must agree; of records the operator's
  readonly accumulate?: ElementType | undefined; // default: the element type, of a narrow one f32, i32 or u32; not for records
  readonly expression?: Expression | string | undefined; // default: DEFAULT_EXPRESSION
  readonly direction?: Direction | undefined; // default: "forward"
  readonly initial?: unknown; // default: none; for an exclusive scan the operator's start
  readonly initialPlacement?: InitialPlacement | undefined; // default: "outside"
  readonly determinism?: DeterminismName | undefined; // default: "everywhere"
  readonly allowQuadratic?: boolean | undefined; // default: false
}

/** Their names. */
export const CONTRACT_OPTIONS: readonly string[] = [
  "operator",
  "type",
  "accumulate",
  "expression",
  "direction",
  "initial",
  "initialPlacement",
  "determinism",
  "allowQuadratic",
];

/**
 * The contract that `options` ask for, with every default filled in and everything checked.
 *
 * `inputType` is the element type of the input, "any" for other values, or undefined when there is no input yet. An operator over
 * records makes a contract over records of its own type. An exclusive scan without an initial value gets its operator's start,
 * placed "outside".
 *
 * @throws InvalidArgumentError naming the argument, what was expected and what came
 */
export function resolveContract(
  options: ContractOptions,
  observation: Observation,
  inputType?: StorageType | "any",
): Contract {
  checkOptionNames(options, CONTRACT_OPTIONS);
  checkName("observation", OBSERVATIONS, observation);
  if (inputType !== undefined && inputType !== "any") checkStorageType("type", inputType);
  return contractOf(options, observation, inputType);
}

/** The same of options that may have other names too, which the caller looks at. */
export function contractOf(
  options: ContractOptions,
  observation: Observation,
  inputType?: StorageType | "any",
): Contract {
  checkLevel(options);
  if (options.allowQuadratic !== undefined) checkBoolean("allowQuadratic", options.allowQuadratic);
  if (typeof options.operator === "function") {
    return resolveFunction(options, options.operator, observation, inputType);
  }
  const operator = options.operator === undefined ? add : checkOperator(options.operator);
  return operator.kind === "record-operator"
    ? resolveRecord(options, operator, observation, inputType)
    : resolveTyped(options, operator, observation, inputType);
}

function resolveTyped(
  options: ContractOptions,
  operator: Operator,
  observation: Observation,
  inputType: StorageType | "any" | undefined,
): TypedContract {
  if (typeof options.type === "object") {
    const expected = `an operator over records of ${printStoredType(options.type)}`;
    throw new InvalidArgumentError("operator", expected, `${nameOf(operator)}, over single elements`);
  }
  const type = resolveType(options.type, inputType);
  const accumulate =
    options.accumulate === undefined
      ? ACCUMULATION_TYPES[type][0]
      : checkAccumulate(type, options.accumulate);
  checkOperatorType(operator, accumulate);
  const given = resolveInitial(options, (value) => checkInitial(type, accumulate, value));
  return {
    kind: "typed",
    operator,
    type,
    accumulate,
    expression: resolveExpression(options.expression, operator, accumulate),
    direction: resolveDirection(options.direction),
    initial: given ?? (observation === "exclusive-scan" ? startOf(operator, accumulate) : undefined),
    version: CONTRACT_VERSION,
  };
}

function resolveRecord(
  options: ContractOptions,
  operator: RecordOperator,
  observation: Observation,
  inputType: StorageType | "any" | undefined,
): RecordContract {
  if (inputType !== undefined) {
    const actual = inputType === "any" ? "other values" : `elements of ${inputType}`;
    throw new InvalidArgumentError("input", `records of ${printType(operator.type)}`, actual);
  }
  const types = options.type === undefined ? undefined : checkRecordType(operator, options.type);
  if (options.accumulate !== undefined) {
    const expected = "left out with an operator over records, whose columns are combined in their own types";
    throw new InvalidArgumentError("accumulate", expected, describe(options.accumulate));
  }
  const given = resolveInitial(options, (value) => checkRecordInitial(operator, value));
  return {
    kind: "record",
    operator,
    type: operator.type,
    ...(types && { types }),
    expression: resolveExpression(options.expression, operator),
    direction: resolveDirection(options.direction),
    initial: given ?? (observation === "exclusive-scan" ? startOfRecord(operator) : undefined),
    version: CONTRACT_VERSION,
  };
}

function resolveFunction(
  options: ContractOptions,
  operator: CombineFunction,
  observation: Observation,
  inputType: StorageType | "any" | undefined,
): FunctionContract {
  checkSynchronous(operator);
  if (options.accumulate !== undefined) {
    throw new InvalidArgumentError(
      "accumulate",
      "left out with a plain function",
      describe(options.accumulate),
    );
  }
  const initial = resolveInitial(options, (value) => value);
  if (observation === "exclusive-scan" && initial === undefined) throw noStart("a plain function");
  const asked = options.type === undefined ? (inputType ?? "any") : resolveType(options.type, inputType);
  const type = asked === "any" ? asked : checkElementType("type", asked);
  return {
    kind: "function",
    operator,
    type,
    expression: resolveExpression(options.expression, undefined),
    direction: resolveDirection(options.direction),
    initial,
    version: CONTRACT_VERSION,
  };
}

function resolveType(given: unknown, inputType: StorageType | "any" | undefined): StorageType {
  if (given === undefined && inputType !== undefined && inputType !== "any") return inputType;
  if (given === undefined) {
    throw new InvalidArgumentError("type", "given where the input is not an element array", "none");
  }
  const type = checkStorageType("type", given);
  if (inputType !== undefined && inputType !== "any" && inputType !== type) {
    throw new InvalidArgumentError("type", `that of the input, ${inputType}`, `"${type}"`);
  }
  return type;
}

function resolveExpression(
  given: unknown,
  operator: AnyOperator | undefined,
  accumulate?: ElementType,
): Expression {
  if (given === undefined) return DEFAULT_EXPRESSION;
  const expression = expressionFrom(given);
  checkOrderFree(expression, operator, accumulate);
  return expression;
}

function resolveDirection(given: unknown = "forward"): Direction {
  return checkName("direction", DIRECTIONS, given);
}

function resolveInitial<Value>(
  options: ContractOptions,
  check: (value: unknown) => Value,
): InitialValue<Value> | undefined {
  const { initial, initialPlacement = "outside" } = options;
  const placement = checkName("initialPlacement", INITIAL_PLACEMENTS, initialPlacement);
  if (initial !== undefined) return { value: check(initial), placement };
  if (placement === "outside") return undefined;
  throw new InvalidArgumentError("initialPlacement", 'left out without an "initial"', describe(placement));
}

function startOf(operator: Operator, accumulate: ElementType): InitialValue<Scalar> {
  const start = operator.start(accumulate);
  if (start === undefined) throw noStart(nameOf(operator));
  return { value: start, placement: "outside" };
}

function startOfRecord(operator: RecordOperator): InitialValue<readonly Scalar[]> {
  if (operator.start === undefined) throw noStart(nameOf(operator));
  const value = operator.start.map((scalar, index) => canonical(operator.columns[index].type, scalar));
  return { value, placement: "outside" };
}

function noStart(operator: string): InvalidArgumentError {
  return new InvalidArgumentError(
    "initial",
    `given for an exclusive scan with ${operator}, which has no start`,
    "none",
  );
}

/** That the level is one, and leaves the expression to the caller if he names one. @throws InvalidArgumentError */
export function checkLevel(options: Pick<ContractOptions, "determinism" | "expression">): void {
  if (options.determinism === undefined) return;
  const level = checkDeterminismLevel(options.determinism);
  if (level === "notGuaranteed" && options.expression !== undefined) {
    const given = printExpression(expressionFrom(options.expression));
    const expected = 'left out when "determinism" is "notGuaranteed", where the executor chooses';
    throw new InvalidArgumentError("expression", expected, `"${given}"`);
  }
}

// A function that calls itself asynchronous; one that only gives promises is found by its first result.
function checkSynchronous(operator: CombineFunction): void {
  const kind = Object.prototype.toString.call(operator).slice("[object ".length, -1);
  if (kind === "Function") return;
  throw new InvalidArgumentError("operator", "a function that gives its value at once", `an ${kind}`);
}

/** What the options require of the bits, beside the contract. */
export function requirementOf({ determinism, expression }: ContractOptions): Requirement {
  const level = determinism === undefined ? "everywhere" : checkDeterminismLevel(determinism);
  return { determinism: level, isExpressionNamed: expression !== undefined };
}
