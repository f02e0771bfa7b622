// What the text has and terms have not, in terms that there are: every executor, and the costs, have it with these.

import type { ArrayTerm, InfixSymbol } from "../term.ts";
import { type Infix, isInfix, type ProgramCursor } from "./grammar.ts";

export function variable(name: string, at: number): ArrayTerm {
  return { kind: "variable", at, name };
}

export function application(head: ArrayTerm, operands: readonly ArrayTerm[], at = head.at): ArrayTerm {
  return { kind: "apply", at, function: head, operands };
}

/** A function of the prelude that no text can call something else. */
export function preludeFunction(cursor: ProgramCursor, name: string, at: number): ArrayTerm {
  const called = `prelude.${name}`;
  cursor.prelude.add(called);
  return variable(called, at);
}

/** A function over arrays, whatever a program calls by its name. */
function arrayFunction(cursor: ProgramCursor, name: string, at: number): ArrayTerm {
  return cursor.names.value(name) === undefined ? variable(name, at) : preludeFunction(cursor, name, at);
}

/** What an infix symbol is as a function, where it is no operator of terms. */
export function functionOfSymbol(cursor: ProgramCursor, symbol: string, at: number): ArrayTerm | undefined {
  const own = cursor.names.value(`(${symbol})`);
  return own === undefined ? ownFunctionOfSymbol(cursor, symbol, at) : variable(own, at);
}

/** The same, whatever a program defines by that symbol. */
export function ownFunctionOfSymbol(
  cursor: ProgramCursor,
  symbol: string,
  at: number,
): ArrayTerm | undefined {
  if (isInfix(symbol)) return undefined;
  if (symbol === "++") return arrayFunction(cursor, "concat", at);
  if (symbol === ">->") return preludeFunction(cursor, "compose", at);
  if (symbol === "<-<") return preludeFunction(cursor, "composed", at);
  return variable(symbol, at); // the others are functions of scalars
}

/** Two operands joined by a symbol. */
export function infixTerm(
  cursor: ProgramCursor,
  { text, at }: Pick<Infix, "text"> & { readonly at: number },
  left: ArrayTerm,
  right: ArrayTerm,
): ArrayTerm {
  const called = functionOfSymbol(cursor, text, at);
  if (called !== undefined) return application(called, [left, right], at);
  return { kind: "infix", at, symbol: text as InfixSymbol, left, right };
}

function wide(value: bigint, at: number): ArrayTerm {
  return { kind: "literal", at, value, type: "i64" };
}

/** A term that stands in several places, each of them its own: a name for it, and the let around what has that name. */
interface Named {
  readonly use: () => ArrayTerm;
  readonly around: (body: ArrayTerm) => ArrayTerm;
}

function named(cursor: ProgramCursor, stem: string, term: ArrayTerm): Named {
  const { at } = term;
  if (term.kind === "variable") return { use: () => variable(term.name, at), around: (body) => body };
  const name = cursor.freshName(stem);
  const around = (body: ArrayTerm): ArrayTerm => {
    return { kind: "let", at, pattern: { kind: "name", at, name }, value: term, body };
  };
  return { use: () => variable(name, at), around };
}

/** What stands between the brackets of an update: an index, or a slice. */
export type Place = { readonly kind: "index"; readonly index: ArrayTerm } | Slice;

interface Slice {
  readonly kind: "slice";
  readonly start?: ArrayTerm | undefined;
  readonly end?: ArrayTerm | undefined;
  readonly stride?: ArrayTerm | undefined;
}

