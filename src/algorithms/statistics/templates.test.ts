import fc from "fast-check";
import { expect, test } from "vitest";
import { anyColumn, anyElementType, anyLength } from "../../../test/algorithms/arbitraries.ts";
import {
  counts,
  input,
  record,
  rowOf,
  templatePrimitives,
  testTemplates,
  thirds,
} from "../../../test/algorithms/template-rows.ts";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError } from "../../values/errors.ts";
import { columnType } from "../../values/value-types.ts";
import { algorithmTemplate } from "../algorithm-template.ts";
import { runCall } from "../run-call.ts";
import { groupedDescribeCall } from "./grouped-describe.ts";
import { logSumExpCall } from "./log-sum-exp.ts";
import { medianCall } from "./median.ts";
import { quantileCall } from "./quantile.ts";
import { softmaxCall } from "./softmax.ts";

const METHODS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const none = new Float32Array(0);

/** A device gives quantiles as a column, and the call one or several from the elements that it selects. */
function quantileRow(options: object, column: ElementArray, call: ReturnType<typeof quantileCall>) {
  const result = (found: Parameters<typeof call.result>[0]) => {
    const quantiles = call.result(found);
    return { output: typeof quantiles === "number" ? Float64Array.of(quantiles) : quantiles };
  };
  return rowOf({ input: columnType(column), ...options }, [column], { ...call, result }, ["output"]);
}

testTemplates("statistics", {
  logSumExp: [
    rowOf({ input: "f32" }, [thirds], logSumExpCall(thirds)),
    rowOf({ input: "f32", accumulate: "f64" }, [thirds], logSumExpCall(thirds, { accumulate: "f64" })),
    rowOf({ input: "f32" }, [none], logSumExpCall(none)),
  ],
  softmax: [
    rowOf({ input: "f64" }, [input], softmaxCall(input)),
    rowOf({ input: "f32" }, [thirds], softmaxCall(thirds)),
    rowOf({ input: "f32" }, [none], softmaxCall(none)),
  ],
  groupedDescribe: [
    rowOf({ keys: "u32", values: "f64" }, [record.b, input], groupedDescribeCall(record.b, input)),
    rowOf(
      { keys: "f64", values: "u32", correction: 1, method: 2 },
      [input, counts],
      groupedDescribeCall(input, counts, { correction: 1, method: 2 }),
    ),
  ],
  median: [quantileRow({}, input, medianCall(input)), quantileRow({}, thirds, medianCall(thirds))],
  quantile: [
    quantileRow({ q: 0.3 }, thirds, quantileCall(thirds, 0.3)),
    quantileRow({ q: [0, 0.1, 1], method: 3 }, record.b, quantileCall(record.b, [0, 0.1, 1], { method: 3 })),
  ],
});

/** Elements as they come, and few of them, so that positions are whole or halfway. */
const columns = anyElementType.chain((type) => anyColumn(type, fc.oneof(anyLength, fc.nat(9))));
const shares = fc.array(
  fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(0, 1 / 8, 1 / 4, 1 / 3, 1 / 2, 3 / 4, 1),
  ),
  { minLength: 1, maxLength: 5 },
);

test.each(METHODS)(
  "quantiles by method %i of a column as long as the device says are those of the call",
  (method) => {
    fc.assert(
      fc.property(columns, shares, (column, q) => {
        if (column.length === 0) return;
        const template = algorithmTemplate("quantile", { input: columnType(column), q, method });
        const [found] = template.record(templatePrimitives, [column], q.length);
        expect(found).toEqual(runCall(javascriptPrimitives(), quantileCall(column, q, { method })));
      }),
      { seed: 2611 },
    );
  },
);

test("what is wrong is known when a template is made, and nothing when it is recorded", () => {
  const template = algorithmTemplate("median", { input: "f64" });
  expect(() => template.record(templatePrimitives, [new Float64Array(0)], 1)).toThrow(EmptyInputError);
  for (const options of [{ q: 1.5 }, { q: [0, "half"] }, { q: 0.5, method: 10 }, {}]) {
    expect(() => algorithmTemplate("quantile", { input: "f64", ...options })).toThrow(InvalidArgumentError);
  }
  expect(() => algorithmTemplate("groupedDescribe", { keys: "u32", values: "f64", method: 0 })).toThrow(
    '"method"',
  );
  expect(() => algorithmTemplate("softmax", { input: "f32", accumulate: "f32" as never, axis: 0 })).toThrow(
    /axis/,
  );
});
