// Types of several shapes, `#none | #some t`, as records: a number that says which, and the parts of each, of which those of one count.

import { nearestHint } from "../../values/check-name.ts";
import type { ArrayTerm, TypeSyntax } from "../term.ts";
import { BLANK } from "../types/signatures.ts";
import { variable } from "./desugar.ts";
import type { ProgramCursor } from "./grammar.ts";
import type { Constructor, Sum } from "./names.ts";

/** The field that says which constructor a value is of: its place among the others. */
export const TAG = "tag'";

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
  const tag = { name: TAG, type: { kind: "scalar", at, type: "i32" } } as const;
  return { sum: { constructors }, type: { kind: "record", at, fields: [tag, ...parts] } };
}

/**
 * The type that has all these constructors: of several, the one that was written last.
 *
 * @throws ProgramError where no type above has them
 */
export function sumOf(
  cursor: ProgramCursor,
  wanted: readonly (Constructor & { readonly at: number })[],
): Sum {
  const has = ({ constructors }: Sum, { name, arity }: Constructor): boolean =>
    constructors.some((each) => each.name === name && each.arity === arity);
  const found = [...cursor.sums].reverse().find((sum) => wanted.every((each) => has(sum, each)));
  if (found !== undefined) return found;
  const missing = wanted.find((each) => !cursor.sums.some((sum) => has(sum, each))) ?? wanted[0];
  const { name, arity, at } = missing;
  const known = [...new Set(cursor.sums.flatMap((sum) => sum.constructors.map((each) => `#${each.name}`)))];
  const namesake = cursor.sums.flatMap((sum) => sum.constructors).find((each) => each.name === name);
  if (namesake === undefined) {
    const expected = `a constructor of a type that is written above${nearestHint(`#${name}`, known)}`;
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
  const { constructors } = sumOf(cursor, [{ name, arity: parts.length, at }]);
  const fields = constructors.flatMap((each) =>
    Array.from({ length: each.arity }, (_, index) => ({
      name: partName(each.name, index),
      value: each.name === name ? parts[index] : variable(BLANK, at),
    })),
  );
  const place = constructors.findIndex((each) => each.name === name);
  return { kind: "record", at, fields: [{ name: TAG, value: tagLiteral(place, at) }, ...fields] };
}

export function tagLiteral(place: number, at: number): ArrayTerm {
  return { kind: "literal", at, value: place, type: "i32" };
}
