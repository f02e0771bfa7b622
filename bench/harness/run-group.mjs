import { fileURLToPath } from "node:url";
import { openProcess } from "./contender-process.mjs";
import { statistics } from "./statistics.mjs";

/** @typedef {import("../cases/cpu.mjs").Case} Case */
/** @typedef {import("../cases/cpu.mjs").Group} Group */
/** @typedef {import("./contender-process.mjs").ContenderProcess} ContenderProcess */
/** @typedef {Case & { group: string, node?: string, nanoseconds: { median: number, min: number, spread: number }, rounds: number[], shared?: number[] }} Result  shared: the rounds, by index, whose core was not the batch's alone */

/**
 * @typedef {object} Entry  a case in one process
 * @property {Case} case
 * @property {string} [node]  undefined for a native one
 * @property {ContenderProcess} process
 * @property {number} id
 * @property {number} nanoseconds  of one call, roughly
 * @property {string} lastBits
 * @property {number[]} rounds
 * @property {number[]} shared  the rounds whose core was not the batch's alone
 */

const SERVER = fileURLToPath(new URL("../contenders/javascript.mjs", import.meta.url));
const QUICK_WARM_UP_MILLISECONDS = 20;
/** Below this a call is preceded by one that brings code and data back into the caches. */
const CACHED_NANOSECONDS = 1e6;
/** Where every call leaves an array behind, batches are so much longer, for the collector to have its turns, and finely mixed. */
const PLACING_FACTOR = 24;
const SLICE_MILLISECONDS = 0.1;
/** Times that a batch is done again because the core was shared before or after it; the last counts whatever it was. */
const MOST_ATTEMPTS = 6;

/** @typedef {{ nodes: readonly import("./nodes.mjs").Node[], native: string | undefined, rounds: number | undefined, isQuick: boolean, skipped: Set<string> }} Setting */

/**
 * Times a group: all its cases prepared and checked, then round after round each in turn, every second round backwards.
 *
 * @param {Group} group @param {Setting} setting @returns {Promise<Result[]>}
 */
export async function runGroup(group, setting) {
  /** @type {Map<string, ContenderProcess>} */
  const processes = new Map();
  try {
    const entries = await prepareAll(group, setting, processes);
    checkAgreement(entries);
    const turns = turnsOf(entries);
    for (let round = 0; round < (setting.rounds ?? group.rounds); round++) {
      const order = round % 2 === 0 ? turns : [...turns].reverse();
      for (const turn of order)
        await takeTurn(turn, group.batchMilliseconds, setting.isQuick ? 1 : MOST_ATTEMPTS);
    }
    return entries.map(({ case: each, node, rounds, shared }) => {
      const { median, min, spread } = statistics(rounds);
      const nanoseconds = { median: Math.round(median), min: Math.round(min), spread };
      const result = { group: group.name, ...each, nanoseconds, rounds: rounds.map(Math.round), shared };
      return node === undefined ? result : { ...result, node };
    });
  } finally {
    for (const each of processes.values()) each.close();
  }
}

/** @param {Group} group @param {Setting} setting @param {Map<string, ContenderProcess>} processes @returns {Promise<Entry[]>} */
async function prepareAll(group, setting, processes) {
  /** @type {Entry[]} */
  const entries = [];
  for (const each of group.cases) {
    const nodes = each.isOnOtherNodes ? setting.nodes : setting.nodes.slice(0, 1);
    const runtimes = each.process === "native" ? [undefined] : nodes;
    for (const node of runtimes) {
      const process = processFor(each, node, setting, processes);
      const entry = process && (await prepare(each, node?.version, process, entries.length, setting.skipped));
      if (entry !== undefined) entries.push(entry);
    }
  }
  return entries;
}

/**
 * What is compiled for one contender must not disturb another: ours, the loops and the native peers each have a process.
 *
 * @param {Case} each @param {import("./nodes.mjs").Node | undefined} node @param {Setting} setting @param {Map<string, ContenderProcess>} processes
 */
function processFor(each, node, { native, isQuick, skipped }, processes) {
  if (node === undefined && native === undefined) {
    skipped.add(`${each.contender}: no g++ here`);
    return undefined;
  }
  const key = `${each.process} ${node?.path}`;
  const known = processes.get(key);
  if (known !== undefined) return known;
  const parameters = [SERVER, ...(isQuick ? [String(QUICK_WARM_UP_MILLISECONDS)] : [])];
  const opened = node === undefined ? openProcess(native ?? "", []) : openProcess(node.path, parameters);
  processes.set(key, opened);
  return opened;
}

