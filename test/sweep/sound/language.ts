import * as language from "../../../src/language.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const TEXT = "entry main (xs: []f64) = reduce (+) 0.0 (map (\\x -> x * x) xs)\n";
const program = (): language.ArrayProgram => language.compile(TEXT);
const operands = (): readonly unknown[] => [Float64Array.of(1, 2)];
const dag = (): language.CostDag => program().unfold("main", operands());
const run = { work: 8, span: 2, primitives: 1, movedBytes: 8, processors: 1 };
const model = { perWork: 1, perSpan: 1, perPrimitive: 1, perByte: 0, worst: 0, median: 0 };
const growth = { form: "n", coefficient: 1, residual: 0 };

export const LANGUAGE: Sound = {
  wasmExecutor: () => [],
  compile: () => [TEXT, options({ source: "t.sb" })],
  parseProgram: () => [TEXT, "t.sb"],
  printProgram: () => [language.parseProgram(TEXT)],
  ArrayProgram: () => [language.parseProgram(TEXT)],
  run: () => [program(), "main", operands(), options({ fuel: 1000, expression: "left-fold" })],
  executorUse: () => [program(), "main", operands(), options({ fuel: 1000 })],
  costOfDag: () => [dag()],
  criticalPath: () => [dag()],
  greedySteps: () => [dag(), 2],
  drawDagSvg: () => [dag(), options({ title: "t", nameOf: String })],
  fitGrowth: () => [
    [2, 4, 8, 16, 32],
    [2, 4, 8, 16, 32],
  ],
  fitTimes: () => [[1, 2, 3, 4].map((seconds) => ({ ...run, work: 8 * seconds, seconds }))],
  predictedSeconds: () => [model, run],
  workEfficiency: () => [growth, growth],
  randomTestValues: () => [[{ type: "f64", shape: [2, 3] }], 1n],
};
