import { describe, expect, it } from "vitest";
import {
  ENTRIES,
  EXPRESSIONS,
  elementsOf,
  entriesUnder,
  TYPES,
  textFor,
} from "../../../test/helpers/language/folds.ts";
import { runCallOn } from "../../algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../executors/javascript/primitives/fusing-javascript-executor.ts";
import { algorithmsJavascriptExecutor } from "../../executors/javascript/primitives/javascript-primitives.ts";
import type { Primitives, SynchronousAlgorithmExecutor } from "../../executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { fusingWasmExecutor } from "../../executors/wasm/primitives/fusing-wasm-executor.ts";
import { MAPPED_LENGTH } from "../../executors/wasm/primitives/mapped-chunks.ts";
import { parseExpression } from "../../expressions/parse.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";

const fusingWasm = fusingWasmExecutor(undefined, 0);
const PAIRS: readonly [string, SynchronousAlgorithmExecutor, SynchronousAlgorithmExecutor, number][] = [
  ["javascript", fusingJavascriptExecutor, algorithmsJavascriptExecutor, 4096],
  ["wasm", fusingWasm, algorithmsWasmExecutor(), MAPPED_LENGTH],
];

describe("folds of elements that are computed as they are needed", () => {
  it.each(TYPES)("have the interpreter's bits: %s", (type) => {
    const program = new ArrayProgram(parseProgram(textFor(type)));
    for (const length of [0, 1, 2, 31, 300]) {
      const input = [elementsOf(type, length)];
      for (const entry of ENTRIES) {
        const expected = program.interpret(entry, input);
        for (const [name, fusing] of PAIRS) {
          const actual = runCallOn(fusing, program.callOf(entry, input));
          expect({ name, entry, length, actual }).toEqual({ name, entry, length, actual: expected });
        }
      }
    }
  });

  it.each(PAIRS)("have the bits of columns between, where chunks meet: %s", (_, fusing, unfused, chunk) => {
    for (const [i, type] of TYPES.entries()) {
      const program = new ArrayProgram(parseProgram(textFor(type)));
      const lengths = [chunk - 1, chunk, chunk + 1, 2 * chunk + 1].filter(
        (_, k) => k === i % 4 || (i === 0 && k === 2),
      );
      for (const length of lengths) {
        const input = [elementsOf(type, length)];
        for (const entry of ENTRIES) {
          const expected = runCallOn(unfused, program.callOf(entry, input));
          const actual = runCallOn(fusing, program.callOf(entry, input));
          expect({ type, entry, length, actual }).toEqual({ type, entry, length, actual: expected });
        }
      }
    }
  });

  it.each(EXPRESSIONS)("keep a named expression: %s", (name) => {
    const expression = parseExpression(name);
    const program = new ArrayProgram(parseProgram(textFor("f64")));
    for (const entry of entriesUnder(name)) {
      const short = [elementsOf("f64", 100)];
      for (const [, fusing, unfused, chunk] of PAIRS) {
        const long = [elementsOf("f64", chunk + 77)];
        const fused = runCallOn(fusing, program.callOf(entry, short, { expression }));
        if (name !== "binned:3" && name !== "exact") {
          expect(fused).toEqual(program.interpret(entry, short, { expression }));
        }
        expect(fused).toEqual(runCallOn(unfused, program.callOf(entry, short, { expression })));
        expect(runCallOn(fusing, program.callOf(entry, long, { expression }))).toEqual(
          runCallOn(unfused, program.callOf(entry, long, { expression })),
        );
      }
    }
  });

  it("take columns in library memory where they lie", () => {
    const program = new ArrayProgram(parseProgram(textFor("f64")));
    const { array } = fusingWasm.allocate("f64", 20_000);
    array.set(elementsOf("f64", 20_000) as Float64Array);
    for (const entry of ENTRIES) {
      const actual = runCallOn(fusingWasm, program.callOf(entry, [array]));
      expect({ entry, actual }).toEqual({
        entry,
        actual: runCallOn(PAIRS[1][2], program.callOf(entry, [array.slice()])),
      });
    }
  });

  it.each(PAIRS)("make no column between: %s", (_, fusing, unfused) => {
    const program = new ArrayProgram(parseProgram(textFor("i32")));
    const length = 50_000;
    const input = [elementsOf("i32", length)];
    const longestOf = (on: SynchronousAlgorithmExecutor, entry: string): number => {
      const watched = watch(on);
      runCallOn(watched.executor, program.callOf(entry, input));
      return watched.longest();
    };
    const folded = ["mapped", "kept", "keptSum", "twice", "known", "indexed", "tests", "parity", "numbers"];
    for (const entry of folded) {
      expect({ entry, longest: longestOf(fusing, entry) }).toEqual({ entry, longest: 1 });
      expect({ entry, isLong: longestOf(unfused, entry) >= length / 2 }).toEqual({ entry, isLong: true });
    }
    // A scan makes what it gives, and nothing else.
    const result = runCallOn(fusing, program.callOf("keptScan", input)) as Int32Array;
    expect(longestOf(fusing, "keptScan")).toBe(result.length);
    expect(result.length).toBeLessThan(length);
  });

  it.each(PAIRS)(
    "make what is mapped and kept at once, and of slices no copies: %s",
    (_, fusing, unfused) => {
      const program = new ArrayProgram(parseProgram(textFor("i32")));
      const length = 50_000;
      const input = elementsOf("i32", length);
      for (const entry of ["madeKept", "madeNumbers"]) {
        const result = runCallOn(fusing, program.callOf(entry, [input])) as Int32Array;
        const watched = watch(fusing);
        runCallOn(watched.executor, program.callOf(entry, [input]));
        expect({ entry, longest: watched.longest() }).toEqual({ entry, longest: result.length });
        expect(result.length).toBeLessThan(length);
      }
      const made = (on: SynchronousAlgorithmExecutor, entry: string): readonly string[] => {
        const watched = watch(on);
        runCallOn(watched.executor, program.callOf(entry, [input]));
        return watched.names();
      };
      expect(made(unfused, "madeKnown")).toContain("fill");
      expect(made(fusing, "madeKnown")).not.toContain("fill");
      // One slice of those of `slices` is a result, which is the caller's own.
      expect(made(fusing, "slices").filter((name) => name === "slice")).toHaveLength(1);
      const [, half] = Object.values(runCallOn(fusing, program.callOf("slices", [input]))) as Int32Array[];
      expect(half.buffer).not.toBe(input.buffer);
    },
  );

  it("count what they take, while the kernels of columns take nothing", () => {
    const program = new ArrayProgram(parseProgram(textFor("i32")));
    const executor = fusingWasmExecutor();
    const input = Int32Array.from({ length: 40_000 }, (_, i) => i);
    expect(runCallOn(executor, program.callOf("keptSum", [input]))).toBe(
      input.reduce((sum, x) => (sum + (x > 1 ? 3 * x : 0)) | 0, 0),
    );
    expect(executor.fusionCounts).toEqual({ elements: 40_000, kept: 39_998 });
    expect(Object.values(executor.primitiveCounts).every((count) => count === 0)).toBe(true);
    // Where columns between are as good, they are made.
    runCallOn(executor, program.callOf("keptSum", [input.slice(0, 1000)]));
    expect(executor.fusionCounts.elements).toBe(40_000);
    expect(executor.primitiveCounts.compact).toBe(1000);
  });
});

/** The executor, and how long the longest column was that its primitives have made. */
function watch(executor: SynchronousAlgorithmExecutor): {
  readonly executor: SynchronousAlgorithmExecutor;
  readonly longest: () => number;
  readonly names: () => readonly string[]; // of the primitives that were used
} {
  const names: string[] = [];
  let longest = 0;
  const look = (made: unknown): void => {
    if (ArrayBuffer.isView(made)) longest = Math.max(longest, (made as ColumnArray).length);
    else if (typeof made === "object" && made !== null) Object.values(made).forEach(look);
  };
  const watched = (on: Primitives<ColumnArray>): Primitives<ColumnArray> =>
    new Proxy(on, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function" || name === "place" || name === "take") return member;
        return (...given: readonly unknown[]): unknown => {
          const made: unknown = member.apply(target, given);
          names.push(String(name));
          if (name !== "view") look(made);
          return made;
        };
      },
    });
  return {
    executor: { ...executor, openPrimitives: () => watched(executor.openPrimitives()) },
    longest: () => longest,
    names: () => names,
  };
}
