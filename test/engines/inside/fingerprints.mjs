import {
  allocate,
  hashColumns,
  javascriptExecutor,
  newElementArray,
  prepare,
  printContract,
  wasmExecutor,
} from "samebits";
import {
  conformance,
  generateColumns,
  paperWitness,
  parsePaperVectors,
  parseVectors,
  witness,
} from "samebits/conformance";
import { prepare as prepareInJavascript } from "samebits/javascript";
import { subjects } from "./subjects.mjs";

// What an engine computes, as hashes under names. It needs the built package alone and runs in a page as well as in a process.

/** @typedef {import("samebits").ValueType} ValueType */
/** @typedef {import("samebits").ScalarType} ScalarType */
/** @typedef {import("samebits").ColumnArray} ColumnArray */
/** @typedef {import("./scopes.mjs").Scope} Scope */
/** @typedef {import("./subjects.mjs").Subject} Subject */
/** @typedef {Readonly<Record<"expressions" | "published" | "paper", string>>} VectorTexts */

/**
 * @typedef {object} Fingerprints
 * @property {Record<string, string>} found  by name: the hash of a case, or what a suite counted
 * @property {number} checks  cases that the conformance suite, the witness and Appendix F held against an oracle
 * @property {readonly string[]} failures  of those
 */

/** @typedef {{ readonly contract: import("samebits").Contract, readonly exclusiveContract: unknown, reduce(input: unknown): unknown, inclusiveScan(input: unknown, output?: unknown): unknown, exclusiveScan(input: unknown, output?: unknown): unknown }} AnyPlan */
/** @typedef {(options: object) => AnyPlan} AnyPrepare */

const SEED = 2026n;
const EXECUTORS = [
  { name: "javascript", prepare: anyPrepare(prepareInJavascript), newColumn },
  { name: "wasm", prepare: anyPrepare(prepare), newColumn },
  { name: "wasm, library memory", prepare: anyPrepare(prepare), newColumn: undefined },
];

/** The door's overloads are for callers who know their types. @param {unknown} door */
function anyPrepare(door) {
  return /** @type {AnyPrepare} */ (door);
}

/** @param {Scope} scope @param {VectorTexts} vectors @param {() => Promise<void>} pause  awaited often, so that a page stays alive @returns {Promise<Fingerprints>} */
export async function fingerprints(scope, vectors, pause) {
  const own = await ownCases(scope, pause);
  const judged = [
    await witnessed(scope, pause),
    await suites(scope, vectors, pause),
    await papers(scope, vectors, pause),
  ];
  return {
    found: Object.assign(own, ...judged.map(({ found }) => found)),
    checks: judged.reduce((sum, { checks }) => sum + checks, 0),
    failures: judged.flatMap(({ failures }) => failures),
  };
}

/** Every executor × expression × operator × direction: all that it observes, as one hash. @param {Scope} scope @param {() => Promise<void>} pause */
async function ownCases(scope, pause) {
  /** @type {Record<string, string>} */
  const found = {};
  const all = subjects();
  const few = all.filter(({ isFast }) => isFast);
  const asked = [
    ...scope.lengths.map((length) => ({ length, chosen: all })),
    ...scope.longLengths.map((length) => ({ length, chosen: few })),
  ];
  for (const { length, chosen } of asked) {
    for (const each of chosen) {
      for (const data of dataSetsOf(each.type)) {
        const input = generateColumns({ columns: columnsOf(each.type), data, length, seed: SEED });
        for (const [name, hash] of observations(each, scope.expressions, input)) {
          found[`${name}, ${data}, n = ${length}`] = hash;
        }
        await pause();
      }
    }
  }
  return found;
}

/** @param {Subject} subject @param {readonly string[]} expressions @param {readonly ColumnArray[]} input @returns {Generator<readonly [string, string]>} */
function* observations(subject, expressions, input) {
  for (const { name, prepare: prepareOn, newColumn: place } of EXECUTORS) {
    const memory = place === undefined ? libraryMemory() : { newColumn: place, release: () => {} };
    const columns = input.map((column, i) => {
      const copy = memory.newColumn(columnsOf(subject.type)[i].type, column.length);
      copy.set(/** @type {never} */ (column));
      return copy;
    });
    for (const expression of expressions) {
      for (const direction of ["forward", "backward"]) {
        const plan = prepareOn({ ...subject.options, expression, direction });
        const label = `${name} | ${printContract(plan.contract)}`;
        yield [label, observe(plan, subject, columns, memory.newColumn, expression === "bisection")];
      }
    }
    memory.release();
  }
}

/**
 * The bytes as they stand, so that a NaN that is not canonical shows. Outputs are used again: a scan that leaves one unwritten shows too.
 *
 * @param {AnyPlan} plan @param {Subject} subject @param {readonly ColumnArray[]} input
 * @param {(type: ScalarType, length: number) => ColumnArray} place @param {boolean} onlyReduces
 */
