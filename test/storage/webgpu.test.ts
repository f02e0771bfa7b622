import { expect, test } from "vitest";
import { columnContract } from "../../src/contracts/column-contract.ts";
import type { TypedContract } from "../../src/contracts/contract.ts";
import { resolveContract } from "../../src/contracts/resolve.ts";
import { javascriptExecutor } from "../../src/executors/javascript/javascript-executor.ts";
import { openWebGpu } from "../../src/webgpu.ts";
import { describeOnQuickAdapter } from "../webgpu/adapters.ts";
import { narrowElements } from "./cases.ts";

const CASES = [
  { type: "f16", accumulate: "f32" },
  { type: "bf16", accumulate: "f32" },
  { type: "f16", accumulate: "f64" },
  { type: "u8", accumulate: "u32" },
  { type: "i8", accumulate: "i64" },
  { type: "i16", accumulate: "f32" },
  { type: "u16", accumulate: "f64" },
] as const;

describeOnQuickAdapter((adapter) => {
  test.each(CASES)("$type in $accumulate, by elements widened on their way", async ({ type, accumulate }) => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const contract = columnContract(resolveContract({ type, accumulate }, "inclusive-scan") as TypedContract);
    const input = narrowElements(type, 1001, 7n);
    const [expected] = javascriptExecutor.plan(contract).inclusiveScan([input]);
    const call = gpu.inclusiveScan as (input: unknown, options: object) => Promise<unknown>;
    expect(await call(input, { type, accumulate })).toStrictEqual(expected);
    await gpu.close();
  });
});
