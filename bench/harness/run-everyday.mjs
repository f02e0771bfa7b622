import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LARGE_PAGES, SMALL_PAGES } from "../cases/everyday.mjs";
import { everydayInputs } from "../contenders/everyday/inputs.mjs";
import { checkDigest } from "../contenders/everyday/peer.mjs";
import { openProcess } from "./contender-process.mjs";
import { statistics } from "./statistics.mjs";

/** @typedef {import("../cases/everyday.mjs").EverydayCase} EverydayCase */
/** @typedef {import("../cases/everyday.mjs").EverydayGroup} EverydayGroup */
/** @typedef {import("./contender-process.mjs").ContenderProcess} ContenderProcess */
/** @typedef {EverydayCase & { group: string, nanoseconds: { median: number, min: number, spread: number }, rounds: number[] }} EverydayRow */

/**
 * @typedef {object} Entry  a case in its process
 * @property {EverydayCase} case
 * @property {ContenderProcess} process
 * @property {number} id
 * @property {number} nanoseconds  of one call, roughly
 * @property {readonly number[]} digest
 * @property {number[]} rounds
 */

/**
 * What stays from group to group.
 *
 * @typedef {object} EverydaySetting
 * @property {number | undefined} rounds  instead of the group's
 * @property {boolean} isQuick
 * @property {Set<string>} skipped  what was left out, and why
 * @property {Map<string, string>} versions  of the peers that were there
 */

const SERVER = fileURLToPath(new URL("../contenders/everyday.mjs", import.meta.url));
const PYTHON = fileURLToPath(new URL("../contenders/everyday.py", import.meta.url));
const WARM_UP_MILLISECONDS = { whole: "120", quick: "10" };
/** All others compute on one thread. */
const ONE_THREAD = { OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1", MKL_NUM_THREADS: "1" };
/** @typedef {{ readonly [peer in EverydayCase["peer"]]?: Readonly<Record<string, string>> }} Environments  what processes have in theirs, by peer */
/** @type {Environments} */
const PYTHONS = { numpy: ONE_THREAD, [SMALL_PAGES]: { ...ONE_THREAD, NUMPY_MADVISE_HUGEPAGE: "0" } };
/** @type {Environments} */
const NODES = { [LARGE_PAGES]: { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" } };

/**
 * Times a group: every case in a process of its peer, its answer held against the loop's, then round after round each in turn, every second
 * round backwards.
 *
 * @param {EverydayGroup} group @param {EverydaySetting} setting @returns {Promise<EverydayRow[]>}
 */
export async function runEverydayGroup(group, setting) {
  /** @type {Map<string, ContenderProcess>} */
  const processes = new Map();
  const folder = mkdtempSync(join(tmpdir(), "samebits-everyday-"));
  try {
    /** @type {Entry[]} */
    const entries = [];
    for (const each of group.cases) {
      const entry = await prepare(each, entries.length, { ...setting, processes, folder });
      if (entry !== undefined) entries.push(entry);
    }
    checkAnswers(entries);
    for (let round = 0; round < (setting.rounds ?? group.rounds); round++) {
      const order = round % 2 === 0 ? entries : [...entries].reverse();
      for (const entry of order) await takeTurn(entry, group.batchMilliseconds);
    }
    return entries.map(({ case: each, rounds }) => {
      const { median, min, spread } = statistics(rounds);
      const nanoseconds = { median: Math.round(median), min: Math.round(min), spread };
      return {
        group: group.name,
        ...each,
        nanoseconds,
        rounds: rounds.map((time) => Number(time.toPrecision(6))),
      };
    });
  } finally {
    for (const each of processes.values()) each.close();
    rmSync(folder, { recursive: true });
  }
}

/** @param {EverydayCase} each @param {number} id @param {EverydaySetting & { processes: Map<string, ContenderProcess>, folder: string }} setting @returns {Promise<Entry | undefined>} */
async function prepare(each, id, setting) {
  const { peer } = each;
  try {
    const process = await processFor(each, setting);
    const files = peer in PYTHONS ? writeInputs(each, join(setting.folder, String(id))) : undefined;
    const { nanoseconds, digest } = JSON.parse(
      await process.ask(`prepare ${id} ${JSON.stringify({ ...each, files })}`),
    );
    return { case: each, process, id, nanoseconds, digest, rounds: [] };
  } catch (problem) {
    const [, reason] =
      /^absent: (.*?)(?: \(asked: .*)?$/.exec(problem instanceof Error ? problem.message : "") ?? [];
    if (reason === undefined) throw problem;
    setting.skipped.add(`${each.contender}: ${reason}`);
    return undefined;
  }
}

/** @param {EverydayCase} each @param {EverydaySetting & { processes: Map<string, ContenderProcess> }} setting */
async function processFor({ peer }, { processes, isQuick, versions }) {
  const known = processes.get(peer);
  if (known !== undefined) return known;
  const milliseconds = isQuick ? WARM_UP_MILLISECONDS.quick : WARM_UP_MILLISECONDS.whole;
  const environment = PYTHONS[peer];
  const opened = environment
    ? openProcess("python3", [PYTHON, milliseconds], environment)
    : openProcess(process.execPath, [SERVER, peer, milliseconds], NODES[peer]);
  processes.set(peer, opened);
  versions.set(peer, await opened.ask("open -"));
  return opened;
}

/** What a process of another language reads. @param {EverydayCase} each @param {string} place */
function writeInputs(each, place) {
  const files = Object.entries(everydayInputs(each)).map(([name, array]) => {
    const path = `${place}-${name}.raw`;
    writeFileSync(path, array);
    return [name, path];
  });
  return Object.fromEntries(files);
}

/** All answers are the loop's, but for roundings. @param {readonly Entry[]} entries */
function checkAnswers(entries) {
  for (const entry of entries) {
    const plain = entries.find(({ case: each }) => each.peer === "loops");
    if (plain !== undefined && !isOfOther(entry.case)) checkDigest(entry.case, entry.digest, plain.digest);
  }
}

/** Whether only the time is compared: of the same bytes, or of the same arithmetic. @param {Pick<EverydayCase, "task">} each */
export function isOfOther({ task }) {
  return /^(reduce beside|arithmetic of) multiply/.test(task);
}

/** Adds a round: nanoseconds of one call, the mean over a batch. @param {Entry} entry @param {number} batchMilliseconds */
async function takeTurn({ process, id, nanoseconds, rounds }, batchMilliseconds) {
  const calls = Math.max(1, Math.round((batchMilliseconds * 1e6) / Math.max(1, nanoseconds)));
  rounds.push(Number(await process.ask(`time ${id} ${calls}`)) / calls);
}
