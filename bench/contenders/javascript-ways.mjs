// `node bench/contenders/javascript-ways.mjs [N,…] [ROUNDS]`, of a built package: sums on plain loops as ratios to the loop that everybody writes.
// Three ways take turns in one process: that loop, the closures that say what the loops must give, and the loops. Prints a table.
import * as loops from "samebits/javascript";
import { javascriptExecutor as closures, prepare } from "samebits/networks";
import { median } from "../harness/statistics.mjs";

const ARRAYS = /** @type {const} */ ({ f64: Float64Array, f32: Float32Array, i32: Int32Array });
const SUMS = { f64: "sum + input[i]", f32: "Math.fround(sum + input[i])", i32: "(sum + input[i]) | 0" };
const LENGTHS = (process.argv[2] ?? "16,1000,1000000").split(",").map(Number);
const ROUNDS = Number(process.argv[3] ?? 15);
/** Elements of a turn. */
const TURN_LENGTH = 200_000;

/** @typedef {keyof typeof ARRAYS} Type */

/** A loop of its own for each type and observation. @param {Type} type @param {string} store */
function plainLoop(type, store) {
  const body = `let sum = 0; for (let i = 0; i < input.length; i++) { sum = ${SUMS[type]};${store} } return sum;`;
  return new Function("input", "output", body);
}

/** @param {Type} type @param {number} n @returns {Readonly<Record<string, Readonly<Record<string, () => unknown>>>>} */
function waysOf(type, n) {
  const input = ARRAYS[type].from({ length: n }, (_, i) => Math.sin(i) * 1000);
  const output = new ARRAYS[type](n);
  const plan = closures.plan(loops.columnContract(prepare({ type }).contract));
  const reduce = plainLoop(type, "");
  const scan = plainLoop(type, " output[i] = sum;");
  const options = { output };
  return {
    reduce: {
      loop: () => reduce(input),
      closures: () => plan.reduce([input])[0],
      ours: () => loops.reduce(input),
    },
    scan: {
      loop: () => scan(input, output),
      closures: () => plan.inclusiveScan([input], [output])[0],
      ours: () => loops.inclusiveScan(input, /** @type {never} */ (options)),
    },
  };
}

/** @param {() => unknown} way @param {number} calls */
function timeOf(way, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call++) way();
  return performance.now() - start;
}

/** @param {string} name @param {Readonly<Record<string, () => unknown>>} ways @param {number} calls */
function rowOf(name, ways, calls) {
  const [expected, actual] = [ways.closures(), ways.ours()].map((value) => JSON.stringify(value));
  if (expected !== actual) throw new Error(`${name}: other bits than the closures`);
  const { typedElements } = loops.javascriptExecutor.loopCounts();
  ways.ours();
  if (loops.javascriptExecutor.loopCounts().typedElements === typedElements)
    throw new Error(`${name} ran by closures`);
  for (const way of Object.values(ways)) for (let turn = 0; turn < 5; turn++) timeOf(way, calls);
  const ratios = Array.from({ length: ROUNDS }, () => {
    const loop = timeOf(ways.loop, calls);
    return [timeOf(ways.closures, calls) / loop, timeOf(ways.ours, calls) / loop];
  });
  const cells = [0, 1].map((way) => median(ratios.map((ratio) => ratio[way])).toFixed(2));
  return `| ${name} | ${cells.join(" | ")} |`;
}

console.log("| ratio to a plain loop | closures | loops |\n| --- | --: | --: |");
for (const type of /** @type {const} */ (["f64", "f32", "i32"])) {
  for (const n of LENGTHS) {
    const calls = Math.max(1, Math.floor(TURN_LENGTH / n));
    for (const [observation, ways] of Object.entries(waysOf(type, n))) {
      console.log(rowOf(`${observation} of ${n.toLocaleString("en")} ${type}`, ways, calls));
    }
  }
}
