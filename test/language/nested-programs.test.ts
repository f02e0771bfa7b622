import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { AlgorithmHost } from "../../src/algorithms/algorithms-on.ts";
import { runCallOn } from "../../src/algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../src/executors/javascript/primitives/fusing-javascript-executor.ts";
import { fusingWasmExecutor } from "../../src/executors/wasm/primitives/fusing-wasm-executor.ts";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import { ProgramError } from "../../src/language/program-error.ts";
import { compile, runOn } from "../../src/language.ts";
import { inSpareMemory, spareCounts } from "../../src/values/allocate-column.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import { isLong, ofRuns } from "../extent.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { describeOnQuickAdapter } from "../webgpu/adapters.ts";
import { partsOf } from "../webgpu/check-primitives.ts";
import { nestedPrograms } from "./nested-programs.ts";

vi.setConfig({ testTimeout: 120_000 });

describe("programs over arrays of arrays, drawn at random", () => {
  it("have the interpreter's bits, and its errors, on javascript and wasm", () => {
    const executors = [fusingJavascriptExecutor, fusingWasmExecutor(undefined, 0)];
    const seen = nothingSeen();
    const before = spareCounts.bytes;
    fc.assert(
      fc.property(nestedPrograms(4), ({ text, input }) => {
        const program = compile(text);
        const expected = outcome(() => program.interpret("main", [input]));
        for (const executor of executors) {
          // The second run follows what the first has kept.
          for (const _ of [1, 2]) {
            compare(
              seen,
              text,
              expected,
              outcome(() => {
                const { result, ...call } = program.callOf("main", [input]);
                // Every column, however short, in memory that others have left.
                return inSpareMemory(
                  (owned) =>
                    runCallOn(executor, { ...call, result: (columns) => result(columns.map(owned)) }),
                  1,
                );
              }),
            );
          }
        }
      }),
      { seed: 2026, numRuns: isLong ? 10_000 : 120 },
    );
    expect(seen.values + seen.errors).toBeGreaterThan(ofRuns(450));
    expect(seen.refused).toBeLessThan(10);
    expect(spareCounts.bytes).toBeGreaterThan(before);
  });

  it("have them on workers, with pieces so short that rows are cut", async () => {
    const pool = await openPool({ count: 2, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 4 });
    try {
      const seen = await seenOn({ executor: pool.executor() }, nestedPrograms(3), isLong ? 2000 : 40);
      expect(seen.values + seen.errors).toBeGreaterThan(ofRuns(70));
      expect(seen.refused).toBeLessThan(4);
    } finally {
      await pool.close();
    }
  });
});

describeOnQuickAdapter((adapter) => {
  it("programs over arrays of arrays, drawn at random, have the interpreter's bits or are refused", async () => {
    const host = { executor: webGpuExecutor(partsOf(await adapter.device())) };
    const seen = await seenOn(host, nestedPrograms(1), isLong ? 40 : 3);
    expect(seen.values + seen.errors).toBeGreaterThan(seen.refused);
  });
});

interface Seen {
  values: number;
  errors: number;
  refused: number;
}

function nothingSeen(): Seen {
  return { values: 0, errors: 0, refused: 0 };
}

interface Outcome {
  readonly kind: "value" | "error" | "refused";
  readonly value?: unknown;
}

function compare(seen: Seen, text: string, expected: Outcome, actual: Outcome): void {
  if (actual.kind === "refused") {
    seen.refused++;
    return;
  }
  expect(actual.kind, text).toBe(expected.kind);
  if (expected.kind === "value") expect(actual.value, text).toEqual(expected.value);
  seen[expected.kind === "value" ? "values" : "errors"]++;
}

/** What programs came to on an executor that is waited for, each run twice. */
async function seenOn<Vector>(
  host: AlgorithmHost<Vector>,
  programs: ReturnType<typeof nestedPrograms>,
  numRuns: number,
): Promise<Seen> {
  const seen = nothingSeen();
  await fc.assert(
    fc.asyncProperty(programs, async ({ text, input }) => {
      const program = compile(text);
      const expected = outcome(() => program.interpret("main", [input]));
      for (const _ of [1, 2]) {
        const actual = await runOn(host, program, "main", [input]).then(
          (value): Outcome => ({ kind: "value", value }),
          outcomeOfError,
        );
        compare(seen, text, expected, actual);
      }
    }),
    { seed: 2026, numRuns },
  );
  return seen;
}

function outcome(run: () => unknown): Outcome {
  try {
    return { kind: "value", value: run() };
  } catch (error) {
    return outcomeOfError(error);
  }
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof UnsupportedError) return { kind: "refused" };
  if (error instanceof ProgramError) return { kind: "error", value: error.message };
  throw error;
}
