// Libraries that add on WebGPU, for the gallery: Dawn stands in for a browser, on the GPU that SwiftShader emulates, as in the tests.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { create, globals } from "webgpu";
import { findPart, SYSTEM_PARTS } from "../../../tools/system-parts.mjs";

process.env.VK_DRIVER_FILES = findPart(SYSTEM_PARTS.swiftshader);
Object.assign(globalThis, globals);
const navigator = { gpu: create(["adapter=SwiftShader"]), userAgent: "Node" };
Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true, writable: true });

/** What runs once, when it is first asked for. @template T @param {() => T} make @returns {() => T} */
function once(make) {
  /** @type {{ readonly value: T } | undefined} */
  let made;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** @param {string} variable  that names the folder npm has brought a library into */
const requireFrom = (variable) => createRequire(join(String(process.env[variable]), "x.js"));

const tensorFlow = once(async () => {
  const require = requireFrom("SAMEBITS_GALLERY_TFJS_WEBGPU");
  const tf = require("@tensorflow/tfjs-core");
  require("@tensorflow/tfjs-backend-webgpu");
  if (!(await tf.setBackend("webgpu"))) throw new Error("TensorFlow.js has no backend webgpu here");
  return tf;
});

/** @param {(tf: any, x: any) => any} call */
const byTensorFlow = (call) => async (/** @type {Float32Array} */ input) => {
  const tf = await tensorFlow();
  const result = tf.tidy(() => call(tf, tf.tensor1d(input)));
  const data = await result.data();
  result.dispose();
  return result.shape.length === 0 ? data[0] : data;
};

export const tfSum = byTensorFlow((tf, x) => tf.sum(x));
export const tfCumsum = byTensorFlow((tf, x) => tf.cumsum(x));
export const tfDot = byTensorFlow((tf, x) => tf.dot(x, tf.onesLike(x)));

const jax = once(async () => {
  const file = requireFrom("SAMEBITS_GALLERY_JAX_JS").resolve("@jax-js/jax");
  const library = await import(pathToFileURL(join(dirname(file), "index.js")).href);
  if (!(await library.init("webgpu")).includes("webgpu"))
    throw new Error("jax-js has no backend webgpu here");
  library.defaultDevice("webgpu");
  return library.numpy;
});

/** @param {(np: any, x: any) => any} call */
const byJax = (call) => async (/** @type {Float32Array} */ input) => {
  const np = await jax();
  const result = call(np, np.array(input));
  const isScalar = result.shape.length === 0;
  const data = await result.data();
  return isScalar ? data[0] : data;
};

export const jaxSum = byJax((np, x) => np.sum(x));
export const jaxCumsum = byJax((np, x) => np.cumsum(x));
export const jaxDot = byJax((np, x) => np.dot(x, np.ones(x.shape)));

const luma = once(async () => {
  const require = requireFrom("SAMEBITS_GALLERY_LUMA");
  const { luma, Buffer } = require("@luma.gl/core");
  const { webgpuAdapter } = require("@luma.gl/webgpu");
  const { GPUCommandGraph, GPUReduction } = require("@luma.gl/gpgpu/gpu-core");
  const adapters = [webgpuAdapter];
  const device = await luma.createDevice({ type: "webgpu", adapters, createCanvasContext: false });
  return { device, GPUCommandGraph, GPUReduction, usage: Buffer.STORAGE | Buffer.COPY_SRC | Buffer.COPY_DST };
});

export async function lumaSum(/** @type {Float32Array} */ input) {
  const { device, GPUCommandGraph, GPUReduction, usage } = await luma();
  const source = device.createBuffer({ usage, data: input });
  const result = device.createBuffer({ usage, byteLength: 4 });
  const graph = new GPUCommandGraph(device);
  const view = (/** @type {string} */ id, /** @type {any} */ buffer, /** @type {number} */ length) =>
    graph.createDataView(graph.importBuffer({ id, byteLength: 4 * length, usage }, buffer), {
      format: "float32",
      length,
    });
  const reduction = {
    input: view("input", source, input.length),
    output: view("output", result, 1),
    operation: "sum",
  };
  new GPUReduction(reduction).addToGraph(graph);
  const compiled = graph.compile();
  const encoder = device.createCommandEncoder();
  compiled.encode(encoder, { parameters: undefined });
  device.submit(encoder.finish());
  const bytes = await result.readAsync();
  for (const each of [compiled, source, result]) each.destroy();
  return new Float32Array(bytes.buffer, bytes.byteOffset, 1)[0];
}
