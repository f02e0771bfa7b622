import { describe, expect, test } from "vitest";
import type { Executor } from "../executors/executor.ts";
import { networksJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "../executors/wasm/networks/networks-wasm-executor.ts";
import { conformance } from "./suite/conformance.ts";
import type { Tier } from "./suite/report.ts";
import type { Part } from "./suite/step.ts";

const isLong = process.env.SAMEBITS_LONG === "1";

/** What is so slow at the literal reference's longest lengths that these are for the long run alone. */
const SLOW_PARTS: readonly string[] = ["operators-and-types", "custom-operators"];

/** Whoever is here is held to everything; a new executor adds itself. The golden vectors are in golden-vectors.test.ts. */
const EXECUTORS: readonly (readonly [Executor, (part: string) => Tier])[] = [
  [networksJavascriptExecutor, () => (isLong ? "full" : "quick")],
  [networksWasmExecutor(), (part) => (isLong || !SLOW_PARTS.includes(part) ? "full" : "quick")],
];

/** The least that each part of the full tier holds, so that one that loses its cases is noticed; of the quick one a third. */
const CASES: Readonly<Partial<Record<Part, number>>> = {
  refusals: 1400,
  "tree-fingerprints": 25_000,
  "operators-and-types": 150_000,
  "special-values": 100_000,
  "custom-operators": 55_000,
  placement: 6000,
  consistency: 400,
  summaries: 1700,
};

describe.each(EXECUTORS)("the $0.name executor conforms", (executor, tierOf) => {
  test.each(Object.entries(CASES))("%s", { timeout: 300_000 }, async (part, least) => {
    const tier = tierOf(part);
    const report = await conformance(executor, { tier, parts: [part as Part] });
    expect(report.failed.map(({ message }) => message)).toStrictEqual([]);
    expect(report.passed).toBe(true);
    expect(report.run + report.refused).toBeGreaterThanOrEqual(tier === "full" ? least : least / 3);
    expect(report.refused).toBeLessThan(report.run);
  });
});
