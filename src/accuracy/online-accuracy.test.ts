import { describe, expect, test } from "vitest";
import { generateSumData } from "../conformance/data/sum-data.ts";
import { sumsJavascriptExecutor } from "../executors/javascript/sums-javascript-executor.ts";
import { sumsWasmExecutor } from "../executors/wasm/sums-wasm-executor.ts";
import { bisection } from "../expressions/expression.ts";
import { accuracyOf } from "./accuracy-of.ts";
import { ACCURACY_EXPRESSIONS } from "./asked-contracts.ts";
import { onlineAccuracy } from "./online-accuracy.ts";

describe.each([sumsJavascriptExecutor, sumsWasmExecutor()])("on $name", (executor) => {
  test.each([
    { type: "f64", accumulate: "f64" },
    { type: "f32", accumulate: "f32" },
    { type: "f32", accumulate: "f64" },
  ] as const)(
    "terms of $type in chunks, summed in $accumulate, have the row of all of them",
    async (types) => {
      for (const length of [1, 2, 97, 4099]) {
        const input = generateSumData({ kind: "gen-sum", type: types.type, length, seed: 26n });
        for (const expression of ACCURACY_EXPRESSIONS) {
          const { rows } = await accuracyOf(executor, input, {
            expressions: [expression],
            accumulate: types.accumulate,
          });
          const running = onlineAccuracy(executor, { ...types, expression });
          for (let start = 0; start < length; start += 50) running.push(input.subarray(start, start + 50));
          expect([running.value()]).toEqual(rows);
          running.close();
        }
      }
    },
  );
});

test("refuses what has no sum, or none online", () => {
  const executor = sumsWasmExecutor();
  const running = onlineAccuracy(executor, { type: "f64" });
  expect(() => running.value()).toThrow("at least one element");
  expect(() => running.push(Float32Array.of(1))).toThrow('"chunk" must be a typed array of f64');
  expect(() => running.push(Float64Array.of(1, Number.NaN))).toThrow("NaN at 1");
  running.close();
  expect(() => onlineAccuracy(executor, { type: "f64", expression: bisection })).toThrow(/bisection/);
  expect(() => onlineAccuracy(executor, { type: "i32" } as never)).toThrow('"type" must be one of f64, f32');
});
