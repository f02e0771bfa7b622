import type { Scalar } from "../../values/element-types.ts";
import type { Arena } from "./arena.ts";
import { outputCanonicalizer } from "./canonicalize-outputs.ts";
import { type Blocks, type DyadicKernels, dyadicKernels, type Fit, fitOf } from "./dyadic-kernels.ts";
import { asElement, slotValueBytes, writeSlots } from "./elements.ts";
import { GROUP, NARROW_GROUP } from "./kernels/dyadic-group.kernel.ts";
import { stripLength, unitLength } from "./kernels/dyadic-reduce.kernel.ts";
import { UNIT } from "./kernels/dyadic-unit.kernel.ts";
import { NO_BLOCKS, STATE } from "./kernels/state.ts";
import type { Runner, RunnerSetting } from "./runner.ts";

/** NaN canonicalisation follows a kernel while its output is in the first-level cache. */
const CANONICAL_WINDOW = 4096;
/** A first scan shorter than this goes one element at a time: to make a faster kernel takes longer than it saves (docs/notes/wasm-executor.md). */
const WORTH_MAKING = 2 ** 16;

/** How far a dyadic runner has come; an online pass sets it too. */
export interface Progress {
  position: number;
  rangesEnd: number; // elements before this one are reduced without regard to blocks
  hasScanned: boolean; // so that scans come again, and fast kernels are worth making
}

/** Runs iteratedPairwise, blockDyadic(B) and linearCarry(B) with whichever kernel fits the position and the length that is left. */
export function dyadicRunner(
  arena: Arena,
  setting: RunnerSetting,
  blocks: Blocks,
  progress: Progress = { position: 0, rangesEnd: 0, hasScanned: false },
): Runner {
  const { subject, initial } = setting;
  const { heap, state } = arena;
  const { columns } = subject.terms;
  // The guard and the identity are those of a single column; records have neither.
  const [type] = columns;
  const bytes = slotValueBytes(type);
  const { counts, stride } = setting;
  const canonicalize = outputCanonicalizer(arena, columns);
  const fit = fitOf(setting, blocks);
  const kernels = dyadicKernels(arena, setting, blocks);
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;
  const isWholeInOneCall = fit.grouped && setting.nanRule !== "always"; // canonicalisation goes by windows
  const scanByElement = scanStep(
    arena,
    setting,
    blocks,
    { ...fit, straight: false, inUnits: false },
    kernels,
  );
  const scanByFit = scanStep(arena, setting, blocks, fit, kernels);
  const reduceSome = reduceStep(arena, setting, fit, kernels);
  const guardAt = (state + STATE.guard) / bytes;
  const carryAt = (state + STATE.carry) / bytes;
  const blockLength = hasBlocks ? BigInt(blocks.length) : NONE;
  let scanSome = scanByFit; // of the sequence that was begun
  let generation = -1;
  let integers: BigInt64Array;
  let elements: { [index: number]: Scalar };

  /** Whether a NaN may have been written: see guard.ts. */
  const isSuspect = (output: number, length: number): boolean => {
    const last = elements[output / bytes + length - 1];
    return !(Number.isFinite(elements[guardAt]) && Number.isFinite(last)) || setting.hasSuspectInitial;
  };

  const refresh = (): void => {
    if (generation === heap.generation) return;
    generation = heap.generation;
    integers = heap.view("i64");
    elements = heap.view(type) as { [index: number]: Scalar };
  };

  const writeInitial = (): void => {
    if (initial !== undefined) writeSlots(heap, columns, state + STATE.initial, initial);
  };

  /**
   * The length of the complete blocks; all of it where there are no blocks. Without %, as in all that every call passes: a length of blocks
   * is a double, since it may be infinite, and V8 takes the remainder of doubles by a loop of x87 instructions, 15 ns.
   */
  const completeOf = (length: number): number =>
    hasBlocks ? Math.floor(length / blocks.length) * blocks.length : length;

  const isShortFirst = (length: number): boolean => !progress.hasScanned && length < WORTH_MAKING;

  const begin = (purpose: "scan" | "reduce", length: number): void => {
    progress.position = 0;
    progress.rangesEnd = purpose === "scan" || !fit.inRanges ? 0 : completeOf(length);
    refresh();
    integers[(state + STATE.inBlock) / 8] = 0n;
    integers[(state + STATE.blockIndex) / 8] = 0n;
    integers[(state + STATE.blockLength) / 8] = hasBlocks && progress.rangesEnd === 0 ? blockLength : NONE;
    writeInitial();
    if (purpose === "reduce") return;
    scanSome = isShortFirst(length) ? scanByElement : scanByFit;
    progress.hasScanned = true;
  };

  const scan = (input: number, output: number, length: number): void => {
    refresh(); // other passes may have made the memory grow meanwhile
    // What comes out is joined with the carry of earlier calls before these have one of their own.
    if (setting.nanRule === "guard")
      elements[guardAt] = progress.position >= blocks.length ? elements[carryAt] : 0;
    const group = length < fit.narrowFrom ? GROUP : NARROW_GROUP;
    const window = setting.nanRule === "always" ? CANONICAL_WINDOW : length;
    for (let from = 0; from < length; from += window) {
      const end = Math.min(length, from + window);
      for (let done = from; done < end; ) {
        const count = scanSome(
          progress.position,
          group,
          input + done * stride,
          output + done * stride,
          end - done,
        );
        progress.position += count;
        done += count;
      }
      const place = output + from * stride;
      if (setting.nanRule === "none") continue;
      if (setting.nanRule === "always" || isSuspect(place, end - from)) canonicalize(place, end - from);
    }
  };

  return {
    state: () => state,
    begin,
    scan,
    reduce(input, length) {
      const { rangesEnd } = progress;
      for (let done = 0; done < length; ) {
        const count = reduceSome(progress.position, rangesEnd, input + done * stride, length - done);
        progress.position += count;
        done += count;
        if (hasBlocks && rangesEnd > 0 && progress.position === rangesEnd) kernels.collapse()(state);
      }
    },
    scanWhole: isWholeInOneCall
      ? (input, output, length) => {
          if (isShortFirst(length) || length >= fit.narrowFrom) {
            begin("scan", length);
            return scan(input, output, length);
          }
          progress.hasScanned = true;
          refresh();
          writeInitial();
          const blockCount = Math.floor(length / blocks.length);
          const left = length - blockCount * blocks.length;
          const groupCount = Math.floor(blockCount / GROUP);
          const single = blockCount - groupCount * GROUP;
          kernels.wholeScan()(state, input, output, groupCount, single, left, arena.scratch);
          counts.wholeScan += length;
          counts.group += groupCount;
          counts.block += single;
          counts.element += left;
          if (setting.nanRule === "guard" && isSuspect(output, length)) canonicalize(output, length);
        }
      : undefined,
    reduceWhole:
      fit.inRanges && columns.length === 1
        ? (input, length) => {
            writeInitial();
            counts.whole += length;
            return asElement(
              type,
              kernels.wholeReduce()(state, input, length, completeOf(length), arena.scratch) as Scalar,
            );
          }
        : undefined,
    observe() {
      kernels.observe()(state);
    },
    end() {},
  };
}

