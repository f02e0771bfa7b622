import type { ConvertibleInput, HalfOutput, TypedInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, select } from "../../operators/term.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType, StorageType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { HalfType } from "../../values/halves.ts";
import { imageBits } from "../../values/total-order.ts";
import type { AlgorithmRow, PreparedCall } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { checkSome, someElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import { roundable } from "../rounded-call.ts";
import { resolveColumns } from "../serve.ts";
import { shortQuantile, shortQuantileBy, shortQuantiles } from "../short/ordered.ts";
import { type NamedType, type TemplateCall, typed } from "../template-rule.ts";
import { type QuantileMethod, quantileBetween, quantilePlace, ranksOf } from "./quantile-places.ts";
import { quantileSteps } from "./quantile-steps.ts";

interface TypeOption {
  readonly type?: StorageType | undefined; // what an input without a type of its own is read as
}

export interface QuantileOptions extends TypeOption {
  readonly method?: QuantileMethod | undefined; // default: 7, that of R and NumPy
}

/**
 * The quantiles of Hyndman and Fan: `out = (1 − w)·x[j] + w·x[j+1]`, with x the n elements in order, j = ⌊p⌋, w = p − j, and p between 0 and n − 1.
 *
 * Methods 4 to 9: p = n·q − 1, n·q − ½, (n+1)·q − 1, (n−1)·q, (n+⅓)·q − ⅔, (n+¼)·q − ⅝. Method 1: x[⌈n·q⌉ − 1]; 2: that, and where n·q is whole the
 * mean of it and the next; 3: the nearest, x[⌈n·q − ½⌉ − 1], and where n·q − ½ is whole and odd the next. Each operation rounds to f64, elements of
 * i64 and u64 first; f32 are computed in f64. Where w = 0 or x[j] = x[j+1] it is x[j]. A zero is +0; a NaN anywhere makes all NaN.
 *
 * Elements are selected, not sorted, all quantiles at once: work O(n).
 *
 * @throws EmptyInputError for nothing
 * @throws InvalidArgumentError for a `q` outside [0, 1] and for a method that is none
 * @see Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996
 */
export interface Quantile<When extends "now" | "later"> {
  (
    input: TypedInput | ConvertibleInput,
    q: number,
    options: QuantileOptions & { readonly output: HalfType },
  ): Answer<When, number>;
  (
    input: TypedInput | ConvertibleInput,
    q: readonly number[],
    options: QuantileOptions & { readonly output: HalfOutput },
  ): Answer<When, Uint16Array>;
  (input: TypedInput, q: number, options?: QuantileOptions): Answer<When, number>;
  (input: TypedInput, q: readonly number[], options?: QuantileOptions): Answer<When, Float64Array>;
  (
    input: ConvertibleInput,
    q: number,
    options: QuantileOptions & { readonly type: StorageType },
  ): Answer<When, number>;
  (
    input: ConvertibleInput,
    q: readonly number[],
    options: QuantileOptions & { readonly type: StorageType },
  ): Answer<When, Float64Array>;
}

/** The call of `quantile`. */
export function quantileCall(
  input: unknown,
  q: unknown,
  options: { readonly type?: unknown; readonly method?: unknown } = {},
): Call<number | Float64Array> {
  checkOptionNames(options, ["type", "method"]);
  const { elements } = someElements(input, options.type);
  const method = givenMethod(options.method);
  return quantilesOf(elements, { shares: givenShares(q), isList: Array.isArray(q), method });
}

/** Quantiles that are asked for. */
interface AskedQuantiles {
  readonly shares: readonly number[];
  readonly isList: boolean; // for each a result, else one
  readonly method: QuantileMethod;
}

function quantilesOf(
  elements: ElementArray,
  { shares, isList, method }: AskedQuantiles,
): Call<number | Float64Array> {
  const places = shares.map((share) => quantilePlace(elements.length, share, method));
  const ranks = ranksOf(places);
  return {
    isMadeLast: true,
    input: [elements, Uint32Array.from([...ranks, elements.length - 1])],
    steps: (on, [vector, ends]) => elementsAtSteps(on, vector, ranks, ends),
    result([found]) {
      const isNan = Number.isNaN(found[ranks.length]);
      const at = (rank: number) => found[ranks.indexOf(rank)];
      const quantiles = places.map(({ rank, next, weight }) =>
        isNan ? Number.NaN : quantileBetween(at(rank), weight === 0 ? at(rank) : at(next), weight),
      );
      return isList ? Float64Array.from(quantiles) : quantiles[0];
    },
  };
}

/** Quantiles prepared: `q` and `method` as `quantile` takes them. */
export function preparedQuantiles(q: unknown, given?: unknown): PreparedCall<number | Float64Array> {
  const asked = { shares: givenShares(q), isList: Array.isArray(q), method: givenMethod(given) };
  const { shares, isList, method } = asked;
  return {
    composition: `x = the elements in order; result = quantile of x at ${shares.join(", ")} by method ${method}`,
    short: (_on, elements) =>
      isList ? shortQuantiles(elements, shares, method) : shortQuantileBy(elements, shares[0], method),
    call: (elements) => quantilesOf(checkSome(elements), asked),
  };
}

/** The elements at some ranks of their order, which are `ends` but for its last: the last element of all, a NaN if there is one. */
function* elementsAtSteps<Vector>(
  on: Primitives<Vector>,
  elements: Vector,
  ranks: readonly number[],
  ends: Vector,
): Steps<readonly Vector[]> {
  const ranked = on.ranked?.(elements, ranks);
  if (ranked !== undefined) return [yield* done(ranked)];
  const order = { isDescending: false, bits: [0, imageBits(on.typeOf(elements))] } as const;
  const { keys } = yield* done(on.sort(elements, [], order));
  return yield* done(on.gather([keys], ends));
}

/** The shares that are asked for: of one number one. @throws InvalidArgumentError */
export function givenShares(q: unknown): readonly number[] {
  return Array.isArray(q) ? Array.from(q, (each, i) => checkShare(`q[${i}]`, each)) : [checkShare("q", q)];
}

/** One of the nine, by default the seventh. @throws InvalidArgumentError */
export function givenMethod(method: unknown): QuantileMethod {
  return checkInteger("method", method ?? 7, 1, 9) as QuantileMethod;
}

function checkShare(argument: string, given: unknown): number {
  if (typeof given === "number" && given >= 0 && given <= 1) return given;
  throw new InvalidArgumentError(argument, "a number from 0 to 1", describe(given));
}

/** What a device gives. */
export const inDoubles = (): readonly NamedType[] => [typed("output", "f64")];

/** `quantile(input, q, { method? })` gives a quantile, or one for each of an array, by one of the nine methods of Hyndman and Fan */
export const quantile: AlgorithmRow = {
  call: /* @__PURE__ */ roundable(quantileCall),
  short: shortQuantile,
  prepared(_type, given) {
    checkOptionNames(given, ["q", "method"]);
    return preparedQuantiles(given.q, given.method);
  },
  template: {
    options: ["q", "method"],
    results: inDoubles,
    call: ({ input }, { q, method }) => quantileOfColumn(input, q, method),
  },
};

/** Quantiles of a column whose length is yet to come: by its order, since nobody knows which ranks to select. */
export function quantileOfColumn(input: unknown, q: unknown, asMethod?: unknown): TemplateCall {
  const { type } = someElements(input);
  const method = givenMethod(asMethod);
  const asked = Float64Array.from(givenShares(q));
  const largest = resolveColumns({ operator: "max" }, "reduce", type);
  return {
    *steps(on, [elements]) {
      const most = yield* done(on.reduce(largest, [elements]));
      const order = { isDescending: false, bits: [0, imageBits(type)] } as const;
      const { keys: ordered } = yield* done(on.sort(elements, [], order));
      const shares = on.place(asked);
      const starts = yield* done(on.fill("u32", 0, asked.length));
      const [lengths, mosts] = yield* done(on.gather([yield* done(on.lengthOf(elements)), ...most], starts));
      const quantiles = yield* quantileSteps(on, ordered, { starts, lengths, shares }, method);
      return yield* done(on.map([UNLESS_NAN(type)], [quantiles, mosts]));
    },
  };
}

/** A NaN anywhere, which is the largest then, makes it NaN. */
const UNLESS_NAN = /* @__PURE__ */ perType((type: ElementType) => {
  const largest = left(type, 1);
  return select(binary("equal", largest, largest), left("f64", 0), constant("f64", Number.NaN));
});
