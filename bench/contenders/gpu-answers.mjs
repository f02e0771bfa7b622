import { inclusiveScan, parseExpression, reduce } from "samebits";
import { multiply } from "samebits/matrices";
import { readElements } from "../harness/gpu-buffers.mjs";

/** @typedef {import("../cases/webgpu.mjs").WebGpuCase} WebGpuCase */
/** @typedef {import("../harness/gpu-buffers.mjs").Elements} Elements */

/** Of native sums in any bracket, over up to 2^28 elements of one sign. */
const TOLERANCE = 1e-4;

/**
 * Compares what lies in the output with what the wasm executor computes: bit by bit, or where nothing is promised roughly.
 *
 * @param {WebGpuCase} each @param {GPUDevice} device
 * @param {{ elements: Elements, output: GPUBuffer }} data
 */
export async function checkAnswer(each, device, { elements, output }) {
  const expected = expectedOf(each, elements);
  const isRough = (each.determinism ?? "everywhere") !== "everywhere" && each.type !== "u32";
  await readElements(device, output, each.type, expected.length, (found, start) => {
    const wanted = expected.subarray(start, start + found.length);
    const at = isRough ? firstFar(found, wanted) : firstDifference(found, wanted);
    if (at < 0) return;
    const what = `${each.contender} ${each.primitive} ${each.type} n=${each.n}`;
    throw new Error(`${what} is wrong at ${start + at}: expected ${wanted[at]}, got ${found[at]}`);
  });
}

/** @param {WebGpuCase} each @param {Elements} elements @returns {Elements} */
function expectedOf({ primitive, expression }, elements) {
  if (primitive === "copy") return elements;
  const options = expression === undefined ? {} : { expression: parseExpression(expression) };
  if (primitive === "inclusive-scan") return inclusiveScan(elements, options);
  if (primitive === "product") {
    const side = Math.sqrt(elements.length);
    const A = { array: elements, shape: [side, side] };
    return /** @type {Elements} */ (multiply(A, A, options).array);
  }
  const total = elements.slice(0, 1);
  total[0] = Number(reduce(elements, options));
  return total;
}

/** @param {Elements} found @param {Elements} wanted */
function firstDifference(found, wanted) {
  const [left, right] = [found, wanted].map(
    ({ buffer, byteOffset, byteLength }) => new Uint32Array(buffer, byteOffset, byteLength / 4),
  );
  const at = left.findIndex((word, i) => word !== right[i]);
  return at < 0 ? at : Math.floor((at * 4) / found.BYTES_PER_ELEMENT);
}

/** @param {Elements} found @param {Elements} wanted */
function firstFar(found, wanted) {
  return found.findIndex((value, i) => !(Math.abs(value - wanted[i]) <= TOLERANCE * Math.abs(wanted[i])));
}
