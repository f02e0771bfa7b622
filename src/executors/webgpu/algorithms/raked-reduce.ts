import { type KernelSetting, PARAMS } from "../kernels/kernel-setting.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import {
  bisectKernel,
  carryLanesKernel,
  finishLanesKernel,
  RAKE,
  type RakeStep,
  rakeKernel,
} from "./raked-reduce.wgsl.ts";
import { type Stage, type Staging, stageOf } from "./staging.ts";

/** Chunks that one call may have, as a power of two: each lane has one root for each bit of their number. */
const LANE_CARRY_LEVELS = 10;

/** Workgroups of a dispatch: as many as keep a device busy, each with threads that go on to what is left. */
const MOST_WORKGROUPS = 1024;

/**
 * interleaved(lanes): each thread folds up to RAKE elements of one lane in the canonical bracket, with a binary counter; what is left is interleaved
 * in the same lanes, with a RAKE-th of the rows, down to one root a lane; then the same over the lanes. Lanes side by side are read
 * side by side.
 *
 * Chunks hold a power of two of rows, so that a chunk gives each lane one root of an aligned range.
 *
 * @param most - positions of the longest call that is to be one chunk
 */
export function interleavedReduce(setting: KernelSetting, lanes: number, most: number): Staging {
  const rows = 2 ** Math.max(0, Math.floor(Math.log2(most / lanes)));
  const table = new Scratch(setting, lanes * Math.ceil(rows / RAKE), lanes * LANE_CARRY_LEVELS);
  const start = `params[${PARAMS.positions}]`;
  const stages: Stage[] = [];
  for (let left = rows, step = 0; step === 0 || left > 1; left = Math.ceil(left / RAKE), step++) {
    const workgroups = workgroupsFor(setting, lanes * Math.ceil(left / RAKE));
    stages.push(rakeStage(setting, { start, lanes, step, ...table.next() }, workgroups));
  }
  const carried = { lanes, from: table.last(), carry: table.rest };
  const carryName = `carry-lanes ${JSON.stringify(carried)}`;
  const carry = () => carryLanesKernel(setting, carried);
  stages.push(stageOf(setting, carryName, carry, workgroupsFor(setting, lanes)));
  // All lanes have an element once a chunk is full.
  const used = `select(min(${lanes}u, ${start}), ${lanes}u, params[${PARAMS.chunk}] > 0u)`;
  return {
    stages: [...stages, ...treeStages(setting, table, lanes, used)],
    tableWords: table.words,
    chunkLength: rows * lanes,
  };
}

/**
 * bisection: halving goes on until parts have one element or two, all at one depth d = floor(log2 n), so that above it stands a complete tree over 2^d
 * parts. Each thread finds its parts on the way down from the whole, RAKE at a time; the rest is a tree as any other.
 *
 * The tree of a part depends on the length of the whole: there are no chunks.
 */
export function bisectionReduce(setting: KernelSetting, most: number): Staging {
  const parts = 2 ** Math.floor(Math.log2(most));
  const table = new Scratch(setting, Math.ceil(parts / RAKE), 0);
  const { to } = table.next();
  const left = Math.ceil(parts / RAKE);
  const used = `max(1u, (1u << firstLeadingBit(max(params[${PARAMS.positions}], 1u))) / ${RAKE}u)`;
  return {
    stages: [
      stageOf(setting, `bisect ${to}`, () => bisectKernel(setting, to), workgroupsFor(setting, left)),
      ...treeStages(setting, table, left, used),
    ],
    tableWords: table.words,
    chunkLength: most,
    isWhole: true,
  };
}

/** The canonical tree over at most `most` values of the table; `used` is WGSL of how many there are. */
function treeStages(setting: KernelSetting, table: Scratch, most: number, used: string): readonly Stage[] {
  const stages: Stage[] = [];
  let [left, step] = [most, 0];
  for (; left > RAKE; left = Math.ceil(left / RAKE), step++) {
    const workgroups = workgroupsFor(setting, Math.ceil(left / RAKE));
    stages.push(rakeStage(setting, { start: used, lanes: 1, step, ...table.next() }, workgroups));
  }
  const last = { start: used, lanes: 1, step, from: table.last() };
  const name = `finish-lanes ${JSON.stringify(last)}`;
  return [...stages, stageOf(setting, name, () => finishLanesKernel(setting, last), 1)];
}

function rakeStage(setting: KernelSetting, step: RakeStep, workgroups: number): Stage {
  return stageOf(setting, `rake ${JSON.stringify(step)}`, () => rakeKernel(setting, step), workgroups);
}

function workgroupsFor({ shape }: KernelSetting, threads: number): number {
  return Math.min(MOST_WORKGROUPS, Math.ceil(threads / shape.threads));
}

/** Two parts of the table, which the steps read and write in turn, and a rest. In values of the table. */
class Scratch {
  readonly rest: number;
  readonly words: number;
  readonly #other: number;
  #steps = 0;

  constructor({ sums }: KernelSetting, length: number, rest: number) {
    this.#other = length;
    this.rest = 2 * length;
    this.words = (this.rest + rest) * wordCount(sums);
  }

  /** Where the next step reads, undefined for the first, which reads the input, and where it writes. */
  next(): { readonly from: number | undefined; readonly to: number } {
    const from = this.#steps === 0 ? undefined : this.last();
    this.#steps++;
    return { from, to: this.last() };
  }

  /** Where the last step wrote. */
  last(): number {
    return this.#steps % 2 === 1 ? 0 : this.#other;
  }
}
