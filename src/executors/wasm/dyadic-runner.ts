import type { FunctionBuilder } from "../../codegen/wasm/module.ts";
import { laneCountOf } from "../../codegen/wasm/term.ts";
import { ELEMENT_TYPE_FACTS } from "../../values/element-types.ts";
import type { Arena, Kernel } from "./arena.ts";
import { readElement, writeElement, writePosition } from "./elements.ts";
import { canonicalize } from "./kernels/convert.kernel.ts";
import { blockScan } from "./kernels/dyadic-block.kernel.ts";
import {
  type BlockJoin,
  collapse,
  elementReduce,
  elementScan,
  observeDyadic,
} from "./kernels/dyadic-element.kernel.ts";
import { GROUP, groupScan } from "./kernels/dyadic-group.kernel.ts";
import { stripLength, stripReduce, unitLength, unitReduce } from "./kernels/dyadic-reduce.kernel.ts";
import { UNIT, unitScan } from "./kernels/dyadic-unit.kernel.ts";
import { NO_BLOCKS, SLOT_BYTES, STATE } from "./kernels/state.ts";
import type { Runner, RunnerSetting } from "./runner.ts";
import { hasVectorKernels } from "./subject.ts";

/** Longest block that is scanned a group at a time; measured faster than one at a time up to here. */
const LONGEST_GROUPED_BLOCK = 32;
/** Longest block with straight-line code of its own. */
const LONGEST_STRAIGHT_BLOCK = 64;
/** NaN canonicalisation follows a kernel while its output is in the first-level cache. */
const CANONICAL_WINDOW = 4096;

/** Where the blocks of an expression lie: Infinity where there are none. */
export interface Blocks {
  readonly length: number;
  readonly join: BlockJoin;
}

