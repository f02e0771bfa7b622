import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differenceOf } from "../../../test/algorithms/difference.ts";
import { isLong, ofRuns } from "../../../test/extent.ts";
import { programsOfScalars } from "../../../test/language/test-programs.ts";
import { runCallLater, runCallOn } from "../../algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../executors/javascript/primitives/fusing-javascript-executor.ts";
import type { Primitives, SynchronousAlgorithmExecutor } from "../../executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { fusingWasmExecutor } from "../../executors/wasm/primitives/fusing-wasm-executor.ts";
import { compile } from "../../language.ts";
import { SamebitsError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { ArrayProgram } from "../array-program.ts";
import { tapesOf } from "./tape.ts";

const EXECUTORS: readonly SynchronousAlgorithmExecutor[] = [
  fusingJavascriptExecutor,
  fusingWasmExecutor(undefined, 0),
  algorithmsWasmExecutor(),
];

describe("a program keeps its staging", () => {
  it("for operands of one shape, whatever their elements and the scalars that it does not look at", () => {
    const program = compile("entry main (a: f64) (xs: []f64) = reduce (+) 0 (map (\\x -> a * x + a) xs)");
    const counts = countsOf(program);
    for (const a of [2, -3.5, Number.NaN, 0]) {
      const input = [a, Float64Array.of(1, 2, a)];
      expect(outcome(program, EXECUTORS[1], input)).toEqual({ value: program.interpret("main", input) });
    }
    expect(counts).toEqual({ staged: 1, followed: 3 });
    outcome(program, EXECUTORS[1], [2, Float64Array.of(1, 2)]);
    expect(counts).toEqual({ staged: 2, followed: 3 });
  });

  it("and by the bits of scalars that it looks at, in the operands or computed", () => {
    const program = compile(`
      entry main (n: f64) (xs: []f64): f64 =
        if 1 / n > 0 then reduce (+) n xs else if reduce f64.max 0 xs > 2 then n else 1`);
    const counts = countsOf(program);
    const run = (n: number, x: number) => outcome(program, EXECUTORS[0], [n, Float64Array.of(1, x)]).value;
    expect([run(0, 1), run(-0, 1), run(-0, 3), run(5, 7)]).toEqual([2, 1, -0, 8]);
    expect(counts).toEqual({ staged: 3, followed: 1 }); // 0 and 5 are positive alike
    expect([run(0, 9), run(-0, 0), run(-1, 4)]).toEqual([10, 1, -1]);
    expect(counts).toEqual({ staged: 3, followed: 4 });
  });

  it("with errors found, and told as before", () => {
    const text = "entry main (n: i32) (xs: []i32) = map (\\x -> xs[x + n]) xs";
    const program = compile(text);
    const counts = countsOf(program);
    const inputs = [0, 0, 1, 5, 0, 9].map((n) => [n, Int32Array.of(1, 0, n === 5 ? -1 : 1)]);
    for (const input of inputs) {
      expect(outcome(program, EXECUTORS[1], input)).toEqual(outcome(compile(text), EXECUTORS[1], input));
    }
    expect(counts).toEqual({ staged: 3, followed: 3 });
  });

  it("in a graph of primitives that give promises", async () => {
    const program = compile("entry main (n: i32) (xs: []i32) = filter (\\x -> x > n) xs");
    const counts = countsOf(program);
    for (const n of [1, 1, 2, 1]) {
      const input = [n, Int32Array.of(3, 1, 2)];
      const value = await runCallLater(promising(), program.callOf("main", input));
      expect(value).toEqual(program.interpret("main", input));
    }
    expect(counts).toEqual({ staged: 2, followed: 2 });
  });

  it("and hands on what an executor throws, an abort or a lost worker, without beginning again", async () => {
    const program = compile("entry main (xs: []i32) = reduce (+) 0 xs");
    const input = [Int32Array.of(3, 1, 2)];
    expect(await runCallLater(promising(), program.callOf("main", input))).toBe(6);
    let calls = 0;
    const lost = {
      ...promising(),
      reduce: () => {
        calls++;
        return Promise.reject(new Error("lost"));
      },
    };
    await expect(runCallLater(lost, program.callOf("main", input))).rejects.toThrow("lost");
    expect(calls).toBe(1);
    expect(countsOf(program)).toEqual({ staged: 1, followed: 0 });
  });

  it("in no more than so many steps: a longer program is staged again", () => {
    const program = compile("entry main (xs: []i32) = loop ys = xs for i < 3000 do scan (+) 0 ys");
    const counts = countsOf(program);
    const input = [Int32Array.of(1, 2)];
    const [first, second] = [1, 2].map(() => outcome(program, EXECUTORS[0], input));
    expect(second).toEqual(first);
    expect(counts).toEqual({ staged: 2, followed: 0 });
  });

  it("so that random programs give the same bits and the same errors, kept or not, and nothing is staged twice", () => {
    const operands = fc.tuple(
      fc.constantFrom(-1, 0, 1, 2, 7),
      fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 3 }).map((items) => Int32Array.from(items)),
    );
    const seen = { values: 0, errors: 0, followed: 0 };
    fc.assert(
      fc.property(programsOfScalars(3), fc.array(operands, { minLength: 1, maxLength: 6 }), (text, runs) => {
        const program = compile(text);
        const counts = countsOf(program);
        for (const executor of EXECUTORS) {
          for (const input of runs) {
            const fresh = outcome(compile(text), executor, input);
            const kept = outcome(program, executor, input);
            expect(differenceOf(kept.value, fresh.value), text).toBeUndefined();
            expect(kept.error, text).toBe(fresh.error);
            const { staged } = counts;
            expect(outcome(program, executor, input)).toEqual(fresh);
            if (fresh.error === undefined) {
              seen.values++;
              expect(counts.staged, text).toBe(staged);
            } else seen.errors++;
          }
        }
        seen.followed += counts.followed;
      }),
      { seed: 2026, numRuns: isLong ? 5000 : 150 },
    );
    expect(seen.values).toBeGreaterThan(ofRuns(500));
    expect(seen.errors).toBeGreaterThan(ofRuns(50));
    expect(seen.followed).toBeGreaterThan(ofRuns(seen.values)); // more than each one's second run
  });
});

function countsOf({ typed }: ArrayProgram) {
  return tapesOf(typed).counts;
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: string;
}

function outcome(
  program: ArrayProgram,
  executor: SynchronousAlgorithmExecutor,
  input: readonly unknown[],
): Outcome {
  try {
    return { value: runCallOn(executor, program.callOf("main", input)) };
  } catch (error) {
    if (!(error instanceof SamebitsError)) throw error;
    return { error: `${error.name}: ${error.message}` };
  }
}

/** Primitives that give promises of what JavaScript computes. */
function promising(): Primitives<ColumnArray> {
  return new Proxy(fusingJavascriptExecutor.openPrimitives(), {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function" || ["place", "release", "typeOf"].includes(String(name)))
        return member;
      return async (...given: readonly unknown[]): Promise<unknown> => member.apply(target, given);
    },
  });
}
