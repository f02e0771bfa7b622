import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import type { Answer, Call } from "../algorithms/call.ts";
import { allCall, anyCall, countCall } from "../algorithms/reductions/count-flags.ts";
import type { FoldCall } from "../algorithms/reductions/fold.ts";
import { type ElementFunction, isElementFunction } from "../operators/element-function.ts";
import { describe } from "../values/describe.ts";
import type { ElementArray } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type GivenLineOptions, type LineOptions, lineFoldCall } from "./fold-call.ts";
import { givenMatrix, type Matrix } from "./matrix.ts";
import type { AnyMatrix, TypeOfMatrix } from "./matrix-types.ts";

/** Results of lines that are true or false. */
interface Flags {
  readonly array: Uint8Array; // 1 where it is true
  readonly shape: readonly number[];
}

/** A function of a matrix and a predicate. */
type OfPredicate<When extends "now" | "later", Result> = <Given extends AnyMatrix>(
  A: Given,
  predicate: ElementFunction<TypeOfMatrix<Given>, "bool">,
  options: LineOptions,
) => Answer<When, Result>;

/**
 * For how many elements of each line of a matrix along `axis` a predicate holds, an element function such as fn`(x: f64) => x > 0`; of an empty line 0.
 *
 * Lines and shapes are as those of `reduce`.
 *
 * @throws InvalidArgumentError for an axis that is not there, or a predicate that does not fit the elements
 * @see docs/matrices.md
 */
export type CountAlong<When extends "now" | "later"> = OfPredicate<When, Matrix<Uint32Array>>;

/**
 * Whether a predicate holds for every element of each line of a matrix along `axis`: bytes 1 and 0. Of an empty line it is true.
 *
 * As `count` in all else.
 *
 * @throws InvalidArgumentError for an axis that is not there, or a predicate that does not fit the elements
 * @see docs/matrices.md
 */
export type AllAlong<When extends "now" | "later"> = OfPredicate<When, Flags>;

/**
 * Whether a predicate holds for at least one element of each line of a matrix along `axis`: bytes 1 and 0. Of an empty line it is false.
 *
 * As `count` in all else.
 *
 * @throws InvalidArgumentError for an axis that is not there, or a predicate that does not fit the elements
 * @see docs/matrices.md
 */
export type AnyAlong<When extends "now" | "later"> = OfPredicate<When, Flags>;

function predicateCall<Array>(
  callOf: (input: unknown, predicate: unknown) => FoldCall<unknown>,
  arrayOf: (column: ElementArray) => Array,
) {
  return (
    A: unknown,
    predicate: unknown,
    options: GivenLineOptions,
  ): Call<{ readonly array: Array; readonly shape: readonly number[] }> => {
    if (!isElementFunction(predicate)) {
      const expected = "an element function such as fn`(value: f64) => value > 0`";
      throw new InvalidArgumentError("predicate", expected, describe(predicate));
    }
    return lineFoldCall(
      {
        callOf: ([elements]) => callOf(elements, predicate),
        names: [],
        result: ([column], shape) => ({ array: arrayOf(column), shape }),
      },
      [givenMatrix("A", A)],
      options,
    );
  };
}

function bytesOf(column: ElementArray): Uint8Array {
  return Uint8Array.from(column as Uint32Array);
}

/** `count(A, predicate, { axis, keepAxes? })` gives for how many elements of each line the predicate holds */
export const count: AlgorithmRow = { call: /* @__PURE__ */ predicateCall(countCall, (column) => column) };

/** `all(A, predicate, { axis, keepAxes? })` gives whether it holds for every element of each line */
export const all: AlgorithmRow = { call: /* @__PURE__ */ predicateCall(allCall, bytesOf) };

/** `any(A, predicate, { axis, keepAxes? })` gives whether it holds for at least one element of each line */
export const any: AlgorithmRow = { call: /* @__PURE__ */ predicateCall(anyCall, bytesOf) };
