// Lengths as far as types know them.

import type { ArrayTerm, Definition, Pattern, TypeSyntax } from "../term.ts";
import { partsOf } from "../term-parts.ts";
import { nearest, type Scope } from "./scheme.ts";
import {
  ANY_SIZE,
  resolved,
  resolvedSize,
  type Size,
  type SizeOfTerm,
  type SizeProduct,
  type Type,
} from "./type.ts";

/** A type whose arrays may have any length: what a loop gives may have another than what it began with. */
export function withoutSizes(type: Type): Type {
  return withSizes(type, () => ANY_SIZE);
}

/** A type with the sizes that another one, the same but for sizes, has as well: that of a value that is one or the other. */
export function withCommonSizes(type: Type, other: Type): Type {
  return withSizes(type, (size, same) => (isSameSize(size, same) ? size : ANY_SIZE), other);
}

function withSizes(type: Type, sizeOf: (size: Size, other: Size) => Size, other: Type = type): Type {
  const made = new Map<Type, Map<Type, Type>>(); // what stands in several places stays one
  const change = (one: Type, same: Type): Type => {
    const [known, beside] = [resolved(one), resolved(same)];
    const found = made.get(known)?.get(beside) ?? changed(known, beside);
    made.set(known, (made.get(known) ?? new Map()).set(beside, found));
    return found;
  };
  const changed = (known: Type, beside: Type): Type => {
    if (known.kind === "array" && beside.kind === "array") {
      const size = sizeOf(known.size, beside.size);
      return { kind: "array", element: change(known.element, beside.element), size };
    }
    if (known.kind !== "record" || beside.kind !== "record") return known;
    const fields = known.fields.map(({ name, type: of }, index) => {
      return { name, type: change(of, beside.fields[index].type) };
    });
    return { kind: "record", fields };
  };
  return change(type, other);
}

function isSameSize(left: Size, right: Size): boolean {
  const [one, other] = [resolvedSize(left), resolvedSize(right)];
  if (one.kind === "constant" && other.kind === "constant") return one.value === other.value;
  if (one.kind === "name" && other.kind === "name") return one.name === other.name;
  if (one.kind === "term" && other.kind === "term") return isSameTerm(one, other);
  return one === other;
}

/** Whether two sizes are one name's value. */
function isSameTerm(one: SizeOfTerm, other: SizeOfTerm): boolean {
  if (one.term.kind !== "variable" || other.term.kind !== "variable") return one.term === other.term;
  const { name } = one.term;
  return name === other.term.name && one.seen.get(name) === other.seen.get(name);
}

/** The sizes that are part of a type, by the names that its definition gives them. */
export function sizeNamesIn(type: Type): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: Type): void => {
    const known = resolved(part);
    if (known.kind === "array") {
      const size = resolvedSize(known.size);
      if (size.kind === "name") names.add(size.name);
      visit(known.element);
    }
    if (known.kind === "function") [known.parameter, known.result].forEach(visit);
    if (known.kind === "record") for (const field of known.fields) visit(field.type);
  };
  visit(type);
  return names;
}

/** The sizes of a definition that its operands do not say: none is written at an array among them. What a function gives is seen too late. */
export function openSizesOf({ sizes, parameters }: Definition): readonly string[] {
  const said = new Set(parameters.flatMap(sizesOfPattern));
  return sizes.filter((size) => !said.has(size));
}

function sizesOfPattern(pattern: Pattern): readonly string[] {
  const own = pattern.type === undefined ? [] : sizesOfData(pattern.type);
  if (pattern.kind === "tuple") return [...own, ...pattern.items.flatMap(sizesOfPattern)];
  if (pattern.kind === "record")
    return [...own, ...pattern.fields.flatMap((field) => sizesOfPattern(field.pattern))];
  return own;
}

function sizesOfData(syntax: TypeSyntax): readonly string[] {
  switch (syntax.kind) {
    case "array": {
      const own = syntax.size?.kind === "name" ? [syntax.size.name] : [];
      return [...own, ...sizesOfData(syntax.element)];
    }
    case "tuple":
      return syntax.items.flatMap(sizesOfData);
    case "record":
      return syntax.fields.flatMap(({ type }) => sizesOfData(type));
    default:
      return [];
  }
}

/** Makes sizes that nothing else says the factors of a product: n and m, where an array of n · m elements is given. */
export function linkFactors({ whole, factors }: SizeProduct): void {
  const open = factors.map(resolvedSize);
  let rest = resolvedSize(whole);
  for (let last = open.length - 1; last >= 0; last--) {
    const size = open[last];
    if (rest.kind !== "term") return;
    const { term, seen } = rest;
    if (last === 0) linkOpen(size, rest);
    else if (term.kind !== "infix" || term.symbol !== "*") return;
    else {
      linkOpen(size, { kind: "term", term: term.right, seen });
      rest = { kind: "term", term: term.left, seen };
    }
  }
}

function linkOpen(size: Size, said: Size): void {
  if (size.kind === "variable") size.link = said;
}

/** Makes sizes of a type that nothing says those of a type that is written beside it. */
export function linkSizes(type: Type, written: Type, isMeant: (size: Size) => boolean): void {
  const [one, other] = [resolved(type), resolved(written)];
  if (one.kind === "array" && other.kind === "array") {
    const size = resolvedSize(one.size);
    if (isMeant(size)) linkOpen(size, other.size);
    linkSizes(one.element, other.element, isMeant);
  }
  if (one.kind !== "record" || other.kind !== "record") return;
  for (const [index, field] of one.fields.entries()) {
    const beside = other.fields[index];
    if (beside !== undefined) linkSizes(field.type, beside.type, isMeant);
  }
}

/** The length that is the value of a term of i64. */
export function sizeOfTerm(term: ArrayTerm, scope: Scope | undefined): SizeOfTerm {
  return { kind: "term", term, seen: seenBy(term, scope) };
}

/**
 * The term that says a size where another scope is seen: undefined where nothing says it, or where names stand for something else there or
 * are not bound yet.
 */
export function termOfSize(size: Size, scope: Scope | undefined, at: number): ArrayTerm | undefined {
  switch (size.kind) {
    case "constant":
      return { kind: "literal", at, value: BigInt(size.value), type: "i64" };
    case "name":
      return nearest(scope, size.name)?.isSize ? { kind: "variable", at, name: size.name } : undefined;
    case "term":
      return isSeenAlike(size, scope) ? size.term : undefined;
    default:
      return undefined;
  }
}

function isSeenAlike({ seen }: SizeOfTerm, scope: Scope | undefined): boolean {
  return [...seen].every(([name, bound]) => nearest(scope, name) === bound);
}

/** What the names within a term stand for; those that it binds itself as well, as if they were not. */
function seenBy(term: ArrayTerm, scope: Scope | undefined): ReadonlyMap<string, unknown> {
  const seen = new Map<string, unknown>();
  const open: ArrayTerm[] = [term];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === "variable") seen.set(part.name, nearest(scope, part.name));
    for (const inner of partsOf(part)) open.push(inner);
  }
  return seen;
}
