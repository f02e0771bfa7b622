import type { Definition, Pattern } from "../term.ts";
import type { TypeSyntax } from "../type-syntax.ts";
import type { Context } from "./context.ts";
import type { Environment } from "./environment.ts";
import { fieldOf, type Value } from "./value.ts";

/**
 * The sizes of a definition as they are of its operands: the first array that a size is written at says how long it is, and each costs as
 * `let n = length xs` does.
 *
 * @throws ProgramError where another array that it is written at has another length
 */
export function bindSizes(
  definition: Definition,
  operands: readonly Value[],
  outer: Environment | undefined,
  context: Context,
): Environment | undefined {
  const { sizes, parameters } = definition;
  const found = new Map<string, number>();
  parameters.forEach((parameter, index) => {
    visitPattern(parameter, operands[index], (syntax, value) => visitSizes(syntax, value, found, context));
  });
  if (sizes.length === 0) return outer;
  context.spend(definition.at, 3 * sizes.length, 3 * sizes.length);
  return sizes.reduce<Environment | undefined>((inner, name) => {
    return { name, value: BigInt(found.get(name) ?? 0), outer: inner };
  }, outer);
}

/** @throws ProgramError unless a result is as long as its type says */
export function checkResultSizes(
  { result, sizes }: Definition,
  value: Value,
  names: Environment | undefined,
  context: Context,
): void {
  if (result === undefined) return;
  const known = new Map<string, number>();
  for (let at = names; at !== undefined; at = at.outer) {
    if (sizes.includes(at.name) && !known.has(at.name)) known.set(at.name, Number(at.value));
  }
  visitSizes(result, value, known, context);
}

function visitPattern(
  pattern: Pattern,
  value: Value,
  visit: (syntax: TypeSyntax, value: Value) => void,
): void {
  if (pattern.type !== undefined) visit(pattern.type, value);
  if (pattern.kind === "tuple") {
    pattern.items.forEach((item, index) => {
      visitPattern(item, fieldOf(value, String(index)), visit);
    });
  }
  if (pattern.kind !== "record") return;
  for (const { name, pattern: part } of pattern.fields) visitPattern(part, fieldOf(value, name), visit);
}

function visitSizes(syntax: TypeSyntax, value: Value, found: Map<string, number>, context: Context): void {
  if (typeof value !== "object") return;
  if (syntax.kind === "array" && value.kind === "array") {
    const { size } = syntax;
    const expected =
      size === undefined ? undefined : size.kind === "constant" ? size.value : found.get(size.name);
    if (size?.kind === "name" && expected === undefined) found.set(size.name, value.items.length);
    if (expected !== undefined && expected !== value.items.length) {
      const called = size?.kind === "name" ? `${size.name} = ${expected}` : String(expected);
      context.fail(syntax.at, `an array of length ${called}`, `length ${value.items.length}`);
    }
    // Most arrays are long and of scalars.
    if (isSized(syntax.element)) {
      for (const item of value.items) visitSizes(syntax.element, item, found, context);
    }
  }
  if (value.kind !== "record") return;
  if (syntax.kind === "tuple") {
    syntax.items.forEach((item, index) => {
      visitSizes(item, fieldOf(value, String(index)), found, context);
    });
  }
  if (syntax.kind !== "record") return;
  for (const { name, type } of syntax.fields) visitSizes(type, fieldOf(value, name), found, context);
}

/** Whether there are arrays in a type. */
function isSized({ kind }: TypeSyntax): boolean {
  return kind === "array" || kind === "tuple" || kind === "record";
}
