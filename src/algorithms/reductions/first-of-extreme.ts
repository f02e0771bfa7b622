import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import type { Fold } from "../../executors/primitives.ts";
import { max, min } from "../../operators/built-in.ts";
import { argBy } from "../../operators/combinators/arg-by.ts";
import { binary, bitcast, constant, left, right, select, type Term, unary } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementType,
  extremes,
  type StorageType,
} from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { someElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import { indices } from "../template-rule.ts";
import { type FoldCall, foldCall } from "./fold.ts";

export interface ExtremeOptions {
  readonly type?: StorageType | undefined; // what an input without a type of its own is read as
}

/** A function of an input, which gives the index of one element. */
interface IndexOf<When extends "now" | "later"> {
  (input: TypedInput): Answer<When, number>;
  (input: ConvertibleInput, options: { readonly type: StorageType }): Answer<When, number>;
}

/**
 * The index of the first largest element: `out = the least i with input[i] = max(input)`.
 *
 * In the order of the operator `max`: a NaN wins, and −0 is less than +0. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/what-scans-are-for.md (Blelloch 1990)
 */
export type ArgMax<When extends "now" | "later"> = IndexOf<When>;

/**
 * The index of the first smallest element: `out = the least i with input[i] = min(input)`.
 *
 * In the order of the operator `min`: a NaN wins, and −0 is less than +0. Work O(n), span O(log n).
 *
 * @throws EmptyInputError for nothing
 * @see docs/what-scans-are-for.md (Blelloch 1990)
 */
export type ArgMin<When extends "now" | "later"> = IndexOf<When>;

/** The calls of `argMax` and `argMin`: the index of the first extreme, by the order of the operator. */
function firstOfExtremeCall(extreme: "max" | "min") {
  return (input: unknown, options: ExtremeOptions = {}): FoldCall<number> => {
    checkOptionNames(options, ["type"]);
    const { type, elements } = someElements(input, options.type);
    return foldCall({ fold: FOLDS[extreme](type), input: [elements], value: (row) => Number(row[0]) });
  };
}

export const argMaxCall = /* @__PURE__ */ firstOfExtremeCall("max");
export const argMinCall = /* @__PURE__ */ firstOfExtremeCall("min");

/** An operator of records and its contract take longer to make than most calls to run. */
const FOLDS = {
  max: /* @__PURE__ */ perType((type: ElementType) => foldOf(type, "max")),
  min: /* @__PURE__ */ perType((type: ElementType) => foldOf(type, "min")),
};

/** Ranks with the numbers of their elements, of which the first wins. */
function foldOf(type: ElementType, extreme: "max" | "min"): Fold {
  const rank = rankTerm(type, extreme);
  const operator = argBy([extreme === "max" ? max : min, rank.type as ElementType]);
  const contract = resolveColumns({ operator }, "reduce");
  return {
    columns: [type],
    parameters: [],
    passes: [{ sums: [{ contract, lift: [rank, left("u32", 1)] }], made: [] }],
    results: [right("u32", 2)],
    firstOf: extreme,
  };
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
export const argMax: AlgorithmRow = { call: argMaxCall, foldOf: 1, template: { results: indices } };

/** `argMin(input)` gives the index of the first smallest element */
export const argMin: AlgorithmRow = { call: argMinCall, foldOf: 1, template: { results: indices } };
