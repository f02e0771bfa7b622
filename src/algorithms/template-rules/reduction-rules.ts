import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, right, select } from "../../operators/term.ts";
import { ELEMENT_TYPE_FACTS, type ElementType } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { done, type Steps } from "../call.ts";
import { allCall } from "../reductions/all.ts";
import { anyCall } from "../reductions/any.ts";
import { argMaxCall } from "../reductions/arg-max.ts";
import { argMinCall } from "../reductions/arg-min.ts";
import { countCall } from "../reductions/count.ts";
import { dotCall } from "../reductions/dot.ts";
import { floatSum } from "../reductions/float-elements.ts";
import { meanCall } from "../reductions/mean.ts";
import { minMaxCall } from "../reductions/min-max.ts";
import { reduceCommutativeCall } from "../reductions/reduce-commutative.ts";
import { varianceCall } from "../reductions/variance.ts";
import {
  CONTRACT,
  given,
  indices,
  inputRule,
  type NamedType,
  type Options,
  predicateRule,
  ruleOf,
  type TemplateSteps,
  typed,
} from "./rule.ts";

const FLOAT_SUM = ["expression", "accumulate"];
const DOT = ["expression", "accumulate"];

/** What floats are averaged in. */
export const inFloats = ({ input, accumulate }: Options): readonly NamedType[] => {
  const type = floatSum(input as ElementType, { accumulate: accumulate as "f64" | undefined });
  return [typed("output", type.accumulate)];
};

export const REDUCTION_RULES = {
  argMin: inputRule([], argMinCall, indices),
  argMax: inputRule([], argMaxCall, indices),
  minMax: inputRule([], minMaxCall, ({ input }) => [typed("min", input), typed("max", input)]),
  mean: inputRule(FLOAT_SUM, meanCall, inFloats),
  variance: inputRule([...FLOAT_SUM, "correction"], varianceCall, inFloats),
  dot: ruleOf({
    types: ["input"],
    options: DOT,
    arguments: ({ input }) => [typed("left", input), typed("right", input, "left")],
    results: ({ input, accumulate = input }) => [typed("output", accumulate)],
    call: (columns, options) => {
      const call = dotCall(columns.left, columns.right, given(options, DOT));
      const { input, accumulate = input } = options;
      return { ...call, steps: zeroOfNothing(call.steps, accumulate as ElementType) };
    },
  }),
  count: predicateRule(indices, countCall),
  any: predicateRule(indices, anyCall),
  all: predicateRule(indices, allCall),
  reduceCommutative: inputRule(
    ["commutative", ...CONTRACT],
    reduceCommutativeCall,
    ({ input, accumulate = input }) => [typed("output", accumulate)],
  ),
} as const;

/** A sum where there may be nothing to add, which may be known on a device alone. */
function zeroOfNothing(sumSteps: TemplateSteps, type: ElementType): TemplateSteps {
  const zero = ELEMENT_TYPE_FACTS[type].isBigInt ? 0n : 0;
  const isNothing = binary("equal", right("u32"), constant("u32", 0));
  const total = select(isNothing, constant(type, zero), left(type));
  return function* <Vector>(
    on: Primitives<Vector>,
    input: readonly Vector[],
    room: number,
  ): Steps<readonly Vector[]> {
    try {
      const sums = yield* sumSteps(on, input, room);
      return yield* done(on.map([total], sums, [yield* done(on.lengthOf(input[0]))]));
    } catch (error) {
      if (error instanceof EmptyInputError) return [yield* done(on.fill(type, zero, 1))];
      throw error;
    }
  };
}
