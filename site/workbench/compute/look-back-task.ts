// One pass over tiles, step by step: the simulator says who finds which roots, and summaries make the contract's values of them, so that the bits at the end are real.
import {
  type ElementArray,
  hashArray,
  InvalidArgumentError,
  newElementArray,
  printContract,
  type TypedContract,
} from "samebits/javascript";
import {
  type LookBackCounts,
  type LookBackOptions,
  type ScheduleOptions,
  simulateLookBack,
} from "samebits/simulator";
import { type Summary, type SummaryAlgebra, summaryAlgebra } from "samebits/summaries";
import { planOf, readContract } from "./contract-line.ts";
import type { CopiedTexts } from "./copied-texts.ts";
import { copyOfScans } from "./copy-of-sums.ts";
import { type Timeline, TimelineRecorder } from "./look-back-timeline.ts";
import { type DataQuestion, readData } from "./read-data.ts";

/** What the reader sets, as texts; what is wrong with one is said by its name. */
export interface LookBackSetting {
  readonly tile: string; // elements of a tile
  readonly workgroups: string;
  readonly group: string; // tiles of a group
  readonly polls: string; // before a root is made instead
  readonly order: string;
  readonly loads: string;
  readonly seed: string;
  readonly stop: string; // a workgroup, or "none"
  readonly after: string; // steps, after which it stands still
  readonly tickets: string;
}

export interface LookBackQuestion extends LookBackSetting, DataQuestion {
  readonly contract: string;
}

export interface LookBackAnswer {
  readonly line: string;
  readonly length: number;
  readonly tileCount: number;
  readonly tileLength: number;
  readonly workgroupCount: number;
  readonly timeline: Timeline;
  readonly wokeAfter: number | undefined; // the step after which the one that stood still went on
  readonly aloneWritten: number; // tiles that were there by then
  readonly counts: LookBackCounts;
  readonly hash: string; // of all prefixes, as the schedule made them
  readonly loopHash: string; // of those of plain loops
  readonly lastBracket: string; // of what stands before the last tile
  readonly copies: CopiedTexts;
}

/** Tiles that can be drawn one below the other. */
const MOST_TILES = 64;

/** Steps that a picture still shows. */
const MOST_STEPS = 20_000;

const MOST_WORKGROUPS = 16;

/** @throws typed errors of the library */
export async function answerLookBack(question: LookBackQuestion): Promise<LookBackAnswer> {
  const contract = await readContract(question.contract);
  if (contract.direction !== "forward") {
    throw new InvalidArgumentError("contract", "one that goes forwards in this pane", "backward");
  }
  const { array, generated } = await readData(question, contract.type);
  const tileLength = readTile(question.tile, contract, array.length);
  const tileCount = Math.ceil(array.length / tileLength);
  const workgroupCount = whole("workgroups", question.workgroups, 1, MOST_WORKGROUPS);
  const options: LookBackOptions = {
    tiles: tileCount,
    workgroups: workgroupCount,
    groupLength: whole("groupLength", question.group, 2, 32),
    pollLimit: whole("pollLimit", question.polls, 0, 64),
    tickets: question.tickets as "forwards",
  };
  const schedules = schedulesOf(question, workgroupCount);
  const simulation = simulateLookBack(options);
  const recorder = new TimelineRecorder(simulation);
  const counts = schedules.map((schedule) => recorder.run(schedule, MOST_STEPS));
  if (!simulation.isOver) {
    throw new InvalidArgumentError("tiles", `so few that ${MOST_STEPS} steps are enough`, String(tileCount));
  }
  const state = simulation.state();
  const wokeAfter = schedules.length === 2 ? counts[0] : undefined;
  const prefixes = prefixesOf(contract, array, tileLength, state.written);
  const [loops] = planOf(contract, "inclusive-scan").inclusiveScan([array]) as readonly ElementArray[];
  return {
    line: printContract(contract),
    length: array.length,
    tileCount,
    tileLength,
    workgroupCount,
    timeline: recorder.timeline,
    wokeAfter,
    aloneWritten: recorder.timeline.writings.filter(({ step }) => step <= (wokeAfter ?? 0)).length,
    counts: state.counts,
    hash: hashArray(prefixes),
    loopHash: hashArray(loops),
    lastBracket: state.written.find(({ tile }) => tile === tileCount - 1)?.prefix ?? "nothing",
    copies: withSimulation(copyOfScans([contract], array, generated), options, schedules),
  };
}

