// What nested programs are given, and their peers in the form that suits them: rows are views of one memory for all.

/** @typedef {import("../../cases/nested-programs.mjs").NestedCase} NestedCase */
/** @typedef {Float64Array | Float32Array} Floats */

/**
 * Everything that some program is given; each uses what it needs.
 *
 * @typedef {object} NestedInput
 * @property {number} n
 * @property {(length: number) => Floats} floats  of the case's type, zeros
 * @property {readonly unknown[]} operands  of the language's entry
 * @property {readonly Floats[]} columns  flat floats
 * @property {Int32Array} integers
 * @property {readonly { readonly at: Int32Array, readonly values: Floats }[]} rows  of a sparse matrix
 * @property {Uint32Array} offsets  where rows begin, and the length of all
 * @property {Uint8Array} flags
 */

/** Numbers of [0, 1), the same each time. @param {number} seed */
function draws(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** @param {NestedCase} each @returns {NestedInput} */
export function nestedInput({ program: { name }, type, n }) {
  const draw = draws(2026);
  const Make = type === "f64" ? Float64Array : Float32Array;
  /** @param {number} length @param {() => number} of */
  const made = (length, of) => new Make(length).map(of);
  const none = {
    ...{ n, columns: [], rows: [], integers: new Int32Array(0) },
    ...{ offsets: new Uint32Array(0), flags: new Uint8Array(0) },
    floats: (/** @type {number} */ length) => new Make(length),
  };
  switch (name) {
    case "sparse": {
      const offsets = offsetsOf(Array.from({ length: n }, () => Math.floor(20 * draw())));
      const integers = new Int32Array(offsets[n]).map(() => Math.floor(n * draw()));
      const [values, vector] = [made(offsets[n], () => draw() - 0.5), made(n, draw)];
      const [places, parts] = [viewsOf(integers, offsets), viewsOf(values, offsets)];
      const rows = parts.map((values, row) => ({ at: places[row], values }));
      return { ...none, operands: [places, parts, vector], columns: [vector], rows };
    }
    case "k-means": {
      const columns = [16, 16, n, n].map((length) => made(length, draw));
      return { ...none, operands: columns, columns };
    }
    case "softmax": {
      const offsets = offsetsOf(Array(n).fill(500));
      const values = made(offsets[n], () => 10 * draw());
      return { ...none, operands: [viewsOf(values, offsets)], columns: [values], offsets };
    }
    case "life": {
      const flags = new Uint8Array(n * n).map(() => (draw() < 0.3 ? 1 : 0));
      return { ...none, operands: [10, BigInt(n), flags], flags };
    }
    case "n-body": {
      const columns = [draw, draw, () => 0.5 + draw()].map((of) => made(n, of));
      return { ...none, operands: [1, 2 ** -10, ...columns], columns };
    }
    case "collatz": {
      const integers = new Int32Array(n).map((_, i) => i + 1);
      return { ...none, operands: [integers], integers };
    }
    default:
      return { ...none, operands: [BigInt(n)] };
  }
}

/** @param {readonly number[]} lengths */
function offsetsOf(lengths) {
  const offsets = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, row) => {
    offsets[row + 1] = offsets[row] + length;
  });
  return offsets;
}

/** @template {Floats | Int32Array} Elements @param {Elements} elements @param {Uint32Array} offsets */
function viewsOf(elements, offsets) {
  return Array.from({ length: offsets.length - 1 }, (_, row) => {
    return /** @type {Elements} */ (elements.subarray(offsets[row], offsets[row + 1]));
  });
}
