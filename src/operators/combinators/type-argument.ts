import type { ScalarType } from "../../values/element-types.ts";
import { scalarTypeNamed } from "../type-from.ts";

/** A scalar type as an argument: by name, or as the value that stands for it, `f32`. */
export type TypeArgument<Type extends ScalarType> = Type | { readonly type: Type; (value: never): unknown };

/** The name of a type; what is none is given back, for the caller to refuse. */
export function typeNamed<Type extends ScalarType>(given: TypeArgument<Type>): Type {
  return (scalarTypeNamed(given) ?? given) as Type;
}
