import type { ContractOptions } from "../contracts/resolve.ts";
import type { RecordOperator } from "../operators/operator.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { type ElementSource, readElements } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import { type ElementArray, type ElementType, elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { RecordType } from "../values/value-types.ts";

/** The type that an input without an element type of its own is to be read as. @throws InvalidArgumentError where there is none */
export function declaredType(input: unknown, declared: ElementType | RecordType | undefined): ElementType {
  if (isRecordOfColumns(input) || typeof declared === "object") {
    throw new InvalidArgumentError(
      "operator",
      "one over records, for columns as input",
      "one over single elements",
    );
  }
  if (declared !== undefined) return declared;
  const expected = isConvertible(input)
    ? 'an array of f64, f32, i64, u64, i32 or u32, or come with a "type" to be read as'
    : "a typed array, an array or a DataView";
  throw new InvalidArgumentError("input", expected, describe(input));
}

/** The input as elements of `type`: itself where it is a typed array of them, else a copy whose every value converts exactly. */
export function checkInput(type: ElementType, input: unknown, argument = "input"): ElementArray {
  const own = elementTypeOf(input);
  if (own === type) {
    const elements = input as ElementArray;
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
  type: ElementType | RecordType | undefined,
): ArrayLike<unknown> {
  if (typeof type === "object") {
    throw new InvalidArgumentError(
      "type",
      "an element type or left out, with a plain function",
      describe(type),
    );
  }
  if (type !== undefined) return checkInput(type, input);
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
  own = elementTypeOf(input),
): ElementType | undefined {
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
