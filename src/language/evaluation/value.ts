// Values of the interpreter, and functions that wait for their operands.

import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { type Binding, bind } from "../bindings.ts";
import type { Pattern } from "../term.ts";
import { arrayShape, fieldShape, joinedShapes, NARROW, type Shape, UNKNOWN_SHAPE, WIDE } from "./shape.ts";

/** A value of the language: a scalar (bool as 0 or 1), an array, a tuple or record by its fields in order, or a function. */
export type Value = Scalar | ArrayValue | RecordValue | FunctionValue | SizedValue | ShapeValue;

export interface ArrayValue {
  readonly kind: "array";
  readonly items: readonly Value[];
  readonly element?: Shape; // of what an element would be, in an empty array
}

type Change = readonly [index: number, item: Value];

/**
 * An array that is changed an element at a time (Baker's trick): the newest version has the items, and those before it know what differs. In place,
 * then, where nobody else looks: an older version that is looked at is made anew, and whoever has asked for `items` keeps them.
 */
class VersionedArray implements ArrayValue {
  readonly kind = "array";
  private own: Value[] | undefined;
  private newer: { readonly version: VersionedArray; readonly before: readonly Change[] } | undefined;
  private isKept = false;

  constructor(items: Value[]) {
    this.own = items;
  }

  get items(): readonly Value[] {
    this.isKept = true;
    return this.look();
  }

  /** The items, for a look that is over before anything else happens. */
  look(): Value[] {
    if (this.own !== undefined) return this.own;
    const undo: (readonly Change[])[] = [];
    let newest: VersionedArray = this;
    for (let { newer } = this; newer !== undefined && newest.own === undefined; { newer } = newest) {
      undo.push(newer.before);
      newest = newer.version;
    }
    const items = [...(newest.own ?? [])];
    for (const changes of undo.reverse()) change(items, changes);
    this.own = items;
    this.newer = undefined;
    return items;
  }

  get isCopied(): boolean {
    return this.isKept || this.own === undefined;
  }

  changed(changes: readonly Change[]): VersionedArray {
    const items = this.look();
    if (this.isKept) return new VersionedArray(change([...items], changes));
    const before = changes.map(([index]) => [index, items[index]] as const).reverse();
    const version = new VersionedArray(change(items, changes));
    this.own = undefined;
    this.newer = { version, before };
    return version;
  }
}

function change(items: Value[], changes: readonly Change[]): Value[] {
  for (const [index, item] of changes) items[index] = item;
  return items;
}

/** Fewer items are copied in less time than it takes to keep track of them. */
const FEWEST_VERSIONED = 32;

/** An array with some of its items changed, one after another. */
export function changedArray(array: ArrayValue, changes: readonly Change[]): ArrayValue {
  if (array instanceof VersionedArray) return array.changed(changes);
  const items = change([...array.items], changes);
  return items.length < FEWEST_VERSIONED ? arrayLike(array, items) : new VersionedArray(items);
}

/** Whether that copies the array. */
export function isCopiedWhenChanged(array: ArrayValue): boolean {
  return !(array instanceof VersionedArray) || array.isCopied;
}

