import { allocate, newElementArray, prepare } from "samebits";
import { prepare as prepareInJavascript } from "samebits/javascript";
import { onlineReduce, onlineScan } from "samebits/streams";
import { openWorkers } from "samebits/workers";

// The ways to compute a contract that are fingerprinted: an executor, and where its arrays lie or how they arrive.

/** @typedef {import("samebits").ScalarType} ScalarType */
/** @typedef {import("samebits").ColumnArray} ColumnArray */
/** @typedef {(type: ScalarType, length: number) => ColumnArray} NewColumn */

/**
 * A plan as every way has it: what it gives may be a promise.
 *
 * @typedef {object} AnyPlan
 * @property {import("samebits").Contract} contract
 * @property {unknown} exclusiveContract
 * @property {(input: unknown) => unknown} reduce
 * @property {(input: unknown, output?: unknown) => unknown} inclusiveScan
 * @property {(input: unknown, output?: unknown) => unknown} exclusiveScan
 */

/** @typedef {(options: object) => AnyPlan} AnyPrepare */

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {AnyPrepare} prepare
 * @property {() => { newColumn: NewColumn, release: () => void }} openMemory  where arrays lie
 */

/** An executor that an engine has not, and why. @typedef {{ readonly executor: string, readonly reason: string }} Lack */

const WORKERS = "workers";
const OPENING_SECONDS = 60; // under an emulator threads start slowly

/** Runs something with every way that the engine has. @template T @param {(ways: readonly Way[], pool: import("samebits/workers").WorkerPool | undefined) => Promise<T>} run */
export async function withWays(run) {
  /** @type {Lack[]} */
  const lacks = [];
  const pool = await openedWorkers().catch((error) => {
    lacks.push({ executor: WORKERS, reason: String(error?.message ?? error).split("\n")[0] });
    return undefined;
  });
  const ways = [
    { name: "javascript", prepare: anyPrepare(prepareInJavascript), openMemory: callersMemory },
    { name: "wasm", prepare: anyPrepare(prepare), openMemory: callersMemory },
    { name: "wasm, library memory", prepare: anyPrepare(prepare), openMemory: libraryMemory },
    { name: "streams", prepare: prepareChunked, openMemory: callersMemory },
  ];
  if (pool !== undefined) ways.push({ name: WORKERS, prepare: prepareOn(pool), openMemory: callersMemory });
  try {
    return { lacks, result: await run(ways, pool) };
  } finally {
    await pool?.close();
  }
}

/** Workers that compute everything, short inputs too. */
async function openedWorkers() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const opening = openWorkers({ count: 2, shortest: 0, ownWork: 0 });
  const late = new Promise((_, reject) => {
    const reason = new Error(`workers did not answer within ${OPENING_SECONDS} s`);
    timer = setTimeout(() => reject(reason), OPENING_SECONDS * 1000);
  });
  try {
    return /** @type {import("samebits/workers").WorkerPool} */ (await Promise.race([opening, late]));
  } finally {
    clearTimeout(timer);
  }
}

/** The door's overloads are for callers who know their types. @param {unknown} door */
function anyPrepare(door) {
  return /** @type {AnyPrepare} */ (door);
}

/** @param {import("samebits/workers").WorkerPool} pool @returns {AnyPrepare} */
function prepareOn(pool) {
  /** @typedef {(input: unknown, options: object) => unknown} AnyCall */
  const [reduce, inclusiveScan, exclusiveScan] = /** @type {AnyCall[]} */ (
    /** @type {unknown} */ ([pool.reduce, pool.inclusiveScan, pool.exclusiveScan])
  );
  return (options) => {
    const { contract, exclusiveContract } = anyPrepare(prepareInJavascript)(options);
    return {
      ...{ contract, exclusiveContract },
      reduce: (input) => reduce(input, options),
      inclusiveScan: (input, output) => inclusiveScan(input, { ...options, output }),
      exclusiveScan: (input, output) => exclusiveScan(input, { ...options, output }),
    };
  };
}

/** Each call is a sequence that arrives in three chunks; of a backward contract the last comes first. @type {AnyPrepare} */
function prepareChunked(options) {
  /** @typedef {{ push(chunk: unknown, output?: unknown): unknown, observe(): unknown, close(): void }} AnyOnline */
  const [openReduce, openScan] = /** @type {((options: object) => AnyOnline)[]} */ (
    /** @type {unknown} */ ([onlineReduce, onlineScan])
  );
  const { contract, exclusiveContract } = anyPrepare(prepareInJavascript)(options);
  const chunksOf = (/** @type {unknown} */ input) => {
    const { length } = columnsIn(input)[0];
    const ends = [Math.ceil(length / 3) + 1, length - Math.min(5, length), length];
    const chunks = ends.map((end, i) => [i === 0 ? 0 : ends[i - 1], end]);
    return contract.direction === "backward" ? chunks.reverse() : chunks;
  };
  const scan =
    (/** @type {string} */ observation) => (/** @type {unknown} */ input, /** @type {unknown} */ output) => {
      const online = openScan({ ...options, observation });
      for (const [start, end] of chunksOf(input))
        online.push(part(input, start, end), part(output, start, end));
      online.close();
    };
  return {
    ...{ contract, exclusiveContract },
    reduce(input) {
      const online = openReduce(options);
      for (const [start, end] of chunksOf(input)) online.push(part(input, start, end));
      const value = online.observe();
      online.close();
      return value;
    },
    inclusiveScan: scan("inclusive-scan"),
    exclusiveScan: scan("exclusive-scan"),
  };
}

/** @param {unknown} shaped @returns {ColumnArray[]} */
function columnsIn(shaped) {
  if (ArrayBuffer.isView(shaped)) return [/** @type {ColumnArray} */ (/** @type {unknown} */ (shaped))];
  return Object.values(/** @type {object} */ (shaped)).flatMap(columnsIn);
}

/** Elements of columns in the shape of their type. @param {unknown} shaped @param {number} start @param {number} end @returns {unknown} */
function part(shaped, start, end) {
  if (ArrayBuffer.isView(shaped)) return columnsIn(shaped)[0].subarray(start, end);
  const fields = Object.entries(/** @type {object} */ (shaped));
  return Object.fromEntries(fields.map(([field, inner]) => [field, part(inner, start, end)]));
}

function callersMemory() {
  return { newColumn, release: () => {} };
}

/** Arrays where the kernels work without a copy, given back together. */
function libraryMemory() {
  /** @type {import("samebits").Allocation<ScalarType>[]} */
  const held = [];
  return {
    /** @type {NewColumn} */
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

/** @type {NewColumn} */
export function newColumn(type, length) {
  return type === "bool" ? new Uint8Array(length) : newElementArray(type, length);
}
