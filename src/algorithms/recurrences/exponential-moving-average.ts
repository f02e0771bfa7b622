import { checkOutput } from "../../contracts/check-columns.ts";
import type { ConvertibleInput, ElementTypeOf, RoundedOptions } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, right, select } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { isElement } from "../../values/convert.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { type FloatSumOptions, floatSteps, floatSum, inFloats } from "../reductions/float-elements.ts";
import { shortExponentialMovingAverage } from "../short/recurrences.ts";
import { affineContract, affineSteps } from "./linear-recurrence.ts";

/** What an average of a type is computed in: f32 in f32, where nothing else is said, all else in f64. */
type AverageType<Type extends ElementType, Sum extends "f64" | undefined> = [Sum] extends ["f64"]
  ? "f64"
  : Type extends "f32"
    ? "f32"
    : "f64";

interface MovingAverageOptions<
  Type extends ElementType = ElementType,
  Sum extends "f64" | undefined = "f64" | undefined,
> extends Omit<FloatSumOptions, "output"> {
  readonly type?: Type | undefined;
  readonly accumulate?: Sum;
  readonly alpha: number; // the weight of each new element, above 0 and at most 1
  readonly initial?: number | undefined; // out[−1]; default: none, and out[0] = input[0]
  readonly output?: ElementArray<AverageType<Type, Sum>> | undefined; // default: a fresh array
}

/**
 * The exponential moving average: `out[i] = (1 − alpha)·out[i−1] + alpha·input[i]`, which begins with `out[0] = input[0]`, or with an
 * `initial` value as `out[−1]`.
 *
 * f32 is averaged in f32, or with `accumulate: "f64"` in f64; all else in f64, integers converted first. Both weights are rounded to that type.
 * Solved as a scan of affine maps by the tree of `expression`, as `linearRecurrence`. Work O(n), span O(log n).
 *
 * @throws InvalidArgumentError for an alpha that is not above 0 and at most 1
 * @see Kogge and Stone 1973; Blelloch 1990
 */
export interface ExponentialMovingAverage<When extends "now" | "later"> {
  (
    input: ElementArray | ConvertibleInput,
    options: RoundedOptions & { readonly alpha: number },
  ): Answer<When, Uint16Array>;
  <Input extends ElementArray, Sum extends "f64" | undefined = undefined>(
    input: Input,
    options: MovingAverageOptions<ElementTypeOf<Input>, Sum>,
  ): Answer<When, ElementArray<AverageType<ElementTypeOf<Input>, Sum>>>;
  <Type extends ElementType, Sum extends "f64" | undefined = undefined>(
    input: ConvertibleInput,
    options: MovingAverageOptions<Type, Sum> & { readonly type: Type },
  ): Answer<When, ElementArray<AverageType<Type, Sum>>>;
}

const OPTIONS: readonly string[] = [
  "type",
  "alpha",
  "initial",
  "expression",
  "determinism",
  "accumulate",
  "output",
];

/** The call of `exponentialMovingAverage`. */
export function exponentialMovingAverageCall(
  input: unknown,
  options: MovingAverageOptions,
): Call<ElementArray> {
  checkOptionNames(options, OPTIONS);
  const { initial } = options;
  const alpha = checkAlpha(options.alpha);
  const { type, elements } = givenElements(input, options.type);
  const { float } = floatSum(type, options);
  if (initial !== undefined && !isElement(float, initial)) {
    throw new InvalidArgumentError("initial", `a number that ${float} has exactly`, describe(initial));
  }
  const contract = affineContract(float, options, initial);
  const output = options.output === undefined ? undefined : checkOutput(float, elements, options.output);
  const rounded = (value: number): number => (float === "f32" ? Math.fround(value) : value);
  const weights = [rounded(alpha), rounded(1 - alpha)] as const;
  return {
    input: [elements],
    requests: [{ contract, observation: "inclusive-scan", allowQuadratic: false }],
    *steps(on, [vector]) {
      const floats = yield* floatSteps(on, type, float, vector);
      const scale = yield* done(on.fill(float, weights[1], floats));
      const weight = yield* done(on.fill(float, weights[0], floats));
      const offset = yield* offsetSteps(on, float, [floats, weight], initial === undefined);
      return [yield* affineSteps(on, contract, scale, offset)];
    },
    output: [output],
    result: ([column]) => column as ElementArray,
  };
}

/** `alpha·input[i]`; at 0 the first element as it is, where the average begins with it. */
function* offsetSteps<Vector>(
  on: Primitives<Vector>,
  float: ElementType,
  [floats, weight]: readonly [floats: Vector, weight: Vector],
  isFirstWhole: boolean,
): Steps<Vector> {
  const weighed = binary("multiply", right(float), left(float));
  const isFirst = binary("equal", left("u32", 1), constant("u32", 0));
  const offset = isFirstWhole ? select(isFirst, left(float), weighed) : weighed;
  const columns = isFirstWhole ? [floats, yield* done(on.iota(floats))] : [floats];
  const [offsets] = yield* done(on.map([offset], columns, [weight]));
  return offsets;
}

function checkAlpha(given: unknown): number {
  if (typeof given === "number" && given > 0 && given <= 1) return given;
  throw new InvalidArgumentError("alpha", "a number above 0 and at most 1", describe(given));
}

/** `exponentialMovingAverage(input, { alpha, initial?, expression? })` gives `out[i] = (1 − alpha)·out[i−1] + alpha·input[i]` */
export const exponentialMovingAverage: AlgorithmRow = {
  call: exponentialMovingAverageCall,
  short: shortExponentialMovingAverage,
  template: { options: ["alpha", "initial", "expression", "accumulate"], results: inFloats },
};
