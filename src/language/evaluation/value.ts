import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";

/** A value of the language: a scalar (bool as 0 or 1), an array, a tuple or record by its fields in order, or a function. */
export type Value = Scalar | ArrayValue | RecordValue | FunctionValue;

export interface ArrayValue {
  readonly kind: "array";
  readonly items: readonly Value[];
}

/** A tuple's fields are "0", "1", …, as in its type. */
export interface RecordValue {
  readonly kind: "record";
  readonly fields: readonly { readonly name: string; readonly value: Value }[];
}

/** A function that waits for `arity` operands. Running it charges what its body costs, with operands that are values; nothing for the call. */
export interface FunctionValue {
  readonly kind: "function";
  readonly arity: number;
  readonly run: (operands: readonly Value[]) => Value;
}

export function arrayValue(items: readonly Value[]): ArrayValue {
  return { kind: "array", items };
}

export function tupleValue(items: readonly Value[]): RecordValue {
  return { kind: "record", fields: items.map((value, index) => ({ name: String(index), value })) };
}

/** What a well-typed term has where a scalar stands. */
export function asScalar(value: Value): Scalar {
  if (typeof value === "object") throw new InternalError(`a scalar was expected, not ${value.kind}`);
  return value;
}

export function asArray(value: Value): readonly Value[] {
  if (typeof value === "object" && value.kind === "array") return value.items;
  throw new InternalError("an array was expected");
}

export function asFunction(value: Value): FunctionValue {
  if (typeof value === "object" && value.kind === "function") return value;
  throw new InternalError("a function was expected");
}

export function fieldOf(value: Value, name: string): Value {
  const field =
    typeof value === "object" && value.kind === "record"
      ? value.fields.find((each) => each.name === name)
      : undefined;
  if (field === undefined) throw new InternalError(`a field "${name}" was expected`);
  return field.value;
}