/** `array[i, j]`, `array[start:end]`, `array[:, j]`: what stands behind a slice is of each of its rows. */
export function placesTerm(
  cursor: ProgramCursor,
  array: ArrayTerm,
  places: readonly Place[],
  at: number,
): ArrayTerm {
  const isIndex = (place: Place) => place.kind === "index";
  const count = places.findIndex((place) => !isIndex(place));
  const leading = count < 0 ? places : places.slice(0, count);
  const indices = leading.flatMap((place) => (place.kind === "index" ? [place.index] : []));
  const row: ArrayTerm = indices.length === 0 ? array : { kind: "index", at, array, indices };
  const [slice, ...rest] = places.slice(leading.length);
  if (slice?.kind !== "slice") return row;
  if (rest.length === 0) return sliceTerm(cursor, row, slice, at);
  const isWhole = [slice.start, slice.end, slice.stride].every((bound) => bound === undefined);
  const rows = isWhole ? row : sliceTerm(cursor, row, slice, at);
  const { places: bound, around } = namedPlaces(cursor, rest);
  const name = cursor.freshName("row");
  const body = placesTerm(cursor, variable(name, at), bound, at);
  const each: ArrayTerm = { kind: "lambda", at, parameters: [{ kind: "name", at, name }], body };
  return around(application(arrayFunction(cursor, "map", at), [each, rows], at));
}

function sliceTerm(cursor: ProgramCursor, array: ArrayTerm, slice: Slice, at: number): ArrayTerm {
  const { start, end, stride } = slice;
  if (stride !== undefined) return stridedTerm(cursor, array, slice, stride, at);
  return { kind: "slice", at, array, ...(start && { start }), ...(end && { end }) };
}

/** Places whose terms are computed once, however many rows they are of. */
function namedPlaces(
  cursor: ProgramCursor,
  places: readonly Place[],
): { readonly places: readonly Place[]; readonly around: Named["around"] } {
  const names: Named[] = [];
  const bound = (term: ArrayTerm): ArrayTerm => {
    if (term.kind === "literal") return term;
    const own = named(cursor, "i", term);
    names.push(own);
    return own.use();
  };
  const changed = places.map((place): Place => {
    if (place.kind === "index") return { kind: "index", index: bound(place.index) };
    const { start, end, stride } = place;
    return {
      kind: "slice",
      start: start && bound(start),
      end: end && bound(end),
      stride: stride && bound(stride),
    };
  });
  const around = (body: ArrayTerm): ArrayTerm => names.reduceRight((inner, own) => own.around(inner), body);
  return { places: changed, around };
}

/** `array[start:end:stride]`; a stride that is negative begins at the last element, unless a start is written. */
function stridedTerm(
  cursor: ProgramCursor,
  array: ArrayTerm,
  { start, end }: Slice,
  stride: ArrayTerm,
  at: number,
): ArrayTerm {
  const whole = named(cursor, "xs", array);
  const step = named(cursor, "step", stride);
  const either = (first: ArrayTerm, second: ArrayTerm): ArrayTerm => {
    const condition: ArrayTerm = { kind: "infix", at, symbol: ">", left: step.use(), right: wide(0n, at) };
    return { kind: "if", at, condition, first, second };
  };
  const length = (): ArrayTerm => application(arrayFunction(cursor, "length", at), [whole.use()]);
  const last: ArrayTerm = { kind: "infix", at, symbol: "-", left: length(), right: wide(1n, at) };
  const from = start ?? either(wide(0n, at), last);
  const to = end ?? either(length(), wide(-1n, at));
  const strided = preludeFunction(cursor, "strided", at);
  return whole.around(step.around(application(strided, [whole.use(), from, to, step.use()], at)));
}

