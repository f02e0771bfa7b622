// Writes loops.ts, map-loops.ts and step-loops.ts of src/executors/javascript/typed: one loop in plain text for each operation and type, from one template. An engine compiles a
// function once for all its callers, so a loop that takes its operation as an argument is never as fast as one that has it written in.
// `npm run docs` runs it, and a test compares.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatted } from "./algorithm-rows.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** An operation as text. @typedef {(left: string, right: string) => string} Source */

/** @type {Readonly<Record<string, { array: string, scalar: string }>>} */
const TYPES = {
  f64: { array: "Float64Array", scalar: "number" },
  f32: { array: "Float32Array", scalar: "number" },
  i32: { array: "Int32Array", scalar: "number" },
  u32: { array: "Uint32Array", scalar: "number" },
  i64: { array: "BigInt64Array", scalar: "bigint" },
  u64: { array: "BigUint64Array", scalar: "bigint" },
};

/** What brings the result of an operation back into its type. @type {Readonly<Record<string, (text: string) => string>>} */
const WRAPPED = {
  f64: (text) => `(${text})`,
  f32: (text) => `Math.fround(${text})`,
  i32: (text) => `((${text}) | 0)`,
  u32: (text) => `((${text}) >>> 0)`,
  i64: (text) => `BigInt.asIntN(64, ${text})`,
  u64: (text) => `BigInt.asUintN(64, ${text})`,
};

/** @param {string} type @param {string} symbol @returns {Source} */
const infix = (type, symbol) => (left, right) => WRAPPED[type](`${left} ${symbol} ${right}`);

/** @param {string} type @param {"min" | "max"} name @returns {Source} */
const extreme = (type, name) => (left, right) =>
  TYPES[type].scalar === "number"
    ? `Math.${name}(${left}, ${right})`
    : `(${left} ${name === "min" ? "<" : ">"} ${right} ? ${left} : ${right})`;

/** @param {string} type @returns {Source} */
const product = (type) =>
  type === "i32" || type === "u32"
    ? (left, right) => WRAPPED[type](`Math.imul(${left}, ${right})`)
    : infix(type, "*");

const ALL = Object.keys(TYPES);
const FLOATS = ["f64", "f32"];
const INTEGERS = ALL.filter((type) => !FLOATS.includes(type));

/** @type {readonly { name: string, types: readonly string[], source: (type: string) => Source }[]} */
const OPERATIONS = [
  { name: "add", types: ALL, source: (type) => infix(type, "+") },
  { name: "multiply", types: ALL, source: product },
  { name: "min", types: ALL, source: (type) => extreme(type, "min") },
  { name: "max", types: ALL, source: (type) => extreme(type, "max") },
  { name: "and", types: INTEGERS, source: (type) => infix(type, "&") },
  { name: "or", types: INTEGERS, source: (type) => infix(type, "|") },
  { name: "xor", types: INTEGERS, source: (type) => infix(type, "^") },
];

/** @param {string} type @param {Source} source */
function foldLoops(type, source) {
  const { array, scalar } = TYPES[type];
  const loop = "for (let k = 0, i = first; k < count; k++, i += step)";
  return `{
    reduce(input: ${array}, first: number, step: number, count: number, value: ${scalar}): ${scalar} {
      let running = value;
      ${loop} running = ${source("running", "input[i]")};
      return running;
    },
    inclusive(input: ${array}, output: ${array}, first: number, step: number, count: number, value: ${scalar}): ${scalar} {
      let running = value;
      ${loop} {
        running = ${source("running", "input[i]")};
        output[i] = running;
      }
      return running;
    },
    exclusive(input: ${array}, output: ${array}, first: number, step: number, count: number, value: ${scalar}): ${scalar} {
      let running = value;
      ${loop} {
        const next = ${source("running", "input[i]")};
        output[i] = running;
        running = next;
      }
      return running;
    },
  }`;
}

/** @param {string} array @param {number} position within an octet */
function place(array, position) {
  return position === 0 ? `${array}[i]` : `${array}[i + ${position}]`;
}

