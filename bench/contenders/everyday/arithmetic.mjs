// What multiplication and addition of 128 bits allow: as many as a product of matrices has, on registers, and nothing else.

/** @typedef {import("./peer.mjs").Given} Given */

/** Chains that do not wait for each other: more than the latency of both operations asks for. */
const CHAINS = 12;

const SIMD = 0xfd;
const F64X2 = {
  lanes: 2,
  multiply: [SIMD, 0xf2, 0x01],
  add: [SIMD, 0xf0, 0x01],
  result: 0x7c,
  first: [SIMD, 0x21, 0],
};
const F32X4 = {
  lanes: 4,
  multiply: [SIMD, 0xe6, 0x01],
  add: [SIMD, 0xe4, 0x01],
  result: 0x7d,
  first: [SIMD, 0x1f, 0],
};

/** @returns {Promise<import("./peer.mjs").Opened>} */
export async function open() {
  return {
    version: "",
    tasks: {
      "arithmetic of multiply": ({ type, n }) => {
        const shape = type === "f64" ? F64X2 : F32X4;
        const { run } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(shape))).exports;
        const rounds = Math.ceil(n ** 3 / shape.lanes / CHAINS);
        return () => /** @type {(rounds: number) => number} */ (run)(rounds);
      },
    },
  };
}

/**
 * A module whose `run(rounds)` replaces each of its vectors by itself · x + x, once in a round, and returns a lane of their sum.
 *
 * @param {typeof F64X2} shape
 */
function moduleOf({ multiply, add, result, first }) {
  const chains = Array.from({ length: CHAINS }, (_, i) => i + 1);
  const x = CHAINS + 1;
  const body = [
    ...[2, CHAINS, 0x7b, 1, 0x7b], // locals: the chains, and x
    ...[0x20, 0, 0x41, 1, 0x6a, SIMD, 0x11, 0x21, x], // x = splat(rounds + 1): no compiler knows it
    ...[0x20, x, ...(result === 0x7c ? [SIMD, 0xfe, 0x01] : [SIMD, 0xfa, 0x01]), 0x21, x], // as floats
    ...[0x03, 0x40], // loop
    ...chains.flatMap((chain) => [0x20, chain, 0x20, x, ...multiply, 0x20, x, ...add, 0x21, chain]),
    ...[0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b], // until none is left
    ...[0x20, 1, ...chains.slice(1).flatMap((chain) => [0x20, chain, ...add]), ...first, 0x0b],
  ];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, 0x7f, 1, result]),
    ...section(3, [1, 0]),
    ...section(7, [1, 3, ...new TextEncoder().encode("run"), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

/** @param {number} id @param {readonly number[]} content */
function section(id, content) {
  return [id, ...unsigned(content.length), ...content];
}

/** A count as WebAssembly writes them, seven bits in a byte. @param {number} value @returns {readonly number[]} */
function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}
