import * as accuracy from "../../../src/accuracy.ts";
import { javascriptExecutor, resolveContract } from "../../../src/javascript.ts";
import { CHART } from "../../data/samples.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const floats = (): Float64Array => Float64Array.of(3, 1, 2);
const columns = [{ name: "a", type: "f64" }];

/** Ends at once what takes seconds. */
const ended = (): AbortSignal => AbortSignal.abort();

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
  printQuantity: () => [1],
  generateSumData: () => [options({ kind: accuracy.SUM_KIND_NAMES[0], type: "f64", length: 10, seed: 1n })],
};

export const PLOTS: Sound = { renderSvg: () => [CHART], renderPng: () => ["<svg/>"] };

export const CONFORMANCE: Sound = {
  compareArrays: () => [floats(), floats()],
  compareScalars: () => ["f64", 1, 1],
  compareColumns: () => [columns, [floats()], { a: floats() }],
  compareRecords: () => [columns, [1], { a: 1 }],
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
  conformance: () => [javascriptExecutor, options({ tier: "quick", parts: ["refusals"], signal: ended() })],
  conformanceOf: () => [
    [{ executor: javascriptExecutor, requestLimit: 1 }],
    options({ tier: "quick", parts: ["refusals"], signal: ended() }),
  ],
  parsePaperVectors: () => [""],
  parseVectors: () => [""],
  paperWitness: () => [[javascriptExecutor], options({ vectors: [], signal: ended() })],
  stdlibPeer: () => [{ version: "1", sums: [] }],
  witness: () => [
    [javascriptExecutor],
    options({ length: 5, expressions: [], operators: [], signal: ended() }),
  ],
};