/** T over the first elements of an octet, as lines that define q0 … q7. @param {Source} source */
function octetPrefixes(source) {
  const at = (/** @type {number} */ position) => place("input", position);
  return [
    `const q0 = ${at(0)};`,
    `const q1 = ${source("q0", at(1))};`,
    `const x2 = ${at(2)};\nconst q2 = ${source("q1", "x2")};`,
    `const q3 = ${source("q1", source("x2", at(3)))};`,
    `const x4 = ${at(4)};\nconst q4 = ${source("q3", "x4")};`,
    `const x45 = ${source("x4", at(5))};\nconst q5 = ${source("q3", "x45")};`,
    `const x6 = ${at(6)};\nconst q6 = ${source("q3", source("x45", "x6"))};`,
    `const q7 = ${source("q3", source("x45", source("x6", at(7))))};`,
  ];
}

/** @param {string} type @param {Source} source @param {string} identity */
function treeLoops(type, source, identity) {
  const { array } = TYPES[type];
  /** @param {number} start @param {number} count @returns {string} */
  const tree = (start, count) =>
    count === 1 ? place("input", start) : source(tree(start, count / 2), tree(start + count / 2, count / 2));
  const whole = (/** @type {string} */ prefix) => source("carry", source("root16", source("root8", prefix)));
  const prefixes = octetPrefixes(source);
  const outputs = prefixes.map((_, k) => `const p${k} = ${whole(`q${k}`)};\n${place("output", k)} = p${k};`);
  const tail = prefixes.slice(0, 7).map(
    (lines, k) => `if (${k === 0 ? "i" : `i + ${k}`} === end) return !(guard === 0);
      ${lines}
      ${outputs[k]}
      guard += p${k} * 0;`,
  );
  return `{
    identity: ${identity},
    roots(input: ${array}, start: number, count: number, output: ${array}): void {
      for (let k = 0, i = start; k < count; k++, i += 8) output[k] = ${tree(0, 8)};
    },
    blocks(input: ${array}, output: ${array}, start: number, end: number, state: BlockState): boolean {
      const { octets, isLinear, roots } = state;
      let index = state.index;
      let carry = roots[0];
      if (!isLinear) {
        let slot = index === 0 ? 0 : 31 - Math.clz32(index & -index);
        carry = roots[slot];
        for (let rest = index >> slot >> 1; rest !== 0; rest >>= 1) {
          slot++;
          carry = ${source("roots[slot]", "carry")};
        }
      }
      let guard = 0;
      let octet = 0;
      let root8 = ${identity};
      let root16 = ${identity};
      let i = start;
      for (const last = end - 8; i <= last; i += 8) {
        ${[...prefixes, ...outputs].join("\n")}
        guard += (p0 + p1 + (p2 + p3) + (p4 + p5 + (p6 + p7))) * 0;
        let root = ${source("root16", source("root8", "q7"))};
        octet++;
        if (octet !== octets) {
          if (octet === 2) {
            root16 = root;
            root8 = ${identity};
          } else root8 = q7;
          continue;
        }
        octet = 0;
        root8 = ${identity};
        root16 = ${identity};
        if (isLinear) {
          carry = ${source("carry", "root")};
          roots[0] = carry;
        } else {
          let slot = 0;
          let rest = index;
          for (; (rest & 1) === 1; rest >>= 1) {
            root = ${source("roots[slot]", "root")};
            roots[slot] = ${identity};
            slot++;
          }
          roots[slot] = root;
          carry = root;
          for (rest >>= 1; rest !== 0; rest >>= 1) {
            slot++;
            carry = ${source("roots[slot]", "carry")};
          }
        }
        index++;
        guard += carry * 0;
        output[i + 7] = carry;
      }
      state.index = index;
      ${tail.join("\n")}
      return !(guard === 0);
    },
    prepend(value: number, array: ${array}, start: number, end: number): void {
      for (let i = start; i < end; i++) array[i] = ${source("value", "array[i]")};
    },
  }`;
}

const COMPARED = { less: "<", lessOrEqual: "<=", equal: "===" };

/** Operations of columns, beside those of OPERATIONS: what predicates and maps of elements are made of. @type {typeof OPERATIONS} */
const MORE_OPERATIONS = [
  { name: "subtract", types: ALL, source: (type) => infix(type, "-") },
  { name: "divide", types: FLOATS, source: (type) => infix(type, "/") },
];

