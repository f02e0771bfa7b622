import { SCALAR_TYPE_FACTS, type Scalar } from "../../values/element-types.ts";
import type { Arena } from "./arena.ts";
import { outputCanonicalizer } from "./canonicalize-outputs.ts";
import { type Blocks, type DyadicKernels, dyadicKernels, type Fit, fitOf } from "./dyadic-kernels.ts";
import type { DyadicState } from "./dyadic-state.ts";
import { writeSlots } from "./elements.ts";
import { GROUP } from "./kernels/dyadic-group.kernel.ts";
import { stripLength, unitLength } from "./kernels/dyadic-reduce.kernel.ts";
import { UNIT } from "./kernels/dyadic-unit.kernel.ts";
import { NO_BLOCKS, SLOT_BYTES, STATE } from "./kernels/state.ts";
import type { OnlineTables } from "./online-tables.ts";
import { requireTables } from "./require-tables.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/** NaN canonicalisation follows a kernel while its output is in the first-level cache. */
const CANONICAL_WINDOW = 4096;

/** The length that an online pass prepares for: chunks come one after the other, each likely in the caches. */
const ONLINE_LENGTH = 0;

/**
 * Runs iteratedPairwise, blockDyadic(B) and linearCarry(B) with whichever kernel fits the position and the length that is left. Online
 * passes alone need `tables`, and who computes whole arrays alone does not load it.
 */
export function dyadicRunner(
  arena: Arena,
  setting: RunnerSetting,
  blocks: Blocks,
  tables?: OnlineTables,
): OnlineRunner {
  const { subject } = setting;
  const { heap, state } = arena;
  const { columns } = subject.terms;
  // The guard and the identity are those of a single column; records have neither.
  const [type] = columns;
  const bytes = type === "bool" ? 4 : SCALAR_TYPE_FACTS[type].bytes;
  const { stride } = setting;
  const canonicalize = outputCanonicalizer(arena, columns);
  const fit = fitOf(setting, blocks);
  const kernels = dyadicKernels(arena, setting, blocks);
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;
  const scanSome = scanStep(arena, setting, blocks, fit, kernels);
  const reduceSome = reduceStep(arena, setting, fit, kernels);
  const at = stateIndexes(state, bytes);
  const blockPeriod = wordsOf(hasBlocks ? blocks.length : NO_BLOCKS);
  const noPeriod = wordsOf(NO_BLOCKS);
  let generation = -1;
  let words: Uint32Array;
  let elements: { [index: number]: Scalar };
  let position = 0;
  let usesGroups = false;
  let rangesEnd = 0; // elements before this one are reduced without regard to blocks
  let isOnline = false; // no end is known: blocks are regarded or not as each call needs
  let isCarryCurrent = true;
  let online: DyadicState | undefined;

  /** Whether a NaN may have been written: see guard.ts. */
  const isSuspect = (output: number, length: number): boolean => {
    const last = elements[output / bytes + length - 1];
    return !(Number.isFinite(elements[at.guard]) && Number.isFinite(last)) || setting.hasSuspectInitial;
  };

  const refresh = (): void => {
    if (generation === heap.generation) return;
    generation = heap.generation;
    words = heap.view("u32");
    elements = heap.view(type) as { [index: number]: Scalar };
  };

  const begin = (purpose: "scan" | "reduce", length: number): void => {
    position = 0;
    rangesEnd = 0;
    usesGroups = length <= fit.longestGrouped;
    if (purpose === "reduce" && fit.inRanges)
      rangesEnd = hasBlocks ? length - (length % blocks.length) : length;
    refresh();
    words[at.inBlock] = 0;
    words[at.inBlock + 1] = 0;
    words[at.blockIndex] = 0;
    words[at.blockIndex + 1] = 0;
    const period = hasBlocks && rangesEnd === 0 ? blockPeriod : noPeriod;
    words[at.blockLength] = period.low;
    words[at.blockLength + 1] = period.high;
    if (setting.nanRule === "guard") elements[at.guard] = 0;
    if (setting.initial !== undefined) writeSlots(heap, columns, state + STATE.initial, setting.initial);
    if (subject.identity === undefined || !fit.straight) return;
    // Groups never write the lowest slots, which a single block after them folds.
    for (let level = 0; level < GROUP_LEVELS; level++) {
      elements[at.blockRoots + (level * SLOT_BYTES) / bytes] = subject.identity[0];
    }
  };

  const onlineState = (): DyadicState => {
    online ??= requireTables(tables).dyadicState(arena, subject, blocks);
    return online;
  };
  /** Brings the state of an online pass to the form that the next call works on. */
  const regardBlocks = (areRegarded: boolean): void => {
    refresh(); // other passes may have made the memory grow meanwhile
    if (!isOnline || !fit.inRanges || (rangesEnd === 0) === areRegarded) return;
    if (areRegarded) onlineState().toBlocks(position);
    else onlineState().toRanges(position);
    rangesEnd = areRegarded ? 0 : Number.POSITIVE_INFINITY;
  };

  return {
    state: () => state,
    begin,
    open() {
      isOnline = true;
      begin("scan", ONLINE_LENGTH);
    },
    save() {
      regardBlocks(true);
      return onlineState().save(position);
    },
    load(given, taken) {
      begin("scan", ONLINE_LENGTH);
      isOnline = true;
      onlineState().load(given, taken);
      position = taken;
    },
    scan(input, output, length) {
      regardBlocks(true);
      if (!isCarryCurrent) onlineState().foldCarry(position);
      isCarryCurrent = true;
      const window = setting.nanRule === "always" ? CANONICAL_WINDOW : length;
      for (let from = 0; from < length; from += window) {
        const end = Math.min(length, from + window);
        for (let done = from; done < end; ) {
          const count = scanSome(
            position,
            usesGroups,
            input + done * stride,
            output + done * stride,
            end - done,
          );
          position += count;
          done += count;
        }
        const place = output + from * stride;
        if (setting.nanRule === "none") continue;
        if (setting.nanRule === "always" || isSuspect(place, end - from)) canonicalize(place, end - from);
      }
    },
    reduce(input, length) {
      regardBlocks(false);
      isCarryCurrent = !isOnline || fit.inRanges || blocks.join === "linear";
      for (let done = 0; done < length; ) {
        const count = reduceSome(position, rangesEnd, input + done * stride, length - done);
        position += count;
        done += count;
        if (hasBlocks && rangesEnd > 0 && position === rangesEnd) kernels.collapse()(state);
      }
    },
    reduceWhole: fit.inRanges
      ? (input, length) => {
          begin("reduce", length);
          kernels.wholeReduce()(state, input, length, rangesEnd, arena.scratch);
          setting.counts.whole += length;
        }
      : undefined,
    observe() {
      regardBlocks(true);
      kernels.observe()(state);
    },
    end() {},
  };
}