/** @param {Case} each @param {string | undefined} node @param {ContenderProcess} process @param {number} id @param {Set<string>} skipped @returns {Promise<Entry | undefined>} */
async function prepare(each, node, process, id, skipped) {
  const entry = {
    case: each,
    process,
    id,
    rounds: [],
    shared: [],
    ...(node === undefined ? {} : { node }),
  };
  if (each.process === "native") {
    const { contender, type, n, seed } = each; // as peers.cpp reads them
    const lastBits = await process.ask(`prepare ${id} ${contender} ${type} ${n} ${seed}`);
    await process.ask(`time ${id} 1 1`);
    const { nanoseconds } = await time(process, `${id}`, 2, 1);
    return { ...entry, lastBits, nanoseconds: nanoseconds[0] / 2 };
  }
  try {
    const [nanoseconds, lastBits] = (await process.ask(`prepare ${id} ${JSON.stringify(each)}`)).split(" ");
    return { ...entry, lastBits, nanoseconds: Number(nanoseconds) };
  } catch (problem) {
    if (!(problem instanceof Error) || !problem.message.startsWith("absent: ")) throw problem;
    skipped.add(`${each.contender}: ${problem.message.slice("absent: ".length).replace(/ \(asked: .*/, "")}`);
    return undefined;
  }
}

/**
 * Entries that are timed together: one, or those of a process that place their results, whose collector works for all of them.
 *
 * @param {readonly Entry[]} entries @returns {Entry[][]}
 */
function turnsOf(entries) {
  /** @type {Map<string, Entry[]>} */
  const turns = new Map();
  for (const entry of entries) {
    const key = entry.case.output === "placed" ? `${entry.case.process} ${entry.node}` : `${entry.id}`;
    turns.set(key, [...(turns.get(key) ?? []), entry]);
  }
  return [...turns.values()];
}

/**
 * Adds a round to every entry of a turn: nanoseconds of one call, the mean over a batch; and whether the core was the batch's alone.
 *
 * @param {readonly Entry[]} turn @param {number} batchMilliseconds @param {number} mostAttempts
 */
async function takeTurn(turn, batchMilliseconds, mostAttempts) {
  const [{ process }] = turn;
  const slowest = Math.max(1, ...turn.map(({ nanoseconds }) => nanoseconds));
  const wanted = (/** @type {number} */ milliseconds) =>
    Math.max(1, Math.round((milliseconds * 1e6) / slowest));
  const isPlacing = turn[0].case.output === "placed";
  const calls = wanted(isPlacing ? SLICE_MILLISECONDS : batchMilliseconds);
  const fair = 2 * turn.length; // see orderOf
  const slices = isPlacing ? Math.ceil(wanted(batchMilliseconds * PLACING_FACTOR) / calls / fair) * fair : 1;
  const ids = turn.map(({ id }) => id).join(",");
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    if (slowest < CACHED_NANOSECONDS) await process.ask(`time ${ids} 1 1`);
    const { nanoseconds, isCalm } = await time(process, ids, calls, slices);
    if (!isCalm && attempt < mostAttempts) continue;
    turn.forEach((entry, i) => {
      if (!isCalm) entry.shared.push(entry.rounds.length);
      entry.rounds.push(nanoseconds[i] / (calls * slices));
    });
    return;
  }
}

/** @param {ContenderProcess} process @param {string} ids @param {number} calls @param {number} slices */
async function time(process, ids, calls, slices) {
  const [times, calm] = (await process.ask(`time ${ids} ${calls} ${slices}`)).split(" ");
  return { nanoseconds: times.split(",").map(Number), isCalm: calm === "1" };
}

/** That all had the same input: the plain loop and std::partial_sum are the same fold, and every Node has our bits. @param {readonly Entry[]} entries */
function checkAgreement(entries) {
  /** @type {Map<string, Entry>} */
  const first = new Map();
  for (const entry of entries) {
    const { contender, expression, operator, type, n } = entry.case;
    const isFold = contender === "plain loop" || contender === "std::partial_sum";
    if (!isFold && !contender.startsWith("samebits")) continue;
    const fold = `${operator} ${isFold ? "left-fold" : expression} ${JSON.stringify(type)} ${n}`;
    const other = first.get(fold) ?? entry;
    first.set(fold, other);
    if (other.lastBits === entry.lastBits) continue;
    throw new Error(
      `${contender} and ${other.case.contender} differ in ${fold}: ${entry.lastBits}, ${other.lastBits}`,
    );
  }
}
