// Integers of 8 and 16 bits are computed with in 32 bits, and wrapped after every operation: executors have no others.

import { binary, constant, type Term } from "../../operators/term.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { bitsOfNarrow, endsOf, isNarrowInteger, type ProgramScalar } from "../../values/program-scalars.ts";

/** The type that values of a type are computed in: of narrow ones that of 32 bits with the same sign. */
export function carrierOf(type: ProgramScalar): ScalarType {
  if (!isNarrowInteger(type)) return type;
  return type.startsWith("i") ? "i32" : "u32";
}

/** What an operation of a type gives. Bigints and bools, which distances and comparisons give, stay as they are. */
export function narrowed(type: ProgramScalar, value: Scalar): Scalar {
  if (!isNarrowInteger(type) || typeof value !== "number") return value;
  if (type.startsWith("u")) return value & Number(endsOf(type).largest);
  const unused = 32 - bitsOfNarrow(type);
  return (value << unused) >> unused;
}

/** The same as a term. */
export function narrowedTerm(type: ProgramScalar, term: Term): Term {
  if (!isNarrowInteger(type) || term.type !== carrierOf(type)) return term;
  if (term.type === "u32") return binary("and", term, constant("u32", endsOf(type).largest));
  const unused = constant("i32", 32 - bitsOfNarrow(type));
  return binary("shiftRight", binary("shiftLeft", term, unused), unused);
}
