import { describe, expect, test } from "vitest";
import { isLong, isThorough } from "../../test/extent.ts";
import type { Executor } from "../executors/executor.ts";
import { fastJavascriptExecutor } from "../executors/javascript/fast-javascript-executor.ts";
import { networksWasmExecutor } from "../executors/wasm/networks-wasm-executor.ts";
import type { Part } from "./suite/checks.ts";
import { conformance } from "./suite/conformance.ts";
import type { Tier } from "./suite/report.ts";

/** What takes longest, of plain loops a minute. */
const SLOW_PARTS: readonly string[] = [
  "tree-fingerprints",
  "operators-and-types",
  "special-values",
  "custom-operators",
];

/**
 * Of those plain loops are tried with some requests, as different from one another as possible: the reference takes as long for them as
 * for kernels, of which CI tries all.
 */
const SOME = isThorough ? 150 : 40;

/** Of kernels, where there is time for a sample alone. */
const SAMPLE = 300;

interface Extent {
  readonly tier: Tier;
  readonly requestLimit?: number | undefined;
}

/**
 * Whoever is here is held to these at every run, and to everything in the long one; a new executor adds itself. The golden vectors are in
 * golden-vectors.test.ts.
 */
const EXECUTORS: readonly (readonly [string, Executor, (part: string) => Extent])[] = [
  [
    "javascript",
    fastJavascriptExecutor,
    (part) => (SLOW_PARTS.includes(part) ? { tier: "full", requestLimit: SOME } : { tier: "quick" }),
  ],
  [
    "wasm",
    networksWasmExecutor(),
    (part) => ({
      tier: "full",
      requestLimit: isThorough || !SLOW_PARTS.includes(part) ? undefined : SAMPLE,
    }),
  ],
];

/** The least that each part of the full tier holds, so that one that loses its cases is noticed; of the quick one a fifth. */
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

describe.each(EXECUTORS)("the %s executor conforms", (_, executor, extentOf) => {
  test.each(Object.entries(CASES))("%s", { timeout: 300_000 }, async (part, least) => {
    const { tier, requestLimit }: Extent = isLong ? { tier: "full" } : extentOf(part);
    const report = await conformance(executor, { tier, requestLimit, parts: [part as Part] });
    expect(report.failed.map(({ message }) => message)).toStrictEqual([]);
    expect(report.passed).toBe(true);
    const count = report.run + report.refused + report.skipped;
    expect(count).toBeGreaterThanOrEqual(tier === "full" ? least : least / 5);
    expect(report.run).toBeGreaterThan(requestLimit === undefined ? count / 2 : requestLimit * 10);
    expect(report.refused).toBeLessThan(report.run);
  });
});
