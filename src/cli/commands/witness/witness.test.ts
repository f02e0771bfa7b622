import { describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import type * as door from "../../../conformance.ts";
import type { WitnessRow } from "../../../conformance.ts";
import { witnessReport } from "./report.ts";

// The suite has tests of its own and takes long; here it runs in one part.
vi.mock("../../../conformance.ts", async (original) => {
  const actual = await original<typeof door>();
  const conformanceOf: typeof door.conformanceOf = (subjects, options) =>
    actual.conformanceOf(subjects, { ...options, parts: ["refusals", "combine-count"] });
  return { ...actual, conformanceOf };
});

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));
vi.mock("../../../webgpu.ts", () => import("../../../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

describe("samebits witness", () => {
  test("ends in PASS with its numbers, every executor in the table", async () => {
    const { status, stdout, stderr } = await run(["witness", "--n", "100"]);
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe(
      "narrow data for floats, bits for integers, n = 100, seed 2026; sums without an order: wide data there and back",
    );
    expect(
      lines.filter((line) => /javascript PASS {2}wasm PASS {2}workers:2 (PASS|refused)$/.test(line)).length,
    ).toBeGreaterThanOrEqual(80);
    expect(
      lines.filter((line) => /^PASS {2}\S+, everyday functions: \d{3,} run, 0 failed/.test(line)),
    ).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/^PASS {2}\d+ run, 0 failed, \d+ refused, \d+ skipped, \d+\.\d s$/);
  });

  test("gives one JSON object", async () => {
    const { status, stdout } = await run(["witness", "--n", "33", "--on", "javascript", "--json"]);
    const report = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(report).toMatchObject({ passed: true, failed: 0, n: 33, missing: [] });
    expect(report.run).toBeGreaterThan(80);
    expect(report.rows[0]).toMatchObject({ executor: "javascript", verdict: "PASS" });
    expect(report.suites).toHaveLength(1);
    expect(report.functions).toContainEqual(
      expect.objectContaining({ call: "mean", input: "f64, narrow, n = 97", verdict: "PASS" }),
    );
  });

  test("has rows for operators of one's own, over elements and records", async () => {
    const own = ["argmax", "saturating-add"].flatMap((name) => [
      "--operator",
      new URL(`../../../../examples/operators/${name}.op`, import.meta.url).pathname,
    ]);
    const { status, stdout } = await run(["witness", "--n", "33", "--json", ...own]);
    expect(status).toBe(0);
    const { rows } = JSON.parse(stdout) as { readonly rows: readonly WitnessRow[] };
    const argmax = rows.filter(({ operator }) => operator === "argmax");
    expect(argmax).toHaveLength(3 * 13);
    const served = argmax.filter(
      ({ executor, expression }) => executor !== "workers:2" || expression !== "left-fold",
    );
    expect(new Set(served.map(({ verdict, type }) => `${verdict} ${type}`))).toEqual(
      new Set(["PASS {value:f64,index:u32}"]),
    );
    expect(argmax[0].contract).toMatch(
      /^term:[0-9a-f]{16} \{value:f64,index:u32\} left-fold initial=none v1$/,
    );
    expect(rows.filter(({ operator }) => operator === "saturating-add")).toHaveLength(3 * 2 * 13);
  });

  test("--paper remakes Appendix F and table B.8", async () => {
    const { status, stdout } = await run(["witness", "--paper", "--on", "javascript"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^SUMMARY wide, n = 1048576 on javascript: 84 PASS, 0 FAIL$/m);
    expect(stdout).toMatch(/^SUMMARY narrow, n = 1048576 on javascript: 84 PASS, 0 FAIL$/m);
    expect(stdout).toMatch(/P4229R0 B\.8, reduce +406fef4dbe54a0f8$/m);
    expect(stdout).toMatch(/^plain loop .* same +\d{6,} of 1048576$/m);
    expect(stdout).toMatch(/@stdlib dcusumpw, dsumpw .* DIFFER/);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^PASS {2}174 run, 0 failed/);
  });

  test("a failure is shown, counted, and the last line is FAIL", () => {
    const row = {
      executor: "wasm",
      expression: "left-fold",
      operator: "add",
      type: "f64",
      contract: "add f64 left-fold initial=none v1",
      observation: "inclusive-scan",
      fingerprint: "0".repeat(16),
      hash: "1".repeat(16),
      verdict: "FAIL",
      checkedBy: "reference",
      message: "values: expected hash 2 (reference), got 1",
    } as const;
    const text = witnessReport({
      table: {
        length: 7,
        rows: [row],
        passCount: 0,
        failCount: 1,
        refusedCount: 0,
        skippedCount: 0,
        uncheckedCount: 0,
        passed: false,
        summary: "",
      },
      reports: [],
      functions: {
        rows: [
          {
            executor: "wasm",
            call: "norm, p: 1",
            input: "f32, small, n = 97",
            hash: "2".repeat(16),
            verdict: "FAIL",
            message: "expected f64:0, got f64:1",
          },
        ],
        passCount: 0,
        failCount: 1,
        refusedCount: 0,
        passed: false,
        summary: "",
      },
      missing: ["webgpu: no adapter; get one"],
      totals: { run: 1, refused: 0, skipped: 1, failed: 1, passed: false },
      seconds: 1.25,
    }).text();
    expect(text).toContain(
      "FAIL  wasm: add f64 left-fold initial=none v1, inclusive-scan: values: expected hash 2 (reference), got 1\n",
    );
    expect(text).toContain(
      `FAIL  wasm, everyday functions: 1 run, 1 failed, 0 refused
  wasm: norm, p: 1 of f32, small, n = 97: expected f64:0, got f64:1
`,
    );
    expect(text).toContain("not here: webgpu: no adapter; get one\n");
    expect(text.endsWith("FAIL  1 run, 1 failed, 0 refused, 1 skipped, 1.3 s\n")).toBe(true);
  });
});
