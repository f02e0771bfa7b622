// What inference has found, for those who run a program.

import { checkText } from "../../values/check-arguments.ts";
import { oneOf } from "../../values/check-name.ts";
import { describe, describeText } from "../../values/describe.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import type { ProgramScalar } from "../../values/program-scalars.ts";
import type { ArrayTerm } from "../term.ts";
import { isOfPrelude } from "../text/prelude.ts";
import type { TypedProgram } from "./infer-program.ts";
import { carrierOf } from "./narrow.ts";
import { INTEGERS } from "./signatures.ts";
import { openSizesOf } from "./sizes-of-types.ts";
import { resolved, scalar, type Type, withParts } from "./type.ts";

/** What a definition takes, parameter by parameter, and what it gives. */
interface Signature {
  readonly parameters: readonly Type[];
  readonly result: Type;
}

/** The type of a definition. @throws InvalidArgumentError for a name that is not defined */
export function typeOf({ schemes }: TypedProgram, entry: string): Type {
  checkText("entry", entry);
  const scheme = schemes.get(entry);
  if (scheme !== undefined) return scheme.type;
  throw new InvalidArgumentError(
    "entry",
    oneOf(
      entry,
      [...schemes.keys()].filter((name) => !isOfPrelude(name)),
    ),
    describeText(entry),
  );
}

const made = new WeakMap<TypedProgram, Map<string, Signature>>();

/** The same, parameter by parameter, once for each definition. @throws InvalidArgumentError for a name that is not defined */
export function signatureOf(typed: TypedProgram, entry: string): Signature {
  const signatures = made.get(typed) ?? new Map<string, Signature>();
  made.set(typed, signatures);
  const signature = signatures.get(entry) ?? makeSignature(typed, entry);
  signatures.set(entry, signature);
  return signature;
}

function makeSignature(typed: TypedProgram, entry: string): Signature {
  let result = resolved(typeOf(typed, entry));
  const definition = typed.program.definitions.find(({ name }) => name === entry);
  const [open] = definition === undefined ? [] : openSizesOf(definition);
  if (open !== undefined) {
    const actual = `"${entry}", of which no operand says the size "${open}"`;
    throw new InvalidArgumentError("entry", "a definition whose sizes its operands say", actual);
  }
  const parameters: Type[] = [];
  // A definition without parameters may be a function all the same, as `entry largest = i32.maximum` is.
  while (result.kind === "function") {
    parameters.push(result.parameter);
    result = resolved(result.result);
  }
  return { parameters, result: closed(result) };
}

/** A type of which nothing is open: an array of elements that nothing says, which has none, is of i32. */
function closed(type: Type): Type {
  const known = resolved(type);
  if (known.kind === "variable" || known.kind === "rigid") return scalar("i32");
  return known.kind === "function" ? known : withParts(known, closed);
}

/** The same for so many operands. @throws InvalidArgumentError where the definition waits for another number */
export function signatureFor(typed: TypedProgram, entry: string, operands: readonly unknown[]): Signature {
  const signature = signatureOf(typed, entry);
  const { length } = signature.parameters;
  if (!Array.isArray(operands)) throw new InvalidArgumentError("operands", "an array", describe(operands));
  if (operands.length === length) return signature;
  throw new InvalidArgumentError("operands", `${length} operands of "${entry}"`, String(operands.length));
}

// What inference has found of a term, for those who run it. A term without a type is an error of ours.

export function typeIn(term: ArrayTerm, { types }: TypedProgram): Type {
  const type = types.get(term);
  if (type === undefined) throw new InternalError(`a ${term.kind} without a type`);
  return resolved(type);
}

/** The scalar type that a term was found to have. */
export function scalarTypeOf(term: ArrayTerm, typed: TypedProgram): ProgramScalar {
  const type = typeIn(term, typed);
  if (type.kind !== "scalar") throw new InternalError(`a ${term.kind} without a scalar type`);
  return type.type;
}

/** The type of the first operand of a function that is used here. */
export function operandTypeOf(term: ArrayTerm, typed: TypedProgram): ProgramScalar {
  const type = typeIn(term, typed);
  const operand = type.kind === "function" ? resolved(type.parameter) : undefined;
  if (operand?.kind !== "scalar") throw new InternalError(`a ${term.kind} without a scalar operand`);
  return operand.type;
}

/** Where a program first divides integers by `/` or `%`. */
export function placeOfDivision({ types }: TypedProgram): number | undefined {
  let first: number | undefined;
  for (const [term, type] of types) {
    if (term.kind !== "infix" || (term.symbol !== "/" && term.symbol !== "%") || term.at < 0) continue;
    const known = resolved(type);
    const isInteger = known.kind === "scalar" && INTEGERS.includes(carrierOf(known.type));
    if (isInteger && (first === undefined || term.at < first)) first = term.at;
  }
  return first;
}
