import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm } from "../term.ts";
import type { TypedProgram } from "./infer-program.ts";
import { resolved, type Type } from "./type.ts";

// What inference has found of a term, for those who run it. A term without a type is an error of ours.

export function typeIn(term: ArrayTerm, { types }: TypedProgram): Type {
  const type = types.get(term);
  if (type === undefined) throw new InternalError(`a ${term.kind} without a type`);
  return resolved(type);
}

/** The scalar type that a term was found to have. */
export function scalarTypeOf(term: ArrayTerm, typed: TypedProgram): ScalarType {
  const type = typeIn(term, typed);
  if (type.kind !== "scalar") throw new InternalError(`a ${term.kind} without a scalar type`);
  return type.type;
}

/** The type of the first operand of a function that is used here. */
export function operandTypeOf(term: ArrayTerm, typed: TypedProgram): ScalarType {
  const type = typeIn(term, typed);
  const operand = type.kind === "function" ? resolved(type.parameter) : undefined;
  if (operand?.kind !== "scalar") throw new InternalError(`a ${term.kind} without a scalar operand`);
  return operand.type;
}
