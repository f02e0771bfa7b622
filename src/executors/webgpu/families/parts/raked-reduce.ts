/*
 * Reduces of lanes, and of halves of halves: dispatches that each leave a RAKE-th of the values.
 *
 *     rake:    thread t: up to RAKE values of one lane, through a binary counter; table[t] = their root
 *     bisect:  thread t: its parts of one or two elements, found on the way down from the whole; the same counter
 *     finish:  one thread: the last RAKE values, the initial value, the output
 */

import { type KernelSetting, PARAMS } from "../../kernels/kernel-setting.ts";
import { rootAccess } from "../../kernels/reduce-kernels.ts";
import { valueSource, wordCount } from "../../kernels/value.wgsl.ts";
import { type Stage, type Staging, stageOf } from "../../stage/staging.ts";

/** Values that one thread folds. A power of two. */
const RAKE = 32;

/** One step: values that are interleaved in lanes to a RAKE-th of their rows. */
interface RakeStep {
  readonly start: string; // WGSL of how many values there are before the first step
  readonly lanes: number;
  readonly step: number; // steps before this one
  readonly from: number | undefined; // of the table; undefined: the input
  readonly to: number;
}

/** Thread t takes rows RAKE · floor(t / lanes) and on of lane t mod lanes. What it writes stands as what it read. */
function rakeKernel(setting: KernelSetting, { start, lanes, step, from, to }: RakeStep): string {
  return `${headSource(setting)}
${lengthSource(start, lanes)}
${mainText(setting)}
  let length = length_after(${step}u);
  let left = shortened(length);
  for (var t = id.x; t < left; t += stride) {
    let row = t / LANES * RAKE;
    var count = 0u;
    for (; count < RAKE; count++) {
      let place = (row + count) * LANES + t % LANES;
      if (place >= length) { break; }
      push(count, ${from === undefined ? "load(place)" : `load_tile_root(${from}u + place)`});
    }
    store_root(${to}u + t, folded(count));
  }
}
`;
}

/** Of an array, the roots of RAKE parts that follow each other, for all parts of one or two elements that bisection ends with. */
function bisectKernel(setting: KernelSetting, to: number): string {
  return `${headSource(setting)}
struct Part { start: u32, length: u32 }

/** The part that a path of so many steps leads to: a bit for each, the first highest, 1 for the right half. */
fn part_of(whole: Part, path: u32, steps: u32) -> Part {
  var part = whole;
  for (var step = steps; step > 0u; step--) {
    let half = part.length >> 1u;
    if (((path >> (step - 1u)) & 1u) == 0u) { part.length = half; }
    else { part = Part(part.start + half, part.length - half); }
  }
  return part;
}

${mainText(setting)}
  let length = params[${PARAMS.positions}];
  if (length == 0u) { return; }
  let depth = firstLeadingBit(length);
  let low = min(depth, ${Math.log2(RAKE)}u);
  for (var t = id.x; t < (1u << (depth - low)); t += stride) {
    let above = part_of(Part(0u, length), t, depth - low);
    for (var i = 0u; i < (1u << low); i++) {
      let part = part_of(above, i, low);
      var value = load(part.start);
      if (part.length == 2u) { value = combine(value, load(part.start + 1u)); }
      push(i, value);
    }
    store_root(${to}u + t, folded(1u << low));
  }
}
`;
}

/** One root a lane, of this chunk: it joins those of the chunks before, in the binary counter of its lane or, at the end, for the last time. */
function carryLanesKernel(
  setting: KernelSetting,
  { lanes, from, carry }: { readonly lanes: number; readonly from: number; readonly carry: number },
): string {
  return `${headSource(setting)}
${mainText(setting)}
  let chunk = params[${PARAMS.chunk}];
  let is_last = params[${PARAMS.isLast}] == 1u;
  if (is_last && chunk == 0u) { return; }
  for (var lane = id.x; lane < ${lanes}u; lane += stride) {
    var is_known = lane < params[${PARAMS.positions}];
    var root: Value;
    if (is_known) { root = load_tile_root(${from}u + lane); }
    var level = 0u;
    for (; (chunk >> level) != 0u; level++) {
      if (((chunk >> level) & 1u) == 0u) {
        if (is_last) { continue; }
        break;
      }
      let before = load_tile_root(${carry}u + level * ${lanes}u + lane);
      if (is_known) { root = combine(before, root); } else { root = before; }
      is_known = true;
    }
    if (is_last) { store_root(${from}u + lane, root); }
    else { store_root(${carry}u + level * ${lanes}u + lane, root); }
  }
}
`;
}

/** The last step, whose one value is the result. */
function finishLanesKernel(
  setting: KernelSetting,
  { start, lanes, step, from }: Omit<RakeStep, "to">,
): string {
  const joined =
    setting.placement === "outside" ? "combine(initial_value(), folded(length))" : "folded(length)";
  const nothing = setting.placement === "none" ? "" : " store(0u, initial_value());";
  return `${headSource(setting)}
${lengthSource(start, lanes)}
${mainText(setting)}
  if (id.x > 0u || params[${PARAMS.isLast}] == 0u) { return; }
  if (params[${PARAMS.tileCount}] == 0u) {${nothing} return; }
  let length = length_after(${step}u);
  for (var i = 0u; i < length; i++) { push(i, load_tile_root(${from ?? 0}u + i)); }
  store(0u, ${joined});
}
`;
}

/** `push(i, value)` for i = 0 … count − 1, then `folded(count)`: the canonical tree over at most RAKE values. */
function headSource(setting: KernelSetting): string {
  return `${valueSource(setting)}
${rootAccess(setting)}
const RAKE = ${RAKE}u;
var<private> heap: array<Value, ${Math.log2(RAKE) + 1}>;

fn push(i: u32, value: Value) {
  var root = value;
  var level = 0u;
  for (; ((i >> level) & 1u) == 1u; level++) { root = combine(heap[level], root); }
  heap[level] = root;
}

fn folded(count: u32) -> Value {
  var level = countTrailingZeros(count);
  var root = heap[level];
  for (level++; level <= ${Math.log2(RAKE)}u; level++) {
    if (((count >> level) & 1u) == 1u) { root = combine(heap[level], root); }
  }
  return root;
}
`;
}

function lengthSource(start: string, lanes: number): string {
  return `const LANES = ${lanes}u;

/** Of values in lanes, how many a step leaves: one for each RAKE rows of a lane, whose last ones may be fewer. */
fn shortened(length: u32) -> u32 {
  if (length == 0u) { return 0u; }
  let full = (length - 1u) / LANES / RAKE;
  return full * LANES + min(LANES, length - full * RAKE * LANES);
}

fn length_after(steps: u32) -> u32 {
  var length = ${start};
  for (var step = 0u; step < steps; step++) { length = shortened(length); }
  return length;
}
`;
}

function mainText({ shape }: KernelSetting): string {
  return `@compute @workgroup_size(${shape.threads})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {
  let stride = grid.x * ${shape.threads}u;`;
}

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
