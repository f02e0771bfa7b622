import type { ArrayTerm, Definition, Pattern, Program } from "../term.ts";
import { checkLiterals } from "./check-literals.ts";
import { inferPattern } from "./infer-pattern.ts";
import { checkTerm } from "./infer-term.ts";
import { Inference } from "./inference.ts";
import { monomorphic, type Scheme } from "./scheme.ts";
import type { Scope } from "./scope.ts";
import { functionOf, scalar, type Type } from "./type.ts";

/** A program whose types fit, with the type of every definition, term and pattern. */
export interface TypedProgram {
  readonly program: Program;
  readonly schemes: ReadonlyMap<string, Scheme>;
  readonly types: ReadonlyMap<ArrayTerm | Pattern, Type>;
}

/**
 * Infers the types of a program, definition by definition (Hindley and Milner), and checks sizes as far as types know them.
 *
 * A definition is general in the types it names and in those that nothing confines; numbers of which nothing says more are i32, or f64
 * where they have a point.
 *
 * @throws ProgramError at the first term that does not fit, with both types
 */
export function inferProgram(program: Program): TypedProgram {
  const schemes = new Map<string, Scheme>();
  const types = new Map<ArrayTerm | Pattern, Type>();
  let scope: Scope | undefined;
  for (const definition of program.definitions) {
    const inference = new Inference(program, definition.types, definition.sizes);
    if (schemes.has(definition.name)) {
      inference.fail(definition.at, "names that differ", `"${definition.name}" twice`);
    }
    const type = typeOfDefinition(definition, scope, inference);
    inference.settle();
    checkLiterals(inference);
    const scheme: Scheme = { type, isGeneral: true, sizes: definition.sizes, types: definition.types };
    schemes.set(definition.name, scheme);
    for (const [term, of] of inference.types) types.set(term, of);
    scope = { name: definition.name, scheme, outer: scope };
  }
  return { program, schemes, types };
}

function typeOfDefinition(definition: Definition, scope: Scope | undefined, inference: Inference): Type {
  let inner = scope;
  for (const name of definition.sizes) {
    inner = { name, scheme: monomorphic(scalar("i64")), outer: inner };
  }
  const parameters: Type[] = [];
  for (const parameter of definition.parameters) {
    const bound = inferPattern(parameter, inner, inference);
    parameters.push(bound.type);
    inner = bound.scope;
  }
  const result = definition.result === undefined ? inference.fresh() : inference.written(definition.result);
  checkTerm(definition.body, result, inner, inference);
  return functionOf(parameters, result);
}
