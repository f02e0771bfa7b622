import type { Scalar } from "../../../../values/element-types.ts";
import { NO_BLOCKS, STATE } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import { asElement, slotValueBytes, writeSlots } from "../../memory/elements.ts";
import type { OnlineRunner, Purpose, Runner, RunnerSetting } from "../../runner.ts";
import { outputCanonicalizer } from "../../stage/canonicalize-outputs.ts";
import { type Blocks, dyadicKernels, fitOf } from "./dyadic-kernels.ts";
import type { DyadicState } from "./dyadic-state.ts";
import { reduceStep, scanStep } from "./dyadic-steps.ts";
import { GROUP, NARROW_GROUP } from "./kernels/dyadic-group.kernel.ts";

/** NaN canonicalisation follows a kernel while its output is in the first-level cache. */
const CANONICAL_WINDOW = 4096;
/** A first scan shorter than this goes one element at a time: to make a faster kernel takes longer than it saves (docs/notes/wasm-executor.md). */
const WORTH_MAKING = 2 ** 16;

/** The length that an online sequence prepares for: chunks come one after the other, each likely in the caches. */
const ONLINE_LENGTH = 0;

/**
 * Runs iteratedPairwise, blockDyadic(B) and linearCarry(B) with whichever kernel fits the position and the length that is left.
 *
 * `tables` are those of an online sequence: its state can be taken out, and blocks are regarded or not as each call needs. Without them a
 * sequence is begun for scans alone or for reduces alone.
 */
export function dyadicRunner(arena: Arena, setting: RunnerSetting, blocks: Blocks): Runner;
export function dyadicRunner(
  arena: Arena,
  setting: RunnerSetting,
  blocks: Blocks,
  tables: DyadicState,
): OnlineRunner;
export function dyadicRunner(
  arena: Arena,
  setting: RunnerSetting,
  blocks: Blocks,
  tables?: DyadicState,
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
  // An object: as variables of this function the numbers, some of them infinite, were made anew at each change, 50 ns a call.
  const progress = { position: 0, rangesEnd: 0 }; // elements before `rangesEnd` are reduced without regard to blocks
  let hasScanned = tables !== undefined; // so that scans come again, and fast kernels are worth making
  let isCarryCurrent = true;
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

  const isShortFirst = (length: number): boolean => !hasScanned && length < WORTH_MAKING;

  const begin = (purpose: Purpose, length: number): void => {
    progress.position = 0;
    progress.rangesEnd = purpose !== "reduce" || !fit.inRanges ? 0 : completeOf(length);
    isCarryCurrent = true;
    refresh();
    integers[(state + STATE.inBlock) / 8] = 0n;
    integers[(state + STATE.blockIndex) / 8] = 0n;
    integers[(state + STATE.blockLength) / 8] = hasBlocks && progress.rangesEnd === 0 ? blockLength : NONE;
    writeInitial();
    if (purpose === "reduce") return;
    scanSome = isShortFirst(length) ? scanByElement : scanByFit;
    hasScanned = true;
  };

  /** Brings the state of an online sequence to the form that the next call works on. */
  const regardBlocks = (given: DyadicState, areRegarded: boolean): void => {
    if (!fit.inRanges || (progress.rangesEnd === 0) === areRegarded) return;
    if (areRegarded) given.toBlocks(progress.position);
    else given.toRanges(progress.position);
    progress.rangesEnd = areRegarded ? 0 : Number.POSITIVE_INFINITY;
  };

  const scan = (input: number, output: number, length: number): void => {
    refresh(); // other passes may have made the memory grow meanwhile
    if (tables !== undefined) {
      regardBlocks(tables, true);
      if (!isCarryCurrent) tables.foldCarry(progress.position);
      isCarryCurrent = true;
    }
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

  const runner: Runner = {
    state: () => state,
    begin,
    scan,
    reduce(input, length) {
      if (tables !== undefined) regardBlocks(tables, false);
      // A carry is kept where blocks are joined one after the other, and made anew with the blocks of ranges.
      isCarryCurrent = fit.inRanges || blocks.join === "linear";
      for (let done = 0; done < length; ) {
        const count = reduceSome(progress.position, progress.rangesEnd, input + done * stride, length - done);
        progress.position += count;
        done += count;
        if (hasBlocks && progress.rangesEnd > 0 && progress.position === progress.rangesEnd)
          kernels.collapse()(state);
      }
    },
    scanWhole: isWholeInOneCall
      ? (input, output, length) => {
          if (isShortFirst(length) || length >= fit.narrowFrom) {
            begin("scan", length);
            return scan(input, output, length);
          }
          hasScanned = true;
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
      if (tables !== undefined) regardBlocks(tables, true);
      kernels.observe()(state);
    },
    end() {},
  };
  if (tables === undefined) return runner;
  const online: OnlineRunner = {
    ...runner,
    save() {
      regardBlocks(tables, true);
      return tables.save(progress.position);
    },
    load(given, taken) {
      begin("online", ONLINE_LENGTH);
      tables.load(given, taken);
      progress.position = taken;
    },
  };
  return online;
}

const NONE = BigInt(NO_BLOCKS);
