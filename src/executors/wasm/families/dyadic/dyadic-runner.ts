import type { Scalar } from "../../../../values/element-types.ts";
import { NO_BLOCKS, STATE } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import { asElement, writeSlots } from "../../memory/elements.ts";
import type { Purpose, Runner, RunnerSetting } from "../../runner.ts";
import { outputCanonicalizer } from "../../stage/canonicalize-outputs.ts";
import { type BlockFields, blockFields } from "./block-fields.ts";
import { type Blocks, type DyadicKernels, dyadicKernels, type Fit, fitOf } from "./dyadic-kernels.ts";
import { reduceStep, scanStep } from "./dyadic-steps.ts";
import { type FasterWay, fasterWay } from "./faster-way.ts";
import { GROUP } from "./kernels/dyadic-group.kernel.ts";

/** NaN canonicalisation follows a kernel while its output is in the first-level cache. */
const CANONICAL_WINDOW = 4096;
/** A first scan shorter than this goes one element at a time: to make a faster kernel takes longer than it saves (docs/notes/wasm-executor.md). */
const WORTH_MAKING = 2 ** 16;

/** How far a sequence is. An object: as variables of a function the numbers, some of them infinite, were made anew at each change, 50 ns a call. */
export interface DyadicProgress {
  position: number; // elements taken
  rangesEnd: number; // elements before are reduced without regard to blocks
  hasScanned: boolean; // so that scans come again, and fast kernels are worth making
}

const NONE = BigInt(NO_BLOCKS);

/** What the ways of a runner share. */
interface Run {
  readonly arena: Arena;
  readonly setting: RunnerSetting;
  readonly blocks: Blocks;
  readonly fit: Fit;
  readonly kernels: DyadicKernels;
  readonly fields: BlockFields;
  readonly progress: DyadicProgress;
  readonly canonicalize: (place: number, length: number) => void;
}

/** Runs iteratedPairwise, blockDyadic(B) and linearCarry(B) with whichever kernel fits the position and the length that is left. */
export function dyadicRunner(
  arena: Arena,
  setting: RunnerSetting,
  blocks: Blocks,
  progress: DyadicProgress = { position: 0, rangesEnd: 0, hasScanned: false },
): Runner {
  const run: Run = {
    arena,
    setting,
    blocks,
    fit: fitOf(setting, blocks),
    kernels: dyadicKernels(arena, setting, blocks),
    fields: blockFields(arena, setting),
    progress,
    canonicalize: outputCanonicalizer(arena, setting.subject.terms.columns),
  };
  const { state } = arena;
  const { fit, fields, kernels } = run;
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;
  const blockLength = hasBlocks ? BigInt(blocks.length) : NONE;
  const scans = scansOf(run);
  const runner = {
    state: () => state,
    begin(purpose: Purpose, length: number) {
      progress.position = 0;
      progress.rangesEnd = purpose !== "reduce" || !fit.inRanges ? 0 : completeOf(blocks, length);
      fields.reset(hasBlocks && progress.rangesEnd === 0 ? blockLength : NONE);
      if (purpose === "reduce") return;
      scans.choose(length);
      progress.hasScanned = true;
    },
    scan: scans.scan,
    reduce: reduceOf(run),
    observe: () => kernels.observe()(state),
    end() {},
  } satisfies Runner;
  return {
    ...runner,
    scanWhole: scanWholeOf(run, (input, output, length) => {
      runner.begin("scan", length);
      scans.scan(input, output, length);
    }),
    reduceWhole: reduceWholeOf(run),
  };
}

/**
 * The length of the complete blocks; all of it where there are no blocks. Without %, as in all that every call passes: a length of blocks is a
 * double, since it may be infinite, and V8 takes the remainder of doubles by a loop of x87 instructions, 15 ns.
 */
function completeOf(blocks: Blocks, length: number): number {
  return blocks.length === Number.POSITIVE_INFINITY
    ? length
    : Math.floor(length / blocks.length) * blocks.length;
}

/** Whether a scan is the first, and too short for a kernel of its own. */
function isShortFirst({ hasScanned }: DyadicProgress, length: number): boolean {
  return !hasScanned && length < WORTH_MAKING;
}

