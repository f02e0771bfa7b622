import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runCallOn } from "../../src/algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../src/executors/javascript/primitives/fusing-javascript-executor.ts";
import { fusingWasmExecutor } from "../../src/executors/wasm/primitives/fusing-wasm-executor.ts";
import { ArrayProgram } from "../../src/language/array-program.ts";
import { costOfDag, greedySteps } from "../../src/language/cost/schedule.ts";
import { parseProgram } from "../../src/language/text/parse-program.ts";
import { printProgram } from "../../src/language/text/print-program.ts";
import { InternalError, SamebitsError, UnsupportedError } from "../../src/values/errors.ts";
import { differenceOf } from "../algorithms/difference.ts";
import { isLong, ofRuns } from "../extent.ts";
import { anyPrograms } from "./any-programs.ts";
import { floatPrograms } from "./float-programs.ts";
import { testPrograms } from "./test-programs.ts";

const SEED = 2026;

describe("random programs", () => {
  it("cost at least 1, have a span that is at most their work, and a graph that says the same; schedules keep Brent's bounds", () => {
    let unfolded = 0;
    fc.assert(
      fc.property(testPrograms(3, "nested"), ({ text, input }) => {
        const program = new ArrayProgram(parseProgram(text));
        const { work, span } = program.cost("main", [input]);
        expect(span).toBeGreaterThanOrEqual(1);
        expect(work).toBeGreaterThanOrEqual(span);
        if (work > 20_000) return;
        unfolded++;
        const dag = program.unfold("main", [input]);
        expect(costOfDag(dag)).toEqual({ work, span });
        for (const processors of [1, 2, 3, 4, 7, 64, Number.POSITIVE_INFINITY]) {
          const steps = greedySteps(dag, processors);
          expect(steps).toBeGreaterThanOrEqual(Math.max(work / processors, span));
          expect(steps).toBeLessThanOrEqual(span + work / processors);
        }
        expect(greedySteps(dag, 1)).toBe(work);
        expect(greedySteps(dag, Number.POSITIVE_INFINITY)).toBe(span);
      }),
      // Thousands even in a short run: under two seconds of processor time.
      { seed: SEED, numRuns: 2000 },
    );
    expect(unfolded).toBeGreaterThanOrEqual(ofRuns(2000));
  });

  it("print and parse back", () => {
    fc.assert(
      fc.property(testPrograms(4, "nested"), ({ text }) => {
        const printed = printProgram(parseProgram(text));
        expect(printProgram(parseProgram(printed))).toBe(printed);
        expect(withoutPlaces(parseProgram(printed))).toEqual(withoutPlaces(parseProgram(text)));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("have the interpreter's bits on javascript and wasm", () => {
    const wasm = fusingWasmExecutor(undefined, 0);
    let ran = 0;
    fc.assert(
      fc.property(testPrograms(3), ({ text, input }) => {
        const program = new ArrayProgram(parseProgram(text));
        const expected = program.interpret("main", [input]);
        for (const executor of [fusingJavascriptExecutor, wasm]) {
          try {
            expect(
              bitDifference(runCallOn(executor, program.callOf("main", [input])), expected),
            ).toBeUndefined();
            ran++;
          } catch (error) {
            if (!(error instanceof UnsupportedError)) throw error;
          }
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
    expect(ran).toBeGreaterThan(ofRuns(600));
  });

  it("over floats have them too, of NaNs as well: what is seen has the canonical bits", () => {
    const wasm = fusingWasmExecutor(undefined, 0);
    const seen = { runs: 0, nans: 0 };
    fc.assert(
      fc.property(floatPrograms(3), ({ text, input }) => {
        const given = input.slice();
        const program = new ArrayProgram(parseProgram(text));
        const expected = program.interpret("main", [input]);
        seen.nans += checkNaNs(expected);
        for (const executor of [fusingJavascriptExecutor, wasm]) {
          try {
            const value = runCallOn(executor, program.callOf("main", [input]));
            expect(bitDifference(value, expected), executor.name).toBeUndefined();
            seen.runs++;
          } catch (error) {
            if (!(error instanceof UnsupportedError)) throw error;
          }
        }
        expect(bitDifference(input, given)).toBeUndefined();
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(seen.runs).toBeGreaterThan(ofRuns(450));
    expect(seen.nans).toBeGreaterThan(ofRuns(150));
  });
});

describe("programs of any kind", () => {
  it("have a value, the same everywhere, or a typed error", () => {
    const wasm = fusingWasmExecutor(undefined, 0);
    const input = [Int32Array.of(3, -1, 2, 5, 0)];
    let interpreted = 0;
    fc.assert(
      fc.property(anyPrograms(3), (text) => {
        const program = valueOrTypedError(() => new ArrayProgram(parseProgram(text)));
        if (program === undefined) return;
        const expected = valueOrTypedError(() => program.interpret("main", input));
        if (expected !== undefined) interpreted++;
        for (const executor of [fusingJavascriptExecutor, wasm]) {
          const value = valueOrTypedError(() => runCallOn(executor, program.callOf("main", input)));
          if (value !== undefined && expected !== undefined)
            expect(bitDifference(value, expected)).toBeUndefined();
        }
      }),
      { seed: SEED, numRuns: isLong ? 20_000 : 800 },
    );
    expect(interpreted).toBeGreaterThan(ofRuns(300));
  });

  it("keep the tree of an attribute where operands come later", () => {
    const text = (fold: string) => `
def main (xs: []f32) = ${fold}`;
    const input = [Float32Array.from({ length: 1000 }, (_, i) => 1 / (i + 1))];
    const whole = text("#[expression(left-fold)] reduce (+) 0 xs");
    const parts = text("let fold = #[expression(left-fold)] reduce (+) in fold 0 xs");
    const plain = text("reduce (+) 0 xs");
    const reduced = (of: string) => {
      const program = new ArrayProgram(parseProgram(of));
      const value = program.interpret("main", input);
      expect(runCallOn(fusingJavascriptExecutor, program.callOf("main", input))).toBe(value);
      return value;
    };
    expect(reduced(parts)).toBe(reduced(whole));
    expect(reduced(parts)).not.toBe(reduced(plain));
  });
});

/** What a function gives; undefined where it throws what users may be told. */
function valueOrTypedError<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SamebitsError) || error instanceof InternalError) throw error;
    return undefined;
  }
}

/** Where results differ in a bit. A number is looked at as it is stored: `Object.is` tells no NaN from another. */
function bitDifference(actual: unknown, expected: unknown): string | undefined {
  return differenceOf(stored(actual), stored(expected));
}

function stored(data: unknown): unknown {
  if (typeof data === "number") return Float64Array.of(data);
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return data;
  if (Array.isArray(data)) return data.map(stored);
  return Object.fromEntries(Object.entries(data).map(([name, part]) => [name, stored(part)]));
}

/** How many NaNs there are in a result, each of which has the canonical bits. */
function checkNaNs(data: unknown): number {
  const part = stored(data);
  if (!ArrayBuffer.isView(part)) {
    return Object.values(part ?? {}).reduce((count: number, each) => count + checkNaNs(each), 0);
  }
  if (!(part instanceof Float64Array || part instanceof Float32Array)) return 0;
  const canonical = part.slice();
  canonical.forEach((value, i) => {
    if (Number.isNaN(value)) canonical[i] = Number.NaN;
  });
  expect(differenceOf(part, canonical)).toBeUndefined();
  return canonical.filter((value) => Number.isNaN(value)).length;
}

/** Places and texts differ between a program and its print. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => {
      if (key === "at" || key === "text") return undefined;
      return typeof part === "bigint" ? `${part}n` : part;
    }),
  );
}
