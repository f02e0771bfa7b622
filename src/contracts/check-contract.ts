import { checkExpression } from "../expressions/check-expression.ts";
import type { Operator, RecordOperator } from "../operators/operator.ts";
import { checkOwnOperator } from "../operators/operator.ts";
import { checkName } from "../values/check-name.ts";
import { isElement } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { STORED_TYPES, type StoredType } from "../values/value-types.ts";
import {
  canonical,
  checkAccumulate,
  checkElementType,
  checkOperatorType,
  checkOrderFree,
  checkRecordType,
  checkStorageType,
  checkStoredTypes,
  DIRECTIONS,
  INITIAL_PLACEMENTS,
} from "./checks.ts";
import {
  CONTRACT_VERSION,
  type ElementContract,
  type InitialPlacement,
  type RecordContract,
  SEGMENT_RULES,
  type TypedContract,
} from "./contract.ts";

/**
 * A contract that was put together elsewhere, made anew from what it says: executors write its parts into the kernels that they generate.
 *
 * Of a network among its expressions the executors that serve it look at the rest. Some microseconds.
 *
 * @throws InvalidArgumentError naming the part, what was expected and what came
 */
export function checkContract<Given extends TypedContract | RecordContract>(given: Given): Given {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("contract", "a contract", describe(given));
  }
  const { kind, segments, version } = given;
  checkName("contract.kind", ["typed", "record"], kind);
  if (version !== CONTRACT_VERSION) {
    throw new InvalidArgumentError("contract.version", String(CONTRACT_VERSION), describe(version));
  }
  const operator = checkOwnOperator("contract.operator", given.operator);
  const expected = kind === "record" ? "record-operator" : "operator";
  if (operator.kind !== expected) {
    throw new InvalidArgumentError("contract.operator", `one of a ${kind} contract`, operator.kind);
  }
  const shared = {
    expression: checkExpression(given.expression),
    direction: checkName("contract.direction", DIRECTIONS, given.direction),
    ...(segments === undefined ? {} : { segments: checkName("contract.segments", SEGMENT_RULES, segments) }),
    version,
  };
  const made =
    operator.kind === "operator"
      ? typedContract(given as TypedContract, operator, shared)
      : recordContract(given as RecordContract, operator, shared);
  return made as Given;
}

/** A contract over elements, and no other. @throws InvalidArgumentError */
function checkTypedContract(given: TypedContract): TypedContract {
  const contract = checkContract(given);
  checkName("contract.kind", ["typed"], contract.kind);
  return contract;
}

/** The same over elements that do not come in a narrow type. @throws InvalidArgumentError */
export function checkElementContract(given: ElementContract): ElementContract {
  const contract = checkTypedContract(given);
  return { ...contract, type: checkElementType("contract.type", contract.type) };
}

type Shared = Pick<TypedContract, "expression" | "direction" | "segments" | "version">;

function typedContract(given: TypedContract, operator: Operator, shared: Shared): TypedContract {
  const type = checkStorageType("contract.type", given.type);
  const accumulate = checkAccumulate(type, given.accumulate);
  checkOperatorType(operator, accumulate);
  checkOrderFree(shared.expression, operator, accumulate);
  const read = initialOf(given.initial);
  const initial = read && { ...read, value: checkedScalar(accumulate, read.value) };
  return { kind: "typed", operator, type, accumulate, initial, ...shared };
}

function recordContract(given: RecordContract, operator: RecordOperator, shared: Shared): RecordContract {
  if (checkRecordType(operator, given.type) !== undefined) {
    throw new InvalidArgumentError("contract.type", "that of its operator", describe(given.type));
  }
  const types =
    given.types && checkStoredTypes(operator, storedTypes(given.types, operator), "contract.types");
  checkOrderFree(shared.expression, operator);
  const { type, columns } = operator;
  const read = initialOf(given.initial);
  const initial = read && { ...read, value: scalarsOf(columns, read.value) };
  return { kind: "record", operator, type, ...(types && { types }), initial, ...shared };
}

function storedTypes(given: unknown, { columns }: RecordOperator): readonly StoredType[] {
  if (!Array.isArray(given) || given.length !== columns.length) {
    throw new InvalidArgumentError("contract.types", "a type for each column", describe(given));
  }
  return given.map((type) => checkName("contract.types", STORED_TYPES, type));
}

function initialOf(
  initial: unknown,
): { readonly value: unknown; readonly placement: InitialPlacement } | undefined {
  if (initial === undefined) return undefined;
  if (typeof initial !== "object" || initial === null) {
    throw new InvalidArgumentError("contract.initial", "a value and its placement", describe(initial));
  }
  const { value, placement } = initial as Readonly<Record<string, unknown>>;
  return { value, placement: checkName("contract.initial.placement", INITIAL_PLACEMENTS, placement) };
}

function scalarsOf(columns: readonly { readonly type: ScalarType }[], values: unknown): readonly Scalar[] {
  if (!Array.isArray(values) || values.length !== columns.length) {
    throw new InvalidArgumentError("contract.initial.value", "a value for each column", describe(values));
  }
  return columns.map(({ type }, i) => checkedScalar(type, values[i]));
}

function checkedScalar(type: ScalarType, value: unknown): Scalar {
  if (isElement(type, value)) return canonical(type, value);
  throw new InvalidArgumentError("contract.initial.value", `a value of ${type}`, describe(value));
}
