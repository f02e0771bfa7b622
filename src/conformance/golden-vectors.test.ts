import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isLong } from "../../test/extent.ts";
import type { Executor } from "../executors/executor.ts";
import { fastJavascriptExecutor } from "../executors/javascript/fast-javascript-executor.ts";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { networksJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { sumsJavascriptExecutor } from "../executors/javascript/sums-javascript-executor.ts";
import { networksWasmExecutor } from "../executors/wasm/networks-wasm-executor.ts";
import { sumsWasmExecutor } from "../executors/wasm/sums-wasm-executor.ts";
import { wasmExecutor } from "../executors/wasm/wasm-executor.ts";
import { networkExpression } from "../expressions/network-expression.ts";
import { printExpression } from "../expressions/print.ts";
import { referenceExecutor } from "./reference-executor.ts";
import { conformance } from "./suite/conformance.ts";
import type { Report, Tier } from "./suite/report.ts";
import type { GoldenVector } from "./vectors/golden-vector.ts";
import { parseVectors } from "./vectors/parse-vectors.ts";

function vectorsOf(file: string): readonly GoldenVector[] {
  return parseVectors(readFileSync(new URL(`../../vectors/${file}`, import.meta.url), "utf8"));
}

const TREES = [...vectorsOf("published.jsonl"), ...vectorsOf("expressions.jsonl")];
const ORDER_FREE = vectorsOf("order-free.jsonl");

const TIMEOUT = { timeout: 300_000 };

async function check(executor: Executor, tier: Tier, vectors: readonly GoldenVector[]): Promise<Report> {
  const report = await conformance(executor, { tier, parts: ["golden-vectors"], vectors });
  expect(report.failed.map(({ message }) => message)).toStrictEqual([]);
  expect(report.passed).toBe(true);
  return report;
}

describe("expressions that are trees", () => {
  // Those of a million elements are for the long run here, and for the threads of test/workers in every run.
  test("the wasm executor agrees with every one of up to 65,537 elements", TIMEOUT, async () => {
    const tried = TREES.filter(({ input }) => isLong || input.length <= 65_537);
    const run = isLong ? 9069 : 8961;
    expect(await check(wasmExecutor(), "full", tried)).toMatchObject({ run, refused: 0, skipped: 0 });
  });

  // Plain loops around closures take longer, and the literal reference the longest.
  test.each([javascriptExecutor, fastJavascriptExecutor])(
    "the $name executor agrees with every one that there is time for",
    TIMEOUT,
    async (executor) => {
      const counts = isLong ? { run: 9069, skipped: 0 } : { run: 8853, skipped: 216 };
      const report = await check(executor, isLong ? "full" : "quick", TREES);
      expect(report).toMatchObject({ ...counts, refused: 0 });
    },
  );

  const [longest, run] = isLong ? [4099, 8853] : [769, 6687];
  test(
    `the literal reference agrees with every one of up to ${longest.toLocaleString("en")} elements`,
    TIMEOUT,
    async () => {
      const short = TREES.filter(({ input }) => input.length <= longest);
      expect(await check(referenceExecutor, "quick", short)).toMatchObject({ run, refused: 0, skipped: 0 });
    },
  );
});

describe("networks", () => {
  // Sklansky's network of 16 wires is block-dyadic:16, whose bits another program has made.
  const SKLANSKY = TREES.filter(
    ({ contract }) => printExpression(contract.expression) === "block-dyadic:16",
  ).map((vector) => ({
    ...vector,
    contract: { ...vector.contract, expression: networkExpression("sklansky", 16) },
  }));

  test.each([networksJavascriptExecutor, fastJavascriptExecutor, networksWasmExecutor()])(
    "the $name executor agrees by Sklansky's with those of block-dyadic:16",
    TIMEOUT,
    async (executor) => {
      expect(await check(executor, "full", SKLANSKY)).toMatchObject({ run: 143, refused: 0, skipped: 0 });
    },
  );
});

describe("sums that no order changes", () => {
  test.each([sumsJavascriptExecutor, sumsWasmExecutor()])(
    "the $name executor agrees with every one",
    TIMEOUT,
    async (executor) => {
      expect(await check(executor, "full", ORDER_FREE)).toMatchObject({ run: 1580, refused: 0, skipped: 0 });
    },
  );

  // Of those of 1,009 elements, 15 ms each, a quarter; the long run has all of them.
  test("the literal reference agrees with those of up to 1,009 elements", TIMEOUT, async () => {
    const short = ORDER_FREE.filter(({ input }) => input.length <= 31);
    const longer = ORDER_FREE.filter(({ input }) => input.length === 1009);
    const tried = [...short, ...longer.filter((_, i) => isLong || i % 4 === 0)];
    expect(await check(referenceExecutor, "quick", tried)).toMatchObject({
      run: isLong ? 1248 : 888,
      refused: 0,
      skipped: 0,
    });
  });
});
