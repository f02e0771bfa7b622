import {
  counts,
  input,
  record,
  rowOf,
  testTemplates,
  thirds,
} from "../../../test/algorithms/template-rows.ts";
import { cumulativeProductCall } from "./cumulative-product.ts";
import { differencesCall } from "./differences.ts";
import { exponentialMovingAverageCall } from "./exponential-moving-average.ts";
import { linearRecurrenceCall } from "./linear-recurrence.ts";
import { movingSumCall } from "./moving-sum.ts";
import { runningMaxCall, runningMinCall } from "./running-extreme.ts";

testTemplates("recurrences", {
  runningMax: [rowOf({ input: "f64" }, [input], runningMaxCall(input))],
  runningMin: [
    rowOf({ input: "f64", direction: "backward" }, [input], runningMinCall(input, { direction: "backward" })),
  ],
  cumulativeProduct: [
    rowOf({ input: "f32" }, [thirds], cumulativeProductCall(thirds)),
    rowOf(
      { input: "u32", direction: "backward", accumulate: "u64" },
      [record.b],
      cumulativeProductCall(record.b, { direction: "backward", accumulate: "u64" }),
    ),
  ],
  differences: [0, 1, 3, 20].map((order) =>
    rowOf({ input: "f32", order }, [thirds], differencesCall(thirds, { order })),
  ),
  linearRecurrence: [
    rowOf({ offset: "u32" }, [record.b, counts], linearRecurrenceCall({ offset: record.b, scale: counts })),
    rowOf(
      { offset: "f32", scale: 0.5, initial: 8 },
      [thirds],
      linearRecurrenceCall({ offset: thirds, scale: 0.5 }, { initial: 8 }),
    ),
  ],
  exponentialMovingAverage: [
    rowOf({ input: "f32", alpha: 0.3 }, [thirds], exponentialMovingAverageCall(thirds, { alpha: 0.3 })),
    rowOf(
      { input: "u32", alpha: 0.3, initial: 1 },
      [record.b],
      exponentialMovingAverageCall(record.b, { alpha: 0.3, initial: 1 }),
    ),
  ],
  movingSum: [1, 2, 4, 5, 8, 9, 2 ** 40].flatMap((window) => [
    rowOf({ input: "f32", window }, [thirds], movingSumCall(thirds, { window })),
    rowOf(
      { input: "u32", window, operator: "max", accumulate: "u64" },
      [record.b],
      movingSumCall(record.b, { window, operator: "max", accumulate: "u64" }),
    ),
  ]),
});
