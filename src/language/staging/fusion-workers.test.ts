import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { ofRuns } from "../../../test/extent.ts";
import {
  ENTRIES,
  EXPRESSIONS,
  elementsOf,
  entriesUnder,
  TYPES,
  textFor,
} from "../../../test/helpers/language/folds.ts";
import { workersHere } from "../../../test/helpers/workers/workers.ts";
import { testPrograms } from "../../../test/language/test-programs.ts";
import { runCallLaterOn, runCallOn } from "../../algorithms/run-call.ts";
import type { AlgorithmExecutor, FusingExecutor } from "../../executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { openPool, type Pool } from "../../executors/workers/pool.ts";
import type { PoolSetting } from "../../executors/workers/pool-core.ts";
import { KEPT_GRAIN } from "../../executors/workers/primitives/run-fusion.ts";
import { parseExpression } from "../../expressions/parse.ts";
import { UnsupportedError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { ArrayProgram } from "../array-program.ts";
import type { Data } from "../evaluation/data.ts";
import { parseProgram } from "../text/parse-program.ts";

const PIECE = 64;
const plain = algorithmsWasmExecutor();
const pools: Pool[] = [];

async function open(setting: Partial<PoolSetting> = {}): Promise<FusingExecutor<ColumnArray>> {
  const pool = await openPool({
    count: 3,
    start: workersHere(),
    shortest: 0,
    pieceLength: PIECE,
    ...setting,
  });
  pools.push(pool);
  return pool.executor();
}

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

describe("folds of elements that workers compute as they are needed", () => {
  it.each(TYPES)("have the bits of the interpreter and of columns between: %s", async (type) => {
    const program = new ArrayProgram(parseProgram(textFor(type)));
    const workers = await open();
    for (const length of type === "f64" ? [0, 1, 31, PIECE - 1, PIECE, PIECE + 1, 300] : [1, 2 * PIECE + 1]) {
      const input = [elementsOf(type, length)];
      for (const entry of ENTRIES) {
        const expected = length < 40 ? program.interpret(entry, input) : runPlain(program, entry, input);
        const actual = await runCallLaterOn(workers, program.callOf(entry, input));
        expect({ entry, length, actual }).toEqual({ entry, length, actual: expected });
      }
    }
  });

  it("have them in random programs", async () => {
    const workers = await open({ pieceLength: 2 });
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(testPrograms(3), async ({ text, input }) => {
        const program = new ArrayProgram(parseProgram(text));
        const expected = program.interpret("main", [input]);
        try {
          expect(await runCallLaterOn(workers, program.callOf("main", [input]))).toEqual(expected);
          ran++;
        } catch (error) {
          if (!(error instanceof UnsupportedError)) throw error;
        }
      }),
      { seed: 2026, numRuns: 100 },
    );
    expect(ran).toBeGreaterThan(ofRuns(70));
    expect(workers.fusionCounts.elements).toBeGreaterThan(ofRuns(50));
  });

  it("have them where pieces begin among kept elements that were counted together", async () => {
    const program = new ArrayProgram(parseProgram(textFor("f64")));
    const workers = await open({ pieceLength: 2 * KEPT_GRAIN });
    for (const length of [KEPT_GRAIN + 1, 5 * KEPT_GRAIN - 1]) {
      const input = [elementsOf("f64", length)];
      for (const entry of [
        "mapped",
        "prefixes",
        "before",
        "keptSum",
        "keptScan",
        "keptBefore",
        "indexScan",
      ]) {
        const actual = await runCallLaterOn(workers, program.callOf(entry, input));
        expect({ entry, length, actual }).toEqual({ entry, length, actual: runPlain(program, entry, input) });
      }
    }
  });

  it.each(EXPRESSIONS)("keep a named expression: %s", async (name) => {
    const expression = parseExpression(name);
    const program = new ArrayProgram(parseProgram(textFor("f64")));
    const workers = await open();
    const input = [elementsOf("f64", 777)];
    for (const entry of entriesUnder(name)) {
      const actual = await runCallLaterOn(workers, program.callOf(entry, input, { expression }));
      const expected = runCallOn(plain, program.callOf(entry, input, { expression }));
      expect({ entry, actual }).toEqual({ entry, actual: expected });
    }
  });

  it("make no column between, and count what they take", async () => {
    const program = new ArrayProgram(parseProgram(textFor("i32")));
    const length = 5000;
    const input = [elementsOf("i32", length)];
    for (const [entry, kept] of [
      ["mapped", length],
      ["keptSum", (input[0] as Int32Array).filter((x) => x > 1).length],
    ] as const) {
      const workers = await open();
      const watched = watch(workers);
      await runCallLaterOn(watched.executor, program.callOf(entry, input));
      expect({ entry, longest: watched.longest() }).toEqual({ entry, longest: 1 });
      expect(workers.fusionCounts).toEqual({ elements: length, kept });
    }
    // A scan makes what it gives, and nothing else.
    const workers = await open();
    const watched = watch(workers);
    const result = await runCallLaterOn(watched.executor, program.callOf("keptScan", input));
    expect(watched.longest()).toBe((result as Int32Array).length);
    expect((result as Int32Array).length).toBeLessThan(length);
    expect(workers.fusionCounts).toEqual({ elements: length, kept: watched.longest() });
  });

  it("are of this thread where they are short or have no pieces, and fused there", async () => {
    const program = new ArrayProgram(parseProgram(textFor("f64")));
    const workers = await open({ shortest: 1e6 });
    const input = [elementsOf("f64", 10_000)];
    for (const entry of ["keptSum", "keptScan"]) {
      const actual = await runCallLaterOn(workers, program.callOf(entry, input));
      expect(actual).toEqual(runPlain(program, entry, input));
    }
    expect(workers.fusionCounts.elements).toBe(20_000);
  });
});

function runPlain(program: ArrayProgram, entry: string, input: readonly ColumnArray[]): Data {
  return runCallOn(plain, program.callOf(entry, input));
}

/** The executor, and how long the longest column was that its primitives have made. */
function watch(executor: AlgorithmExecutor<ColumnArray>): {
  readonly executor: AlgorithmExecutor<ColumnArray>;
  readonly longest: () => number;
} {
  let longest = 0;
  const look = (made: unknown): void => {
    if (ArrayBuffer.isView(made)) longest = Math.max(longest, (made as ColumnArray).length);
    else if (typeof made === "object" && made !== null) Object.values(made).forEach(look);
  };
  return {
    executor: {
      ...executor,
      openPrimitives(signal) {
        const on = executor.openPrimitives(signal);
        return new Proxy(on, {
          get(target, name) {
            const member: unknown = Reflect.get(target, name, target);
            if (typeof member !== "function" || ["place", "take", "typeOf"].includes(String(name)))
              return member;
            return async (...given: readonly unknown[]): Promise<unknown> => {
              const made: unknown = await member.apply(target, given);
              look(made);
              return made;
            };
          },
        });
      },
    },
    longest: () => longest,
  };
}