/** A tile must end where a block of the contract's tree does. */
function readTile(text: string, { expression }: TypedContract, length: number): number {
  const block = "blockLength" in expression ? expression.blockLength : 1;
  const tile = whole("tile", text, block, 2 ** 20);
  if (Math.log2(tile / block) % 1 !== 0) {
    const expected = `${block} times a power of two, so that tiles end where blocks of the contract do`;
    throw new InvalidArgumentError("tile", expected, `"${text}"`);
  }
  if (length === 0) throw new InvalidArgumentError("data", "one number at least", "none");
  const most = MOST_TILES * tile;
  if (length > most) {
    const expected = `at most ${most} numbers, ${MOST_TILES} tiles of ${tile}; or a longer tile`;
    throw new InvalidArgumentError("data", expected, String(length));
  }
  return tile;
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(name, `a whole number from ${least} to ${most}`, `"${text}"`);
}

/** Without the one that stands still, until the others are done; then all of them. */
function schedulesOf(
  { order, loads, seed, stop, after }: LookBackQuestion,
  workgroupCount: number,
): readonly ScheduleOptions[] {
  const chosen = whole("seed", seed, 0, 999_999);
  const all = { order: order as "turns", loads: loads as "newest", seed: BigInt(chosen) };
  if (stop === "none") return [all];
  const stopped = [whole("stop", stop, 0, workgroupCount - 1)];
  return [{ ...all, stopped, stoppedAfter: whole("after", after, 0, 100_000) }, all];
}

/** Each tile's prefixes go on from what its look-back found: the bracket of the tiles before it, read over their summaries. */
function prefixesOf(
  contract: TypedContract,
  array: ElementArray,
  tileLength: number,
  written: readonly { readonly tile: number; readonly prefix: string | undefined }[],
): ElementArray {
  const algebra = summaryAlgebra(contract);
  const tileOf = (tile: number): ElementArray => array.subarray(tile * tileLength, (tile + 1) * tileLength);
  const leaf = (tile: number): Summary => algebra.append(algebra.empty(tile * tileLength), tileOf(tile));
  const prefixes = newElementArray(contract.accumulate, array.length);
  for (const { tile, prefix } of written) {
    let summary = prefix === undefined ? algebra.empty(0) : summaryOf(prefix, leaf, algebra);
    const end = Math.min(array.length, (tile + 1) * tileLength);
    for (let index = tile * tileLength; index < end; index++) {
      summary = algebra.append(summary, array[index]);
      prefixes[index] = algebra.observe(summary) as never;
    }
  }
  return prefixes;
}

/** Reads `((t0 t1) t2)`. */
function summaryOf(bracket: string, leaf: (tile: number) => Summary, { concat }: SummaryAlgebra): Summary {
  const open: Summary[][] = [[]];
  for (const [token, number] of bracket.matchAll(/\(|\)|t(\d+)/g)) {
    if (token === "(") open.push([]);
    else if (token !== ")") open.at(-1)?.push(leaf(Number(number)));
    else {
      const [left, right] = open.pop() ?? [];
      open.at(-1)?.push(concat(left, right));
    }
  }
  return open[0][0];
}

function withSimulation(
  { typescript, command }: CopiedTexts,
  options: LookBackOptions,
  schedules: readonly ScheduleOptions[],
): CopiedTexts {
  const literal = (value: object): string =>
    JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each))
      .replaceAll(/"([a-zA-Z]+)":/g, " $1: ")
      .replaceAll(/"(\d+n)"/g, "$1")
      .replaceAll("}", " }");
  return {
    typescript: [
      'import { simulateLookBack } from "samebits/simulator";',
      typescript.trimEnd(),
      "",
      `const simulation = simulateLookBack(${literal(options)});`,
      ...schedules.map((schedule) => `simulation.run(${literal(schedule)});`),
      "const { polls, fallbacks, recomputed } = simulation.state().counts;",
      "console.log(polls, fallbacks, recomputed);",
      "",
    ].join("\n"),
    command,
  };
}