/** Runs iteratedPairwise, blockDyadic(B) and linearCarry(B): whichever kernels fit the position and the length that is left. */
export function dyadicRunner(arena: Arena, setting: RunnerSetting, blocks: Blocks): Runner {
  const { subject, key } = setting;
  const { heap, state, scratch } = arena;
  const bytes = ELEMENT_TYPE_FACTS[subject.type].bytes;
  const laneCount = laneCountOf(subject.type);
  const isVector = hasVectorKernels(subject);
  const isPowerOfTwo =
    blocks.length === Number.POSITIVE_INFINITY || Number.isInteger(Math.log2(blocks.length));
  const straight =
    isVector && isPowerOfTwo && blocks.length >= laneCount && blocks.length <= LONGEST_STRAIGHT_BLOCK;
  const inUnits = isVector && isPowerOfTwo && blocks.length > LONGEST_STRAIGHT_BLOCK;
  const inRanges = isVector && isPowerOfTwo && blocks.join === "dyadic";
  const kernel = (name: string, build: () => FunctionBuilder): Kernel =>
    arena.kernels(`${key} ${blocks.join} ${name}`, () => [build()])[name.split(" ")[0]];
  const group = straight && blocks.length <= LONGEST_GROUPED_BLOCK ? blocks.length : 0;

  let position = 0;
  let rangesEnd = 0; // the elements before this one are reduced without regard to blocks
  let counted = 0;

  const elementScanKernel = lazy(() => kernel("elementScan", () => elementScan(subject, blocks.join)));
  const elementReduceKernel = lazy(() => kernel("elementReduce", () => elementReduce(subject, blocks.join)));
  const groupKernel = lazy(() =>
    kernel(`groupScan ${blocks.length}`, () => groupScan(subject, blocks.length, blocks.join)),
  );
  const blockKernel = lazy(() =>
    kernel(`blockScan ${blocks.length}`, () => blockScan(subject, blocks.length, blocks.join)),
  );
  const unitKernel = lazy(() => kernel("unitScan", () => unitScan(subject, blocks.join)));
  const stripKernel = lazy(() => kernel("stripReduce", () => stripReduce(subject)));
  const unitReduceKernel = lazy(() => kernel("unitReduce", () => unitReduce(subject)));
  const observeKernel = lazy(() => kernel("observe", () => observeDyadic(subject, blocks.join)));
  const collapseKernel = lazy(() => kernel("collapse", () => collapse(subject)));
  const canonicalizeKernel = lazy(
    () => arena.kernels(`${subject.type} canonicalize`, () => [canonicalize(subject.type)]).canonicalize,
  );

  const inBlock = (): number =>
    blocks.length === Number.POSITIVE_INFINITY ? position : position % blocks.length;

  /** Scans a prefix of what is left with the best kernel for this position; gives its length. */
  const scanSome = (input: number, output: number, length: number): number => {
    const offset = inBlock();
    if (straight && offset === 0 && length >= blocks.length) {
      const blockIndex = position / blocks.length;
      const toGroup = (GROUP - (blockIndex % GROUP)) % GROUP;
      const groups = toGroup === 0 && group > 0 ? Math.floor(length / (group * GROUP)) : 0;
      if (groups > 0) {
        groupKernel()(state, input, output, groups, scratch);
        setting.count("group", groups);
        return groups * GROUP * group;
      }
      const whole = Math.floor(length / blocks.length);
      const reachesGroup = group > 0 && whole >= toGroup + GROUP;
      const count = reachesGroup ? toGroup : whole;
      blockKernel()(state, input, output, count);
      setting.count("block", count);
      return count * blocks.length;
    }
    if (inUnits && offset % UNIT === 0 && length >= UNIT) {
      const count = Math.floor(length / UNIT);
      unitKernel()(state, input, output, count);
      setting.count("unit", count);
      return count * UNIT;
    }
    const period = straight ? blocks.length : inUnits ? UNIT : length;
    const count = Math.min(length, period - (offset % period));
    elementScanKernel()(state, input, output, count);
    setting.count("element", count);
    return count;
  };

  const isSuspect = (output: number, length: number): boolean => {
    const guard = readElement(heap, subject.type, state + STATE.guard) as number;
    const last = readElement(heap, subject.type, output + (length - 1) * bytes) as number;
    return !(Number.isFinite(guard) && Number.isFinite(last)) || setting.hasSuspectInitial;
  };

  const reduceSome = (input: number, length: number): number => {
    if (inRanges && position < rangesEnd) {
      const left = Math.min(length, rangesEnd - position);
      const strip = stripLength(laneCount);
      const unit = unitLength(laneCount);
      if (position % unit === 0 && left >= unit) {
        const count = Math.floor(left / unit);
        unitReduceKernel()(state, input, count, scratch);
        setting.count("rangeUnit", count);
        return count * unit;
      }
      if (position % strip === 0 && left >= strip) {
        const count = Math.floor(
          (position % unit === 0 ? left : Math.min(left, unit - (position % unit))) / strip,
        );
        stripKernel()(state, input, count);
        setting.count("strip", count);
        return count * strip;
      }
      const count = Math.min(left, strip - (position % strip));
      elementReduceKernel()(state, input, count);
      return count;
    }
    elementReduceKernel()(state, input, length);
    setting.count("element", length);
    return length;
  };

  return {
    begin(purpose, length) {
      position = 0;
      counted = length;
      rangesEnd = 0;
      const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;
      if (purpose === "reduce" && inRanges) {
        rangesEnd = hasBlocks ? Math.floor(counted / blocks.length) * blocks.length : counted;
      }
      writePosition(heap, state + STATE.inBlock, 0);
      writePosition(heap, state + STATE.blockIndex, 0);
      writePosition(
        heap,
        state + STATE.blockLength,
        hasBlocks && rangesEnd === 0 ? blocks.length : NO_BLOCKS,
      );
      writeElement(heap, subject.type, state + STATE.guard, setting.zero);
      if (setting.initial !== undefined)
        writeElement(heap, subject.type, state + STATE.initial, setting.initial);
      if (subject.identity !== undefined) {
        for (let level = 0; 2 ** level < GROUP; level++) {
          writeElement(heap, subject.type, state + STATE.blockRoots + level * SLOT_BYTES, subject.identity);
        }
      }
    },
    scan(input, output, length) {
      const window = setting.nanRule === "always" ? CANONICAL_WINDOW : length;
      for (let done = 0; done < length; ) {
        const end = Math.min(length, done + window);
        const from = done;
        while (done < end) {
          const count = scanSome(input + done * bytes, output + done * bytes, end - done);
          position += count;
          done += count;
        }
        const address = output + from * bytes;
        if (setting.nanRule === "always" || (setting.nanRule === "guard" && isSuspect(address, end - from))) {
          canonicalizeKernel()(address, end - from);
        }
      }
    },
    reduce(input, length) {
      for (let done = 0; done < length; ) {
        const count = reduceSome(input + done * bytes, length - done);
        position += count;
        done += count;
        if (
          inRanges &&
          blocks.length !== Number.POSITIVE_INFINITY &&
          rangesEnd > 0 &&
          position === rangesEnd
        ) {
          collapseKernel()(state);
        }
      }
    },
    observe() {
      observeKernel()(state);
      return readElement(heap, subject.type, state + STATE.result);
    },
    end() {},
  };
}

function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
