import { checkElementType } from "../contracts/checks.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { RecordOperator } from "../operators/operator.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { type ElementSource, readElements } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  elementTypeOf,
  isNarrowType,
  narrowArrayOf,
  narrowTypeOf,
  type StorageArray,
  type StorageType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { StoredRecordType } from "../values/value-types.ts";

/** The type that an input without an element type of its own is to be read as: the declared one, else its narrow type. @throws InvalidArgumentError where there is none */
function declaredType(input: unknown, declared: StorageType | StoredRecordType | undefined): StorageType {
  if (isRecordOfColumns(input) || typeof declared === "object") {
    throw new InvalidArgumentError(
      "operator",
      "one over records, for columns as input",
      "one over single elements",
    );
  }
  const type = declared ?? narrowTypeOf(input);
  if (type === undefined) throw withoutType(input);
  return type;
}

/** What is said of an input that has no element type of its own. */
export function withoutType(input: unknown): InvalidArgumentError {
  const expected = isConvertible(input)
    ? `an array of f64, f32, i64, u64, i32 or u32, or come with a "type" to be read as${typesOfWords(input)}`
    : "a typed array, an array or a DataView";
  return new InvalidArgumentError("input", expected, describe(input));
}

/** Words of 16 bits may be three things, of which none is likelier than the others. */
export function typesOfWords(input: unknown): string {
  return input instanceof Uint16Array ? ", u16, f16 or bf16" : "";
}

/** The input as elements of `type`: itself where it is a typed array of them, else a copy whose every value converts exactly. */
export function checkInput<T extends StorageType>(
  type: T,
  input: unknown,
  argument = "input",
): StorageArray<T> {
  const narrow = isNarrowType(type) ? narrowArrayOf(type, input) : undefined;
  if (narrow !== undefined) {
    if (narrow.length === 0) checkAttached(argument, narrow);
    return narrow as StorageArray<T>;
  }
  const own = elementTypeOf(input);
  if (own === type) {
    const elements = input as StorageArray<T>;
    if (elements.length === 0) checkAttached(argument, elements);
    return elements;
  }
  if (own !== undefined || !isConvertible(input)) {
    const expected = `an array of ${type}, or one without an element type of its own`;
    throw new InvalidArgumentError(argument, expected, describe(input));
  }
  if (ArrayBuffer.isView(input)) checkAttached(argument, input);
  return readElements(type, input, argument);
}

/** The input of a plain function: an array of anything, or of elements where a type is given. */
export function checkAnyInput(
  input: unknown,
  type: StorageType | StoredRecordType | undefined,
): ArrayLike<unknown> {
  if (typeof type === "object") {
    throw new InvalidArgumentError(
      "type",
      "an element type or left out, with a plain function",
      describe(type),
    );
  }
  if (type !== undefined) return checkInput(checkElementType("type", type), input);
  if (!isConvertible(input) || input instanceof DataView) {
    throw new InvalidArgumentError("input", "an array or a typed array", describe(input));
  }
  if (ArrayBuffer.isView(input)) checkAttached("input", input);
  return input;
}

function isRecordOfColumns(input: unknown): boolean {
  if (typeof input !== "object" || input === null || isConvertible(input)) return false;
  return Object.values(input).some((field) => ArrayBuffer.isView(field));
}

function isConvertible(input: unknown): input is ElementSource {
  return Array.isArray(input) || ArrayBuffer.isView(input);
}

/**
 * The type of an input's elements: its own, or the one it is to be read as. Undefined for an operator over records, which has one.
 *
 * @throws InvalidArgumentError
 */
export function typeOfInput(
  input: unknown,
  options: ContractOptions | undefined,
  own: StorageType | undefined = elementTypeOf(input),
): StorageType | undefined {
  if (hasRecordOperator(options)) return undefined;
  return own ?? declaredType(input, options?.type);
}

/** Whether the operator of these options, as yet unchecked, is one over records. */
function hasRecordOperator(
  options: ContractOptions | undefined,
): options is ContractOptions & { readonly operator: RecordOperator } {
  const operator: unknown = options?.operator;
  return (
    typeof operator === "object" &&
    operator !== null &&
    "kind" in operator &&
    operator.kind === "record-operator"
  );
}
