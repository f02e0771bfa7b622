// Names bound to values that are held to the sizes in their types. Staging has the same over columns (staging/sizes.ts).

import { lookUp } from "../bindings.ts";
import type { Definition, Pattern, SyntaxOf, TypeSyntax } from "../term.ts";
import { openSizesOf } from "../types/sizes-of-types.ts";
import type { Context } from "./context.ts";
import {
  checkShape,
  hasSizedFunction,
  type Shape,
  type SizeNames,
  saysSize,
  UNKNOWN_SHAPE,
  withinUse,
} from "./shape.ts";
import {
  bindPattern,
  type Environment,
  type FunctionValue,
  fieldOf,
  type RecordValue,
  shapeOf,
  type Value,
} from "./value.ts";

type Names = Environment | undefined;

/** The operands of a definition as its types ask for them, and the names that its body sees. */
interface Bound {
  readonly names: Names;
  readonly check: (value: Value) => Value; // of the result
}

/**
 * Binds the operands of a definition, its sizes as they are of them, and the shapes of the types that it names: the first array that a size is
 * written at says how long it is, and each costs as `let n = length xs` does. `told` are the sizes that operands do not say.
 *
 * @throws ProgramError where another array that it is written at has another length
 */
export function bindDefinition(
  definition: Definition,
  operands: readonly Value[],
  told: ReadonlyMap<string, bigint>,
  { outer, context }: { readonly outer: Names; readonly context: Context },
): Bound {
  const { sizes, types, parameters, result } = definition;
  const found = new Map<string, bigint>(told);
  const shapes = new Map<string, Shape>();
  let before = outer;
  const known: SizeNames = {
    length: (name) => (sizes.includes(name) ? lengthOf(found.get(name)) : lengthOf(lookUp(before, name))),
    shape: (name) => shapes.get(name),
    say: (name, length) => found.set(name, BigInt(length)),
    sayShape: (name, shape) => shapes.set(name, shape),
  };
  const fitted = parameters.map((parameter, index) => {
    const value = fitPattern(parameter, operands[index], known, context);
    before = bindPattern(parameter, value, before);
    return value;
  });
  if (sizes.length > 0) context.spend(definition.at, 3 * sizes.length, 3 * sizes.length);
  // Missing rows have length 0 where nothing says another one; a size that nothing needs may be any.
  const open = openSizesOf(definition);
  const otherwise = (name: string): Value =>
    open.includes(name) ? { kind: "shape", shape: UNKNOWN_SHAPE } : 0n;
  let names = sizes.reduce<Names>(
    (inner, name) => ({ name, value: found.get(name) ?? otherwise(name), outer: inner }),
    outer,
  );
  for (const name of types) {
    const shape = shapes.get(name);
    if (shape !== undefined) names = { name: shapeName(name), value: { kind: "shape", shape }, outer: names };
  }
  names = parameters.reduce((inner, parameter, index) => bindPattern(parameter, fitted[index], inner), names);
  const check = (value: Value): Value =>
    result === undefined ? value : fitType(result, value, namesIn(names), context);
  return { names, check };
}

/** No name of a program: what stands among names for a type that a definition names. */
function shapeName(name: string): string {
  return `'${name}`;
}

function lengthOf(value: Value | undefined): number | undefined {
  return value === undefined || typeof value === "object" ? undefined : Number(value);
}

/** The length that a name says where these names are seen, if one is known. */
export function lengthIn(names: Names, name: string): number | undefined {
  return lengthOf(lookUp(names, name));
}

/** What the names in a type stand for where these names are seen. */
function namesIn(names: Names): SizeNames {
  return {
    length: (name) => lengthOf(lookUp(names, name)),
    shape: (name) => {
      const found = lookUp(names, shapeName(name));
      return typeof found === "object" && found.kind === "shape" ? found.shape : undefined;
    },
    say: () => {},
    sayShape: () => {},
  };
}

/** A pattern's names, bound to the parts of a value that is as the types in it say. @throws ProgramError where it is not */
export function bindFitting(pattern: Pattern, value: Value, outer: Names, context: Context): Names {
  return bindPattern(pattern, fitPattern(pattern, value, namesIn(outer), context), outer);
}

/** A value as a type where these names are seen says that it is. @throws ProgramError where it is not */
export function ascribed(syntax: TypeSyntax, value: Value, names: Names, context: Context): Value {
  return fitType(syntax, value, namesIn(names), context);
}

function fitPattern(pattern: Pattern, value: Value, known: SizeNames, context: Context): Value {
  const whole = pattern.type === undefined ? value : fitType(pattern.type, value, known, context);
  if (pattern.kind === "tuple" && pattern.items.some(hasType)) {
    const parts = new Map(pattern.items.map((item, index) => [String(index), item]));
    return fitFields(whole, parts, (part, of) => fitPattern(part, of, known, context));
  }
  if (pattern.kind === "record" && pattern.fields.some((field) => hasType(field.pattern))) {
    const parts = new Map(pattern.fields.map((field) => [field.name, field.pattern]));
    return fitFields(whole, parts, (part, of) => fitPattern(part, of, known, context));
  }
  return whole;
}

function hasType(pattern: Pattern): boolean {
  if (pattern.type !== undefined) return true;
  if (pattern.kind === "tuple") return pattern.items.some(hasType);
  return pattern.kind === "record" && pattern.fields.some((field) => hasType(field.pattern));
}

function fitFields<Part>(
  value: Value,
  parts: ReadonlyMap<string, Part>,
  fitPart: (part: Part, of: Value) => Value,
): RecordValue {
  const fields = [...parts].map(([name, part]) => ({ name, value: fitPart(part, fieldOf(value, name)) }));
  return { kind: "record", fields };
}

function fitType(syntax: TypeSyntax, value: Value, known: SizeNames, context: Context): Value {
  if (saysSize(syntax)) checkShape(syntax, shapeOf(value), known, (...error) => context.fail(...error));
  return hasSizedFunction(syntax) ? withFittingFunctions(syntax, value, known, context) : value;
}

/** The value with its functions held to their types whenever they are used. */
function withFittingFunctions(syntax: TypeSyntax, value: Value, known: SizeNames, context: Context): Value {
  const fit = (part: TypeSyntax, of: Value): Value => withFittingFunctions(part, of, known, context);
  if (syntax.kind === "tuple") {
    return fitFields(value, new Map(syntax.items.map((item, index) => [String(index), item])), fit);
  }
  if (syntax.kind === "record") {
    return fitFields(value, new Map(syntax.fields.map(({ name, type }) => [name, type])), fit);
  }
  const isFunction = typeof value === "object" && value.kind === "function";
  if (syntax.kind !== "function" || !isFunction || !hasSizedFunction(syntax)) return value;
  return fittingFunction(syntax, value, known, context);
}

function fittingFunction(
  syntax: SyntaxOf<"function">,
  { arity, run }: FunctionValue,
  known: SizeNames,
  context: Context,
): FunctionValue {
  return {
    kind: "function",
    arity,
    run: (operands) => {
      const here = withinUse(known);
      let rest: TypeSyntax | undefined = syntax;
      const fitted = operands.map((operand) => {
        if (rest?.kind !== "function") return operand;
        const { parameter, result }: typeof syntax = rest;
        rest = result;
        return fitType(parameter, operand, here, context);
      });
      const value = run(fitted);
      return rest === undefined ? value : fitType(rest, value, here, context);
    },
  };
}