function observe(plan, { type, sum }, input, place, onlyReduces) {
  const shaped = shape(type, [...input]);
  const reduced = flatten(plan.reduce(shaped)).map((value, i) => alone(columnsOf(sum)[i].type, value));
  if (onlyReduces) return hashColumns(reduced.map(bytesOf));
  const scans = [plan.inclusiveScan.bind(plan)];
  if (plan.exclusiveContract !== undefined) scans.push(plan.exclusiveScan.bind(plan));
  const length = input[0].length;
  const output = columnsOf(sum).map((column) => place(column.type, length));
  const seen = scans.flatMap((scan) => {
    scan(shaped, shape(sum, [...output]));
    return output.map((column) => bytesOf(column).slice());
  });
  return hashColumns([...reduced.map(bytesOf), ...seen]);
}

/** Arrays where the kernels work without a copy, given back together. */
function libraryMemory() {
  /** @type {import("samebits").Allocation<ScalarType>[]} */
  const held = [];
  return {
    /** @param {ScalarType} type @param {number} length @returns {ColumnArray} */
    newColumn: (type, length) => {
      const allocation = allocate(type, length);
      held.push(allocation);
      return /** @type {ColumnArray} */ (allocation.array);
    },
    release: () => {
      for (const allocation of held) allocation.release();
    },
  };
}

/** The witness's rows; those that fail are failures here. @param {Scope} scope @param {() => Promise<void>} pause */
async function witnessed(scope, pause) {
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {string[]} */
  const failures = [];
  const expressions = scope.witnessed.map((text) => {
    const { expression } = prepare({ type: "f64", expression: text }).contract;
    return expression;
  });
  const report = await witness([javascriptExecutor, wasmExecutor()], { expressions, onRow: pause });
  for (const { executor, contract, observation, fingerprint, hash, verdict, message } of report.rows) {
    found[`witness on ${executor} | ${contract} ${observation}`] =
      `trees ${fingerprint}, values ${hash}, ${verdict}`;
    if (verdict === "FAIL") failures.push(`witness on ${executor}: ${contract}: ${message}`);
  }
  return { found, failures, checks: report.rows.length };
}

/** The conformance suite, with the golden vectors. @param {Scope} scope @param {VectorTexts} texts @param {() => Promise<void>} pause */
async function suites({ parts }, { expressions }, pause) {
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {string[]} */
  const failures = [];
  let checks = 0;
  if (parts.length === 0) return { found, failures, checks };
  const vectors = parseVectors(expressions);
  for (const executor of [javascriptExecutor, wasmExecutor()]) {
    const report = await conformance(executor, { parts, vectors, onProgress: pause });
    checks += report.run;
    failures.push(...report.failed.map(({ message }) => `suite on ${executor.name}: ${message}`));
    for (const { part, run, failed, refused } of report.parts) {
      found[`suite on ${executor.name} | ${part}`] = `${run} run, ${failed} failed, ${refused} refused`;
    }
  }
  return { found, failures, checks };
}

/** Appendix F of P4229R0 and what the papers print. @param {Scope} scope @param {VectorTexts} texts @param {() => Promise<void>} pause */
async function papers({ hasPapers }, { paper, published }, pause) {
  /** @type {Record<string, string>} */
  const found = {};
  if (!hasPapers) return { found, failures: [], checks: 0 };
  const vectors = parsePaperVectors(paper);
  const { groups } = await paperWitness([javascriptExecutor, wasmExecutor()], {
    ...{ vectors, published: parseVectors(published), onGroup: pause },
  });
  for (const { executor, title, rows } of groups) {
    for (const { expression, what, actual } of rows)
      found[`${title} on ${executor} | ${expression}, ${what}`] = actual;
  }
  const rows = groups.flatMap((group) => group.rows);
  const failures = rows
    .filter(({ verdict }) => verdict === "FAIL")
    .map(
      ({ expression, what, expected, actual }) =>
        `${expression}, ${what}: expected ${expected}, got ${actual}`,
    );
  return { found, failures, checks: rows.length };
}

/** Floats that tell trees apart, and floats among which are NaN, ∞, subnormals and −0. @param {ValueType} type @returns {("narrow" | "special")[]} */
function dataSetsOf(type) {
  const hasFloats = columnsOf(type).some(({ type: scalar }) => scalar === "f64" || scalar === "f32");
  return hasFloats ? ["narrow", "special"] : ["narrow"];
}

/** The columns of a type, in the order of its fields. @param {ValueType} type @returns {{ path: string[], type: ScalarType }[]} */
function columnsOf(type) {
  if (typeof type === "string") return [{ path: [], type }];
  return Object.entries(type).flatMap(([field, part]) =>
    columnsOf(part).map((column) => ({ ...column, path: [field, ...column.path] })),
  );
}

/** Columns in the shape of their type, taken from the front. @param {ValueType} type @param {ColumnArray[]} columns @returns {unknown} */
function shape(type, columns) {
  if (typeof type === "string") return columns.shift();
  return Object.fromEntries(Object.entries(type).map(([field, part]) => [field, shape(part, columns)]));
}

/** A value as its scalars. @param {unknown} value @returns {unknown[]} */
function flatten(value) {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(flatten) : [value];
}

/** An array of one. @param {ScalarType} type @param {unknown} value */
function alone(type, value) {
  const column = newColumn(type, 1);
  column[0] = /** @type {never} */ (typeof value === "boolean" ? Number(value) : value);
  return column;
}

/** @param {ScalarType} type @param {number} length @returns {ColumnArray} */
function newColumn(type, length) {
  return type === "bool" ? new Uint8Array(length) : newElementArray(type, length);
}

/** @param {ColumnArray} column */
function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
