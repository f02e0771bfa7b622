import { expect, it, vi } from "vitest";
import { webGpuExecutor } from "../../src/executors/webgpu/webgpu-executor.ts";
import { runOn } from "../../src/language.ts";
import { describeOnQuickAdapter } from "../webgpu/adapters.ts";
import { partsOf } from "../webgpu/check-primitives.ts";
import { ENTRIES, numbersOf, PROGRAM } from "./programs.ts";

const isLong = process.env.SAMEBITS_LONG === "1";

vi.setConfig({ testTimeout: 120_000 });

/** An emulated GPU takes seconds to compile the kernels of them all; these have lengths that the device alone knows, moves and folds. */
const QUICK = ["sifted", "radix", "red"];

describeOnQuickAdapter((adapter) => {
  it.each(isLong ? ENTRIES : QUICK)("a program has the interpreter's bits: %s", async (entry) => {
    const host = { executor: webGpuExecutor(partsOf(await adapter.device())) };
    const input = [numbersOf(70)];
    expect(await runOn(host, PROGRAM, entry, input)).toEqual(PROGRAM.interpret(entry, input));
  });
});
