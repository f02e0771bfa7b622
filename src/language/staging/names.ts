import type { Pattern } from "../term.ts";
import type { TypeSyntax } from "../type-syntax.ts";
import type { StageContext } from "./stage-context.ts";
import { host, type Staged, type StagedFunction, type StagedNames, stagedField } from "./staged.ts";

export function lookUpStaged<Vector>(names: StagedNames<Vector>, name: string): Staged<Vector> | undefined {
  for (let at = names; at !== undefined; at = at.outer) {
    if (at.name === name) return at.value;
  }
  return undefined;
}

/** Takes a value apart by a pattern. */
export function bindStaged<Vector>(
  pattern: Pattern,
  value: Staged<Vector>,
  outer: StagedNames<Vector>,
): StagedNames<Vector> {
  switch (pattern.kind) {
    case "any":
      return outer;
    case "name":
      return { name: pattern.name, value, outer };
    case "tuple":
      return pattern.items.reduce((inner, item, index) => {
        return bindStaged(item, stagedField(value, String(index)), inner);
      }, outer);
    case "record":
      return pattern.fields.reduce((inner, field) => {
        return bindStaged(field.pattern, stagedField(value, field.name), inner);
      }, outer);
    default:
      return pattern satisfies never;
  }
}

/** The sizes that a definition names, as they are of its operands. @throws ProgramError where two arrays do not agree on one */
export function bindStagedSizes<Vector>(
  { definition, names, parameters }: Extract<StagedFunction<Vector>, { kind: "function" }>,
  operands: readonly Staged<Vector>[],
  context: StageContext<Vector>,
): StagedNames<Vector> {
  if (definition === undefined || definition.sizes.length === 0) return names;
  const found = new Map<string, number>();
  const visitType = (syntax: TypeSyntax, value: Staged<Vector>): void => {
    if (syntax.kind === "array" && value.kind === "array") checkSize(syntax, value.length, found, context);
    if (syntax.kind === "tuple") {
      syntax.items.forEach((item, index) => {
        visitType(item, stagedField(value, String(index)));
      });
    }
    if (syntax.kind === "record") {
      for (const field of syntax.fields) visitType(field.type, stagedField(value, field.name));
    }
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
