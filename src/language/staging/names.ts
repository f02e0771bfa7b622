import { bind } from "../bindings.ts";
import type { ArrayTerm, Definition, Pattern } from "../term.ts";
import { usesOf } from "../term-parts.ts";
import type { TypeSyntax } from "../type-syntax.ts";
import type { StageContext } from "./stage-context.ts";
import { host, type Staged, type StagedFunction, type StagedNames, stagedField } from "./staged.ts";

export function bindStaged<Vector>(
  pattern: Pattern,
  value: Staged<Vector>,
  outer: StagedNames<Vector>,
): StagedNames<Vector> {
  return bind(pattern, value, outer, stagedField);
}

/** Whether what a pattern binds is used more than once, so that it should be made before. */
export function isUsedAgain(pattern: Pattern, body: ArrayTerm): boolean {
  return pattern.kind === "name" && usesOf(pattern.name, body) > 1;
}

/** The sizes that a definition names, as they are of its operands. @throws ProgramError where two arrays do not agree on one */
export function bindStagedSizes<Vector>(
  { definition, names, parameters }: Extract<StagedFunction<Vector>, { kind: "function" }>,
  operands: readonly Staged<Vector>[],
  context: StageContext<Vector>,
): StagedNames<Vector> {
  if (definition === undefined) return names;
  const found = new Map<string, number>();
  const visitType = (syntax: TypeSyntax, value: Staged<Vector>): void => {
    visitSizes(syntax, value, found, context);
  };
  const visit = (pattern: Pattern, value: Staged<Vector>): void => {
    if (pattern.type !== undefined) visitType(pattern.type, value);
    if (pattern.kind === "tuple") {
      pattern.items.forEach((item, index) => {
        visit(item, stagedField(value, String(index)));
      });
    }
    if (pattern.kind === "record") {
      for (const field of pattern.fields) visit(field.pattern, stagedField(value, field.name));
    }
  };
  parameters.forEach((parameter, index) => {
    visit(parameter, operands[index]);
  });
  return definition.sizes.reduce<StagedNames<Vector>>((outer, name) => {
    return { name, value: host("i64", BigInt(found.get(name) ?? 0)), outer };
  }, names);
}

/** @throws ProgramError unless a result is as long as its type says */
export function checkStagedResult<Vector>(
  { result, sizes }: Definition,
  value: Staged<Vector>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
): void {
  if (result === undefined) return;
  const known = new Map<string, number>();
  for (let at = names; at !== undefined; at = at.outer) {
    if (!sizes.includes(at.name) || known.has(at.name) || at.value.kind !== "host") continue;
    known.set(at.name, Number(at.value.value));
  }
  visitSizes(result, value, known, context);
}

/** Whether a type says how long an array is. */
export function saysSize(syntax: TypeSyntax): boolean {
  switch (syntax.kind) {
    case "array":
      return syntax.size !== undefined || saysSize(syntax.element);
    case "tuple":
      return syntax.items.some(saysSize);
    case "record":
      return syntax.fields.some(({ type }) => saysSize(type));
    default:
      return false;
  }
}

function visitSizes<Vector>(
  syntax: TypeSyntax,
  value: Staged<Vector>,
  found: Map<string, number>,
  context: StageContext<Vector>,
): void {
  if (syntax.kind === "array" && value.kind === "array") checkSize(syntax, value.length, found, context);
  if (value.kind !== "record") return;
  if (syntax.kind === "tuple") {
    syntax.items.forEach((item, index) => {
      visitSizes(item, stagedField(value, String(index)), found, context);
    });
  }
  if (syntax.kind !== "record") return;
  for (const { name, type } of syntax.fields) visitSizes(type, stagedField(value, name), found, context);
}

function checkSize<Vector>(
  { size, at }: Extract<TypeSyntax, { kind: "array" }>,
  length: number,
  found: Map<string, number>,
  context: StageContext<Vector>,
): void {
  if (size === undefined) return;
  const expected = size.kind === "constant" ? size.value : found.get(size.name);
  if (size.kind === "name" && expected === undefined) found.set(size.name, length);
  if (expected === undefined || expected === length) return;
  const called = size.kind === "name" ? `${size.name} = ${expected}` : String(expected);
  context.fail(at, `an array of length ${called}`, `length ${length}`);
}
