import { constant, type Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { Binding } from "../bindings.ts";
import type { SizeNames } from "../evaluation/check-shape.ts";
import type { Shape } from "../evaluation/shape.ts";
import type { ArrayTerm, Definition, Pattern, SectionTerm } from "../term.ts";
import type { TypeSyntax } from "../type-syntax.ts";
import type { Instance } from "../types/scheme.ts";
import type { Source } from "./source.ts";

/**
 * A value while a program is laid out over an executor's columns: what is known by now, or a term of the elements that a map goes over.
 */
export type Staged<Vector> =
  | HostScalar
  | TermScalar
  | StagedArray<Vector>
  | StagedFilter<Vector>
  | StagedRecord<Vector>
  | StagedFunction<Vector>
  | FittingFunction<Vector>
  | StagedTypes
  | StagedShape;

/** A scalar that is known. `isLiteral`: the program's text says it, so that it may stand in a kernel. */
export interface HostScalar {
  readonly kind: "host";
  readonly type: ScalarType;
  readonly value: Scalar;
  readonly isLiteral: boolean;
}

/** A scalar of each element: leaves `left` are the sources of the frame that it is made in. */
export interface TermScalar {
  readonly kind: "term";
  readonly term: Term;
}

/** An array that is not made yet: each element is `element` over the sources, all of which have `length` elements. */
export interface StagedArray<Vector> {
  readonly kind: "array";
  readonly sources: readonly Source<Vector>[];
  readonly element: Staged<Vector>; // of terms, host scalars and records
  readonly length: number;
}

/** Those elements of an array of which a term over its sources holds: how many there are is not known yet. */
export interface StagedFilter<Vector> {
  readonly kind: "filtered";
  readonly array: StagedArray<Vector>;
  readonly keep: Term;
}

export interface StagedRecord<Vector> {
  readonly kind: "record";
  readonly fields: readonly { readonly name: string; readonly value: Staged<Vector> }[];
}

/** A function of the program, one of the language, or an infix symbol as one; with the operands that it was given so far. */
export type StagedFunction<Vector> =
  | {
      readonly kind: "function";
      readonly parameters: readonly Pattern[];
      readonly body: ArrayTerm;
      readonly names: StagedNames<Vector>;
      readonly given: readonly Staged<Vector>[];
      readonly definition?: Definition; // whose sizes are bound
      readonly instance?: Instance; // what this use takes its open types for
      readonly told?: ReadonlyMap<string, number>; // the sizes that this use says
    }
  | {
      readonly kind: "intrinsic";
      readonly term: Extract<ArrayTerm, { kind: "variable" }>;
      readonly given: readonly Staged<Vector>[];
      readonly expression?: string | undefined; // the tree that an attribute names
    }
  | {
      readonly kind: "section";
      readonly term: SectionTerm;
      readonly left?: Staged<Vector>;
      readonly right?: Staged<Vector>;
    };

/** A function whose operands and values are held to the sizes of a type. */
export interface FittingFunction<Vector> {
  readonly kind: "fitting";
  readonly callee: Staged<Vector>;
  readonly type: Extract<TypeSyntax, { kind: "function" }>;
  readonly known: SizeNames;
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

export type StagedNames<Vector> = Binding<Staged<Vector>> | undefined;

export function host(type: ScalarType, value: Scalar, isLiteral = false): HostScalar {
  return { kind: "host", type, value, isLiteral };
}

export function stagedTuple<Vector>(items: readonly Staged<Vector>[]): StagedRecord<Vector> {
  return { kind: "record", fields: items.map((value, index) => ({ name: String(index), value })) };
}

export function stagedField<Vector>(value: Staged<Vector>, name: string): Staged<Vector> {
  const field = value.kind === "record" ? value.fields.find((each) => each.name === name) : undefined;
  if (field === undefined) throw new InternalError(`a field "${name}" was expected`);
  return field.value;
}

export function stagedArray<Vector>(value: Staged<Vector>): StagedArray<Vector> {
  if (value.kind !== "array") throw new InternalError(`an array was expected, not ${value.kind}`);
  return value;
}

/** Whether columns hold a value: a scalar, or a record of what they hold. */
export function isElement<Vector>(
  value: Staged<Vector>,
): value is HostScalar | TermScalar | StagedRecord<Vector> {
  if (value.kind === "record") return value.fields.every((field) => isElement(field.value));
  return value.kind === "host" || value.kind === "term";
}

/** The scalars of a value, in the order of its columns. */
export function leavesOf<Vector>(value: Staged<Vector>): readonly (HostScalar | TermScalar)[] {
  switch (value.kind) {
    case "host":
    case "term":
      return [value];
    case "record":
      return value.fields.flatMap((field) => leavesOf(field.value));
    default:
      throw new InternalError(`a column cannot hold a ${value.kind}`);
  }
}

/** A value of the same shape with other scalars, in the order of `leavesOf`. */
export function withLeaves<Vector>(
  value: Staged<Vector>,
  leaves: readonly (HostScalar | TermScalar)[],
): Staged<Vector> {
  let next = 0;
  const copy = (part: Staged<Vector>): Staged<Vector> => {
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

export function typeOfScalar(scalar: HostScalar | TermScalar): ScalarType {
  return scalar.kind === "host" ? scalar.type : scalar.term.type;
}

/** How many bytes the elements of arrays are, made or not. */
export function bytesOfArrays<Vector>(value: Staged<Vector>): number {
  if (value.kind === "filtered") return bytesOfArrays(value.array);
  if (value.kind === "record") {
    return value.fields.reduce((sum, field) => sum + bytesOfArrays(field.value), 0);
  }
  if (value.kind !== "array") return 0;
  const { length, element } = value;
  return leavesOf(element).reduce(
    (sum, leaf) => sum + length * SCALAR_TYPE_FACTS[typeOfScalar(leaf)].bytes,
    0,
  );
}

/** A scalar as a term; one that is known becomes a constant of the kernel. */
export function termOf(scalar: HostScalar | TermScalar): Term {
  return scalar.kind === "host" ? constant(scalar.type, scalar.value) : scalar.term;
}

/** Whether a value, or what a function remembers, is of the elements of a map that is being laid out. */
export function isOfElements<Vector>(value: Staged<Vector>): boolean {
  switch (value.kind) {
    case "term":
      return true;
    case "record":
      return value.fields.some((field) => isOfElements(field.value));
    case "function": {
      for (let at = value.names; at !== undefined; at = at.outer) if (isOfElements(at.value)) return true;
      return value.given.some(isOfElements);
    }
    case "intrinsic":
      return value.given.some(isOfElements);
    case "fitting":
      return isOfElements(value.callee);
    case "section":
      return [value.left, value.right].some((side) => side !== undefined && isOfElements(side));
    default:
      return false; // an array's terms are of its own sources
  }
}