/** @param {{ array: string }} type @param {string} result @param {string} text */
function mapLoop({ array }, result, text) {
  return `{
    run(first: ${array}, second: ${array}, output: ${result}): void {
      for (let i = 0; i < output.length; i++) output[i] = ${text};
    },
  }`;
}

const BOOL = { array: "Uint8Array", scalar: "number" };

/** The loops over columns, by operation and by the type of its operands. */
function mapLoops() {
  /** @type {Record<string, string[]>} */
  const loops = {};
  for (const { name, types, source } of [...OPERATIONS, ...MORE_OPERATIONS]) {
    loops[name] = types.map(
      (type) => `${type}: ${mapLoop(TYPES[type], TYPES[type].array, source(type)("first[i]", "second[i]"))}`,
    );
  }
  for (const [name, symbol] of Object.entries({ and: "&", or: "|", xor: "^" })) {
    loops[name].push(`bool: ${mapLoop(BOOL, BOOL.array, `first[i] ${symbol} second[i]`)}`);
  }
  for (const [name, symbol] of Object.entries(COMPARED)) {
    // Of 64 bits they are in word-loops.ts.
    const { i64: _, u64: __, ...narrow } = TYPES;
    const types = name === "equal" ? { ...narrow, bool: BOOL } : narrow;
    loops[name] = Object.entries(types).map(
      ([type, each]) => `${type}: ${mapLoop(each, BOOL.array, `first[i] ${symbol} second[i] ? 1 : 0`)}`,
    );
  }
  return Object.entries(loops).map(([name, texts]) => `${name}: {${texts.join(",\n")}}`);
}

/** Operations of one operand. @type {readonly { name: string, types: readonly string[], source: (type: string) => (operand: string) => string }[]} */
const UNARY_OPERATIONS = [
  { name: "negate", types: ALL, source: (type) => (operand) => WRAPPED[type](`-${operand}`) },
  { name: "abs", types: ["f64", "f32"], source: () => (operand) => `Math.abs(${operand})` },
  { name: "abs", types: ["i32"], source: () => (operand) => `(Math.abs(${operand}) | 0)` },
  { name: "sqrt", types: FLOATS, source: (type) => (operand) => WRAPPED[type](`Math.sqrt(${operand})`) },
];

function unaryLoops() {
  /** @type {Record<string, string[]>} */
  const loops = {};
  for (const { name, types, source } of UNARY_OPERATIONS) {
    loops[name] ??= [];
    for (const type of types) {
      const { array } = TYPES[type];
      loops[name].push(`${type}: {
        run(operand: ${array}, output: ${array}): void {
          for (let i = 0; i < output.length; i++) output[i] = ${source(type)("operand[i]")};
        },
      }`);
    }
  }
  return Object.entries(loops).map(([name, texts]) => `${name}: {${texts.join(",\n")}}`);
}

/** Loops of all types by type. @param {(type: { array: string, scalar: string }) => string} loop */
function loopsByType(loop) {
  return Object.entries({ ...TYPES, bool: BOOL }).map(([type, each]) => `${type}: ${loop(each)}`);
}

/** @param {{ array: string }} type */
function selectLoop({ array }) {
  return `{
    run(condition: Uint8Array, first: ${array}, second: ${array}, output: ${array}): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  }`;
}

const MAP_HEAD = `// Made by \`npm run docs\` of tools/javascript-loops.mjs; edit there.

import type { ScalarType } from "../../../values/element-types.ts";
import type { MapLoop, SelectLoop, UnaryLoop } from "./loop-types.ts";
`;

/** Operators that have a loop of their own: more than a page has, and what repeats costs nothing in a bundle that is compressed. */
const STEP_LOOP_COUNT = 32;

/** See StepLoop in step-types.ts. One call in its text, so that an engine puts the whole operator there. */
const STEP_LOOP = `(step, tape, from, end) => {
  for (let at = from; at < end; at += 5) {
    let left = tape[at];
    let right = tape[at + 1];
    const count = tape[at + 2];
    const leftStep = tape[at + 3];
    const rightStep = tape[at + 4];
    for (let k = 0; k < count; k++) {
      step(left, right);
      left += leftStep;
      right += rightStep;
    }
  }
}`;

