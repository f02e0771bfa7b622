import { leftFold } from "../../../src/javascript.ts";
import * as language from "../../../src/language.ts";
import { closedObject, options } from "../options.ts";
import type { Sound } from "../room.ts";

const TEXT = "entry main (xs: []f64) = reduce (+) 0.0 (map (\\x -> x * x) xs)\n";
const program = (): language.ArrayProgram => language.compile(TEXT);
const operands = (): readonly unknown[] => [Float64Array.of(1, 2)];
const dag = (): language.CostDag => program().unfold("main", operands());
const run = { work: 8, span: 2, primitives: 1, movedBytes: 8, processors: 1 };
const model = { perWork: 1, perSpan: 1, perPrimitive: 1, perByte: 0, worst: 0, median: 0 };
const growth = { form: "n", coefficient: 1, residual: 0 };

/** A host whose answers are there at once. */
const host = (): unknown => ({ executor: closedObject({ ...language.javascriptExecutor }) });

const count = (): unknown => language.i64(3);
const whole = (): unknown => language.i32(3);
const array = (): unknown => language.iota(3);
const same = (value: unknown): unknown => value;
const given = { x: language.f64 };

export const LANGUAGE: Sound = {
  wasmExecutor: () => [],
  runOn: () => [host(), program(), "main", operands(), options({ fuel: 1000, expression: leftFold })],
  executorUseOn: () => [host(), program(), "main", operands(), options({ fuel: 1000 })],
  f64: () => [1],
  f32: () => [1],
  i64: () => [1n],
  u64: () => [1n],
  i32: () => [1],
  u32: () => [1],
  bool: () => [true],
  arrayOf: () => [language.f64, "n"],
  "arrayOf of a length": () => [language.f64, 3],
  size: () => ["n"],
  called: () => ["name", [whole(), { a: whole() }]],
  iota: () => [count()],
  replicate: () => [count(), [whole(), whole()]],
  tabulate: () => [count(), same],
  list: () => [whole(), whole()],
  zip: () => [array(), array()],
  zip3: () => [array(), array(), array()],
  map2: () => [same, array(), array()],
  map3: () => [same, array(), array(), array()],
  map4: () => [same, array(), array(), array(), array()],
  map5: () => [same, array(), array(), array(), array(), array()],
  branch: () => [language.bool(true), () => whole(), () => whole()],
  loopWhile: () => [whole(), () => language.bool(false), same],
  loopFor: () => [count(), whole(), same],
  loopOver: () => [array(), whole(), same],
  define: () => ["f", { ...given }, ({ x }: { x: unknown }) => x, options({ gives: language.f64 })],
  entry: () => ["f", { x: language.arrayOf(language.f64, "n") }, ({ x }: { x: unknown }) => x, options({})],
  build: () => [language.entry("f", given, ({ x }) => x), language.define("g", {}, () => language.i32(1))],
  compile: () => [TEXT, options({ source: "t.sb" })],
  parseProgram: () => [TEXT, "t.sb"],
  printProgram: () => [language.parseProgram(TEXT)],
  ArrayProgram: () => [language.parseProgram(TEXT)],
  run: () => [
    program(),
    "main",
    operands(),
    options({ fuel: 1000, expression: leftFold, on: closedObject(language.javascriptExecutor) }),
  ],
  executorUse: () => [program(), "main", operands(), options({ fuel: 1000 })],
  costOfDag: () => [dag()],
  criticalPath: () => [dag()],
  greedySteps: () => [dag(), 2],
  drawDagSvg: () => [dag(), options({ title: "t", nameOf: String, lineOf: Number })],
  fitGrowth: () => [
    [2, 4, 8, 16, 32],
    [2, 4, 8, 16, 32],
  ],
  fitTimes: () => [[1, 2, 3, 4].map((seconds) => ({ ...run, work: 8 * seconds, seconds }))],
  predictedSeconds: () => [model, run],
  workEfficiency: () => [growth, growth],
  randomTestValues: () => [[{ type: "f64", shape: [2, 3] }], 1n],
};