/** Scans in windows, each made canonical while it is in a cache. `choose` picks the kernels for the sequence that begins. */
function scansOf({ arena, setting, blocks, fit, kernels, fields, progress, canonicalize }: Run) {
  const { nanRule, stride } = setting;
  const slow: Fit = { ...fit, straight: false, inUnits: false };
  const scanByElement = scanStep(arena, setting, blocks, slow, kernels);
  const scanByFit = scanStep(arena, setting, blocks, fit, kernels);
  let scanSome = scanByFit; // of the sequence that was begun
  const ways: FasterWay[] = []; // by the length's power of two: a shorter array may lie in a cache
  const wayOf = (length: number): FasterWay => {
    const size = Math.clz32(length);
    ways[size] ??= fasterWay();
    return ways[size];
  };

  const scanWindow = (way: FasterWay | undefined, input: number, output: number, length: number): void => {
    for (let done = 0; done < length; ) {
      const [from, to] = [input + done * stride, output + done * stride];
      const count = scanSome(progress.position, way, from, to, length - done);
      progress.position += count;
      done += count;
    }
    if (nanRule === "none") return;
    if (nanRule === "always" || fields.isSuspect(output, length)) canonicalize(output, length);
  };
  return {
    choose(length: number): void {
      scanSome = isShortFirst(progress, length) ? scanByElement : scanByFit;
    },
    scan(input: number, output: number, length: number): void {
      fields.openGuard(progress.position >= blocks.length);
      const way = length < fit.longFrom ? undefined : wayOf(length);
      const window = nanRule === "always" ? CANONICAL_WINDOW : length;
      for (let from = 0; from < length; from += window) {
        const count = Math.min(window, length - from);
        scanWindow(way, input + from * stride, output + from * stride, count);
      }
    },
  };
}

/** Reduces the ranges before `rangesEnd` without regard to blocks, then what is left. */
function reduceOf({ arena, setting, blocks, fit, kernels, progress }: Run): Runner["reduce"] {
  const { stride } = setting;
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;
  const reduceSome = reduceStep(arena, setting, fit, kernels);
  return (input, length) => {
    for (let done = 0; done < length; ) {
      const count = reduceSome(progress.position, progress.rangesEnd, input + done * stride, length - done);
      progress.position += count;
      done += count;
      if (hasBlocks && progress.rangesEnd > 0 && progress.position === progress.rangesEnd) {
        kernels.collapse()(arena.state);
      }
    }
  };
}

/** A whole scan by groups, blocks and elements in one call; `inSteps` where that is not worth it. Absent where there are no groups, or each window is made canonical. */
function scanWholeOf(run: Run, inSteps: Runner["scan"]): Runner["scanWhole"] {
  const { arena, setting, blocks, fit, kernels, fields, progress, canonicalize } = run;
  const { nanRule, initial, counts } = setting;
  const { columns } = setting.subject.terms;
  const { heap, state, scratch } = arena;
  if (!fit.grouped || nanRule === "always") return undefined;
  return (input, output, length) => {
    if (isShortFirst(progress, length) || length >= fit.longFrom) return inSteps(input, output, length);
    progress.hasScanned = true;
    if (initial !== undefined) writeSlots(heap, columns, state + STATE.initial, initial);
    const blockCount = Math.floor(length / blocks.length);
    const left = length - blockCount * blocks.length;
    const groupCount = Math.floor(blockCount / GROUP);
    const single = blockCount - groupCount * GROUP;
    kernels.wholeScan()(state, input, output, groupCount, single, left, scratch);
    counts.wholeScan += length;
    counts.group += groupCount;
    counts.block += single;
    counts.element += left;
    if (nanRule === "guard" && fields.isSuspect(output, length)) canonicalize(output, length);
  };
}

/** A whole reduce of a column in one call; absent where blocks cannot be forgotten. */
function reduceWholeOf({ arena, setting, blocks, fit, kernels }: Run): Runner["reduceWhole"] {
  const { initial, counts } = setting;
  const { columns } = setting.subject.terms;
  const { heap, state, scratch } = arena;
  if (!fit.inRanges || columns.length > 1) return undefined;
  return (input, length) => {
    if (initial !== undefined) writeSlots(heap, columns, state + STATE.initial, initial);
    counts.whole += length;
    const value = kernels.wholeReduce()(state, input, length, completeOf(blocks, length), scratch);
    return asElement(columns[0], value as Scalar);
  };
}