/** @param {{ array: string, scalar: string }} type */
function cellTexts({ array, scalar }) {
  return `{
    left: (cells: ${array}) => (left: number) => cells[left],
    right: (cells: ${array}) => (_: number, right: number) => cells[right],
    kept: (cell: ${array}) => () => cell[0],
    keep: (cell: ${array}, value: CellValue<${scalar}>) => (left, right) => {
      cell[0] = value(left, right);
    },
    write: (cells: ${array}, value: CellValue<${scalar}>) => (left, right) => {
      cells[right] = value(left, right);
    },
  }`;
}

const STEP_HEAD = `// Made by \`npm run docs\` of tools/javascript-loops.mjs; edit there.

import type { CellValue, StepLoop, StepTexts } from "./step-types.ts";
`;

/** None has more than 27 bytes of V8's code, up to which it puts a function into its caller whatever is there already. */
const STEP_TEXTS = `{
  constant: (value) => () => value,
  unary: (apply, first) => (left, right) => apply(first(left, right)),
  binary: (apply, first, second) => (left, right) => apply(first(left, right), second(left, right)),
  select: (condition, pick) => (left, right) => pick(condition(left, right), left, right),
  pick: (first, second) => (isFirst, left, right) => isFirst === 1 ? first(left, right) : second(left, right),
  both: (first, second) => (left, right) => {
    first(left, right);
    second(left, right);
  },
  cells: {${loopsByType(cellTexts).join(",\n")}},
}`;

const HEAD = `// Made by \`npm run docs\` of tools/javascript-loops.mjs; edit there.

import type { ElementType } from "../../../values/element-types.ts";
import type { BlockState, FoldLoops, TreeLoops } from "./loop-types.ts";
`;

/** What is made, by path. @returns {Readonly<Record<string, string>>} */
export function loopFiles() {
  const folds = OPERATIONS.map(({ name, types, source }) => {
    return `${name}: {${types.map((type) => `${type}: ${foldLoops(type, source(type))}`).join(",\n")}}`;
  });
  const trees = [
    { name: "add", identity: "-0", source: (/** @type {string} */ type) => infix(type, "+") },
    { name: "multiply", identity: "1", source: product },
  ].map(({ name, identity, source }) => {
    const loops = FLOATS.map((type) => `${type}: ${treeLoops(type, source(type), identity)}`);
    return `${name}: {${loops.join(",\n")}}`;
  });
  const path = "src/executors/javascript/typed/loops.ts";
  const maps = "src/executors/javascript/typed/map-loops.ts";
  const steps = "src/executors/javascript/typed/step-loops.ts";
  return {
    [steps]: formatted(
      steps,
      `${STEP_HEAD}
/** One text, as often as there are operators with a loop of their own. */
export const STEP_LOOPS: readonly StepLoop[] = [${Array(STEP_LOOP_COUNT).fill(STEP_LOOP).join(",\n")}];

/** Each text twice: an engine does not put a function into one of the same text, so that those of a term and of its operands take turns. */
export const STEP_TEXTS: readonly [StepTexts, StepTexts] = [${STEP_TEXTS}, ${STEP_TEXTS}];
`,
    ),
    [maps]: formatted(
      maps,
      `${MAP_HEAD}
/** One operation over two columns of one length, by operation and by their type. */
export const MAP_LOOPS: Readonly<Record<string, { readonly [type in ScalarType]?: MapLoop }>> = {${mapLoops().join(",\n")}};

/** One operation over a column, likewise. */
export const UNARY_LOOPS: Readonly<Record<string, { readonly [type in ScalarType]?: UnaryLoop }>> = {${unaryLoops().join(",\n")}};

export const SELECT_LOOPS: Readonly<Record<ScalarType, SelectLoop>> = {${loopsByType(selectLoop).join(",\n")}};
`,
    ),
    [path]: formatted(
      path,
      `${HEAD}
/** Running values, from any end, by operation and type. */
export const FOLD_LOOPS: Readonly<Record<string, { readonly [type in ElementType]?: FoldLoops }>> = {${folds.join(",\n")}};

/** Canonical trees of floats, for the operations that rounding keeps from being associative. */
export const TREE_LOOPS: Readonly<Record<string, { readonly [type in ElementType]?: TreeLoops }>> = {${trees.join(",\n")}};
`,
    ),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(loopFiles())) writeFileSync(join(ROOT, path), text);
}