/** The items of an array, for a look that is over before anything else happens: it may be changed in place after that. */
export function lookAt(array: ArrayValue): readonly Value[] {
  return array instanceof VersionedArray ? array.look() : array.items;
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

/** Among the names of a program: a definition that waits for sizes which no operand says. */
interface SizedValue {
  readonly kind: "sized";
  readonly of: (sizes: ReadonlyMap<string, bigint>) => Value;
}

/** Among the names that a definition sees: what a type that it names is in this use. */
interface ShapeValue {
  readonly kind: "shape";
  readonly shape: Shape;
}

/** `element`: the shape of the items, for an empty array. */
export function arrayValue(items: readonly Value[], element: Shape): ArrayValue {
  return items.length > 0 ? { kind: "array", items } : { kind: "array", items, element };
}

/** Some items of an array, or other ones of its elements' shape. */
export function arrayLike(array: ArrayValue, items: readonly Value[]): ArrayValue {
  return items.length > 0 ? { kind: "array", items } : arrayValue(items, elementOf(array));
}

/** The shape of an array's elements: of its first, where there is one. */
export function elementOf(array: ArrayValue): Shape {
  const { element = UNKNOWN_SHAPE } = array;
  const items = lookAt(array);
  return items.length > 0 ? shapeOf(items[0]) : element;
}

/** The shape of a value, rows of all lengths that there are. */
export function shapeOf(value: Value): Shape {
  if (typeof value !== "object") return typeof value === "bigint" ? WIDE : NARROW;
  switch (value.kind) {
    case "array": {
      const items = lookAt(value);
      let element = elementOf(value);
      // Most arrays are long and of scalars.
      if (element.kind !== "scalar") for (const item of items) element = joinedShapes(element, shapeOf(item));
      return arrayShape(items.length, element);
    }
    case "record":
      return {
        kind: "record",
        fields: value.fields.map((field) => ({ name: field.name, shape: shapeOf(field.value) })),
      };
    case "shape":
      return value.shape;
    default:
      return UNKNOWN_SHAPE;
  }
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
  return asArrayValue(value).items;
}

export function asArrayValue(value: Value): ArrayValue {
  if (typeof value === "object" && value.kind === "array") return value;
  throw new InternalError("an array was expected");
}

function asFunction(value: Value): FunctionValue {
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

/** The fields of a record or a tuple. */
export function fieldsOfRecord(value: Value): RecordValue["fields"] {
  if (typeof value === "object" && value.kind === "record") return value.fields;
  throw new InternalError("a record was expected");
}

/** One field of every item of an array of records. */
export function fieldsOf(array: ArrayValue, name: string): ArrayValue {
  if (array.items.length === 0) return arrayValue([], fieldShape(elementOf(array), name));
  return { kind: "array", items: array.items.map((item) => fieldOf(item, name)) };
}

/** Scalars beyond which no stand-in is made. */
const MOST_SCALARS = 1e4;

/** A value of a shape, all of whose scalars are one number; undefined where the shape is not known, or too large to be made in passing. */
export function standInOf(shape: Shape, scalar: 0 | 1): Value | undefined {
  let left = MOST_SCALARS;
  const make = (part: Shape): Value | undefined => {
    left--;
    switch (part.kind) {
      case "scalar":
        return part.isWide ? BigInt(scalar) : scalar;
      case "array": {
        const [length = 0] = part.lengths;
        left -= length;
        const item = left < 0 ? undefined : make(part.element);
        if (left < 0 || (item === undefined && length > 0)) return undefined;
        return arrayValue(item === undefined ? [] : Array(length).fill(item), part.element);
      }
      case "record": {
        const fields: { readonly name: string; readonly value: Value }[] = [];
        for (const { name, shape: of } of part.fields) {
          const value = make(of);
          if (value === undefined) return undefined;
          fields.push({ name, value });
        }
        return { kind: "record", fields };
      }
      default:
        return undefined;
    }
  };
  return make(shape);
}

export function functionOf(arity: number, run: FunctionValue["run"]): FunctionValue {
  return { kind: "function", arity, run };
}

/** Applies a function to as many operands as there are: to fewer than it waits for, or to more, where its value is a function again. */
export function applyValue(callee: Value, operands: readonly Value[]): Value {
  const { arity, run } = asFunction(callee);
  if (operands.length < arity) {
    return functionOf(arity - operands.length, (others) => run([...operands, ...others]));
  }
  const value = run(operands.slice(0, arity));
  return operands.length === arity ? value : applyValue(value, operands.slice(arity));
}

export type Environment = Binding<Value>;

export function bindPattern(
  pattern: Pattern,
  value: Value,
  outer: Environment | undefined,
): Environment | undefined {
  return bind(pattern, value, outer, fieldOf);
}
