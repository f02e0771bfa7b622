// `node bench/contenders/javascript-ways.mjs [ROUNDS] [OUT] [NAME]`, of a built package: plain loops as ratios to the loop that everybody writes. Three
// ways take turns in one process: that loop, the closures that say what the loops must give, and the loops. Times are the processor's, as other work on
// the machine would be in a clock's. Prints a table, and writes OUT; NAME: only subjects whose names have it.
import { availableParallelism } from "node:os";
import * as loops from "samebits/javascript";
import { javascriptExecutor as closures, prepare } from "samebits/networks";
import { affine, argMax, parseOperator } from "samebits/operators";
import { describeMachine, load } from "../harness/machine.mjs";
import { commit, writeResult } from "../harness/result-file.mjs";
import { median } from "../harness/statistics.mjs";

const ARRAYS = /** @type {const} */ ({
  ...{ f64: Float64Array, f32: Float32Array, i32: Int32Array, u32: Uint32Array },
  ...{ i64: BigInt64Array, u64: BigUint64Array },
});
const ROUNDS = Number(process.argv[2] ?? 15);
const WANTED = process.argv[4] ?? "";
/** Elements of a turn. */
const TURN_LENGTH = 200_000;

/** @typedef {keyof typeof ARRAYS} Type */
/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {readonly Type[]} types of its columns
 * @property {readonly string[]} names of these, where it is of records
 * @property {readonly string[]} texts what a loop makes of its running values a0, a1, … and an element's b0, b1, …: c0, c1, …
 * @property {object} options
 * @property {boolean} scans
 * @property {readonly number[]} lengths
 */

const SUMS = /** @type {const} */ ({ f64: "a0 + b0", f32: "Math.fround(a0 + b0)", i32: "(a0 + b0) | 0" });
const LONG = [1000, 1e6];

/** @param {string} name @param {Type} type @param {string} text @param {Partial<Subject>} [rest] @returns {Subject} */
const ofOne = (name, type, text, rest) => ({
  ...{ name, types: [type], names: [], texts: [text], options: {}, scans: true, lengths: LONG },
  ...rest,
});

/** An operator of one's own, given as text. @param {string} name @param {Type} type @param {string} body @param {string} text */
const own = (name, type, body, text) =>
  ofOne(name, type, text, {
    options: { operator: parseOperator(`operator own (a: ${type}, b) => ${body}`) },
  });

const WITHIN = "max(-1000000, min(1000000, a + b))";
const BLEND = own("a + b − a·b/4", "f64", "a + b - a * b * 0.25", "a0 + b0 - a0 * b0 * 0.25");

/** @type {readonly Subject[]} */
const SUBJECTS = [
  ...Object.entries(SUMS).map(([type, text]) =>
    ofOne("add", /** @type {Type} */ (type), text, { lengths: [16, ...LONG] }),
  ),
  ...["iterated-pairwise", "block-dyadic:256", "linear-carry:64", "interleaved:16"].map((expression) =>
    ofOne(`add by ${expression}`, "f64", SUMS.f64, {
      ...{ options: { expression }, scans: !expression.startsWith("interleaved"), lengths: [1e6] },
    }),
  ),
  BLEND,
  ...["left-fold", "iterated-pairwise", "linear-carry:64"].map((expression) => ({
    ...BLEND,
    ...{ name: `${BLEND.name} by ${expression}`, options: { ...BLEND.options, expression }, lengths: [1e6] },
  })),
  {
    ...BLEND,
    name: `${BLEND.name} backward`,
    options: { ...BLEND.options, direction: "backward" },
    lengths: [1e6],
  },
  own(
    "the larger magnitude",
    "f32",
    "if abs(a) < abs(b) then b else a",
    "Math.abs(a0) < Math.abs(b0) ? b0 : a0",
  ),
  own("sum within 1,000,000", "i32", WITHIN, "Math.max(-1000000, Math.min(1000000, (a0 + b0) | 0))"),
  own(
    "sum of two products",
    "u32",
    "a * b + (a + b) * 3",
    "(Math.imul(a0, b0) + Math.imul(a0 + b0, 3)) >>> 0",
  ),
  own("a + b, xor b", "i64", "(a + b) ^ b", "BigInt.asIntN(64, a0 + b0) ^ b0"),
  own("a·3 + b", "u64", "a * 3 + b", "BigInt.asUintN(64, BigInt.asUintN(64, a0 * 3n) + b0)"),
  {
    ...{ name: "affine maps", types: ["f64", "f64"], names: ["scale", "offset"], scans: true, lengths: LONG },
    ...{
      texts: ["a0 * b0", "a1 * b0 + b1"],
      options: { operator: affine(loops.add, loops.multiply, "f64") },
    },
  },
  {
    ...{ name: "the largest and its index", types: ["f64", "u32"], names: ["value", "index"] },
    ...{ scans: true, lengths: LONG, options: { operator: argMax("f64") } },
    texts: [
      "Math.max(a0, b0)",
      "a0 === c0 || (a0 !== a0 && c0 !== c0) ? (b0 === c0 || (b0 !== b0 && c0 !== c0) ? Math.min(a1, b1) : a1) : b1",
    ],
  },
];

