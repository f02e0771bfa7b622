import type {
  ConvertibleInput,
  ElementTypeOf,
  RoundedOptions,
  SumOf,
  TypedInput,
} from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, left, right } from "../../operators/term.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType, StorageType } from "../../values/element-types.ts";
import { MOST_ELEMENTS } from "../../values/index-array.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import { roundable } from "../rounded-call.ts";
import { shortDifferences, shortDifferencesOf } from "../short/moved.ts";

/** Beyond it binomial coefficients, which stand in a difference of a high order, have no place in 64 bits. */
const HIGHEST_ORDER = 64;

interface DifferencesOptions {
  readonly order?: number | undefined; // how often differences are taken, at most 64; default: 1
}

/**
 * From each element to the next: `out[i] = input[i+1] − input[i]`, one less than there are elements; with an `order` of them again, so often.
 *
 * Each difference rounds once, to the type of the input; integers wrap. A NaN makes the differences with it NaN, ∞ − ∞ is NaN, x − x is +0. Of no more than `order` elements there is none.
 * The inverse of a running sum where nothing rounds. Work O(n · order).
 *
 * @throws InvalidArgumentError for an order that is no integer from 0 to 64
 */
export interface Differences<When extends "now" | "later"> {
  (
    input: TypedInput | ConvertibleInput,
    options: DifferencesOptions & RoundedOptions,
  ): Answer<When, Uint16Array>;
  <Input extends TypedInput>(
    input: Input,
    options?: DifferencesOptions,
  ): Answer<When, ElementArray<ElementTypeOf<Input>>>;
  <Type extends StorageType>(
    input: ConvertibleInput,
    options: DifferencesOptions & { readonly type: Type },
  ): Answer<When, ElementArray<SumOf<Type>>>;
}

/** The call of `differences`. */
export function differencesCall(
  input: unknown,
  options: { readonly order?: unknown; readonly type?: unknown } = {},
): Call<ElementArray> {
  checkOptionNames(options, ["order", "type"]);
  const { type, elements } = givenElements(input, options.type);
  return differencesOf(elements, type, givenOrder(options.order));
}

function differencesOf(elements: ElementArray, type: ElementType, order: number): Call<ElementArray> {
  return {
    input: [elements],
    *steps(on, [vector]) {
      let found = vector;
      for (let taken = 0; taken < order; taken++) found = yield* differenceSteps(on, found, type, 1);
      return [found];
    },
    result: ([found]) => found as ElementArray,
  };
}

/** 1 unless given. @throws InvalidArgumentError */
export function givenOrder(order: unknown = 1): number {
  return checkInteger("order", order, 0, HIGHEST_ORDER);
}

const DIFFERENCE = /* @__PURE__ */ perType((type: ElementType) =>
  binary("subtract", left(type), right(type)),
);

/** Each element less the one that stands `lag` before it. */
export function* differenceSteps<Vector>(
  on: Primitives<Vector>,
  vector: Vector,
  type: ElementType,
  lag: number,
): Steps<Vector> {
  const later = yield* done(on.slice(vector, lag, MOST_ELEMENTS));
  const earlier = yield* done(on.slice(vector, 0, -lag));
  const [found] = yield* done(on.map([DIFFERENCE(type)], [later], [earlier]));
  return found;
}

/** `differences(input, { order? })` gives from each element to the next what is between them */
export const differences: AlgorithmRow = {
  call: /* @__PURE__ */ roundable(differencesCall),
  short: shortDifferences,
  prepared(type, given) {
    checkOptionNames(given, ["order"]);
    const order = givenOrder(given.order);
    return {
      composition: `result[i] = input[i + 1] - input[i], ${order} times`,
      short: (_on, elements) => shortDifferencesOf(elements, order),
      call: (elements) => differencesOf(elements, type, order),
    };
  },
  template: { options: ["order"] },
};
