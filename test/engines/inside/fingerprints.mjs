import { hashColumns, javascriptExecutor, prepare, printContract, wasmExecutor } from "samebits";
import {
  algorithmsOn,
  javascriptExecutor as functionsInJavascript,
  wasmExecutor as functionsInWasm,
} from "samebits/algorithms";
import {
  conformance,
  generateColumns,
  paperWitness,
  parsePaperVectors,
  parseVectors,
  witness,
  witnessFunctions,
} from "samebits/conformance";
import { matricesOn } from "samebits/matrices";
import { subjects } from "./subjects.mjs";
import { newColumn, withWays } from "./ways.mjs";

// What an engine computes, as hashes under names. It needs the built package alone and runs in a page as well as in a process.

/** @typedef {import("samebits").ValueType} ValueType */
/** @typedef {import("samebits").ScalarType} ScalarType */
/** @typedef {import("samebits").ColumnArray} ColumnArray */
/** @typedef {import("./scopes.mjs").Scope} Scope */
/** @typedef {import("./subjects.mjs").Subject} Subject */
/** @typedef {import("./ways.mjs").Way} Way */
/** @typedef {import("./ways.mjs").AnyPlan} AnyPlan */
/** @typedef {Readonly<Record<"expressions" | "published" | "paper", string>>} VectorTexts */

/**
 * @typedef {object} Fingerprints
 * @property {Record<string, string>} found  by name: the hash of a case, or what a suite counted
 * @property {number} checks  cases that the conformance suite, the witness, its functions and Appendix F held against an oracle, and this against another executor
 * @property {readonly string[]} failures  of those
 * @property {readonly import("./ways.mjs").Lack[]} lacks  executors that the engine has not
 */

const SEED = 2026n;
const REFUSED = "refused";

/** @param {Scope} scope @param {VectorTexts} vectors @param {() => Promise<void>} pause  awaited often, so that a page stays alive @returns {Promise<Fingerprints>} */
export async function fingerprints(scope, vectors, pause) {
  const { lacks, result: judged } = await withWays(async (ways, pool) => [
    await ownCases(ways, scope, pause),
    await witnessed(pool === undefined ? [] : [pool.executor], scope, pause),
    await functions(pool, scope, pause),
    await suites(scope, vectors, pause),
    await papers(scope, vectors, pause),
  ]);
  return {
    lacks,
    found: Object.assign({}, ...judged.map(({ found }) => found)),
    checks: judged.reduce((sum, { checks }) => sum + checks, 0),
    failures: judged.flatMap(({ failures }) => failures),
  };
}

/**
 * Every way × expression × operator × direction: all that it observes, as one hash, which must be that of the first way.
 *
 * @param {readonly Way[]} ways @param {Scope} scope @param {() => Promise<void>} pause
 */
async function ownCases(ways, scope, pause) {
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {string[]} */
  const failures = [];
  let checks = 0;
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
        /** @type {Map<string, string>} */
        const first = new Map();
        for (const way of ways) {
          for (const [line, hash] of await observations(way, each, scope.expressions, input)) {
            const name = `${way.name} | ${line}, ${data}, n = ${length}`;
            found[name] = hash;
            if (!first.has(line)) first.set(line, hash);
            else if (hash !== REFUSED) checks++;
            if (hash !== REFUSED && hash !== first.get(line))
              failures.push(`${name}: not as ${ways[0].name}`);
          }
          await pause();
        }
      }
    }
  }
  return { found, checks, failures };
}

/** By contract. @param {Way} way @param {Subject} subject @param {readonly string[]} expressions @param {readonly ColumnArray[]} input */
async function observations({ prepare: prepareOn, openMemory }, subject, expressions, input) {
  const memory = openMemory();
  const columns = input.map((column, i) => {
    const copy = memory.newColumn(columnsOf(subject.type)[i].type, column.length);
    copy.set(/** @type {never} */ (column));
    return copy;
  });
  /** @type {(readonly [string, string])[]} */
  const seen = [];
  for (const expression of expressions) {
    for (const direction of ["forward", "backward"]) {
      const plan = prepareOn({ ...subject.options, expression, direction });
      const observed = observe(plan, subject, columns, memory.newColumn, expression === "bisection");
      seen.push([printContract(plan.contract), await observed.catch(refusedOrThrow)]);
    }
  }
  memory.release();
  return seen;
}

