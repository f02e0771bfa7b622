// `==` and `!=` of records, tuples and arrays, in terms of those of scalars: once types are known, and before anybody runs them.

import type { ArrayTerm, InfixSymbol, Pattern, Program, TermOf } from "../term.ts";
import { isTuple, resolved, type Type, type TypeField } from "./type.ts";

/** A use of `==` or `!=`, and what it compares. */
export interface Comparison {
  readonly term: TermOf<"infix"> | TermOf<"section">;
  readonly operand: Type;
}

/** What arrays are compared by: `same_by (\x y -> …) xs ys`. */
export const SAME_BY = "prelude.same_by";

/** Whether a symbol asks for operands that are compared in all their parts. */
export function isEquality(symbol: InfixSymbol): boolean {
  return symbol === "==" || symbol === "!=";
}

export function isCompound({ operand }: Comparison): boolean {
  const { kind } = resolved(operand);
  return kind === "record" || kind === "array";
}

/** A program in which every `==` and `!=` is one of scalars. `prelude` has what that needs, before the program's own. */
export function withComparisonsOfScalars(
  program: Program,
  comparisons: readonly Comparison[],
  prelude: Program["definitions"],
): Program {
  const operands = new Map<unknown, Type>(comparisons.map(({ term, operand }) => [term, operand]));
  let count = 0;
  const fresh: Fresh = () => {
    let name: string;
    do name = `same${++count}`;
    while (program.text.includes(name));
    return name;
  };
  const changed = <Part>(part: Part): Part => {
    if (Array.isArray(part)) return part.map(changed) as Part;
    if (typeof part !== "object" || part === null) return part;
    const made = Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, changed(value)]),
    ) as Part;
    const operand = operands.get(part);
    return operand === undefined ? made : (compared(made as Comparison["term"], operand, fresh) as Part);
  };
  return { ...program, definitions: [...prelude, ...changed(program.definitions)] };
}

/** A name that the text has not. */
type Fresh = () => string;

function compared(term: Comparison["term"], operand: Type, fresh: Fresh): ArrayTerm {
  const { at, left, right } = term;
  const names = [fresh(), fresh()] as const;
  const [one, other] = names.map((name): ArrayTerm => ({ kind: "variable", at, name }));
  const same = equal(one, other, operand, fresh);
  const body: ArrayTerm = term.symbol === "==" ? same : { kind: "prefix", at, symbol: "!", operand: same };
  const sides = [left, right];
  const given = names.filter((_, side) => sides[side] !== undefined);
  const open = names.filter((_, side) => sides[side] === undefined);
  const parameters = open.map((name) => ({ kind: "name", at, name }) as const);
  const whole: ArrayTerm = open.length === 0 ? body : { kind: "lambda", at, parameters, body };
  return given.reduceRight<ArrayTerm>((inner, name) => {
    const value = sides[names.indexOf(name)];
    return value === undefined ? inner : bound(name, value, inner);
  }, whole);
}

function bound(name: string, value: ArrayTerm, body: ArrayTerm): ArrayTerm {
  const { at } = value;
  return { kind: "let", at, pattern: { kind: "name", at, name }, value, body };
}

/** Whether two values, which names stand for, are the same in every part. */
function equal(one: ArrayTerm, other: ArrayTerm, type: Type, fresh: Fresh): ArrayTerm {
  const known = resolved(type);
  const { at } = one;
  if (known.kind === "record") return equalParts(one, other, known.fields, fresh);
  if (known.kind !== "array") return { kind: "infix", at, symbol: "==", left: one, right: other };
  const names = [fresh(), fresh()];
  const [x, y] = names.map((name): ArrayTerm => ({ kind: "variable", at, name }));
  const parameters = names.map((name) => ({ kind: "name", at, name }) as const);
  const each: ArrayTerm = { kind: "lambda", at, parameters, body: equal(x, y, known.element, fresh) };
  const sameBy: ArrayTerm = { kind: "variable", at, name: SAME_BY };
  return { kind: "apply", at, function: sameBy, operands: [each, one, other] };
}

/** Taken apart by patterns, which say what the values are where no type does. */
function equalParts(one: ArrayTerm, other: ArrayTerm, fields: readonly TypeField[], fresh: Fresh): ArrayTerm {
  const { at } = one;
  const names = fields.map(() => [fresh(), fresh()] as const);
  const same = fields.map(({ type }, index): ArrayTerm => {
    const [x, y] = names[index].map((name): ArrayTerm => ({ kind: "variable", at, name }));
    return equal(x, y, type, fresh);
  });
  const none: ArrayTerm = { kind: "literal", at, value: 1, type: "bool" };
  const body =
    same.length === 0
      ? none
      : same.reduce((left, right) => ({ kind: "infix", at, symbol: "&&", left, right }));
  const sides = [one, other] as const;
  return sides.reduceRight<ArrayTerm>((inner, value, side) => {
    const parts = fields.map(({ name }, index) => {
      return { name, pattern: { kind: "name", at, name: names[index][side] } as const };
    });
    const pattern: Pattern = isTuple(fields)
      ? { kind: "tuple", at, items: parts.map((part) => part.pattern) }
      : { kind: "record", at, fields: parts };
    return { kind: "let", at, pattern, value, body: inner };
  }, body);
}
