// TensorFlow.js on its backends, for the gallery: the folder that npm has brought it into is the environment's.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(`${process.env.SAMEBITS_GALLERY_TFJS}/x.js`);
const tf = require("@tensorflow/tfjs-core");
require("@tensorflow/tfjs-backend-cpu");
const wasm = require("@tensorflow/tfjs-backend-wasm");
wasm.setWasmPaths(
  `${join(dirname(require.resolve("@tensorflow/tfjs-backend-wasm/package.json")), "wasm-out")}/`,
);

/** @param {string} backend @param {(x: any) => any} call */
const asking = (backend, call) => async (/** @type {Float32Array} */ input) => {
  if (tf.getBackend() !== backend) await tf.setBackend(backend);
  const result = tf.tidy(() => call(tf.tensor1d(input)));
  const data = result.dataSync();
  result.dispose();
  return result.shape.length === 0 ? data[0] : data;
};

/** @param {any} x */
const sum = (x) => tf.sum(x);
/** @param {any} x */
const cumsum = (x) => tf.cumsum(x);
/** @param {any} x */
const dot = (x) => tf.dot(x, tf.onesLike(x));

export const cpuSum = asking("cpu", sum);
export const cpuCumsum = asking("cpu", cumsum);
export const cpuDot = asking("cpu", dot);
export const wasmSum = asking("wasm", sum);
export const wasmCumsum = asking("wasm", cumsum);
export const wasmDot = asking("wasm", dot);
