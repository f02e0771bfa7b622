// Symbols whose operands' types say what they are made of: `==` and `!=` of records, tuples and arrays, in terms of those of scalars, and `%` of
// floats. Once types are known, and before anybody runs them.

import type { ArrayTerm, InfixSymbol, Pattern, Program, TermOf } from "../term.ts";
import { FLOATS } from "./signatures.ts";
import { isTuple, resolved, type Type, type TypeField } from "./type.ts";

/** A use of such a symbol, and what its operands are. */
export interface TypedSymbol {
  readonly term: TermOf<"infix"> | TermOf<"section">;
  readonly operand: Type;
}

/** What arrays are compared by: `same_by (\x y -> …) xs ys`. */
const SAME_BY = "prelude.same_by";

/** Whether a symbol asks for operands that are compared in all their parts. */
export function isEquality(symbol: InfixSymbol): boolean {
  return symbol === "==" || symbol === "!=";
}

/** Whether operands' types may say that a symbol is made of others. */
export function isTypedSymbol(symbol: InfixSymbol): boolean {
  return isEquality(symbol) || symbol === "%";
}

/** The name of the prelude that a use is made of; undefined where it is an operation of scalars. */
export function madeOf({ term, operand }: TypedSymbol): string | undefined {
  const known = resolved(operand);
  if (term.symbol !== "%") return known.kind === "record" || known.kind === "array" ? SAME_BY : undefined;
  const isFloat = known.kind === "scalar" && FLOATS.some((type) => type === known.type);
  return isFloat ? `${known.type}.mod` : undefined;
}

/** A program in which these uses are made of operations of scalars. `prelude` has what that needs, before the program's own. */
export function withScalarSymbols(
  program: Program,
  uses: readonly TypedSymbol[],
  prelude: Program["definitions"],
): Program {
  const operands = new Map<unknown, Type>(uses.map(({ term, operand }) => [term, operand]));
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
    if (operand === undefined) return made;
    return inParts({ term: made as TypedSymbol["term"], operand }, fresh) as Part;
  };
  return { ...program, definitions: [...prelude, ...changed(program.definitions)] };
}

/** A name that the text has not. */
type Fresh = () => string;

/** A use over names of its operands, of which a section waits for one or both. */
function inParts({ term, operand }: TypedSymbol, fresh: Fresh): ArrayTerm {
  const { at, left, right } = term;
  const names = [fresh(), fresh()] as const;
  const [one, other] = names.map((name): ArrayTerm => ({ kind: "variable", at, name }));
  const body = bodyOf({ term, operand }, [one, other], fresh);
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

function bodyOf(use: TypedSymbol, operands: readonly [ArrayTerm, ArrayTerm], fresh: Fresh): ArrayTerm {
  const { at, symbol } = use.term;
  if (symbol === "%") {
    const called: ArrayTerm = { kind: "variable", at, name: madeOf(use) ?? "" };
    return { kind: "apply", at, function: called, operands };
  }
  const same = equal(...operands, use.operand, fresh);
  return symbol === "==" ? same : { kind: "prefix", at, symbol: "!", operand: same };
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
