import { checkExpression } from "../expressions/check-expression.ts";
import { type Expression, isOrderFree } from "../expressions/expression.ts";
import { parseExpression } from "../expressions/parse.ts";
import { printExpression } from "../expressions/print.ts";
import { operatorNamed } from "../operators/built-in.ts";
import {
  type AnyOperator,
  checkOwnOperator,
  labelOf,
  type Operator,
  type RecordOperator,
} from "../operators/operator.ts";
import { bitsOf, fromBits } from "../values/bits.ts";
import { checkName } from "../values/check-name.ts";
import { ACCUMULATION_TYPES, isElement, widen } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  ELEMENT_TYPES,
  type ElementType,
  type Scalar,
  type ScalarType,
  STORAGE_TYPES,
  type StorageType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import {
  flattenValue,
  pathText,
  printStoredType,
  printType,
  type StoredColumn,
  type StoredRecordType,
  type StoredType,
  storedColumnsOf,
} from "../values/value-types.ts";
import type { Direction, InitialPlacement } from "./contract.ts";

/** A type that elements come in, by its name. @throws InvalidArgumentError */
export function checkStorageType(argument: string, given: unknown): StorageType {
  return checkName(argument, STORAGE_TYPES, given);
}

export const DIRECTIONS: readonly Direction[] = ["forward", "backward"];
export const INITIAL_PLACEMENTS: readonly InitialPlacement[] = ["outside", "first"];

/** An element type by its name. @throws InvalidArgumentError */
export function checkElementType(argument: string, given: unknown): ElementType {
  return checkName(argument, ELEMENT_TYPES, given);
}

/** An operator over single elements or records, as an object or by a built-in's name. @throws InvalidArgumentError */
export function checkOperator(given: unknown): AnyOperator {
  if (typeof given === "string") return operatorNamed(given);
  if (typeof given === "object" && given !== null && "kind" in given)
    return checkOwnOperator("operator", given);
  const expected = "an operator, an operator's name or a plain function";
  throw new InvalidArgumentError("operator", expected, describe(given));
}

/** Checks that an operator is defined on the type it would combine in. @throws InvalidArgumentError */
export function checkOperatorType(operator: Operator, accumulate: ElementType): void {
  if (operator.types.includes(accumulate)) return;
  const fact = `${nameOf(operator)}, defined on ${operator.types.join(", ")}`;
  throw new InvalidArgumentError("operator", `an operator defined on ${accumulate}`, fact);
}

/** That an order-free sum is asked for sums of floats: all else has no rounding to be free of. @throws InvalidArgumentError */
export function checkOrderFree(
  expression: Expression,
  operator: AnyOperator | undefined,
  accumulate?: ElementType,
): void {
  if (!isOrderFree(expression)) return;
  const name = printExpression(expression);
  if (operator?.name !== "add") {
    const actual = operator === undefined ? "a plain function" : nameOf(operator);
    throw new InvalidArgumentError("operator", `add, for "${name}" is a sum`, actual);
  }
  if (accumulate === "f64" || accumulate === "f32") return;
  const expected = `f64 or f32 for "${name}"; sums of integers are exact in any order, by any other expression`;
  throw new InvalidArgumentError("accumulate", expected, String(accumulate));
}

/** An expression as an object or as its canonical text. @throws InvalidArgumentError */
export function expressionFrom(given: unknown): Expression {
  return typeof given === "string" ? parseExpression(given) : checkExpression(given);
}

/** The accumulation type: the element type, or one it may widen to. @throws InvalidArgumentError */
export function checkAccumulate(type: StorageType, given: unknown): ElementType {
  const accumulate = checkElementType("accumulate", given);
  if (ACCUMULATION_TYPES[type].includes(accumulate)) return accumulate;
  const legal = ACCUMULATION_TYPES[type].join(" or ");
  throw new InvalidArgumentError("accumulate", `${legal} for elements of ${type}`, `"${accumulate}"`);
}

/** An initial value as an element of the accumulation type, from one of that or of the element type. @throws InvalidArgumentError */
export function checkInitial(type: StorageType, accumulate: ElementType, given: unknown): Scalar {
  const isNarrow = isElement(type, given) && !isElement(accumulate, given);
  return checkScalar("initial", accumulate, isNarrow ? widen(given, accumulate) : given);
}

/** An initial value of records, by column, from one in the shape of their type; bools as booleans. @throws InvalidArgumentError */
export function checkRecordInitial({ type, columns }: RecordOperator, given: unknown): readonly Scalar[] {
  return flattenValue(type, given, "initial").map((value, index) => {
    const column = columns[index];
    const name = `initial.${pathText(column)}`;
    if (column.type !== "bool") return checkScalar(name, column.type, value);
    if (typeof value === "boolean") return Number(value);
    throw new InvalidArgumentError(name, "true or false", `${typeof value} ${describe(value)}`);
  });
}

function checkScalar(name: string, type: ElementType, given: unknown): Scalar {
  if (isElement(type, given)) return canonical(type, given);
  const expected = `a ${typeof fromBits(type, 0n)} that ${type} has exactly`;
  throw new InvalidArgumentError(name, expected, `${typeof given} ${describe(given)}`);
}

/** An operator as an error names it: a user's by its name and its label. */
export function nameOf(operator: AnyOperator): string {
  return operator.hash === undefined ? operator.name : `${operator.name} (${labelOf(operator)})`;
}

/**
 * The types of columns that come in for an operator over records, as a caller gave them in the shape of its type; undefined where they are its own.
 *
 * @throws InvalidArgumentError naming the field whose type the operator's does not hold exactly
 */
export function checkRecordType(operator: RecordOperator, given: unknown): readonly StoredType[] | undefined {
  const { columns, type } = operator;
  const stored = storedColumnsOf(given, "type");
  const pathsOf = (list: readonly StoredColumn[]): string => list.map(pathText).join();
  if (pathsOf(stored) !== pathsOf(columns)) {
    const expected = `left out or that of operator ${nameOf(operator)}, ${printType(type)}`;
    throw new InvalidArgumentError("type", expected, printStoredType(given as StoredRecordType));
  }
  return checkStoredTypes(
    operator,
    stored.map((column) => column.type),
    "type",
  );
}

/** The same by column. */
export function checkStoredTypes(
  { columns }: RecordOperator,
  types: readonly StoredType[],
  argument: string,
): readonly StoredType[] | undefined {
  columns.forEach((column, i) => {
    const given = types[i];
    if (given === column.type) return;
    const holds = given !== "bool" && ACCUMULATION_TYPES[given].includes(column.type as ElementType);
    if (holds) return;
    const expected = `${column.type}, or a type whose elements ${column.type} holds exactly`;
    throw new InvalidArgumentError(`${argument}.${pathText(column)}`, expected, `"${given}"`);
  });
  return columns.every((column, i) => column.type === types[i]) ? undefined : types;
}

/** The same value with the NaN that is observed, and no sign on an integer's zero. */
export function canonical(type: ScalarType, value: Scalar): Scalar {
  return fromBits(type, bitsOf(type, value));
}
