import { hashArray } from "samebits";
import { algorithmsOn, softmax } from "samebits/algorithms";
import { compile, run, runOn } from "samebits/language";
import { openWebGpu } from "samebits/webgpu";
import { publish } from "./publish.ts";

const x = Float32Array.from({ length: 10_007 }, (_, i) => ((i * 7919) % 2003) / 100 - 10);

const program = compile(`
  def sigmoid (xs: []f32) = map (\\x -> 1 / (1 + f32.exp (0 - x))) xs
  def density (xs: []f32) = map (\\x -> 0.3989423 * f32.exp (-0.5 * x * x)) xs
`);

const hashOf = (result: unknown): string => hashArray(result as Float32Array);

/** What examples/exponentials-on-every-engine.ts prints: by the processor, and by the page's GPU if it has one. */
publish(async () => ({
  processor: {
    softmax: hashOf(softmax(x)),
    sigmoid: hashOf(run(program, "sigmoid", [x])),
    density: hashOf(run(program, "density", [x])),
  },
  gpu: "gpu" in (globalThis.navigator ?? {}) ? await byGpu().catch(String) : "none",
}));

async function byGpu() {
  const gpu = await openWebGpu();
  const found = {
    softmax: hashOf(await algorithmsOn(gpu).softmax(x)),
    sigmoid: hashOf(await runOn(gpu, program, "sigmoid", [x])),
    density: hashOf(await runOn(gpu, program, "density", [x])),
  };
  await gpu.close();
  return found;
}
