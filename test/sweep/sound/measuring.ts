import * as accuracy from "../../../src/accuracy.ts";
import * as algorithms from "../../../src/algorithms.ts";
import { javascriptExecutor as executor, resolveContract } from "../../../src/javascript.ts";
import { revealTree } from "../../../src/reveal.ts";
import { onlineJavascriptExecutor as onlineExecutor } from "../../../src/streams.ts";
import { CHART } from "../../data/samples.ts";
import { closedObject, options, quickOptions } from "../options.ts";
import type { Sound } from "../room.ts";

const javascriptExecutor = closedObject(executor);
const floats = (): Float64Array => Float64Array.of(3, 1, 2);
const columns = [{ path: ["a"], type: "f64" }];

/** Ends at once what takes seconds. */
const ended = (): AbortSignal => AbortSignal.abort();

const sumOf = (input: ArrayLike<number>): number => Array.from(input).reduce((sum, value) => sum + value, 0);
const dotOf = (left: ArrayLike<number>, right: ArrayLike<number>): number =>
  sumOf(Array.from(left, (value, i) => value * right[i]));
const prefixesOf = (input: ArrayLike<number>): readonly number[] =>
  Array.from(input, (_, i) => sumOf(Array.from(input).slice(0, i + 1)));

const ARITHMETIC = '"arithmetic":{"precision":53,"result":"f64"}';
const hashOf = (input: BigUint64Array, combine: (left: bigint, right: bigint) => bigint): bigint =>
  input.reduce((left, right) => combine(left, right));
const REVEALED = await revealTree(sumOf, { n: 2 });

export const ACCURACY: Sound = {
  accuracyOf: () => [
    javascriptExecutor,
    floats(),
    options({ expressions: ["left-fold"], accumulate: "f64" }),
  ],
  scanAccuracyOf: () => [
    javascriptExecutor,
    floats(),
    options({ expressions: ["left-fold"], accumulate: "f64" }),
  ],
  onlineAccuracy: () => [
    closedObject(onlineExecutor),
    options({ type: "f64", expression: "left-fold", accumulate: "f64" }),
  ],
  printQuantity: () => [1],
  explainError: () => [{ expression: "left-fold", accumulate: "f64" }, floats()],
  "explainError of a revealed sum": () => [REVEALED, Float64Array.of(1, 2)],
  generateSumData: () => [options({ kind: accuracy.SUM_KIND_NAMES[0], type: "f64", length: 10, seed: 1n })],
};

const rich = {
  ...CHART,
  description: "All that a chart may have",
  x: { label: "n", unit: "s", scale: "linear", isWhole: true, categories: ["a", "b"], from: 0, to: 5 },
  rules: [{ y: 2, label: "two" }],
  notes: ["a note"],
};
const figure = {
  title: "A figure",
  panels: [rich],
  columns: 1,
  labels: "legend",
  notes: ["n"],
  width: 500,
  panelHeight: 100,
};

export const PLOTS: Sound = {
  renderSvg: () => [CHART],
  "renderSvg of a figure": () => [options({ ...figure, description: "Of one chart" })],
  renderPng: () => ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
};

export const REVEAL: Sound = {
  compareElements: () => [floats(), floats(), options({ type: "f64" })],
  firstDivergence: () => ["left-fold", { expression: "interleaved:2", type: "f64" }, floats()],
  "firstDivergence of a contract and a revealed sum": () => [
    resolveContract({}, "reduce", "f64"),
    REVEALED,
    Float64Array.of(1, 2),
  ],
  identifyExpression: () => [javascriptExecutor, floats(), 6],
  ulpsBetween: () => ["f32", 1, 2],
  revealTree: () => [sumOf, options({ n: 3, type: "f32", seed: 1n })],
  revealScan: () => [prefixesOf, options({ n: 3, type: "f32", seed: 1n })],
  revealReduce: () => [hashOf, options({ n: 3, seed: 1n })],
  encodeTree: () => [REVEALED],
  decodeTree: () => [
    `{"format":"samebits revealed tree","version":1,"n":2,"type":"f64","start":"zero",${ARITHMETIC},"tree":[0,1]}`,
    options({ source: "a" }),
  ],
  treeExpression: () => [REVEALED],
  treeOptions: () => [REVEALED],
  sumByTree: () => [REVEALED, Float64Array.of(1, 2)],
  roundTo: () => ["f32", 0.1],
  drawTreeSvg: () => [{ left: 0, right: 1 }, options({ title: "A tree", heat: [1], note: "Heat" })],
  drawTreeText: () => [{ left: 0, right: 1 }, options({ lineCount: 3 })],
  revealDot: () => [dotOf, options({ n: 3, type: "f32", seed: 1n })],
  revealCell: () => [
    (left: ArrayLike<number>, right: ArrayLike<number>) => [dotOf(left, right)],
    options({ rows: 1, inner: 3, columns: 1, row: 0, column: 0, type: "f32", seed: 1n }),
  ],
};

const lookBack = {
  tiles: 2,
  workgroups: 2,
  tilesPerWorkgroup: "many",
  groupLength: 2,
  rootWords: 1,
  pollLimit: 1,
  tickets: "forwards",
  epochBits: 3,
  table: "old-words",
  seed: 1n,
  mutant: "a lane waits for ever",
};
export const SIMULATOR: Sound = {
  simulateLookBack: () => [options(lookBack)],
  exploreLookBack: () => [quickOptions({ ...lookBack, stateLimit: 500 })],
};

export const CONFORMANCE: Sound = {
  compareArrays: () => [floats(), floats()],
  compareScalars: () => ["f64", 1, 1],
  compareColumns: () => [columns, [floats()], [floats()]],
  compareRecords: () => [columns, [1], [1]],
  countReferenceCombines: () => [resolveContract({}, "reduce", "f64"), 5],
  mixingOperator: () => [{ a: "f64", b: "bool" }],
  dataSetsOf: () => ["f64"],
  generateColumns: () => [options({ columns, data: "wide", length: 10, seed: 1n })],
  generateChunks: () => [options({ type: "f64", data: "wide", length: 10, seed: 1n }), 5],
  generateData: () => [options({ type: "f64", data: "wide", length: 10, seed: 1n })],
  mirrored: () => [floats()],
  publishedData: () => [16],
  shuffled: () => [floats(), 1n],
  splitmix64: () => [1n],
  wholeRangeData: () => [options({ type: "f64", length: 10, seed: 1n })],
  conformance: () => [
    javascriptExecutor,
    quickOptions({ tier: "quick", parts: ["refusals"], signal: ended() }),
  ],
  conformanceOf: () => [
    [{ executor: javascriptExecutor, requestLimit: 1 }],
    quickOptions({ tier: "quick", parts: ["refusals"], signal: ended() }),
  ],
  parsePaperVectors: () => [""],
  parseVectors: () => [""],
  paperWitness: () => [[javascriptExecutor], quickOptions({ vectors: [], signal: ended() })],
  stdlibPeer: () => [{ dcusumpw: () => floats(), dsumpw: () => 1 }],
  witness: () => [
    [javascriptExecutor],
    quickOptions({ length: 5, expressions: [], operators: [], signal: ended() }),
  ],
  witnessFunctions: () => [
    [{ executor: "javascript", algorithms }],
    quickOptions({ length: 5, signal: ended() }),
  ],
};
