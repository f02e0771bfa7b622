import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ConvertibleInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { max, min } from "../../operators/built-in.ts";
import { argBy } from "../../operators/combinators/arg-by.ts";
import { binary, bitcast, constant, left, select, type Term, unary } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  extremes,
} from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { someElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import { indices } from "../template-rule.ts";

export interface ExtremeOptions {
  readonly type?: ElementType | undefined; // what an input without a type of its own is read as
}

/** A function of an input, which gives the index of one element. */
interface IndexOf<When extends "now" | "later"> {
  (input: ElementArray): Answer<When, number>;
  (input: ConvertibleInput, options: { readonly type: ElementType }): Answer<When, number>;
}

/**
 * The index of the first largest element: `out = the least i with input[i] = max(input)`.
 *
 * In the order of the operator `max`: a NaN wins, and −0 is less than +0. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/notes/what-scans-are-for.md (Blelloch 1990)
 */
export type ArgMax<When extends "now" | "later"> = IndexOf<When>;

/**
 * The index of the first smallest element: `out = the least i with input[i] = min(input)`.
 *
 * In the order of the operator `min`: a NaN wins, and −0 is less than +0. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/notes/what-scans-are-for.md (Blelloch 1990)
 */
export type ArgMin<When extends "now" | "later"> = IndexOf<When>;

/** The calls of `argMax` and `argMin`: the index of the first extreme, by the order of the operator. */
function firstOfExtremeCall(extreme: "max" | "min") {
  return (input: unknown, options: ExtremeOptions = {}): Call<number> => {
    checkOptionNames(options, ["type"]);
    const { type, elements } = someElements(input, options.type);
    return {
      input: [elements],
      *steps(on, [vector]) {
        return [yield* firstOfExtremeSteps(on, extreme, type, vector)];
      },
      result: ([index]) => Number(index[0]),
    };
  };
}

export const argMaxCall = /* @__PURE__ */ firstOfExtremeCall("max");
export const argMinCall = /* @__PURE__ */ firstOfExtremeCall("min");

/** u32: the index of the first extreme; at least one element. */
function* firstOfExtremeSteps<Vector>(
  on: Primitives<Vector>,
  extreme: "max" | "min",
  type: ElementType,
  vector: Vector,
): Steps<Vector> {
  const { rank, contract } = RANKINGS[extreme](type);
  const ranks = rank.kind === "left" ? [vector] : yield* done(on.map([rank], [vector]));
  const [, index] = yield* done(on.reduce(contract, [...ranks, yield* done(on.iota(vector))]));
  return index;
}

interface Ranking {
  readonly rank: Term; // of an element
  readonly contract: ColumnContract; // over ranks and indices
}

/** An operator of records and its contract take longer to make than most calls to run. */
const RANKINGS = {
  max: perType((type: ElementType) => rankingOf(type, "max")),
  min: perType((type: ElementType) => rankingOf(type, "min")),
};

function rankingOf(type: ElementType, extreme: "max" | "min"): Ranking {
  const rank = rankTerm(type, extreme);
  const operator = argBy([extreme === "max" ? max : min, rank.type as ElementType]);
  return { rank, contract: resolveColumns({ operator }, "reduce") };
}

/** Integers in whose order the extreme of floats is found: −0 before +0, and a NaN beyond all. Integers are their own. */
function rankTerm(type: ElementType, extreme: "max" | "min"): Term {
  if (!ELEMENT_TYPE_FACTS[type].isFloat) return left(type);
  const integer = type === "f64" ? "i64" : "i32";
  const { smallest, largest } = extremes(integer);
  const value = left(type);
  const bits = bitcast(integer, value);
  const isNegative = binary("less", bits, constant(integer, type === "f64" ? 0n : 0));
  // A negative float is the larger the smaller its magnitude is: all bits but the sign's change.
  const rank = select(isNegative, binary("xor", bits, constant(integer, largest)), bits);
  const isNan = unary("not", binary("equal", value, value));
  return select(isNan, constant(integer, extreme === "max" ? largest : smallest), rank);
}

/** `argMax(input)` gives the index of the first largest element */
export const argMax: AlgorithmRow = { call: argMaxCall, template: { results: indices } };

/** `argMin(input)` gives the index of the first smallest element */
export const argMin: AlgorithmRow = { call: argMinCall, template: { results: indices } };
