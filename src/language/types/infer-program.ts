import type { ArrayTerm, Definition, Pattern, Program } from "../term.ts";
import { checkLiterals } from "./check-literals.ts";
import { fixedIn, generalized, isFunctionTerm } from "./generalize.ts";
import { inferPattern } from "./infer-pattern.ts";
import { checkTerm } from "./infer-term.ts";
import { Inference } from "./inference.ts";
import { type Instance, monomorphic, type Scheme } from "./scheme.ts";
import type { Scope } from "./scope.ts";
import { functionOf, scalar, type Type } from "./type.ts";

/** A program whose types fit, with the type of every definition, term and pattern. */
export interface TypedProgram {
  readonly program: Program;
  readonly schemes: ReadonlyMap<string, Scheme>;
  readonly types: ReadonlyMap<ArrayTerm | Pattern, Type>;
  /** Of every use of a name that is general in some types, what it takes them for. */
  readonly instances: ReadonlyMap<ArrayTerm, Instance>;
}

/**
 * Infers the types of a program, definition by definition (Hindley and Milner), and checks sizes as far as types know them.
 *
 * A function, of the program or local, is general in the types it names and in those that nothing confines; numbers of which nothing says
 * more are i32, or f64 where they have a point.
 *
 * @throws ProgramError at the first term that does not fit, with both types
 */
export function inferProgram(program: Program): TypedProgram {
  const schemes = new Map<string, Scheme>();
  const types = new Map<ArrayTerm | Pattern, Type>();
  const instances = new Map<ArrayTerm, Instance>();
  let scope: Scope | undefined;
  for (const definition of program.definitions) {
    const inference = new Inference(program, definition.types, definition.sizes);
    if (schemes.has(definition.name)) {
      inference.fail(definition.at, "names that differ", `"${definition.name}" twice`);
    }
    const type = typeOfDefinition(definition, scope, inference);
    inference.settle();
    checkLiterals(inference);
    const scheme = schemeOf(definition, type, scope, inference);
    schemes.set(definition.name, scheme);
    for (const [term, of] of inference.types) types.set(term, of);
    for (const [term, of] of inference.instances) instances.set(term, of);
    scope = { name: definition.name, scheme, outer: scope };
  }
  return { program, schemes, types, instances };
}

function schemeOf(
  { at, parameters, body, sizes, types }: Definition,
  type: Type,
  scope: Scope | undefined,
  inference: Inference,
): Scheme {
  if (parameters.length > 0 || isFunctionTerm(body)) {
    return { ...monomorphic(type), variables: generalized(type, fixedIn(scope)), sizes, types };
  }
  if (types.length > 0)
    inference.fail(at, "a function, where types are named", "a value, which has one type");
  if (sizes.length > 0)
    inference.fail(at, "a parameter whose arrays say the sizes that are named", "a value without parameters");
  return monomorphic(type);
}

function typeOfDefinition(definition: Definition, scope: Scope | undefined, inference: Inference): Type {
  let inner = scope;
  // Without a parameter nothing says what a size is: only types can name it.
  for (const name of definition.parameters.length === 0 ? [] : definition.sizes) {
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