/** A loop of its own for each subject and observation. @param {Subject} subject @param {boolean} isScan */
function plainLoop({ types, texts }, isScan) {
  const each = (/** @type {(k: number) => string} */ text) => types.map((_, k) => text(k)).join(" ");
  const body = `const n = inputs[0].length;
    ${each((k) => `const i${k} = inputs[${k}], o${k} = outputs[${k}]; let a${k} = i${k}[0];`)}
    ${isScan ? each((k) => `o${k}[0] = a${k};`) : ""}
    for (let i = 1; i < n; i++) {
      ${each((k) => `const b${k} = i${k}[i];`)}
      ${each((k) => `const c${k} = ${texts[k]};`)}
      ${each((k) => `a${k} = c${k};${isScan ? ` o${k}[i] = a${k};` : ""}`)}
    }
    return a0;`;
  return new Function("inputs", "outputs", body);
}

/** @param {Subject} subject @param {number} n @returns {Readonly<Record<string, Readonly<Record<string, () => unknown>>>>} */
function waysOf(subject, n) {
  const { types, names, options, scans } = subject;
  const isOwn = "operator" in options;
  const elementAt = (/** @type {number} */ i) => Math.sin(i) * (isOwn && types[0] === "f64" ? 1 : 1000);
  const columns = (/** @type {boolean} */ isEmpty) =>
    types.map((type) => {
      const isBig = type === "i64" || type === "u64";
      const value = (/** @type {number} */ i) => (isBig ? BigInt(Math.floor(elementAt(i))) : elementAt(i));
      const Column = /** @type {any} */ (ARRAYS[type]);
      return isEmpty
        ? new Column(n)
        : Column.from({ length: n }, (/** @type {unknown} */ _, /** @type {number} */ i) => value(i));
    });
  const [inputs, outputs] = [columns(false), columns(true)];
  const given = (/** @type {any[]} */ of) =>
    names.length === 0 ? of[0] : Object.fromEntries(names.map((name, k) => [name, of[k]]));
  const [input, output] = [given(inputs), given(outputs)];
  const type = names.length === 0 ? { type: types[0] } : {};
  const { contract } = prepare(/** @type {any} */ ({ ...type, ...options }));
  const plan = closures.plan(loops.columnContract(/** @type {any} */ (contract)));
  const [reduce, scan] = [plainLoop(subject, false), plainLoop(subject, true)];
  return {
    reduce: {
      loop: () => reduce(inputs, outputs),
      closures: () => plan.reduce(inputs),
      ours:
        names.length === 0
          ? () => [loops.reduce(input, options)]
          : () => Object.values(/** @type {object} */ (loops.reduce(input, options))),
    },
    ...(scans && {
      scan: {
        loop: () => scan(inputs, outputs),
        closures: () => plan.inclusiveScan(inputs, outputs),
        ours: () => {
          const scanned = loops.inclusiveScan(input, /** @type {any} */ ({ ...options, output }));
          return names.length === 0 ? [scanned] : names.map((name) => scanned[name]);
        },
      },
    }),
  };
}

/** Milliseconds of the processor. @param {() => unknown} way @param {number} calls */
function timeOf(way, calls) {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call++) way();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Bits of an answer, as text. @param {unknown} answer */
const shown = (answer) =>
  JSON.stringify(answer, (_, value) =>
    ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")
      : typeof value === "bigint"
        ? `${value}n`
        : value,
  );

/** @param {string} name @param {Readonly<Record<string, () => unknown>>} ways @param {number} calls */
function rowOf(name, ways, calls) {
  const expected = shown(ways.closures());
  if (expected !== shown(ways.ours())) throw new Error(`${name}: other bits than the closures`);
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
const results = SUBJECTS.filter(({ name }) => name.includes(WANTED)).flatMap((subject) =>
  subject.lengths.flatMap((n) => {
    const calls = Math.max(1, Math.floor(TURN_LENGTH / n));
    return Object.entries(waysOf(subject, n)).map(([observation, ways]) =>
      rowOf(
        `${observation} of ${n.toLocaleString("en")} ${subject.types.join(" ")}, ${subject.name}`,
        ways,
        calls,
      ),
    );
  }),
);
const out = process.argv[3];
if (out !== undefined && out !== "") {
  const command = `node bench/contenders/javascript-ways.mjs ${ROUNDS}`;
  const machine = { ...describeMachine(), cores: availableParallelism() };
  writeResult(out, {
    suite: "javascript-ways",
    date,
    command,
    commit: commit(),
    machine,
    load: { before, after: load() },
    units: "ratio: processor time / that of a plain loop",
    results,
  });
}
