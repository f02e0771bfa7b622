// `node bench/contenders/javascript-ways.mjs [ROUNDS] [OUT]`, of a built package: plain loops as ratios to the loop that everybody writes. Three ways
// take turns in one process: that loop, the closures that say what the loops must give, and the loops. Prints a table, and writes OUT.
import { availableParallelism } from "node:os";
import * as loops from "samebits/javascript";
import { javascriptExecutor as closures, prepare } from "samebits/networks";
import { parseOperator } from "samebits/operators";
import { describeMachine, load } from "../harness/machine.mjs";
import { commit, writeResult } from "../harness/result-file.mjs";
import { median } from "../harness/statistics.mjs";

const ARRAYS = /** @type {const} */ ({ f64: Float64Array, f32: Float32Array, i32: Int32Array });
const ROUNDS = Number(process.argv[2] ?? 15);
/** Elements of a turn. */
const TURN_LENGTH = 200_000;

/** @typedef {keyof typeof ARRAYS} Type */
/** @typedef {{ name: string, type: Type, text: string, operator?: object, expression?: string, scans?: boolean, lengths: readonly number[] }} Subject  `text`: of sum and x */

const SUMS = { f64: "sum + x", f32: "Math.fround(sum + x)", i32: "(sum + x) | 0" };
const LONG = [1000, 1e6];

/** @type {readonly Subject[]} */
const SUBJECTS = [
  ...Object.entries(SUMS).map(([type, text]) => ({
    ...{ name: "add", type: /** @type {Type} */ (type), text, lengths: [16, ...LONG] },
  })),
  ...["iterated-pairwise", "block-dyadic:256", "linear-carry:64", "interleaved:16"].map((expression) => ({
    ...{ name: `add by ${expression}`, type: /** @type {const} */ ("f64"), text: SUMS.f64, expression },
    ...{ scans: !expression.startsWith("interleaved"), lengths: [1e6] },
  })),
  {
    ...{ name: "a + b − a·b/4", type: "f64", text: "sum + x - sum * x * 0.25", lengths: LONG },
    operator: parseOperator("operator blend (a: f64, b) => a + b - a * b * 0.25"),
  },
  {
    ...{
      name: "the larger magnitude",
      type: "f32",
      text: "Math.abs(sum) < Math.abs(x) ? x : sum",
      lengths: LONG,
    },
    operator: parseOperator("operator larger (a: f32, b) => if abs(a) < abs(b) then b else a"),
  },
  {
    ...{ name: "sum within 1,000,000", type: "i32", lengths: LONG },
    text: "Math.max(-1000000, Math.min(1000000, (sum + x) | 0))",
    operator: parseOperator("operator within (a: i32, b) => max(-1000000, min(1000000, a + b))"),
  },
];

/** A loop of its own for each subject and observation. @param {string} text @param {string} store */
function plainLoop(text, store) {
  const body = `let sum = input[0]; for (let i = 0; i < input.length; i++) { const x = input[i]; if (i > 0) sum = ${text};${store} } return sum;`;
  return new Function("input", "output", body);
}

/** @param {Subject} subject @param {number} n @returns {Readonly<Record<string, Readonly<Record<string, () => unknown>>>>} */
function waysOf({ type, text, scans = true, operator: own, expression }, n) {
  const input = ARRAYS[type].from({ length: n }, (_, i) => Math.sin(i) * (own ? 1 : 1000));
  const output = new ARRAYS[type](n);
  const options = /** @type {any} */ ({
    ...(own && { operator: own }),
    ...(expression && { expression }),
  });
  const plan = closures.plan(loops.columnContract(prepare({ type, ...options }).contract));
  const reduce = plainLoop(text, "");
  const scan = plainLoop(text, " output[i] = sum;");
  return {
    reduce: {
      loop: () => reduce(input),
      closures: () => plan.reduce([input])[0],
      ours: () => loops.reduce(input, options),
    },
    ...(scans && {
      scan: {
        loop: () => scan(input, output),
        closures: () => plan.inclusiveScan([input], [output])[0],
        ours: () => loops.inclusiveScan(input, /** @type {any} */ ({ ...options, output })),
      },
    }),
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
  const [byClosures, byLoops] = [0, 1].map((way) => median(ratios.map((ratio) => ratio[way])));
  console.log(`| ${name} | ${byClosures.toFixed(2)} | ${byLoops.toFixed(2)} |`);
  return { name, closures: Number(byClosures.toFixed(3)), loops: Number(byLoops.toFixed(3)) };
}

const date = new Date().toISOString();
const before = load();
console.log("| ratio to a plain loop | closures | loops |\n| --- | --: | --: |");
const results = SUBJECTS.flatMap((subject) =>
  subject.lengths.flatMap((n) => {
    const calls = Math.max(1, Math.floor(TURN_LENGTH / n));
    return Object.entries(waysOf(subject, n)).map(([observation, ways]) =>
      rowOf(`${observation} of ${n.toLocaleString("en")} ${subject.type}, ${subject.name}`, ways, calls),
    );
  }),
);
const out = process.argv[3];
if (out !== undefined) {
  const command = `node bench/contenders/javascript-ways.mjs ${ROUNDS}`;
  const machine = { ...describeMachine(), cores: availableParallelism() };
  writeResult(out, {
    suite: "javascript-ways",
    date,
    command,
    commit: commit(),
    machine,
    load: { before, after: load() },
    units: "ratio: time / time of a plain loop",
    results,
  });
}
