import { GROUP_LENGTH, LAST_EPOCH, POLL_LIMIT } from "../look-back/protocol.ts";
import { checkInteger, checkList, checkObject, checkSeed } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { LOOK_BACK_MUTANTS, type LookBackMutant, MUTANTS } from "./mutants.ts";
import type { ScheduleOptions } from "./schedules.ts";
import { RULES, type Rules, type Size } from "./setting.ts";
import type { LookBackStep, Simulation } from "./simulation.ts";

/** What is simulated. What is not said is as on a device. */
export interface LookBackOptions {
  readonly tiles: number; // 1 … 1,024
  readonly workgroups?: number | undefined; // 1 … 256. Default: 2, or one for each tile
  readonly tilesPerWorkgroup?: "many" | "one" | undefined; // whether a workgroup draws tickets until there are no more. Default: "many"
  readonly groupLength?: number | undefined; // tiles of a group: 2, 4, 8, 16 or 32. Default: 32
  readonly rootWords?: number | undefined; // u32 words of a root: 1 … 4. Default: 1
  readonly pollLimit?: number | undefined; // polls of a tile root before it is recomputed: 0 … 10,000. Default: 64
  readonly tickets?: "forwards" | "backwards" | undefined; // backwards nobody has what is waited for. Default: "forwards"
  readonly epochBits?: number | undefined; // epochs are 1 … 2^epochBits − 1: 2 … 15 bits. Default: 15
  readonly table?: "zeroed" | "old-words" | undefined; // what the table holds before: nothing, or words of earlier epochs. Default: "zeroed"
  readonly seed?: bigint | undefined; // of the old words. Default: 0n
  readonly mutant?: LookBackMutant | undefined; // the protocol with this mistake. Default: without any
}

const OPTION_NAMES = [
  "tiles",
  "workgroups",
  "tilesPerWorkgroup",
  "groupLength",
  "rootWords",
  "pollLimit",
  "tickets",
  "epochBits",
  "table",
  "seed",
  "mutant",
] satisfies readonly (keyof LookBackOptions)[];

/** Brackets are texts as long as their tiles: a prefix of so many is some kilobytes. */
const MOST_TILES = 1024;
const MOST_WORKGROUPS = 256;
const GROUP_LENGTHS: readonly number[] = [2, 4, 8, 16, GROUP_LENGTH];

/** What `LookBackOptions` mean, checked. */
interface CheckedLookBack {
  readonly size: Size;
  readonly rules: Rules;
  readonly oldWords: bigint | undefined; // the seed of a table with old words
}

/** @throws InvalidArgumentError */
export function checkLookBack(options: LookBackOptions, otherNames: readonly string[] = []): CheckedLookBack {
  checkOptionNames(options, [...OPTION_NAMES, ...otherNames]);
  const { tiles, tilesPerWorkgroup = "many", tickets = "forwards", table = "zeroed", mutant } = options;
  const { rootWords = 1, pollLimit = POLL_LIMIT, epochBits = Math.log2(LAST_EPOCH + 1), seed = 0n } = options;
  const tileCount = checkInteger("tiles", tiles, 1, MOST_TILES);
  const isPersistent = checkName("tilesPerWorkgroup", ["many", "one"], tilesPerWorkgroup) === "many";
  const isReversed = checkName("tickets", ["forwards", "backwards"], tickets) === "backwards";
  const isOld = checkName("table", ["zeroed", "old-words"], table) === "old-words";
  const checkedSeed = checkSeed(seed);
  const size: Size = {
    tileCount,
    capacity: tileCount,
    workgroupCount: checkWorkgroups(options.workgroups, tileCount, isPersistent),
    groupBits: checkGroupBits(options.groupLength ?? GROUP_LENGTH),
    rootWordCount: checkInteger("rootWords", rootWords, 1, 4),
    pollLimit: checkInteger("pollLimit", pollLimit, 0, 10_000),
    isReversed,
    isPersistent,
    lastEpoch: 2 ** checkInteger("epochBits", epochBits, 2, 15) - 1,
    run: 0,
  };
  const rules = mutant === undefined ? RULES : MUTANTS[checkName("mutant", LOOK_BACK_MUTANTS, mutant)];
  return { size, rules, oldWords: isOld ? checkedSeed : undefined };
}

function checkWorkgroups(given: number | undefined, tileCount: number, isPersistent: boolean): number {
  if (isPersistent) return checkInteger("workgroups", given ?? 2, 1, MOST_WORKGROUPS);
  return checkInteger("workgroups", given ?? tileCount, tileCount, MOST_TILES);
}

function checkGroupBits(given: number): number {
  if (GROUP_LENGTHS.includes(given)) return Math.log2(given);
  throw new InvalidArgumentError("groupLength", `one of ${GROUP_LENGTHS.join(", ")}`, describe(given));
}

/** A step that can be made. @throws InvalidArgumentError naming what is possible */
export function checkStep(simulation: Simulation, step: LookBackStep): LookBackStep {
  const { workgroup, lane, age } = checkObject("step", step);
  const live = simulation.live();
  if (!live.includes(workgroup)) {
    const expected = live.length === 0 ? "none, as all are done" : `one of ${live.join(", ")}, not done yet`;
    throw new InvalidArgumentError("workgroup", expected, describe(workgroup));
  }
  checkInteger("lane", lane, 0, simulation.laneCount(workgroup) - 1);
  checkInteger("age", age, 0, simulation.ageCount(workgroup, lane) - 1);
  return { workgroup, lane, age };
}

const ORDERS = ["turns", "first", "random"] as const;
const LOADS = ["newest", "oldest", "any"] as const;

/** @throws InvalidArgumentError */
export function checkSchedule(options: ScheduleOptions, workgroupCount: number): ScheduleOptions {
  checkOptionNames(options, ["order", "loads", "staleness", "seed", "stopped", "stoppedAfter"], "schedule");
  const { order = "turns", loads = "newest", staleness = 50, seed = 0n } = options;
  const { stopped = [], stoppedAfter = 0 } = options;
  return {
    order: checkName("order", ORDERS, order),
    loads: checkName("loads", LOADS, loads),
    staleness: checkInteger("staleness", staleness, 0, 100),
    seed: checkSeed(seed),
    stopped: checkList("stopped", stopped, "workgroups").map((each, index) =>
      checkInteger(`stopped[${index}]`, each, 0, workgroupCount - 1),
    ),
    stoppedAfter: checkInteger("stoppedAfter", stoppedAfter),
  };
}
