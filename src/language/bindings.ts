// The names that a term sees, for inference, the interpreter and staging alike: a list, innermost first.

import type { Pattern } from "./term.ts";

/** The values of the names that a term sees, innermost first. */
export interface Binding<Value> {
  readonly name: string;
  readonly value: Value;
  readonly outer: Binding<Value> | undefined;
}

export function lookUp<Value>(names: Binding<Value> | undefined, name: string): Value | undefined {
  for (let at = names; at !== undefined; at = at.outer) {
    if (at.name === name) return at.value;
  }
  return undefined;
}

/** Takes a value apart by a pattern; `fieldOf` gives the part of a tuple or a record. */
export function bind<Value>(
  pattern: Pattern,
  value: Value,
  outer: Binding<Value> | undefined,
  fieldOf: (value: Value, name: string) => Value,
): Binding<Value> | undefined {
  switch (pattern.kind) {
    case "any":
      return outer;
    case "name":
      return { name: pattern.name, value, outer };
    case "tuple":
      return pattern.items.reduce((inner, item, index) => {
        return bind(item, fieldOf(value, String(index)), inner, fieldOf);
      }, outer);
    case "record":
      return pattern.fields.reduce((inner, field) => {
        return bind(field.pattern, fieldOf(value, field.name), inner, fieldOf);
      }, outer);
    default:
      return pattern satisfies never;
  }
}
