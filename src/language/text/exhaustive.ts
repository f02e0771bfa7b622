// Whether cases have every value (Maranget 2007): row by row of patterns, one column after another.

import type { CaseField, CasePattern } from "./case-pattern.ts";

type Row = readonly CasePattern[];

/** Rows that are looked at before a match counts as one that has too many ways to be checked. */
const MOST_ROWS = 1e5;

/** Whether some row fits whatever values stand in its columns; false as well where that takes too long to find out. */
export function isExhaustive(rows: readonly Row[]): boolean {
  const left = { rows: MOST_ROWS };
  return covers(rows, left);
}

function covers(rows: readonly Row[], left: { rows: number }): boolean {
  left.rows -= rows.length + 1;
  if (rows.length === 0 || left.rows < 0) return false;
  const [first] = rows;
  if (first.length === 0) return true;
  const told = rows.map((row) => row[0]).find(({ kind }) => kind !== "any");
  if (told === undefined) return covers(withoutFirst(rows), left);
  if (told.kind === "literal") {
    const values = told.term.type === "bool" ? [0, 1] : [undefined];
    return values.every((value) => covers(rowsOfLiteral(rows, value), left));
  }
  if (told.kind === "record") return covers(rowsOfRecord(rows), left);
  const { constructors = [] } = told.kind === "constructor" ? (told.sum ?? {}) : {};
  return constructors.every(({ name, arity }) => covers(rowsOfConstructor(rows, name, arity), left));
}

function withoutFirst(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => row.slice(1));
}

/** The rest of the rows whose first pattern fits a value; one that no pattern says fits only those that take any. */
function rowsOfLiteral(rows: readonly Row[], value: number | undefined): readonly Row[] {
  const fits = ([first]: Row): boolean =>
    first.kind === "any" || (first.kind === "literal" && first.term.value === value);
  return withoutFirst(rows.filter(fits));
}

const ANY: CasePattern = { kind: "any", at: -1 };

/** Rows with the fields of their first pattern in its place; a field that one of them leaves out is any. */
function rowsOfRecord(rows: readonly Row[]): readonly Row[] {
  const names = new Set<string>();
  for (const [first] of rows) {
    if (first.kind === "record") for (const { name } of first.fields) names.add(name);
  }
  const fieldOf = (fields: readonly CaseField[], name: string): CasePattern =>
    fields.find((field) => field.name === name)?.pattern ?? ANY;
  return rows.map(([first, ...rest]) => {
    const fields = first.kind === "record" ? first.fields : [];
    return [...[...names].map((name) => fieldOf(fields, name)), ...rest];
  });
}

/** Rows whose first pattern fits a constructor, with its parts in its place. */
function rowsOfConstructor(rows: readonly Row[], name: string, arity: number): readonly Row[] {
  return rows.flatMap(([first, ...rest]) => {
    if (first.kind === "any") return [[...Array<CasePattern>(arity).fill(ANY), ...rest]];
    if (first.kind !== "constructor" || first.name !== name) return [];
    return [[...first.fields.map(({ pattern }) => pattern), ...rest]];
  });
}
