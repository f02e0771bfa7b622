import { exponentialMovingAverageCall } from "../recurrences/exponential-moving-average.ts";
import { linearRecurrenceCall } from "../recurrences/linear-recurrence.ts";
import { blockOffsetSteps, givenWindows, movingSumSteps } from "../recurrences/moving-sum.ts";
import { runningMaxCall } from "../recurrences/running-max.ts";
import { runningMinCall } from "../recurrences/running-min.ts";
import { inFloats } from "./reduction-rules.ts";
import { given, inputRule, type Options, ruleOf, type TemplateCall, typed } from "./rule.ts";

const WINDOW = ["window", "operator", "expression", "accumulate"];
const AVERAGE = ["alpha", "initial", "expression", "accumulate"];

export const RECURRENCE_RULES = {
  runningMax: inputRule(["direction"], runningMaxCall),
  runningMin: inputRule(["direction"], runningMinCall),
  linearRecurrence: ruleOf({
    types: ["offset"],
    options: ["scale", "initial", "expression"],
    arguments: ({ offset, scale }) => [
      typed("offset", offset),
      ...(scale === undefined ? [typed("scale", offset, "offset")] : []),
    ],
    results: ({ offset }) => [typed("output", offset)],
    call: ({ offset, scale }, options) =>
      linearRecurrenceCall(
        { offset, scale: scale ?? options.scale },
        given(options, ["initial", "expression"]),
      ),
  }),
  exponentialMovingAverage: inputRule(
    AVERAGE,
    (input, options) => exponentialMovingAverageCall(input, options as never),
    inFloats,
  ),
  movingSum: inputRule(WINDOW, movingSumOf, ({ input, accumulate = input }) => [typed("output", accumulate)]),
} as const;

function movingSumOf(input: unknown, options: Options): TemplateCall {
  const windows = givenWindows(input, options as never);
  return {
    requests: [windows.given.request, windows.backward.request],
    *steps(on, elements) {
      return yield* movingSumSteps(on, windows, elements, yield* blockOffsetSteps(on, windows, elements));
    },
  };
}
