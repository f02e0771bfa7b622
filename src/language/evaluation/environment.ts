import type { Pattern } from "../term.ts";
import { fieldOf, type Value } from "./value.ts";

/** The values of the names that a term sees, innermost first. */
export interface Environment {
  readonly name: string;
  readonly value: Value;
  readonly outer: Environment | undefined;
}

export function lookUp(environment: Environment | undefined, name: string): Value | undefined {
  for (let at = environment; at !== undefined; at = at.outer) {
    if (at.name === name) return at.value;
  }
  return undefined;
}

/** Takes a value apart by a pattern. */
export function bindPattern(
  pattern: Pattern,
  value: Value,
  outer: Environment | undefined,
): Environment | undefined {
  switch (pattern.kind) {
    case "any":
      return outer;
    case "name":
      return { name: pattern.name, value, outer };
    case "tuple":
      return pattern.items.reduce((inner, item, index) => {
        return bindPattern(item, fieldOf(value, String(index)), inner);
      }, outer);
    case "record":
      return pattern.fields.reduce((inner, field) => {
        return bindPattern(field.pattern, fieldOf(value, field.name), inner);
      }, outer);
    default:
      return pattern satisfies never;
  }
}
