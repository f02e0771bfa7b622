import { parseExpression } from "samebits";
import { InvalidArgumentError, openWebGpu, UnsupportedError } from "samebits/webgpu";
import { caseTitle } from "../cases/webgpu.mjs";

/** @typedef {import("../cases/webgpu.mjs").WebGpuCase} WebGpuCase */
/** @typedef {{ input: GPUBuffer, output: GPUBuffer }} Buffers */

/**
 * What the door says of a plan, as far as cases ask for it. Where it says nothing of arithmetic it computes with integers.
 *
 * @typedef {{ determinism: string, arithmetic?: string, algorithm?: string }} Achieved
 */

/** @typedef {{ encode: (encoder: GPUCommandEncoder) => void, achieved: Achieved }} Ready */
/** @typedef {{ plan: { release: () => void }, encoding: (each: WebGpuCase, buffers: Buffers) => Ready["encode"], achieved: Achieved } | { reason: string }} Planned */

/**
 * @typedef {object} Samebits
 * @property {(each: WebGpuCase, buffers: Buffers) => Promise<Ready | { reason: string }>} prepare  or why the case cannot be had
 * @property {() => Promise<void>} close
 */

/** Ours, through the public door and nothing else. Plans are compiled once for all lengths. @param {GPUDevice} device @returns {Promise<Samebits>} */
export async function openSamebits(device) {
  const gpu = await openWebGpu({ device });
  /** @type {Map<string, Promise<Planned>>} */
  const plans = new Map();
  return {
    async prepare(each, buffers) {
      const isProduct = each.primitive === "product";
      const title = isProduct ? `${caseTitle(each)} ${each.n}` : caseTitle(each);
      const planned = plans.get(title) ?? (isProduct ? productOf(gpu, each) : planOf(gpu, each));
      plans.set(title, planned);
      const found = await planned;
      return "reason" in found ? found : { achieved: found.achieved, encode: found.encoding(each, buffers) };
    },
    async close() {
      for (const planned of plans.values()) {
        const found = await planned;
        if ("plan" in found) found.plan.release();
      }
      await gpu.close();
    },
  };
}

/** @param {WebGpuCase} each @param {Buffers} buffers @param {import("samebits/webgpu").DevicePlan} plan */
function encoding({ primitive, n }, { input, output }, plan) {
  const call = { input: { buffer: input }, output: { buffer: output }, length: n };
  return (/** @type {GPUCommandEncoder} */ encoder) =>
    primitive === "reduce" ? plan.encodeReduce(encoder, call) : plan.encodeInclusiveScan(encoder, call);
}

/** @param {import("samebits/webgpu").WebGpu} gpu @param {WebGpuCase} each @returns {Promise<Planned>} */
async function planOf(gpu, each) {
  const { type, primitive } = each;
  const observations = [primitive === "reduce" ? "reduce" : "inclusive-scan"];
  try {
    const options = /** @type {Parameters<typeof gpu.prepare>[0]} */ (
      /** @type {unknown} */ ({ type, observations, ...requirements(each) })
    );
    const plan = await gpu.prepare(options);
    const achieved = /** @type {Achieved} */ (plan.achieved);
    const reason = mismatch(each, achieved);
    if (reason === undefined) {
      return { plan, achieved, encoding: (given, buffers) => encoding(given, buffers, plan) };
    }
    plan.release();
    return { reason };
  } catch (problem) {
    if (problem instanceof UnsupportedError || problem instanceof InvalidArgumentError) {
      return { reason: problem.message };
    }
    throw problem;
  }
}

/** Compiled for its shape: a square matrix by itself. @param {import("samebits/webgpu").WebGpu} gpu @param {WebGpuCase} each @returns {Promise<Planned>} */
async function productOf(gpu, { type, n, expression }) {
  const side = Math.sqrt(n);
  const matrix = /** @type {const} */ ({ array: type, shape: [side, side] });
  const plan = await gpu.prepareAlgorithm("multiply", {
    A: matrix,
    B: matrix,
    expression: parseExpression(expression ?? "block-dyadic:32"),
  });
  const encoding = (/** @type {WebGpuCase} */ _, /** @type {Buffers} */ { input, output }) => {
    return (/** @type {GPUCommandEncoder} */ encoder) => plan.encode(encoder, { A: input, B: input, output });
  };
  return { plan, encoding, achieved: { determinism: "everywhere" } };
}

/** @param {WebGpuCase} each */
function requirements({ determinism, expression, arithmetic, algorithm }) {
  return {
    ...(determinism === undefined ? {} : { determinism }),
    ...(determinism === "notGuaranteed"
      ? {}
      : { expression: parseExpression(expression ?? "block-dyadic:32") }),
    ...(arithmetic === "integer" ? { arithmetic } : {}),
    ...(algorithm === undefined ? {} : { algorithm }),
  };
}

/** Why a plan is not what the case is about: a time under another name would be a wrong one. @param {WebGpuCase} each @param {Achieved} achieved */
function mismatch({ determinism, arithmetic, algorithm }, achieved) {
  const computedWith = achieved.arithmetic ?? "integer";
  if (arithmetic === "native" && computedWith !== "certified-native")
    return `it is computed with arithmetic "${computedWith}"`;
  if (arithmetic === "integer" && computedWith !== "integer")
    return `it is computed with arithmetic "${computedWith}"`;
  if (determinism !== undefined && achieved.determinism !== determinism)
    return `it is computed as with determinism "${achieved.determinism}"`;
  if (algorithm !== undefined && (achieved.algorithm ?? algorithm) !== algorithm)
    return `it is computed by ${achieved.algorithm}`;
  return undefined;
}
