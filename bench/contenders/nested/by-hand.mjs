// Nested programs as a person writes them with `samebits/algorithms`: maps as loops, folds as calls over flat columns. Programs that fold nothing
// are loops, and not here.

import { exp } from "samebits/elementary";
import { forceOf, nearestCentres, primeFlags } from "./plain-loops.mjs";

/** @typedef {import("./operands.mjs").NestedInput} NestedInput */
/** @typedef {import("../../cases/nested-programs.mjs").NestedName} NestedName */
/** @typedef {(input: NestedInput, algorithms: any) => Promise<unknown>} ByHand  the functions give values, or promises of them */

/** @type {ByHand} */
async function sparse({ n, columns: [vector], rows, floats }, { segmentedReduce }) {
  const offsets = new Uint32Array(n + 1);
  for (let row = 0; row < n; row++) offsets[row + 1] = offsets[row] + rows[row].at.length;
  const products = floats(offsets[n]);
  for (let row = 0; row < n; row++) {
    const { at, values } = rows[row];
    const start = offsets[row];
    for (let k = 0; k < at.length; k++) products[start + k] = values[k] * vector[at[k]];
  }
  return await segmentedReduce(products, { offsets });
}

/** @type {ByHand} */
async function kMeans(input, { reduceByIndex }) {
  const [cx, , px, py] = input.columns;
  const nearest = nearestCentres(input);
  const bins = { binCount: cx.length };
  const { values: counts } = await reduceByIndex(input.floats(px.length).fill(1), nearest, bins);
  const { values: xs } = await reduceByIndex(px, nearest, bins);
  const { values: ys } = await reduceByIndex(py, nearest, bins);
  const mean = (/** @type {number} */ sum, /** @type {number} */ centre) => sum / counts[centre];
  return [xs.map(mean), ys.map(mean)];
}

/** @type {ByHand} */
async function softmax({ n, columns: [values], offsets, floats }, { segmentedReduce }) {
  const tops = await segmentedReduce(values, { offsets }, { operator: "max" });
  const shifted = floats(values.length);
  for (let row = 0; row < n; row++) {
    for (let at = offsets[row]; at < offsets[row + 1]; at++) shifted[at] = values[at] - tops[row];
  }
  const weights = exp(/** @type {Float64Array} */ (shifted));
  const totals = await segmentedReduce(weights, { offsets });
  for (let row = 0; row < n; row++) {
    for (let at = offsets[row]; at < offsets[row + 1]; at++) weights[at] /= totals[row];
  }
  return weights;
}

/** @type {ByHand} */
async function nBody({ n, columns: [xs, ys, masses], operands, floats }, { segmentedReduce }) {
  const time = Number(operands[1]);
  const forces = { x: floats(n * n), y: floats(n * n) };
  for (let one = 0, at = 0; one < n; one++) {
    for (let other = 0; other < n; other++, at++) {
      const [dx, dy] = [xs[other] - xs[one], ys[other] - ys[one]];
      const force = forceOf(dx, dy, masses[other]);
      forces.x[at] = force * dx;
      forces.y[at] = force * dy;
    }
  }
  const segments = { offsets: Uint32Array.from({ length: n + 1 }, (_, one) => one * n) };
  const u = await segmentedReduce(forces.x, segments);
  const v = await segmentedReduce(forces.y, segments);
  return [xs.map((x, one) => x + time * (time * u[one])), ys.map((y, one) => y + time * (time * v[one]))];
}

/** @type {ByHand} */
async function primes({ n }, { filterIndices }) {
  const flags = primeFlags(n);
  return await filterIndices(flags, (/** @type {number} */ flag) => flag === 1);
}

/** @type {Partial<Readonly<Record<NestedName, ByHand>>>} */
export const BY_HAND = { sparse, softmax, primes, "k-means": kMeans, "n-body": nBody };
