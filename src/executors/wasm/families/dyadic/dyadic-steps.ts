import type { Arena } from "../../memory/arena.ts";
import type { RunnerSetting } from "../../runner.ts";
import type { Blocks, DyadicKernels, Fit } from "./dyadic-kernels.ts";
import type { FasterWay } from "./faster-way.ts";
import { GROUP } from "./kernels/dyadic-group.kernel.ts";
import { stripLength, unitLength } from "./kernels/dyadic-reduce.kernel.ts";
import { UNIT } from "./kernels/dyadic-unit.kernel.ts";

/** Elements that a long scan takes at once by one of two ways: long against a clock's steps, short against a scan. Blocks and groups divide it. */
const WINDOW = 2 ** 16;

/** Scans a prefix of what is left with the best kernel at a position, long ones by the faster `way`; gives its length. */
export function scanStep(
  arena: Arena,
  setting: RunnerSetting,
  blocks: Blocks,
  fit: Fit,
  kernels: DyadicKernels,
) {
  const { state, scratch } = arena;
  const { counts } = setting;
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;

  const scanGroups = (group: number, input: number, output: number, groupCount: number): number => {
    kernels[group === GROUP ? "groupScan" : "narrowGroupScan"]()(state, input, output, groupCount, scratch);
    counts[group === GROUP ? "group" : "narrowGroup"] += groupCount;
    return groupCount * group * blocks.length;
  };
  const scanSingly = (input: number, output: number, blockCount: number): number => {
    kernels.blockScan()(state, input, output, blockCount);
    counts.block += blockCount;
    return blockCount * blocks.length;
  };
  const scanBlocks = (
    position: number,
    way: FasterWay | undefined,
    input: number,
    output: number,
    length: number,
  ): number => {
    const group = way === undefined ? GROUP : fit.longGroup;
    const whole = Math.floor(length / blocks.length);
    const toGroup = (group - ((position / blocks.length) % group)) % group;
    if (fit.grouped && toGroup === 0 && whole >= group) {
      const window = WINDOW / blocks.length;
      if (way === undefined || whole < window) {
        return scanGroups(group, input, output, Math.floor(whole / group));
      }
      return way.run(
        () => scanGroups(group, input, output, window / group),
        () => scanSingly(input, output, window),
      );
    }
    return scanSingly(input, output, fit.grouped && whole >= toGroup + group ? toGroup : whole);
  };

  return (
    position: number,
    way: FasterWay | undefined,
    input: number,
    output: number,
    length: number,
  ): number => {
    const inBlock = hasBlocks ? position % blocks.length : position;
    if (fit.straight && inBlock === 0 && length >= blocks.length) {
      return scanBlocks(position, way, input, output, length);
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
export function reduceStep(arena: Arena, setting: RunnerSetting, fit: Fit, kernels: DyadicKernels) {
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
