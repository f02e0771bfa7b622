// Every function that combines floats takes a level, and its bits are those of the expression that it says it went by.
import { describe, expect, it } from "vitest";
import type { AlgorithmRow } from "../../src/algorithms/algorithm-row.ts";
import { ALGORITHM_ROWS } from "../../src/algorithms/algorithm-rows.ts";
import {
  algorithmsOn,
  javascriptExecutor,
  mean,
  median,
  prepareAlgorithm,
  softmax,
  wasmExecutor,
} from "../../src/algorithms.ts";
import type { Achieved } from "../../src/contracts/levels.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import { MATRIX_ROWS } from "../../src/matrices/matrix-rows.ts";
import { wasmExecutor as matricesExecutor, matricesOn } from "../../src/matrices.ts";
import { InvalidArgumentError } from "../../src/values/errors.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import {
  ALGORITHM_CALLS as ALGORITHMS,
  type CallTable,
  MATRIX_CALLS as MATRICES,
  x,
  y,
} from "./combining-calls.ts";
import { differenceOf } from "./difference.ts";

type Functions = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;
type Asked = { readonly achieved: (name: never, ...given: readonly unknown[]) => Achieved };

/** Of one function at one level: what it says, its bits, and those of the expression that it names. */
async function answerOf(on: Asked, plain: unknown, name: string, table: CallTable, determinism: string) {
  const [given, options = {}] = table[name];
  const asked = [...given, { ...options, determinism }];
  const achieved = on.achieved(name as never, ...asked);
  const value = await (on as unknown as Functions)[name](...asked);
  const named = achieved.expression === "none" ? options : { ...options, expression: achieved.expression };
  const expected = (plain as Functions)[name](...given, named);
  const own = (plain as Functions)[name](...given, options);
  return {
    achieved,
    difference: differenceOf(value, expected),
    isOther: differenceOf(value, own) !== undefined,
  };
}

const LEVELS = ["everywhere", "run-to-run", "runToRun", "notGuaranteed"];
const javascript = { algorithms: algorithmsOn(javascriptExecutor), matrices: matricesOn(javascriptExecutor) };

describe("a function that combines floats", () => {
  it.each([
    ["algorithms", ALGORITHMS, javascript.algorithms, algorithmsOn(wasmExecutor())],
    ["matrices", MATRICES, javascript.matrices, matricesOn(matricesExecutor())],
  ] as const)(
    "of %s has at each level the bits of the expression that it names",
    async (_, table, plain, wasm) => {
      const others = new Set<string>();
      for (const name of Object.keys(table)) {
        for (const level of LEVELS) {
          const found = await answerOf(plain, plain, name, table, level);
          expect(found.difference, `${name} ${level}`).toBeUndefined();
          expect(found.achieved.executor).toBe("javascript");
          if (level === "everywhere") expect(found.achieved.determinism).toBe("everywhere");
          if (found.isOther) others.add(name);
          const everywhere = await answerOf(wasm, plain, name, table, level);
          expect(everywhere).toMatchObject({ difference: undefined, isOther: false });
          expect(everywhere.achieved).toMatchObject({ determinism: "everywhere", executor: "wasm" });
        }
      }
      // Where nothing but an addition of floats could be freed, another tree shows.
      for (const name of ["sum", "mean", "variance", "dot", "norm", "squaredDistance"])
        expect(others).toContain(name);
    },
  );

  it("is in these tables", () => {
    const combine = Object.entries(ALGORITHM_ROWS).filter(([, { template }]: [string, AlgorithmRow]) =>
      template?.options?.includes("expression"),
    );
    const names = combine.map(([name]) => name);
    expect([...names, "histogram"].sort()).toEqual(Object.keys(ALGORITHMS).sort());
    const rest = Object.keys(MATRIX_ROWS).filter((name) => !(name in MATRICES));
    expect(rest.sort()).toEqual(NOT_COMBINED);
    for (const name of rest) {
      const call = javascript.matrices[name as "sort"] as (...given: readonly unknown[]) => unknown;
      expect(() => call({ array: x, shape: [20, 30] }, { axis: 1, determinism: "runToRun" }), name).toThrow(
        InvalidArgumentError,
      );
    }
  });

  it("refuses what is no level, and an expression where nothing is guaranteed", () => {
    for (const [name, [given, options]] of Object.entries(ALGORITHMS)) {
      const call = javascript.algorithms[name as "sum"] as (...given: readonly unknown[]) => unknown;
      expect(() => call(...given, { ...options, determinism: "rum-to-run" })).toThrow(
        '"determinism" must be one of',
      );
      if (name === "histogram") continue;
      const both = { ...options, determinism: "notGuaranteed", expression: "left-fold" };
      expect(() => call(...given, both), name).toThrow('"expression" must be left out');
    }
  });

  it("is everywhere on workers, which free no expression that has a name", async () => {
    const pool = await openPool({ count: 2, start: workersHere(), shortest: 0 });
    const functions = algorithmsOn({ executor: pool.executor() });
    const options = { determinism: "notGuaranteed" } as const;
    expect(functions.achieved("dot", x, y, options)).toEqual({
      determinism: "everywhere",
      executor: "workers",
      expression: "block-dyadic:32",
    });
    expect(await functions.dot(x, y, options)).toBe(javascript.algorithms.dot(x, y));
    await pool.close();
  });

  it("says what it meets where it is prepared", () => {
    const met = { determinism: "everywhere", executor: "wasm", expression: "block-dyadic:32" };
    const prepared = prepareAlgorithm(mean, { type: "f64", determinism: "runToRun" });
    expect(prepared.achieved).toEqual(met);
    expect(prepared.run(x)).toBe(mean(x));
    expect(prepareAlgorithm(softmax, { type: "f64", determinism: "runToRun" }).achieved).toEqual(met);
    expect(prepareAlgorithm(median, { type: "f64" }).achieved).toEqual({ ...met, expression: "none" });
    const wrong = { type: "f64", determinism: "rum-to-run" } as never;
    expect(() => prepareAlgorithm(mean, wrong)).toThrow('"determinism" must be one of');
  });
});

/** Functions over lines that move, order and count. */
const NOT_COMBINED = [
  ...["all", "any", "argMax", "argMin", "argsort", "count", "differences", "median", "minMax", "outer"],
  ...["quantile", "sort", "topK"],
];
