/** @typedef {Record<string, Float64Array>} F64Columns */
/** @typedef {Record<string, Uint32Array>} U32Columns */
/** @typedef {{ value: Float32Array, index: Uint32Array }} Indexed */
/** @typedef {{ value: Float64Array, isHead: Uint8Array }} Segments */

// Each operator as one writes it by hand, folded from the left. Every loop is a function of its own, so that none is compiled for the
// arrays of another.

const sumAndProduct = {
  /** @param {Float64Array} input @param {Float64Array} output */
  scan(input, output) {
    let total = 0;
    for (let i = 0; i < input.length; i++) {
      total = total + input[i] + total * input[i];
      output[i] = total;
    }
    return output;
  },
  /** @param {Float64Array} input */
  reduce(input) {
    let total = 0;
    for (let i = 0; i < input.length; i++) total = total + input[i] + total * input[i];
    return total;
  },
};

const saturatingAdd = {
  /** @param {Uint32Array} input @param {Uint32Array} output */
  scan(input, output) {
    let sum = 0;
    for (let i = 0; i < input.length; i++) {
      sum += input[i];
      if (sum > 0xffffffff) sum = 0xffffffff;
      output[i] = sum;
    }
    return output;
  },
  /** @param {Uint32Array} input */
  reduce(input) {
    let sum = 0;
    for (let i = 0; i < input.length; i++) {
      sum += input[i];
      if (sum > 0xffffffff) sum = 0xffffffff;
    }
    return sum;
  },
};

const affine = {
  /** @param {F64Columns} input @param {F64Columns} output */
  scan(input, output) {
    const { scale: scales, offset: offsets } = input;
    const { scale: outputScales, offset: outputOffsets } = output;
    let scale = 1;
    let offset = 0;
    for (let i = 0; i < scales.length; i++) {
      scale *= scales[i];
      offset = offset * scales[i] + offsets[i];
      outputScales[i] = scale;
      outputOffsets[i] = offset;
    }
    return output;
  },
  /** @param {F64Columns} input */
  reduce({ scale: scales, offset: offsets }) {
    let scale = 1;
    let offset = 0;
    for (let i = 0; i < scales.length; i++) {
      scale *= scales[i];
      offset = offset * scales[i] + offsets[i];
    }
    return { scale, offset };
  },
};

/** Right for values without a NaN and for rising indexes, as these are; ours for all. */
const argMax = {
  /** @param {Indexed} input @param {Indexed} output */
  scan(input, output) {
    const { value: values, index: indexes } = input;
    const { value: outputValues, index: outputIndexes } = output;
    let value = -Infinity;
    let index = 0;
    for (let i = 0; i < values.length; i++) {
      if (values[i] > value) {
        value = values[i];
        index = indexes[i];
      }
      outputValues[i] = value;
      outputIndexes[i] = index;
    }
    return output;
  },
  /** @param {Indexed} input */
  reduce({ value: values, index: indexes }) {
    let value = -Infinity;
    let index = 0;
    for (let i = 0; i < values.length; i++) {
      if (values[i] > value) {
        value = values[i];
        index = indexes[i];
      }
    }
    return { value, index };
  },
};

const segmentedSum = {
  /** @param {Segments} input @param {Segments} output */
  scan(input, output) {
    const { value: values, isHead: heads } = input;
    const { value: sums, isHead: seen } = output;
    let sum = 0;
    let isHead = 0;
    for (let i = 0; i < values.length; i++) {
      if (heads[i] === 0) {
        sum += values[i];
      } else {
        sum = values[i];
        isHead = 1;
      }
      sums[i] = sum;
      seen[i] = isHead;
    }
    return output;
  },
  /** @param {Segments} input */
  reduce({ value: values, isHead: heads }) {
    let sum = 0;
    let isHead = 0;
    for (let i = 0; i < values.length; i++) {
      if (heads[i] === 0) {
        sum += values[i];
      } else {
        sum = values[i];
        isHead = 1;
      }
    }
    return { value: sum, isHead: isHead === 1 };
  },
};

const matrices2x2 = {
  /** @param {U32Columns} input @param {U32Columns} output */
  scan(input, output) {
    const { a: as, b: bs, c: cs, d: ds } = input;
    const { a: outputAs, b: outputBs, c: outputCs, d: outputDs } = output;
    let [a, b, c, d] = [1, 0, 0, 1];
    for (let i = 0; i < as.length; i++) {
      const nextA = (Math.imul(a, as[i]) + Math.imul(b, cs[i])) | 0;
      const nextB = (Math.imul(a, bs[i]) + Math.imul(b, ds[i])) | 0;
      const nextC = (Math.imul(c, as[i]) + Math.imul(d, cs[i])) | 0;
      const nextD = (Math.imul(c, bs[i]) + Math.imul(d, ds[i])) | 0;
      a = nextA;
      b = nextB;
      c = nextC;
      d = nextD;
      outputAs[i] = a;
      outputBs[i] = b;
      outputCs[i] = c;
      outputDs[i] = d;
    }
    return output;
  },
  /** @param {U32Columns} input */
  reduce({ a: as, b: bs, c: cs, d: ds }) {
    let [a, b, c, d] = [1, 0, 0, 1];
    for (let i = 0; i < as.length; i++) {
      const nextA = (Math.imul(a, as[i]) + Math.imul(b, cs[i])) | 0;
      const nextB = (Math.imul(a, bs[i]) + Math.imul(b, ds[i])) | 0;
      const nextC = (Math.imul(c, as[i]) + Math.imul(d, cs[i])) | 0;
      const nextD = (Math.imul(c, bs[i]) + Math.imul(d, ds[i])) | 0;
      a = nextA;
      b = nextB;
      c = nextC;
      d = nextD;
    }
    return { a: a >>> 0, b: b >>> 0, c: c >>> 0, d: d >>> 0 };
  },
};

/** @typedef {{ scan: (input: never, output: never) => unknown, reduce: (input: never) => unknown }} Loops */
/** @type {Readonly<Record<import("../cases/operators.mjs").OperatorName, Loops>>} */
export const OPERATOR_LOOPS = {
  "sum-and-product": sumAndProduct,
  "saturating-add": saturatingAdd,
  affine,
  "arg-max": argMax,
  "segmented-sum": segmentedSum,
  "matrices-2x2": matrices2x2,
};
