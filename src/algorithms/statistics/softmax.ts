import type { ColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import type { ConvertibleInput, ElementTypeOf, RoundedOptions, TypedInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, left, right, type Term } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { perType } from "../per-type.ts";
import {
  FLOAT_SUM_OPTIONS,
  type FloatSumOptions,
  floatSteps,
  inFloats,
} from "../reductions/float-elements.ts";
import { resolveColumns } from "../serve.ts";
import { shortSoftmax } from "../short/exponentials.ts";
import { shiftedExponential, shiftOf, sumOfExponentials } from "./shifted-exponentials.ts";

/** Of f32 f32, where they are not summed in f64; of all else f64. */
type Shares<Type extends ElementType, Options> = ElementArray<
  Type extends "f32" ? (Options extends { readonly accumulate: "f64" } ? "f64" : "f32") : "f64"
>;

/**
 * The shares of exponentials: `out[i] = exp(input[i] − m) / Σ exp(input[j] − m)`, with `m` the largest element, or 0 where that is infinite.
 *
 * Differences, exponentials and quotients round once each, exponentials correctly; the sum has the tree of `expression`. Types, `accumulate` and
 * conversions as in `mean`. The output has the length of the input. A NaN makes all NaN; an ∞ has NaN, since ∞/∞ is, and all else 0; −∞ has 0, and alone
 * NaN. Work O(n), span O(log n). On a GPU in f32, which refuses f64.
 */
export interface Softmax<When extends "now" | "later"> {
  (input: TypedInput | ConvertibleInput, options: RoundedOptions): Answer<When, Uint16Array>;
  <
    Input extends TypedInput,
    Options extends Omit<FloatSumOptions, "output"> = Omit<FloatSumOptions, "output">,
  >(
    input: Input,
    options?: Options,
  ): Answer<When, Shares<ElementTypeOf<Input>, Options>>;
  <Type extends ElementType, Options extends Omit<FloatSumOptions, "output">>(
    input: ConvertibleInput,
    options: Options & { readonly type: Type },
  ): Answer<When, Shares<Type, Options>>;
}

/** The call of `softmax`. */
export function softmaxCall(input: unknown, options: FloatSumOptions = {}): Call<ElementArray> {
  checkOptionNames(options, FLOAT_SUM_OPTIONS);
  const { type, elements } = givenElements(input, options.type);
  return sharesOf(elements, type, sumOfExponentials(type, options));
}

/** The shares by a sum of exponentials. */
function sharesOf(elements: ElementArray, type: ElementType, sum: ColumnContract): Call<ElementArray> {
  const float = sum.sums[0] as ElementType;
  const largest = resolveColumns({ operator: "max" }, "reduce", float);
  return {
    input: [elements],
    requests: [sum, largest].map((contract) => ({
      contract,
      observation: "reduce" as const,
      allowQuadratic: false,
    })),
    *steps(on, [vector]) {
      const floats = yield* floatSteps(on, type, float, vector);
      try {
        const most = yield* done(on.reduce(largest, [floats]));
        const shifts = yield* done(on.map([SHIFT(float)], most));
        const powers = yield* withEachSteps(on, EXPONENTIAL(float), floats, shifts[0]);
        const [total] = yield* done(on.reduce(sum, [powers]));
        return [yield* withEachSteps(on, QUOTIENT(float), powers, total)];
      } catch (error) {
        if (!(error instanceof EmptyInputError)) throw error;
        return [floats];
      }
    },
    result: ([shares]) => shares as ElementArray,
  };
}

/** What each float is made of: of the largest element the shift, of an element its exponential, of that its share. */
export const SHIFT = /* @__PURE__ */ perType((float: ElementType) => shiftOf(float, left(float)));
export const EXPONENTIAL = /* @__PURE__ */ perType((float: ElementType) =>
  shiftedExponential(left(float), right(float)),
);
export const QUOTIENT = /* @__PURE__ */ perType((float: ElementType) =>
  binary("divide", left(float), right(float)),
);

function preparedText(sum: ColumnContract): string {
  const float = sum.sums[0] as ElementType;
  const largest = resolveColumns({ operator: "max" }, "reduce", float);
  return `s1 = reduce ${float}(input) by ${lineOf(largest)}
s2 = if abs(s1) == inf then 0 else s1
s3 = reduce exp(${float}(input) - s2) by ${lineOf(sum)}
result = exp(${float}(input) - s2) / s3`;
}

/** A term of each element and one scalar. */
function* withEachSteps<Vector>(
  on: Primitives<Vector>,
  term: Term,
  elements: Vector,
  scalar: Vector,
): Steps<Vector> {
  const zeros = yield* done(on.fill("u32", 0, elements));
  const [made] = yield* done(on.map([term], [elements], yield* done(on.gather([scalar], zeros))));
  return made;
}

/** `softmax(input, { expression?, accumulate? })` gives the share of each element's exponential in the sum of all */
export const softmax: AlgorithmRow = {
  call: softmaxCall,
  short: shortSoftmax,
  prepared(type, given) {
    checkOptionNames(given, ["expression", "determinism", "accumulate"]);
    const sum = sumOfExponentials(type, given as FloatSumOptions);
    const { requests } = sharesOf(newElementArray(type, 0), type, sum);
    const isPlain = given.expression === undefined && given.accumulate === undefined;
    return {
      composition: preparedText(sum),
      requests,
      short: isPlain
        ? (on, elements) =>
            shortSoftmax(on, elements, undefined, undefined, undefined) as ElementArray | undefined
        : undefined,
      call: (elements) => sharesOf(elements, type, sum),
    };
  },
  template: { options: ["expression", "accumulate"], results: inFloats },
};
