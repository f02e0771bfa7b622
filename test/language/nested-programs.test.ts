import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runCallOn } from "../../src/algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../src/executors/javascript/primitives/fusing-javascript-executor.ts";
import { fusingWasmExecutor } from "../../src/executors/wasm/primitives/fusing-wasm-executor.ts";
import { ProgramError } from "../../src/language/program-error.ts";
import { compile } from "../../src/language.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import { isLong, ofRuns } from "../extent.ts";
import { nestedPrograms } from "./nested-programs.ts";

describe("programs over arrays of arrays, drawn at random", () => {
  it("have the interpreter's bits, and its errors, on javascript and wasm", () => {
    const executors = [fusingJavascriptExecutor, fusingWasmExecutor(undefined, 0)];
    const seen = { values: 0, errors: 0, refused: 0 };
    fc.assert(
      fc.property(nestedPrograms(4), ({ text, input }) => {
        const program = compile(text);
        const expected = outcome(() => program.interpret("main", [input]));
        for (const executor of executors) {
          // The second run follows what the first has kept.
          for (const _ of [1, 2]) {
            const actual = outcome(() => runCallOn(executor, program.callOf("main", [input])));
            if (actual.kind === "refused") seen.refused++;
            else {
              expect(actual.kind, text).toBe(expected.kind);
              if (expected.kind === "value") expect(actual.value, text).toEqual(expected.value);
              seen[expected.kind === "value" ? "values" : "errors"]++;
            }
          }
        }
      }),
      { seed: 2026, numRuns: isLong ? 10_000 : 120 },
    );
    expect(seen.values + seen.errors).toBeGreaterThan(ofRuns(450));
    expect(seen.refused).toBeLessThan(10);
  });
});

function outcome(run: () => unknown): {
  readonly kind: "value" | "error" | "refused";
  readonly value?: unknown;
} {
  try {
    return { kind: "value", value: run() };
  } catch (error) {
    if (error instanceof UnsupportedError) {
      if (process.env.TRACE) console.log(error.message);
      return { kind: "refused" };
    }
    if (error instanceof ProgramError) return { kind: "error", value: error.message };
    throw error;
  }
}
