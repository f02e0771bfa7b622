import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { isThorough } from "../../../test/extent.ts";
import { describeOnAdapters, describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import * as algorithms from "../../algorithms.ts";
import { hashArray, reduce } from "../../javascript.ts";
import { compile, run, runOn } from "../../language.ts";
import type { Operator } from "../../operators/operator.ts";
import { fn, op } from "../../operators.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { openWebGpu } from "../../webgpu.ts";

vi.setConfig({ testTimeout: 240_000 });

/** Numbers whose exponentials are large, small and subnormal. */
const x = Float32Array.from({ length: 1000 }, (_, i) => ((i * 7919) % 1000) / 5 - 100);

/** log(e^left + e^right): an operator whose combine has two elementary functions. */
const logAdd =
  op`(left: f32, right) => max(left, right) + log1p(exp(min(left, right) - max(left, right)))` as Operator<"f32">;

const hypotenuse = op`(left: f64, right) => hypot(left, right)` as Operator<"f64">;

const SIGMOID = compile(`
  def sigmoid (xs: []f32) = map (\\x -> 1 / (1 + f32.exp (0 - x))) xs
  def density (xs: []f32) = map (\\x -> 0.3989423 * f32.exp (-0.5 * x * x)) xs
  def wide (xs: []f64) = map (\\x -> f64.tanh x) xs
`);

const EXAMPLE = readFileSync(
  new URL("../../../examples/exponentials-on-every-engine.ts", import.meta.url),
  "utf8",
);

describeOnAdapters((adapter) => {
  test("softmax, sigmoid and density have the fingerprints that the example prints", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const input = Float32Array.from({ length: 10_007 }, (_, i) => ((i * 7919) % 2003) / 100 - 10);
    const found = {
      softmax: await algorithms.algorithmsOn(gpu).softmax(input),
      sigmoid: await runOn(gpu, SIGMOID, "sigmoid", [input]),
      density: await runOn(gpu, SIGMOID, "density", [input]),
    };
    for (const [name, array] of Object.entries(found)) {
      const hash = hashArray(array as Float32Array);
      expect(EXAMPLE).toMatch(new RegExp(`^${name} +${hash} ${hash}$`, "m"));
    }
    await gpu.close();
  });
});

describeOnQuickAdapter((adapter) => {
  test("softmax, logSumExp, predicates, programs and operators of f32 have the bits of the processor", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const on = algorithms.algorithmsOn(gpu);
    expect(await on.softmax(x)).toEqual(algorithms.softmax(x));
    if (isThorough) expect(await on.logSumExp(x)).toBe(algorithms.logSumExp(x));
    const isLow = fn`(x: f32) => sin(x) * x < atan2(x, 2)`;
    if (isThorough) expect(await on.filter(x, isLow)).toEqual(algorithms.filter(x, isLow));
    expect(await runOn(gpu, SIGMOID, "sigmoid", [x])).toEqual(run(SIGMOID, "sigmoid", [x]));
    const options = { operator: logAdd, expression: "block-dyadic:4" } as const;
    const few = x.subarray(0, 100);
    expect(await gpu.reduce(few, options)).toBe(reduce(few, options));
    await gpu.close();
  });

  test("those of f64 are refused before anything runs", async () => {
    const device = await adapter.device();
    const gpu = await openWebGpu({ device });
    const on = algorithms.algorithmsOn(gpu);
    const submit = vi.spyOn(device.queue, "submit");
    const doubles = Float64Array.from(x);
    const calls: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => on.softmax(doubles), "exp of f64"],
      [() => on.softmax(x, { accumulate: "f64" }), "exp of f64"],
      [() => on.logSumExp(doubles), "exp of f64"],
      [() => on.filter(doubles, fn`(x: f64) => cos(x) > 0.5`), "cos of f64"],
      [() => gpu.reduce(doubles, { operator: hypotenuse }), "hypot of f64"],
      [() => runOn(gpu, SIGMOID, "wide", [doubles]), "tanh of f64"],
    ];
    for (const [call, named] of calls) {
      await expect(call()).rejects.toThrow(UnsupportedError);
      await expect(call()).rejects.toThrow(new RegExp(`${named}.*192 bits.*samebits/workers`));
    }
    expect(submit).not.toHaveBeenCalled();
    submit.mockRestore();
    await gpu.close();
  });
});
