import { expect, it, vi } from "vitest";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { compile, runOn } from "../../src/language.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import { isLong } from "../extent.ts";
import { describeOnQuickAdapter } from "../webgpu/adapters.ts";
import { partsOf } from "../webgpu/check-primitives.ts";
import { ENTRIES, numbersOf, PROGRAM } from "./programs.ts";

vi.setConfig({ testTimeout: 120_000 });

/** An emulated GPU takes seconds to compile the kernels of them all; these have lengths that the device alone knows, moves and folds. */
const QUICK = ["sifted", "radix", "red"];

describeOnQuickAdapter((adapter) => {
  it.each(isLong ? ENTRIES : QUICK)("a program has the interpreter's bits: %s", async (entry) => {
    const host = { executor: webGpuExecutor(partsOf(await adapter.device())) };
    const input = [numbersOf(70)];
    expect(await runOn(host, PROGRAM, entry, input)).toEqual(PROGRAM.interpret(entry, input));
  });

  it.each([
    "#[expression(interleaved:4)] scan (-) 0 (map (+ 1) xs)",
    "#[expression(interleaved:4)] scan (-) 0 xs",
    "#[expression(left-fold)] segmented_reduce (-) 0 (map (> 3) xs) xs",
  ])("has the interpreter's bits by other trees: %s", async (term) => {
    const host = { executor: webGpuExecutor(partsOf(await adapter.device())) };
    const program = compile(`entry main (xs: []f32) = ${term}`);
    const input = [Float32Array.of(1, 2, 5, 4, 9, 0.5, 7)];
    expect(await runOn(host, program, "main", input)).toEqual(program.interpret("main", input));
  });

  it.each([["#[expression(bisection)] scan (-) 0 xs", "every prefix of a bisection"]])(
    "refuses, with the place, what it has no kernels for: %s",
    async (term, reason) => {
      const host = { executor: webGpuExecutor(partsOf(await adapter.device())) };
      const program = compile(`entry main (xs: []f32) = ${term}`);
      const run = runOn(host, program, "main", [Float32Array.of(1, 2, 5)]);
      await expect(run).rejects.toThrow(UnsupportedError);
      await expect(run).rejects.toThrow(/^.* by .*\(program:1:\d+\) is not possible here: /);
      await expect(run).rejects.toThrow(reason);
    },
  );
});
