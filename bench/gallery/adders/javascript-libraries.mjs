// Sums of libraries for JavaScript that are development dependencies here.
import dcusumkbn from "@stdlib/blas-ext-base-dcusumkbn";
import dcusumpw from "@stdlib/blas-ext-base-dcusumpw";
import dsumkbn from "@stdlib/blas-ext-base-dsumkbn";
import dsumpw from "@stdlib/blas-ext-base-dsumpw";
import * as d3 from "d3-array";
import mathSumPrecise from "math.sumprecise";
import * as np from "numpy-ts";

export const d3Sum = d3.sum;
export const d3Fsum = d3.fsum;
export const d3Cumsum = d3.cumsum;
export const d3Fcumsum = d3.fcumsum;

/** @param {Float64Array} x */
export const stdlibPairwise = (x) => dsumpw(x.length, x, 1);
/** @param {Float64Array} x */
export const stdlibCompensated = (x) => dsumkbn(x.length, x, 1);
/** @param {Float64Array} x */
export const stdlibPairwiseScan = (x) => dcusumpw(x.length, 0, x, 1, new Float64Array(x.length), 1);
/** @param {Float64Array} x */
export const stdlibCompensatedScan = (x) => dcusumkbn(x.length, 0, x, 1, new Float64Array(x.length), 1);

/** @param {Float64Array} x */
export const numpyTsSum = (x) => Number(np.sum(np.array(x)));
/** @param {Float64Array} x */
export const numpyTsCumsum = (x) => Array.from(/** @type {any} */ (np.cumsum(np.array(x))).data);
/** @param {Float64Array} x */
export const numpyTsDot = (x) => Number(np.dot(np.array(x), np.ones([x.length])));

/** @param {Float64Array} x */
export const sumPrecisePolyfill = (x) => mathSumPrecise(x);
