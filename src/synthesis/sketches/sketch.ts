import type { SourceText } from "../../text/source-text.ts";
import { type Brand, newBrand } from "../../values/brand.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { frozen } from "../../values/frozen.ts";
import type { IndexOperation } from "../programs/network-program.ts";

/** A partial program: phases of steps, or loops over two arrays, in which some expressions are holes with a declared set of terms. */
export interface Sketch {
  readonly origin: SourceText; // for what is found wrong with it later
  readonly functions: readonly SketchFunction[]; // of names that differ
  readonly copies: readonly SketchCopy[];
  readonly body: readonly SketchStatement[];
  readonly expectations: readonly SketchExpectation[];
  readonly hasPicks: boolean; // `!!` or `?? each`
}

const SKETCHES: Brand = newBrand("sketch");

/** A sketch that a text is. */
export function ownSketch(sketch: Sketch): Sketch {
  // The mark first: nothing can be added to what is frozen.
  return frozen(SKETCHES.mark(sketch));
}

/** Refuses what is no sketch. @throws InvalidArgumentError for what `parseSketch` has not made: names and terms of another object may be anything */
export function checkSketch(given: unknown): asserts given is Sketch {
  if (SKETCHES.has(given)) return;
  throw new InvalidArgumentError("sketch", "one that parseSketch has read", describe(given));
}

/** `f(i, j) = …;`: an expression over its parameters and the names that a run knows, such as N. */
export interface SketchFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: SketchTerm;
  readonly at: number;
}

/** `array out = inp;`: out begins as a copy of what was given as inp. */
export interface SketchCopy {
  readonly name: string;
  readonly from: string;
}

/** `at` is where it stands in the text, in UTF-16 units from its beginning. */
export type SketchTerm =
  | { readonly kind: "integer"; readonly value: number; readonly at: number }
  | { readonly kind: "variable"; readonly name: string; readonly at: number }
  | { readonly kind: "log"; readonly of: SketchTerm; readonly at: number }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly operands: readonly SketchTerm[];
      readonly at: number;
    }
  | {
      readonly kind: "binary";
      readonly operation: IndexOperation;
      readonly left: SketchTerm;
      readonly right: SketchTerm;
      readonly at: number;
    }
  | SketchHole;

/** `?? index`: an unknown sum of the members, each with a whole number as its coefficient. */
export interface SketchHole {
  readonly kind: "hole";
  readonly name: string; // that of the function it is the body of, or a number of its own
  readonly members: readonly SketchMember[];
  readonly isEach: boolean; // `?? each`, or `!!`: other coefficients for other values of the names that the function takes
  readonly at: number;
}

/** A term that a hole may use, and the range of its coefficient. */
export interface SketchMember {
  readonly term: SketchTerm;
  readonly lowest: number; // of its coefficient
  readonly highest: number;
}

/** A comparison of two terms; `at` as in terms. */
export interface SketchComparison {
  readonly comparison: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly left: SketchTerm;
  readonly right: SketchTerm;
  readonly at: number;
}

/** What stands in the body of a sketch or a loop. */
export type SketchStatement =
  | SketchLoop
  | {
      readonly kind: "if";
      readonly conditions: readonly SketchComparison[]; // all of them; a lone term is compared with 0
      readonly body: readonly SketchStatement[];
      readonly at: number;
    }
  | SketchUpdate;

/** A loop over the steps of a phase or, if `isParallel`, over the pairs of a step. */
export interface SketchLoop {
  readonly kind: "for";
  readonly isParallel: boolean;
  readonly variable: string;
  readonly start: SketchTerm;
  readonly comparison: "<" | "<=" | ">" | ">=";
  readonly bound: SketchTerm;
  readonly direction: "up" | "down";
  readonly steps?: readonly [from: number, to: number]; // of the example, both included: a phase that the user gives
  readonly body: readonly SketchStatement[];
  readonly at: number;
}

/** `to[destination] = from[source] + to[destination];` */
export interface SketchUpdate {
  readonly kind: "update";
  readonly to: string;
  readonly destination: SketchTerm;
  readonly from: string;
  readonly source: SketchTerm;
  readonly at: number;
}

/** `expect out = scan(inp);`: which elements of an array each element of another one is the sum of. */
export interface SketchExpectation {
  readonly array: string;
  readonly of: string;
  readonly ranges: "scan" | "reduce" | readonly (readonly [from: number, to: number])[]; // both included
  readonly at: number;
}
