import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import type { Fold } from "../../executors/primitives.ts";
import { binary, constant, convert, left, right, select, type Term, unary } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { resolveColumns } from "../serve.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, floatSum, inFloats } from "./float-elements.ts";
import { type FoldCall, foldCall, pass, perContract } from "./fold.ts";
import { square } from "./spread.ts";

interface NormOptions extends FloatSumOptions {
  readonly p?: 1 | 2 | typeof Number.POSITIVE_INFINITY | undefined; // default: 2
}

/**
 * The norm: for `p: 2`, the default, `out = √(Σ(input[i]·s)²) / s`; for 1 `Σ|input[i]|`; for Infinity `max |input[i]|`.
 *
 * `s` is a power of two: 1 where the largest magnitude is from 2⁻⁴⁶⁰ to 2⁴⁹⁵ (f32: 2⁻³⁰ to 2⁴⁷), else one that brings it there, so that squares neither
 * overflow nor vanish: the result is infinite only where the norm is beyond the largest float. Products, squares, sums, root and quotient are rounded one
 * by one; types, `accumulate` and `expression` as in `mean`. A NaN makes it NaN, else an infinity infinite. Of nothing it is 0.
 * Work O(n), span O(log n); for 2 the input is read twice.
 *
 * @throws InvalidArgumentError for another `p`
 */
export interface Norm<When extends "now" | "later"> {
  (input: TypedInput, options?: NormOptions): Answer<When, number>;
  (
    input: ConvertibleInput,
    options: NormOptions & { readonly type: NonNullable<NormOptions["type"]> },
  ): Answer<When, number>;
}

/** The call of `norm`. */
export function normCall(input: unknown, options: NormOptions = {}): FoldCall<number> {
  checkOptionNames(options, [...FLOAT_SUM_OPTIONS, "p"]);
  const folds = foldsOf(options.p);
  const { type, elements } = givenElements(input, options.type);
  const { contract } = floatSum(type, options);
  return foldCall({
    fold: folds(contract, type),
    input: [elements],
    nothing: [0],
    value: (row) => Number(row[0]),
  });
}

function foldsOf(p: unknown = 2): ReturnType<typeof perContract> {
  if (p === 2) return EUCLIDEAN;
  if (p === 1) return OF_MAGNITUDES;
  if (p === Number.POSITIVE_INFINITY) return LARGEST;
  throw new InvalidArgumentError("p", "1, 2 or Infinity", describe(p));
}

function magnitude(float: ElementType, type: ElementType): Term {
  return unary("abs", convert(float, left(type)));
}

function ofOnePass(contract: ColumnContract, type: ElementType, float: ElementType): Fold {
  return {
    columns: [type],
    parameters: [],
    passes: [pass([[contract, magnitude(float, type)]])],
    results: [right(float, 1)],
  };
}

const OF_MAGNITUDES = /* @__PURE__ */ perContract((contract, type) =>
  ofOnePass(contract, type, contract.sums[0] as ElementType),
);

const LARGEST = /* @__PURE__ */ perContract((contract, type) => {
  const float = contract.sums[0] as ElementType;
  return ofOnePass(resolveColumns({ operator: "max" }, "reduce", float), type, float);
});

const EUCLIDEAN = /* @__PURE__ */ perContract((contract, type) => {
  const float = contract.sums[0] as ElementType;
  const largest = resolveColumns({ operator: "max" }, "reduce", float);
  // Scalars: count, largest magnitude, scale, sum.
  const scaled = binary("multiply", convert(float, left(type)), right(float, 2));
  return {
    columns: [type],
    parameters: [],
    passes: [
      pass([[largest, magnitude(float, type)]], [scaleOf(float, right(float, 1))]),
      pass([[contract, square(scaled)]]),
    ],
    results: [binary("divide", unary("sqrt", right(float, 3)), right(float, 2))],
  };
});

/**
 * Powers of two by the largest magnitude, below a limit each: with them all sums of up to 2^32 squares are finite, and squares that vanish are of elements without
 * a bit in the result. For most inputs it is 1, which rounds nothing.
 */
const SCALES = {
  f64: [
    [2 ** -460, 2 ** 620],
    [2 ** 495, 1],
    [Number.POSITIVE_INFINITY, 2 ** -530],
  ],
  f32: [
    [2 ** -90, 2 ** 115],
    [2 ** -30, 2 ** 60],
    [2 ** 47, 1],
    [Number.POSITIVE_INFINITY, 2 ** -81],
  ],
} as const;

function scaleOf(float: ElementType, largest: Term): Term {
  const scales = SCALES[float as "f64" | "f32"];
  const [, last] = scales[scales.length - 1]; // of infinities and NaNs too
  return scales.slice(0, -1).reduceRight<Term>(
    (beyond, [limit, scale]) => {
      return select(binary("less", largest, constant(float, limit)), constant(float, scale), beyond);
    },
    constant(float, last),
  );
}

/** `norm(input, { p? })` gives the length of a vector, neither overflowing nor losing subnormals; with `p: 1` or `p: Infinity` the sum or the largest of the magnitudes */
export const norm: AlgorithmRow = {
  call: normCall,
  foldOf: 1,
  template: { options: ["expression", "accumulate", "p"], results: inFloats },
};
