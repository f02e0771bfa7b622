import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementScalar, ElementType, Scalar } from "../../values/element-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { someElements } from "../given-elements.ts";
import { resolveColumns } from "../serve.ts";
import { typed } from "../template-rule.ts";
import type { ExtremeOptions } from "./first-of-extreme.ts";

/** The smallest and the largest element. */
interface Extremes<Value> {
  readonly min: Value;
  readonly max: Value;
}

/**
 * The smallest and the largest element: `out = { min: min(input), max: max(input) }`.
 *
 * As the operators `min` and `max` have it: a NaN is both, and −0 is less than +0. Work 2n, span O(log n).
 *
 * @throws EmptyInputError for nothing
 */
export interface MinMax<When extends "now" | "later"> {
  <Input extends ElementArray>(input: Input): Answer<When, Extremes<ElementScalar<ElementTypeOf<Input>>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: { readonly type: Type },
  ): Answer<When, Extremes<ElementScalar<Type>>>;
}

/** The call of `minMax`. */
export function minMaxCall(input: unknown, options: ExtremeOptions = {}): Call<Extremes<Scalar>> {
  checkOptionNames(options, ["type"]);
  const { type, elements } = someElements(input, options.type);
  return {
    input: [elements],
    *steps(on, vectors) {
      const [smallest] = yield* done(on.reduce(resolveColumns({ operator: "min" }, "reduce", type), vectors));
      const [largest] = yield* done(on.reduce(resolveColumns({ operator: "max" }, "reduce", type), vectors));
      return [smallest, largest];
    },
    result: ([smallest, largest]) => ({ min: smallest[0], max: largest[0] }),
  };
}

/** `minMax(input)` gives `{ min, max }` */
export const minMax: AlgorithmRow = {
  call: minMaxCall,
  template: { results: ({ input }) => [typed("min", input), typed("max", input)] },
};
