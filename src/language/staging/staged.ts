// Values while a program is laid out: known scalars, terms of elements, and arrays that are not made yet.

import type { Steps } from "../../algorithms/call.ts";
import type { Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { type Binding, bind } from "../bindings.ts";
import type { Shape, SizeNames } from "../evaluation/shape.ts";
import type { ArrayTerm, Definition, Pattern, SectionTerm, SyntaxOf, TermOf } from "../term.ts";
import type { Instance } from "../types/scheme.ts";
import { type Column, type HostScalar, look } from "./recorder.ts";

/**
 * A value while a program is laid out over an executor's columns: what is known by now, or a term of the elements that a map goes over.
 */
export type Staged =
  | HostScalar
  | TermScalar
  | StagedArray
  | StagedFilter
  | StagedRecord
  | StagedRows
  | StagedFunction
  | FittingFunction
  | StagedTypes
  | StagedShape
  | StagedPassage;

/** A scalar of each element: leaves `left` are the sources of the frame that it is made in. */
export interface TermScalar {
  readonly kind: "term";
  readonly term: Term;
}

/** What an array's elements are computed from. All but columns become such only where a primitive needs them, and then once. */
export type Source = { made?: Column } & (
  | { readonly kind: "column"; readonly column: Column; readonly isView?: boolean } // in another one's memory, which a result must not be
  | { readonly kind: "value"; readonly scalar: HostScalar }
  | { readonly kind: "numbers" } // 0, 1, …, as u32
  | { readonly kind: "gathered"; readonly column: Column; readonly passage: Passage } // its elements at the places of a passage
  | { readonly kind: "updated"; readonly updates: Updates; readonly count: number; readonly leaf: number } // after so many changes
);

/**
 * Changes of an array that wait, one after another. Each version of the array knows how many of them it has had; only the newest takes another, so
 * that those before it stay what they were.
 */
export interface Updates {
  readonly columns: readonly Column[]; // before all of them, by leaf
  readonly changes: { readonly place: HostScalar; readonly values: readonly HostScalar[] }[]; // a place beyond the array changes nothing
  readonly changesAt: Map<number, number[]>; // of those that were looked at, by place
  looked: number;
}

/** An array that is not made yet: each element is `element` over the sources, all of which have `length` elements. */
export interface StagedArray {
  readonly kind: "array";
  readonly sources: readonly Source[];
  readonly element: Staged; // of terms, host scalars and records
  readonly length: number;
}

/** Those elements of an array of which a term over its sources holds: how many there are is not known yet. */
export interface StagedFilter {
  readonly kind: "filtered";
  readonly array: StagedArray;
  readonly keep: Term;
}

/**
 * An array for each element of a frame or of an array: `length` elements of `base` from `start` on, both u32. Moving rows moves these two numbers
 * alone.
 */
export interface StagedRows {
  readonly kind: "rows";
  readonly base: StagedArray;
  readonly start: StagedScalar;
  readonly length: StagedScalar;
  readonly isWhole?: boolean; // they follow one another in `base` and are all of it
}

export interface StagedRecord {
  readonly kind: "record";
  readonly fields: readonly { readonly name: string; readonly value: Staged }[];
}

/** A function of the program, one of the language, or an infix symbol as one; with the operands that it was given so far. */
type StagedFunction = ProgramFunction | Intrinsic | Section;

export interface ProgramFunction {
  readonly kind: "function";
  readonly parameters: readonly Pattern[];
  readonly body: ArrayTerm;
  readonly names: StagedNames;
  readonly given: readonly Staged[];
  readonly definition?: Definition; // whose sizes are bound
  readonly instance?: Instance; // what this use takes its open types for
  readonly told?: ReadonlyMap<string, number>; // the sizes that this use says
}

export interface Intrinsic {
  readonly kind: "intrinsic";
  readonly term: TermOf<"variable">;
  readonly given: readonly Staged[];
  readonly expression?: string | undefined; // the tree that an attribute names
}

interface Section {
  readonly kind: "section";
  readonly term: SectionTerm;
  readonly left?: Staged;
  readonly right?: Staged;
}

/** What names in types stand for, a number for each element where it differs. */
export interface RowSizes extends SizeNames {
  readonly elements: Elements | undefined;
  /** The i64 that a name stands for; undefined where nothing has said it yet. */
  scalar(name: string, at: number): Steps<StagedScalar | undefined>;
  sayScalar(name: string, scalar: StagedScalar): void;
}

/** A function whose operands and values are held to the sizes of a type. */
export interface FittingFunction {
  readonly kind: "fitting";
  readonly callee: Staged;
  readonly type: SyntaxOf<"function">;
  readonly known: RowSizes;
}

/** Among the names that the body of a definition sees: what a type that it names is in this use. */
interface StagedShape {
  readonly kind: "shape";
  readonly shape: Shape;
}

/** Among the names that the body of a function sees: what this use of the function takes its open types for. */
interface StagedTypes {
  readonly kind: "types";
  readonly instance: Instance;
}

/** Among the names that a function sees: that those beyond are of another frame's elements. */
interface StagedPassage {
  readonly kind: "passage";
  readonly passage: Passage;
}

/** From the elements of one frame, or of an array, to those of another: each of these stands for the one at `place`, u32, a term over `to`. */
export interface Passage {
  readonly from: { readonly sources: readonly Source[]; readonly length: number };
  readonly to: Elements & {
    readonly sources: Source[];
    readonly length: number;
    add(source: Source): number;
  };
  readonly place: Term;
  places?: Column; // the same, made
  readonly passed: Map<Term, TermScalar>;
  readonly after: Map<Passage, Passage>; // of another one to this one's `from`: both in one
}

/** Where terms of elements may be made: the function of a map, or an operator. */
export interface Elements {
  readonly guard: Term | undefined;
  /** A scalar as a term. */
  term(scalar: HostScalar | TermScalar): Term;
  /** Runs steps that count only where a condition holds as well. */
  under<Result>(condition: Term, steps: () => Steps<Result>): Steps<Result>;
}

export type StagedNames = Binding<Staged> | undefined;

export function host(type: ScalarType, value: Scalar, isLiteral = false): HostScalar {
  return { kind: "host", type, current: value, isLiteral };
}

export function bindStaged(pattern: Pattern, value: Staged, outer: StagedNames): StagedNames {
  return bind(pattern, value, outer, stagedField);
}

export function stagedTuple(items: readonly Staged[]): StagedRecord {
  return { kind: "record", fields: items.map((value, index) => ({ name: String(index), value })) };
}

export function stagedField(value: Staged, name: string): Staged {
  const field = value.kind === "record" ? value.fields.find((each) => each.name === name) : undefined;
  if (field === undefined) throw new InternalError(`a field "${name}" was expected`);
  return field.value;
}

/** A record with another value in one field. */
export function withField(of: Staged, name: string, value: Staged): Staged {
  if (of.kind !== "record") throw new InternalError("a record was expected");
  return {
    kind: "record",
    fields: of.fields.map((field) => (field.name === name ? { name, value } : field)),
  };
}

export function stagedArray(value: Staged): StagedArray {
  if (value.kind !== "array") throw new InternalError(`an array was expected, not ${value.kind}`);
  return value;
}

/** Whether columns hold a value: a scalar, rows by where they are, or a record of what they hold. */
export function isElement(value: Staged): value is HostScalar | TermScalar | StagedRecord | StagedRows {
  if (value.kind === "record") return value.fields.every((field) => isElement(field.value));
  return value.kind === "host" || value.kind === "term" || value.kind === "rows";
}

/** Whether there are arrays in an element. */
export function hasRows(value: Staged): boolean {
  return (
    value.kind === "rows" || (value.kind === "record" && value.fields.some((field) => hasRows(field.value)))
  );
}

/** The scalars of a value, in the order of its columns. */
export function leavesOf(value: Staged): readonly (HostScalar | TermScalar)[] {
  switch (value.kind) {
    case "host":
    case "term":
      return [value];
    case "record":
      return value.fields.flatMap((field) => leavesOf(field.value));
    case "rows":
      return [value.start, value.length];
    default:
      throw new InternalError(`a column cannot hold a ${value.kind}`);
  }
}

/** A value of the same shape with other scalars, in the order of `leavesOf`; `isInOrder`: of the same elements, one by one, as before. */
export function withLeaves(
  value: Staged,
  leaves: readonly (HostScalar | TermScalar)[],
  { isInOrder = false }: { readonly isInOrder?: boolean } = {},
): Staged {
  let next = 0;
  const copy = (part: Staged): Staged => {
    if (part.kind === "rows") {
      const [start, length] = leaves.slice(next, next + 2);
      next += 2;
      return { ...part, start, length, isWhole: isInOrder && part.isWhole === true };
    }
    if (part.kind === "record") {
      return {
        kind: "record",
        fields: part.fields.map(({ name, value: of }) => ({ name, value: copy(of) })),
      };
    }
    next++;
    return leaves[next - 1];
  };
  return copy(value);
}

/** The terms of an array's elements, and the same elements of other ones. */
export function termsOf({ element }: StagedArray): readonly Term[] {
  return leavesOf(element).flatMap((leaf) => (leaf.kind === "term" ? [leaf.term] : []));
}

export function withTerms(element: Staged, terms: readonly Term[]): Staged {
  let next = 0;
  const leaves = leavesOf(element).map((leaf): HostScalar | TermScalar =>
    leaf.kind === "term" ? { kind: "term", term: terms[next++] } : leaf,
  );
  return withLeaves(element, leaves);
}

export function typeOfScalar(scalar: HostScalar | TermScalar): ScalarType {
  return scalar.kind === "host" ? scalar.type : scalar.term.type;
}

/** A scalar: one that is known, or a term of elements. */
export type StagedScalar = HostScalar | TermScalar;

export function stagedScalar(value: Staged): StagedScalar {
  if (value.kind === "host" || value.kind === "term") return value;
  throw new InternalError(`a scalar was expected, not ${value.kind}`);
}

/** What a scalar that is known is in this run. */
export function hostScalar(value: Staged): Scalar {
  if (value.kind === "host") return look(value);
  throw new InternalError(`a known scalar was expected, not ${value.kind}`);
}

/** How many bytes the elements of arrays are, made or not. */
export function bytesOfArrays(value: Staged): number {
  if (value.kind === "filtered") return bytesOfArrays(value.array);
  if (value.kind === "record") {
    return value.fields.reduce((sum, field) => sum + bytesOfArrays(field.value), 0);
  }
  if (value.kind !== "array") return 0;
  const { length, element } = value;
  return leavesOf(element).reduce(
    (sum, leaf) => sum + length * SCALAR_TYPE_FACTS[typeOfScalar(leaf)].bytes,
    bytesOfRows(element),
  );
}

function bytesOfRows(element: Staged): number {
  if (element.kind === "rows") return bytesOfArrays(element.base);
  return element.kind === "record"
    ? element.fields.reduce((sum, field) => sum + bytesOfRows(field.value), 0)
    : 0;
}
