import { describe, expect, it } from "vitest";
import { networksJavascriptExecutor } from "../../src/executors/javascript/networks-javascript-executor.ts";
import { sumsJavascriptExecutor } from "../../src/executors/javascript/sums-javascript-executor.ts";
import { networksWasmExecutor } from "../../src/executors/wasm/networks-wasm-executor.ts";
import { ofRuns } from "../extent.ts";
import { checkPasses, checkWidening } from "./cases.ts";

const SEED = 20_261_123;

describe.each([
  ["javascript", networksJavascriptExecutor],
  ["javascript with sums", sumsJavascriptExecutor],
  ["wasm", networksWasmExecutor()],
] as const)("narrow elements on %s", (_, executor) => {
  it(`have the bits of their widened column (seed ${SEED})`, async () => {
    expect(await checkWidening(executor, SEED, 600)).toBeGreaterThan(ofRuns(200));
  });

  it.skipIf(executor === sumsJavascriptExecutor)(`have them in passes too (seed ${SEED})`, () => {
    expect(checkPasses(executor, SEED, 200)).toBeGreaterThan(ofRuns(100));
  });
});
