import { type Binding, bind } from "../bindings.ts";
import type { Pattern } from "../term.ts";
import { fieldOf, type Value } from "./value.ts";

export type Environment = Binding<Value>;

export function bindPattern(
  pattern: Pattern,
  value: Value,
  outer: Environment | undefined,
): Environment | undefined {
  return bind(pattern, value, outer, fieldOf);
}
