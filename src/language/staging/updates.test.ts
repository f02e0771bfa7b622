import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workersHere } from "../../../test/helpers/workers/workers.ts";
import { runCallOn } from "../../algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../executors/javascript/primitives/fusing-javascript-executor.ts";
import type { SynchronousAlgorithmExecutor } from "../../executors/primitives.ts";
import { fusingWasmExecutor } from "../../executors/wasm/primitives/fusing-wasm-executor.ts";
import { openPool } from "../../executors/workers/pool.ts";
import { compile, runOn } from "../../language.ts";

const PROGRAM = compile(`
entry written (n: i64) (xs: []i32): []i32 = loop ys = xs for i < n do ys with [i % length ys] = i32.i64 (i * i)
entry running (xs: []i64): []i64 = loop ys = xs for i < length xs - 1 do ys with [i + 1] = ys[i] + ys[i + 1]
entry before (xs: []i32): ([]i32, []i32, []i32) =
  let ys = loop ys = xs for i < length xs do ys with [i] = 7
  let zs = loop zs = ys for i < length xs do if i % 2 == 0 then zs with [i] = -1 else zs
  in (xs, ys, zs)
entry branches (xs: []i32): ([]i32, []i32, []i32, i32) =
  let one = xs with [0] = 10
  let two = one with [1] = 11
  let three = one with [1] = 12
  in (two, three, one, two[1] * 100 + three[1] * 10 + one[1])
entry pairs (xs: [](i32, bool)): [](i32, bool) =
  loop ps = xs for i < length xs do let (x, flag) = ps[0] in ps with [i] = (x + i32.i64 i, !flag)
entry outside (xs: []i32): []i32 = loop ys = xs for i < 5 do ys with [i] = 1
`);

/** An executor that tells what was copied to be changed: calls, and elements. */
function counting<Executor extends SynchronousAlgorithmExecutor>(executor: Executor) {
  const copied = { calls: 0, elements: 0 };
  const openPrimitives: SynchronousAlgorithmExecutor["openPrimitives"] = () => {
    const on = executor.openPrimitives();
    return {
      ...on,
      scatter(columns, indices, into) {
        copied.calls++;
        for (const { length } of into) copied.elements += length;
        return on.scatter(columns, indices, into);
      },
    };
  };
  return { copied, executor: { ...executor, openPrimitives } };
}

describe("arrays that are changed an element at a time", () => {
  for (const on of [fusingJavascriptExecutor, fusingWasmExecutor()]) {
    it(`are copied once for as many changes as they have elements: ${on.name}`, () => {
      const { copied, executor } = counting(on);
      const xs = new Int32Array(1100);
      const run = (entry: string, operands: readonly unknown[]) => {
        copied.calls = 0;
        return runCallOn(executor, PROGRAM.callOf(entry, operands));
      };
      for (const n of [1100n, 700n, 700n]) {
        expect(run("written", [n, xs])).toEqual(PROGRAM.interpret("written", [n, xs]));
        expect(copied.calls).toBe(1);
      }
      expect(run("written", [3300n, xs])).toEqual(PROGRAM.interpret("written", [3300n, xs]));
      expect(copied.calls).toBe(3);
      const numbers = BigInt64Array.from({ length: 300 }, (_, i) => BigInt(i));
      expect(run("running", [numbers])).toEqual(PROGRAM.interpret("running", [numbers]));
      expect(copied.calls).toBe(1);
      expect(xs.every((x) => x === 0)).toBe(true);
    });

    it(`are what they were where somebody looks at a version before: ${on.name}`, () => {
      const xs = Int32Array.of(1, 2, 3, 4, 5);
      for (const entry of ["before", "branches"]) {
        for (const _ of [1, 2]) {
          expect(runCallOn(on, PROGRAM.callOf(entry, [xs]))).toEqual(PROGRAM.interpret(entry, [xs]));
        }
      }
      const pairs = [Int32Array.of(1, 2, 3), Uint8Array.of(1, 0, 1)];
      expect(runCallOn(on, PROGRAM.callOf("pairs", [pairs]))).toEqual(PROGRAM.interpret("pairs", [pairs]));
      expect(() => runCallOn(on, PROGRAM.callOf("outside", [Int32Array.of(1, 2)]))).toThrow("got index 2");
      expect(xs).toEqual(Int32Array.of(1, 2, 3, 4, 5));
    });
  }

  it("are so in programs drawn at random, on plain loops, wasm and workers", async () => {
    const pool = await openPool({ count: 2, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 4 });
    const executors = [fusingJavascriptExecutor, fusingWasmExecutor(undefined, 0)];
    try {
      await fc.assert(
        fc.asyncProperty(updatePrograms, async (text) => {
          const program = compile(text);
          const xs = Int32Array.of(3, 1, 4, 1);
          const expected = program.interpret("main", [xs]);
          for (const on of executors) {
            for (const _ of [1, 2])
              expect(runCallOn(on, program.callOf("main", [xs])), text).toEqual(expected);
          }
          expect(await runOn({ executor: pool.executor() }, program, "main", [xs]), text).toEqual(expected);
        }),
        { seed: 2027, numRuns: 200 },
      );
    } finally {
      await pool.close();
    }
  });
});

/** Versions of an array, each of any before, by changes, by loops of them and by what looks at all; all of them are given in the end. */
const updatePrograms = fc
  .array(fc.tuple(fc.nat(), fc.nat(5), fc.nat(3), fc.nat(3), fc.integer({ min: -9, max: 9 })), {
    minLength: 1,
    maxLength: 7,
  })
  .map((steps) => {
    const names = ["xs"];
    const lines = steps.map(([of, kind, place, other, value], k) => {
      const from = names[of % names.length];
      const version = `v${k}`;
      names.push(version);
      const made = [
        `${from} with [${place}] = ${value}`,
        `${from} with [${place}] = ${from}[${other}] + ${value}`,
        `loop ys = ${from} for i < ${place + 1} do ys with [i] = ys[${other}] - i32.i64 i`,
        `map (+ ${value}) (${from} with [${place}] = ${from}[${other}])`,
        `(let ys = ${from} with [${place}] = ${value} in loop zs = ys for i < 3 do if zs[i] > 2 then zs with [i] = ys[${other}] else zs)`,
        `scatter ${from} [${place}i64, ${other}] [${value}, ${from}[${place}]]`,
      ][kind];
      return `let ${version} = ${made}`;
    });
    const given = names.length > 1 ? `(${names.join(", ")})` : names[0];
    return `entry main (xs: []i32) =\n  ${lines.join("\n  ")}\n  in ${given}`;
  });
