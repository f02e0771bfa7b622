import { expect, test } from "vitest";
import { ALGORITHM_ROWS } from "../../algorithms/algorithm-rows.ts";
import { algorithmsOn } from "../../algorithms/algorithms-on.ts";
import { algorithmsJavascriptExecutor } from "../../executors/javascript/primitives/javascript-primitives.ts";
import type { SynchronousAlgorithmExecutor } from "../../executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { matricesOn } from "../../matrices/matrices-on.ts";
import { MATRIX_ROWS } from "../../matrices/matrix-rows.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { FUNCTION_ROWS } from "./function-rows.ts";
import { type FunctionSubject, witnessFunctions } from "./witness-functions.ts";

function subject(executor: SynchronousAlgorithmExecutor): FunctionSubject {
  return { executor: executor.name, algorithms: algorithmsOn(executor), matrices: matricesOn(executor) };
}

/** Functions that the tests of `samebits/algorithms` and `samebits/matrices` hold to oracles, and no row here does. */
const WITHOUT_ROWS = {
  algorithms: [
    ...["filterIndices", "unique", "runLengthEncode", "runLengthDecode", "expand", "gather", "scatter"],
    ...["sortPairs", "sortBy", "merge", "searchSorted", "isSorted"],
    ...["segmentOffsets", "segmentLengths", "segmentIds", "headFlags", "segmentedReduce", "segmentedSort"],
    ...["segmentedInclusiveScan", "segmentedExclusiveScan", "reduceByKey", "scanByKey", "groupBy"],
    "joinByKey",
    ...["reduceByIndex", "histogram", "reduceCommutative", "linearRecurrence", "exponentialMovingAverage"],
    ...["movingSum", "hillisSteele", "workEfficientScan", "contractionReduce", "radixBitStep"],
    ...["radixDigitStep", "filterByScan"],
  ],
  matrices: [
    ...["inclusiveScan", "exclusiveScan", "minMax", "sort", "argsort", "summedAreaTable"],
    ...["sum", "variance", "standardDeviation", "norm", "argMin", "argMax", "count", "any", "all"],
    ...["median", "quantile", "logSumExp", "softmax", "dot", "squaredDistance", "covariance", "correlation"],
    ...["topK", "differences", "cumulativeProduct"],
  ],
};

const javascript = subject(algorithmsJavascriptExecutor);
const wasm = subject(algorithmsWasmExecutor());

test.each([1, 2, 97, 300])("every call of %i elements has the bits of its definition", async (length) => {
  const { rows, summary } = await witnessFunctions([javascript, wasm], { length });
  expect(rows.filter(({ verdict }) => verdict !== "PASS")).toEqual([]);
  const inputs = 2 * 3 + 4; // three kinds of floats, one of integers
  expect(summary).toBe(`${2 * inputs * FUNCTION_ROWS.length} PASS, 0 FAIL, 0 refused`);
});

test.each([
  ["algorithms", Object.keys(ALGORITHM_ROWS)],
  ["matrices", Object.keys(MATRIX_ROWS)],
] as const)("every function of samebits/%s has a row, or is named here", (room, names) => {
  const witnessed = FUNCTION_ROWS.filter((row) => row.room === room).map(({ name }) => name);
  expect([...new Set([...witnessed, ...WITHOUT_ROWS[room]])].sort()).toEqual([...names].sort());
  expect(witnessed.filter((name) => WITHOUT_ROWS[room].includes(name))).toEqual([]);
});

test("a function that is wrong in a bit fails, and what is refused does not", async () => {
  const nearly: FunctionSubject = {
    executor: "nearly",
    algorithms: {
      ...javascript.algorithms,
      argMax: () => -0,
      median: () => {
        throw new UnsupportedError("median", "this executor has none", "take another");
      },
      dot: () => {
        throw new Error("dropped it");
      },
    },
  };
  const { rows, passed, failCount, refusedCount } = await witnessFunctions([nearly]);
  const failed = rows.filter(({ verdict }) => verdict === "FAIL");
  expect(new Set(failed.map(({ call }) => call))).toEqual(new Set(["argMax", "dot"]));
  expect(failed[0].message).toMatch(/^expected f64:[0-9a-f]{16}, got f64:8000000000000000$|dropped it/);
  expect({ passed, failCount, refusedCount }).toEqual({ passed: false, failCount: 20, refusedCount: 10 });
  expect(rows.some(({ call }) => call.startsWith("matrices"))).toBe(false);
});

test("a limit takes calls evenly", async () => {
  const { rows } = await witnessFunctions([{ ...javascript, callLimit: 20 }]);
  expect(rows).toHaveLength(20);
  expect(new Set(rows.map(({ call }) => call)).size).toBeGreaterThan(9);
  expect(new Set(rows.map(({ input }) => input)).size).toBeGreaterThan(4);
});

test("hashes are the same with every run, and others with another seed", async () => {
  const hashes = async (seed?: bigint) =>
    (await witnessFunctions([javascript], { length: 33, seed })).rows.map(({ hash }) => hash);
  expect(await hashes()).toEqual(await hashes(2026n));
  expect(await hashes(7n)).not.toEqual(await hashes());
});

test.each<[unknown, object, RegExp]>([
  [7, {}, /"subjects"/],
  [[{ executor: "none", algorithms: {} }], {}, /"subjects.algorithms.sum" must be a function, got undefined/],
  [[javascript], { length: 0 }, /"length" must be .*, got 0/],
  [[javascript], { lenght: 7 }, /lenght/],
])("bad input %#", async (subjects, options, message) => {
  await expect(witnessFunctions(subjects as never, options)).rejects.toThrow(message);
});
