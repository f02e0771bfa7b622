import { readFileSync } from "node:fs";
import { exact, parseExpression } from "samebits";
import { type ConformanceOptions, conformance, parseVectors } from "samebits/conformance";
import { openWebGpu } from "samebits/webgpu";
import { expect, test } from "vitest";
import { columnContract } from "../../src/contracts/column-contract.ts";
import { lineOf } from "../../src/contracts/contract-key.ts";
import { awaitedElementPlan } from "../../src/executors/executor.ts";
import { ARITHMETIC_CASES } from "../sums/cases/arithmetic.ts";
import { TEST262_CASES } from "../sums/cases/test262.ts";
import { XSUM_CASES } from "../sums/cases/xsum.ts";
import { contractFor, inputOf, numbersOf, oraclePrefixes } from "../sums/contracts.ts";
import { describeOnQuickAdapter } from "./adapters.ts";
import { ranIn } from "./conformance-parts.ts";

// As in conformance.test.ts the number of kernels is what counts: each of these compiles for seconds.
const MINUTES = { timeout: 900_000 };

/** What is tried of the suite's part and of the golden vectors, by adapter. */
const SCANS = [
  "add f64 exact initial=none v1 inclusive-scan",
  "add f32 binned:3 initial=none v1 inclusive-scan",
];
const TRIED = {
  swiftshader: SCANS,
  gpu: SCANS,
  lavapipe: ["add f64 binned:3 initial=none v1 reduce"],
} as const;

const VECTORS = parseVectors(
  readFileSync(new URL("../../vectors/order-free.jsonl", import.meta.url), "utf8"),
);

const LONGEST = 100;

describeOnQuickAdapter((adapter) => {
  test("the sums that others know, every prefix", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const setting = { name: "exact f64", expression: exact, type: "f64" } as Parameters<
      typeof contractFor
    >[0];
    const plan = awaitedElementPlan(gpu.executor.plan(columnContract(contractFor(setting))));
    const cases = [...TEST262_CASES, ...XSUM_CASES, ...ARITHMETIC_CASES];
    for (const { name, type, terms } of cases) {
      if (type !== "f64" || terms.length > LONGEST) continue;
      const prefixes = numbersOf(await plan.inclusiveScan(inputOf("f64", terms)));
      expect([name, prefixes]).toStrictEqual([name, oraclePrefixes(setting, terms)]);
    }
  });

  test("the suite's part and the golden vectors, for a sample", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const tried: readonly string[] = TRIED[adapter.name];
    const options: ConformanceOptions = {
      parts: ["order-free", "golden-vectors"],
      vectors: VECTORS,
      isTried: ({ contract, observation }) =>
        contract.kind !== "function" && tried.includes(`${lineOf(contract)} ${observation}`),
    };
    const report = await conformance(gpu.executor, options);
    expect(report.failed).toEqual([]);
    expect(report).toMatchObject({ executor: "webgpu", passed: true, refused: 0 });
    expect(ranIn(report, "order-free")).toBeGreaterThan(100);
    expect(ranIn(report, "golden-vectors")).toBeGreaterThan(10);
  });
});

test("the contracts that are tried are such", () => {
  for (const line of Object.values(TRIED).flat())
    expect(parseExpression(line.split(" ")[2]).kind).toMatch(/exact|binned/);
});