/** An executor may refuse a contract, on every engine alike. @param {unknown} error */
function refusedOrThrow(error) {
  if (error instanceof Error && error.name === "UnsupportedError") return REFUSED;
  throw error;
}

/**
 * The bytes as they stand, so that a NaN that is not canonical shows. Outputs are used again: a scan that leaves one unwritten shows too.
 *
 * @param {AnyPlan} plan @param {Subject} subject @param {readonly ColumnArray[]} input
 * @param {(type: ScalarType, length: number) => ColumnArray} place @param {boolean} onlyReduces
 */
async function observe(plan, { type, sum }, input, place, onlyReduces) {
  const shaped = shape(type, [...input]);
  const value = await plan.reduce(shaped);
  const reduced = flatten(value).map((scalar, i) => alone(columnsOf(sum)[i].type, scalar));
  if (onlyReduces) return hashColumns(reduced.map(bytesOf));
  const scans = [plan.inclusiveScan.bind(plan)];
  if (plan.exclusiveContract !== undefined) scans.push(plan.exclusiveScan.bind(plan));
  const length = input[0].length;
  const output = columnsOf(sum).map((column) => place(column.type, length));
  /** @type {Uint8Array[]} */
  const seen = [];
  for (const scan of scans) {
    await scan(shaped, shape(sum, [...output]));
    seen.push(...output.map((column) => bytesOf(column).slice()));
  }
  return hashColumns([...reduced.map(bytesOf), ...seen]);
}

/** The witness's rows; those that fail are failures here. @param {readonly import("samebits").Executor[]} more @param {Scope} scope @param {() => Promise<void>} pause */
async function witnessed(more, scope, pause) {
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {string[]} */
  const failures = [];
  const expressions = scope.witnessed.map((text) => {
    const { expression } = prepare({ type: "f64", expression: text }).contract;
    return expression;
  });
  const report = await witness([javascriptExecutor, wasmExecutor(), ...more], {
    ...{ expressions, onRow: pause },
  });
  for (const { executor, contract, observation, fingerprint, hash, verdict, message } of report.rows) {
    found[`witness on ${executor} | ${contract} ${observation}`] =
      `trees ${fingerprint}, values ${hash}, ${verdict}`;
    if (verdict === "FAIL") failures.push(`witness on ${executor}: ${contract}: ${message}`);
  }
  return { found, failures, checks: report.rows.length };
}

/**
 * Everyday functions on every executor, each answer held to its definition.
 *
 * @param {import("samebits/workers").WorkerPool | undefined} pool @param {Scope} scope @param {() => Promise<void>} pause
 */
async function functions(pool, { functionLengths }, pause) {
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {string[]} */
  const failures = [];
  const subjects = [functionsInJavascript, functionsInWasm()].map(functionsOf);
  if (pool !== undefined)
    subjects.push({ executor: "workers", algorithms: algorithmsOn(pool), matrices: matricesOn(pool) });
  let checks = 0;
  for (const length of functionLengths) {
    const { rows } = await witnessFunctions(subjects, { length, seed: SEED, onRow: pause });
    for (const { executor, call, input, hash = REFUSED, verdict, message } of rows) {
      const name = `${executor} | ${call} of ${input}`;
      found[name] = hash;
      if (verdict === "FAIL") failures.push(`${name}: ${message}`);
    }
    checks += rows.length;
  }
  return { found, failures, checks };
}

/** @param {import("samebits/algorithms").SynchronousAlgorithmExecutor} executor @returns {import("samebits/conformance").FunctionSubject} */
function functionsOf(executor) {
  return { executor: executor.name, algorithms: algorithmsOn(executor), matrices: matricesOn(executor) };
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

/** @param {ColumnArray} column */
function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
