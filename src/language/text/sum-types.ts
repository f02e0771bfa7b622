// Types of several shapes, `#none | #some t`, as records: a number that says which, and the parts of each, of which those of one count.

import { nearestHint } from "../../values/check-name.ts";
import type { ArrayTerm, TermOf, TypeSyntax } from "../term.ts";
import { BLANK } from "../types/signatures.ts";
import { variable } from "./desugar.ts";
import type { ProgramCursor } from "./grammar.ts";
import type { Constructor, Sum } from "./names.ts";

/**
 * The field that says which constructor a value is of: its place among the others, all of whose names it has, so that types of other constructors
 * are other types.
 */
export function tagName({ constructors }: Sum): string {
  return `${constructors.map(({ name }) => name).join("_")}'`;
}

/** The field of a constructor's part. */
export function partName(name: string, index: number): string {
  return `${name}_${index}'`;
}

/** The record that a sum type is, whose constructors and their parts are given. */
export function sumType(
  at: number,
  written: ReadonlyMap<string, readonly TypeSyntax[]>,
): { readonly sum: Sum; readonly type: TypeSyntax } {
  const sorted = [...written].sort(([one], [other]) => (one < other ? -1 : 1));
  const constructors = sorted.map(([name, parts]) => ({ name, arity: parts.length }));
  const parts = sorted.flatMap(([name, types]) =>
    types.map((type, index) => ({ name: partName(name, index), type })),
  );
  const sum: Sum = { constructors };
  const tag = { name: tagName(sum), type: { kind: "scalar", at, type: "i32" } } as const;
  return { sum, type: { kind: "record", at, fields: [tag, ...parts] } };
}

/** The sum that a written type is; undefined for any other type. */
export function sumOfType(cursor: ProgramCursor, type: TypeSyntax): Sum | undefined {
  const tag = type.kind === "record" ? type.fields[0]?.name : undefined;
  return tag?.endsWith("'") ? cursor.sums.find((sum) => tagName(sum) === tag) : undefined;
}

/** Reads something where a type is asked for. */
export function withAskedSum<Result>(
  cursor: ProgramCursor,
  sum: Sum | undefined,
  read: () => Result,
): Result {
  const before = cursor.askedSum;
  if (sum !== undefined) cursor.askedSum = [sum, ...(before ?? [])];
  try {
    return read();
  } finally {
    cursor.askedSum = before;
  }
}

/**
 * The type that has all these constructors: the one that is asked for here, or of several the one that was written last, or else the first
 * that is written further on.
 *
 * @throws ProgramError where no type has them
 */
export function sumOf(
  cursor: ProgramCursor,
  wanted: readonly (Constructor & { readonly at: number })[],
): Sum {
  const has = ({ constructors }: Sum, { name, arity }: Constructor): boolean =>
    constructors.some((each) => each.name === name && each.arity === arity);
  const known = [...(cursor.askedSum ?? []), ...[...cursor.sums].reverse(), ...cursor.laterSums];
  const found = known.find((sum) => wanted.every((each) => has(sum, each)));
  if (found !== undefined) return found;
  return cursor.isLookingAhead ? { constructors: wanted } : unknownConstructor(cursor, wanted, known, has);
}

function unknownConstructor(
  cursor: ProgramCursor,
  wanted: readonly (Constructor & { readonly at: number })[],
  sums: readonly Sum[],
  has: (sum: Sum, each: Constructor) => boolean,
): never {
  cursor.hasUnknownConstructor = true;
  const { name, arity, at } = wanted.find((each) => !sums.some((sum) => has(sum, each))) ?? wanted[0];
  const known = [...new Set(sums.flatMap((sum) => sum.constructors.map((each) => `#${each.name}`)))];
  const namesake = sums.flatMap((sum) => sum.constructors).find((each) => each.name === name);
  if (namesake === undefined) {
    const expected = `a constructor of a type that is written, as in (#${name} : #${name} | #…)${nearestHint(`#${name}`, known)}`;
    throw cursor.error(at, expected, `"#${name}"`);
  }
  throw cursor.error(at, `#${name} with ${namesake.arity} parts, of one type`, String(arity));
}

/** A value of a constructor. What the others would hold is not looked at. */
export function constructed(
  cursor: ProgramCursor,
  name: string,
  parts: readonly ArrayTerm[],
  at: number,
): ArrayTerm {
  const sum = sumOf(cursor, [{ name, arity: parts.length, at }]);
  const term: ArrayTerm = { kind: "record", at, fields: fieldsOf(sum, name, parts, at) };
  cursor.constructed.set(term, (other) => {
    const isOfIt = other.constructors.some((each) => each.name === name && each.arity === parts.length);
    return isOfIt ? { ...term, fields: fieldsOf(other, name, parts, at) } : term;
  });
  return term;
}

/** A value that is written with its type: `#up : #up | #down`. Of several types that have its constructor it is of that one. */
export function ascribedConstructor(cursor: ProgramCursor, term: ArrayTerm, type: TypeSyntax): ArrayTerm {
  const sum = sumOfType(cursor, type);
  return sum === undefined ? term : (cursor.constructed.get(term)?.(sum) ?? term);
}

function fieldsOf(
  sum: Sum,
  name: string,
  parts: readonly ArrayTerm[],
  at: number,
): TermOf<"record">["fields"] {
  const { constructors } = sum;
  const fields = constructors.flatMap((each) =>
    Array.from({ length: each.arity }, (_, index) => ({
      name: partName(each.name, index),
      value: each.name === name ? parts[index] : variable(BLANK, at),
    })),
  );
  const place = constructors.findIndex((each) => each.name === name);
  return [{ name: tagName(sum), value: tagLiteral(place, at) }, ...fields];
}

export function tagLiteral(place: number, at: number): ArrayTerm {
  return { kind: "literal", at, value: place, type: "i32" };
}
