import { fileURLToPath } from "node:url";
import { openProcess } from "./contender-process.mjs";
import { statistics } from "./statistics.mjs";

/** @typedef {import("../cases/algorithms.mjs").AlgorithmCase} AlgorithmCase */
/** @typedef {import("../cases/algorithms.mjs").AlgorithmGroup} AlgorithmGroup */
/** @typedef {import("./contender-process.mjs").ContenderProcess} ContenderProcess */
/** @typedef {AlgorithmCase & { group: string, nanoseconds: { median: number, min: number, spread: number }, rounds: number[] }} AlgorithmRow */

/**
 * @typedef {object} Entry  a case in its process
 * @property {AlgorithmCase} case
 * @property {ContenderProcess} process
 * @property {number} id
 * @property {number} nanoseconds  of one call, roughly
 * @property {number[]} rounds
 */

/**
 * @typedef {object} Setting
 * @property {string | undefined} native  the compiled peers
 * @property {number | undefined} rounds  instead of the group's
 * @property {boolean} isQuick
 * @property {Set<string>} skipped  what was left out, and why
 */

const SERVER = fileURLToPath(new URL("../contenders/algorithms.mjs", import.meta.url));
const QUICK_WARM_UP_MILLISECONDS = 20;

/**
 * Times a group: all its cases prepared and checked, then round after round each in turn, every second round backwards.
 *
 * @param {AlgorithmGroup} group @param {Setting} setting @returns {Promise<AlgorithmRow[]>}
 */
export async function runAlgorithmGroup(group, setting) {
  /** @type {Map<string, ContenderProcess>} */
  const processes = new Map();
  try {
    /** @type {Entry[]} */
    const entries = [];
    for (const each of group.cases) {
      const process = processFor(each, setting, processes);
      const entry = process && (await prepare(each, process, entries.length, setting.skipped));
      if (entry !== undefined) entries.push(entry);
    }
    for (let round = 0; round < (setting.rounds ?? group.rounds); round++) {
      const order = round % 2 === 0 ? entries : [...entries].reverse();
      for (const entry of order) await takeTurn(entry, group.batchMilliseconds);
    }
    return entries.map(({ case: each, rounds }) => {
      const { median, min, spread } = statistics(rounds);
      const nanoseconds = { median: Math.round(median), min: Math.round(min), spread };
      return { group: group.name, ...each, nanoseconds, rounds: rounds.map(Math.round) };
    });
  } finally {
    for (const each of processes.values()) each.close();
  }
}

/** Ours, the peers in JavaScript and the native ones have a process each. @param {AlgorithmCase} each @param {Setting} setting @param {Map<string, ContenderProcess>} processes */
function processFor(each, { native, isQuick, skipped }, processes) {
  const isNative = each.process === "native";
  if (isNative && native === undefined) {
    skipped.add(`${each.contender}: no g++ here`);
    return undefined;
  }
  const known = processes.get(each.process);
  if (known !== undefined) return known;
  const parameters = [SERVER, ...(isQuick ? [String(QUICK_WARM_UP_MILLISECONDS)] : [])];
  const opened = isNative ? openProcess(native ?? "", []) : openProcess(process.execPath, parameters);
  processes.set(each.process, opened);
  return opened;
}

/** @param {AlgorithmCase} each @param {ContenderProcess} process @param {number} id @param {Set<string>} skipped @returns {Promise<Entry | undefined>} */
async function prepare(each, process, id, skipped) {
  const { task, type, data, n, seed, contender } = each;
  const percent = Number.parseInt(data, 10) || 0; // of what a filter keeps: all of its data that natives need to know
  const request =
    each.process === "native" ? [task, type, percent, n, seed, contender].join(" ") : JSON.stringify(each);
  try {
    const nanoseconds = Number(await process.ask(`prepare ${id} ${request}`));
    return { case: each, process, id, nanoseconds, rounds: [] };
  } catch (problem) {
    if (!(problem instanceof Error) || !problem.message.startsWith("absent: ")) throw problem;
    skipped.add(`${contender}: ${problem.message.slice("absent: ".length).replace(/ \(asked: .*/, "")}`);
    return undefined;
  }
}

/** Adds a round: nanoseconds of one call, the mean over a batch. @param {Entry} entry @param {number} batchMilliseconds */
async function takeTurn({ process, id, nanoseconds, rounds }, batchMilliseconds) {
  const calls = Math.max(1, Math.round((batchMilliseconds * 1e6) / Math.max(1, nanoseconds)));
  rounds.push(Number(await process.ask(`time ${id} ${calls}`)) / calls);
}
