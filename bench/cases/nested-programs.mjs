// The nested programs that `npm run bench -- language` times beside plain loops, and beside the same written by hand with `samebits/algorithms`.

import { example } from "./example-program.mjs";

/** @typedef {"javascript" | "wasm" | "workers" | "webgpu"} NestedExecutor */
/** @typedef {"f64" | "f32"} FloatType */
/** @typedef {"sparse" | "k-means" | "softmax" | "life" | "mandelbrot" | "n-body" | "primes" | "collatz"} NestedName */

/**
 * A program for each type of its floats: on an emulated GPU f64 would be integer code that takes minutes to compile.
 *
 * @typedef {object} NestedProgram
 * @property {NestedName} name
 * @property {string} about
 * @property {string} entry
 * @property {string} text  with f64 for its floats
 * @property {number} n  on processors
 * @property {number} few  on an emulated GPU, and where nothing is timed
 */

/**
 * @typedef {object} NestedCase
 * @property {NestedProgram} program
 * @property {NestedExecutor} executor
 * @property {FloatType} type
 * @property {number} n
 */

const SPARSE = `entry multiply [m] (columns: [][]i32) (values: [][]f64) (vector: [m]f64): []f64 =
  map2 (\\cs vs -> reduce (+) 0 (map2 (\\c v -> v * vector[i64.i32 c]) cs vs)) columns values
`;

const K_MEANS = `def closer (a: f64, i: i64) (b: f64, j: i64) = if b < a then (b, j) else (a, i)
entry step [k] [n] (cx: [k]f64) (cy: [k]f64) (px: [n]f64) (py: [n]f64): ([k]f64, [k]f64) =
  let distance x y u v = (u - x) * (u - x) + (v - y) * (v - y)
  let nearest = map2 (\\x y -> (reduce closer (f64.inf, 0) (zip (map2 (distance x y) cx cy) (indices cx))).1) px py
  let counts = reduce_by_index (replicate k 0.0) (+) 0 nearest (replicate n 1.0)
  let sum_x = reduce_by_index (replicate k 0.0) (+) 0 nearest px
  let sum_y = reduce_by_index (replicate k 0.0) (+) 0 nearest py
  in (map2 (/) sum_x counts, map2 (/) sum_y counts)
`;

const MANDELBROT = `${example("mandelbrot")}
entry set (n: i64) =
  map (\\r -> map (\\k -> turns 100 (complex.of (f64.i64 k / 50 - 2) (f64.i64 r / 50 - 1))) (iota n)) (iota n)
`;

/** @type {readonly NestedProgram[]} */
export const NESTED_PROGRAMS = [
  {
    ...{ name: "sparse", about: "a sparse matrix, some ten elements a row, and a vector" },
    ...{ entry: "multiply", text: SPARSE, n: 20_000, few: 40 },
  },
  {
    ...{ name: "k-means", about: "a step for 16 centres: a reduce over them for each point" },
    ...{ entry: "step", text: K_MEANS, n: 50_000, few: 60 },
  },
  {
    ...{ name: "softmax", about: "of each row of 500" },
    ...{ entry: "softmax", text: example("softmax"), n: 500, few: 2 },
  },
  {
    ...{ name: "life", about: "ten turns of a square board" },
    ...{ entry: "life", text: example("game-of-life"), n: 256, few: 8 },
  },
  {
    ...{ name: "mandelbrot", about: "a square of points, 100 turns each" },
    ...{ entry: "set", text: MANDELBROT, n: 150, few: 6 },
  },
  {
    ...{ name: "n-body", about: "one turn" },
    ...{ entry: "fall", text: example("n-body"), n: 1000, few: 12 },
  },
  {
    ...{ name: "primes", about: "below n" },
    ...{ entry: "primes", text: example("primes"), n: 100_000, few: 50 },
  },
  {
    ...{ name: "collatz", about: "turns of the numbers up to n: a loop of unequal lengths" },
    ...{ entry: "turns", text: example("collatz"), n: 50_000, few: 30 },
  },
];

/** Programs of an emulated GPU that are in every run: kernels of the others take a minute and more to compile there. @type {readonly NestedName[]} */
const QUICK_ON_GPU = ["life"];

const EXECUTORS = /** @type {const} */ (["javascript", "wasm", "workers"]);

/** @type {readonly NestedCase[]} */
export const NESTED_CASES = [
  ...NESTED_PROGRAMS.flatMap((program) =>
    EXECUTORS.map((executor) => ({ program, executor, type: /** @type {const} */ ("f64"), n: program.n })),
  ),
  ...NESTED_PROGRAMS.map(gpuCase),
];

/** @type {readonly NestedCase[]} */
export const QUICK_NESTED_CASES = NESTED_PROGRAMS.flatMap((program) => [
  ...EXECUTORS.map((executor) => ({ program, executor, type: /** @type {const} */ ("f64"), n: program.few })),
  ...(QUICK_ON_GPU.includes(program.name) ? [gpuCase(program)] : []),
]);

/** @param {NestedProgram} program @returns {NestedCase} */
function gpuCase(program) {
  return { program, executor: "webgpu", type: "f32", n: program.few };
}