/** `array with [i, j] = value`: the row with another element in it, in place of the row. */
export function updateTerm(
  cursor: ProgramCursor,
  array: ArrayTerm,
  places: readonly Place[],
  value: ArrayTerm,
  at: number,
): ArrayTerm {
  const [place, ...rest] = places;
  const whole = named(cursor, "xs", array);
  if (place.kind === "slice") {
    if (place.stride !== undefined) throw cursor.error(at, "an update of elements side by side", "a stride");
    const start = place.start ?? wide(0n, at);
    const end = place.end ?? application(arrayFunction(cursor, "length", at), [whole.use()]);
    const update = preludeFunction(cursor, "update_slice", at);
    if (rest.length === 0) return whole.around(application(update, [whole.use(), start, end, value], at));
    const [from, to] = [named(cursor, "start", start), named(cursor, "end", end)];
    const rows: ArrayTerm = { kind: "slice", at, array: whole.use(), start: from.use(), end: to.use() };
    const changed = updatedRows(cursor, rows, rest, value, at);
    const updated = application(update, [whole.use(), from.use(), to.use(), changed], at);
    return whole.around(from.around(to.around(updated)));
  }
  const index = named(cursor, "i", place.index);
  const row: ArrayTerm = { kind: "index", at: place.index.at, array: whole.use(), indices: [index.use()] };
  const changed = rest.length === 0 ? value : updateTerm(cursor, row, rest, value, at);
  const place64 = application(variable("i64.integer", place.index.at), [index.use()]);
  const update = application(preludeFunction(cursor, "update", at), [whole.use(), place64, changed], at);
  return whole.around(index.around(update));
}

/** Rows, each with its own part of a value at these places. */
function updatedRows(
  cursor: ProgramCursor,
  rows: ArrayTerm,
  places: readonly Place[],
  value: ArrayTerm,
  at: number,
): ArrayTerm {
  const { places: bound, around } = namedPlaces(cursor, places);
  const [row, part] = [cursor.freshName("row"), cursor.freshName("part")];
  const body = updateTerm(cursor, variable(row, at), bound, variable(part, at), at);
  const parameters = [row, part].map((name) => ({ kind: "name", at, name }) as const);
  const each: ArrayTerm = { kind: "lambda", at, parameters, body };
  return around(application(arrayFunction(cursor, "map2", at), [each, rows, value], at));
}

/** `record with a.b = value` */
export function fieldUpdateTerm(
  cursor: ProgramCursor,
  record: ArrayTerm,
  [name, ...rest]: readonly string[],
  value: ArrayTerm,
  at: number,
): ArrayTerm {
  if (rest.length === 0) return { kind: "update", at, of: record, name, value };
  const whole = named(cursor, "r", record);
  const field: ArrayTerm = { kind: "field", at, of: whole.use(), name };
  const inner = fieldUpdateTerm(cursor, field, rest, value, at);
  return whole.around({ kind: "update", at, of: whole.use(), name, value: inner });
}

/** `first..<end`, `first...last`, `first..second..>end`: which symbol ends it, and the second number if one is written. */
interface Range {
  readonly at: number;
  readonly first: ArrayTerm;
  readonly second?: ArrayTerm | undefined;
  readonly symbol: string; // "...", "..<" or "..>"
  readonly end: ArrayTerm;
}

/** The numbers of a range, all of one type: first + k · step, for as many k as there are. */
export function rangeTerm(cursor: ProgramCursor, { at, first: from, second, symbol, end }: Range): ArrayTerm {
  const first = named(cursor, "first", from);
  const last = named(cursor, "last", end);
  const distance = (to: ArrayTerm): ArrayTerm =>
    application(variable("i64.distance", at), [first.use(), to], at);
  const sign = wide(symbol === "..>" ? -1n : 1n, at);
  const step = named(cursor, "step", second === undefined ? sign : distance(second));
  const steps = preludeFunction(cursor, symbol === "..." ? "steps_to" : "steps_below", at);
  const count = application(steps, [distance(last.use()), step.use()], at);
  const k = cursor.freshName("k");
  const beyond: ArrayTerm = { kind: "infix", at, symbol: "*", left: variable(k, at), right: step.use() };
  const like = application(variable("i64.like", at), [last.use(), beyond], at);
  const body: ArrayTerm = { kind: "infix", at, symbol: "+", left: first.use(), right: like };
  const element: ArrayTerm = { kind: "lambda", at, parameters: [{ kind: "name", at, name: k }], body };
  const made = application(arrayFunction(cursor, "tabulate", at), [count, element], at);
  return first.around(last.around(step.around(made)));
}
