import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { wasmExecutor } from "../executors/wasm/wasm-executor.ts";
import { referenceExecutor } from "./reference-executor.ts";
import { conformance } from "./suite/conformance.ts";
import { parseVectors } from "./vectors/parse-vectors.ts";

const VECTORS = ["published.jsonl", "expressions.jsonl"].flatMap((file) => {
  return parseVectors(readFileSync(new URL(`../../vectors/${file}`, import.meta.url), "utf8"));
});

const TIMEOUT = { timeout: 300_000 };

test.each([javascriptExecutor, wasmExecutor()])(
  "the $name executor agrees with every one",
  TIMEOUT,
  async (executor) => {
    const report = await conformance(executor, { tier: "full", parts: ["golden-vectors"], vectors: VECTORS });
    expect(report.failed.map(({ message }) => message)).toStrictEqual([]);
    expect(report).toMatchObject({ passed: true, run: 9069, refused: 0, skipped: 0 });
  },
);

test("the literal reference agrees with every one of up to 4,099 elements", TIMEOUT, async () => {
  const report = await conformance(referenceExecutor, { parts: ["golden-vectors"], vectors: VECTORS });
  expect(report.failed.map(({ message }) => message)).toStrictEqual([]);
  expect(report).toMatchObject({ passed: true, run: 8853, refused: 0, skipped: 216 });
});