const GROUP_LEVELS = Math.log2(GROUP);

/** A position, which kernels read as i64, in two words. */
function wordsOf(position: number): { readonly low: number; readonly high: number } {
  return { low: position % 2 ** 32, high: Math.floor(position / 2 ** 32) };
}

/** Where the fields of the state lie in views of words and of elements. */
function stateIndexes(state: number, bytes: number) {
  return {
    inBlock: (state + STATE.inBlock) / 4,
    blockIndex: (state + STATE.blockIndex) / 4,
    blockLength: (state + STATE.blockLength) / 4,
    guard: (state + STATE.guard) / bytes,
    blockRoots: (state + STATE.blockRoots) / bytes,
  };
}

/** Scans a prefix of what is left with the best kernel at a position; gives its length. */
function scanStep(arena: Arena, setting: RunnerSetting, blocks: Blocks, fit: Fit, kernels: DyadicKernels) {
  const { state, scratch } = arena;
  const { counts } = setting;
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;

  const scanBlocks = (
    position: number,
    usesGroups: boolean,
    input: number,
    output: number,
    length: number,
  ): number => {
    const whole = Math.floor(length / blocks.length);
    const toGroup = (GROUP - ((position / blocks.length) % GROUP)) % GROUP;
    if (usesGroups && toGroup === 0 && whole >= GROUP) {
      const groupCount = Math.floor(whole / GROUP);
      kernels.groupScan()(state, input, output, groupCount, scratch);
      counts.group += groupCount;
      return groupCount * GROUP * blocks.length;
    }
    const blockCount = usesGroups && whole >= toGroup + GROUP ? toGroup : whole;
    kernels.blockScan()(state, input, output, blockCount);
    counts.block += blockCount;
    return blockCount * blocks.length;
  };

  return (position: number, usesGroups: boolean, input: number, output: number, length: number): number => {
    const inBlock = hasBlocks ? position % blocks.length : position;
    if (fit.straight && inBlock === 0 && length >= blocks.length) {
      return scanBlocks(position, usesGroups, input, output, length);
    }
    if (fit.inUnits && inBlock % UNIT === 0 && length >= UNIT) {
      const unitCount = Math.floor(length / UNIT);
      kernels.unitScan()(state, input, output, unitCount);
      counts.unit += unitCount;
      return unitCount * UNIT;
    }
    const period = fit.straight ? blocks.length : fit.inUnits ? UNIT : length;
    const count = Math.min(length, period - (inBlock % period));
    kernels.elementScan()(state, input, output, count);
    counts.element += count;
    return count;
  };
}

/** Reduces a prefix of what is left with the best kernel at a position; gives its length. */
function reduceStep(arena: Arena, setting: RunnerSetting, fit: Fit, kernels: DyadicKernels) {
  const { state, scratch } = arena;
  const { counts } = setting;
  const laneCount = 16 / (setting.subject.terms.laneBytes ?? 8);
  const strip = stripLength(laneCount);
  const unit = unitLength(laneCount);

  const reduceElements = (input: number, count: number): number => {
    kernels.elementReduce()(state, input, count);
    counts.element += count;
    return count;
  };

  return (position: number, rangesEnd: number, input: number, length: number): number => {
    if (!fit.inRanges) return reduceElements(input, length);
    // The tail, shorter than a block, is one more range that starts at 0.
    const isTail = position >= rangesEnd;
    const offset = isTail ? position - rangesEnd : position;
    const left = isTail ? length : Math.min(length, rangesEnd - position);
    if (offset % unit === 0 && left >= unit) {
      const unitCount = Math.floor(left / unit);
      kernels.unitReduce()(state, input, unitCount, scratch);
      counts.rangeUnit += unitCount;
      return unitCount * unit;
    }
    if (offset % strip === 0 && left >= strip) {
      const stripCount = Math.floor(Math.min(left, unit - (offset % unit)) / strip);
      kernels.stripReduce()(state, input, stripCount);
      counts.strip += stripCount;
      return stripCount * strip;
    }
    return reduceElements(input, Math.min(left, strip - (offset % strip)));
  };
}