const NONE = BigInt(NO_BLOCKS);

/** Scans a prefix of what is left with the best kernel at a position; gives its length. */
function scanStep(arena: Arena, setting: RunnerSetting, blocks: Blocks, fit: Fit, kernels: DyadicKernels) {
  const { state, scratch } = arena;
  const { counts } = setting;
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;

  const scanBlocks = (
    position: number,
    group: number,
    input: number,
    output: number,
    length: number,
  ): number => {
    const whole = Math.floor(length / blocks.length);
    const toGroup = (group - ((position / blocks.length) % group)) % group;
    if (fit.grouped && toGroup === 0 && whole >= group) {
      const groupCount = Math.floor(whole / group);
      kernels[group === GROUP ? "groupScan" : "narrowGroupScan"]()(state, input, output, groupCount, scratch);
      counts[group === GROUP ? "group" : "narrowGroup"] += groupCount;
      return groupCount * group * blocks.length;
    }
    const blockCount = fit.grouped && whole >= toGroup + group ? toGroup : whole;
    kernels.blockScan()(state, input, output, blockCount);
    counts.block += blockCount;
    return blockCount * blocks.length;
  };

  return (position: number, group: number, input: number, output: number, length: number): number => {
    const inBlock = hasBlocks ? position % blocks.length : position;
    if (fit.straight && inBlock === 0 && length >= blocks.length) {
      return scanBlocks(position, group, input, output, length);
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
