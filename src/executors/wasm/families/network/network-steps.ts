import { GROUP } from "../dyadic/kernels/dyadic-group.kernel.ts";
import { KEPT_BYTES } from "./kernels/network-walk.ts";
import type { NetworkParts } from "./network-parts.ts";
import { type WireProgram, wireProgram } from "./wire-program.ts";

/** The reduces of a network's runner. */
interface ReduceStep {
  /** Leaves the output of the open block's last element, of which there is one, where `observe` looks for it. */
  readonly makeOpenOutput: () => void;
  /** Reduces a prefix of what is left with the best kernel at the position; gives its length. */
  readonly some: (input: number, length: number) => number;
}

/** See ReduceStep. */
export function reduceStep({
  arena: { state },
  work: { width, rows, root },
  fit: { laneCount, straightRoot },
  kernels,
  room,
  counts,
  progress,
}: NetworkParts): ReduceStep {
  let tail: WireProgram | undefined; // of the length that was asked for last

  const outputOfFirst = (length: number): void => {
    if (length !== width && tail?.length !== length) tail = wireProgram(rows, length, "last-output");
    room.putRoot(length === width || tail === undefined ? root : tail);
    kernels.kept()(state, room.kept, length, room.rootTable, room.rootPlaces);
  };
  const single = (input: number, count: number): number => {
    room.putRoot(root);
    kernels.blockRoots()(state, input, count, room.rootTable, room.rootPlaces);
    counts.blockRoot += count;
    return count * width;
  };
  /** Strips begin at blocks whose index is a multiple of the lane count. */
  const blocks = (input: number, blockCount: number): number => {
    if (laneCount === undefined) return single(input, blockCount);
    const toStrip = (laneCount - ((progress.position / width) % laneCount)) % laneCount;
    if (toStrip > 0 || blockCount < laneCount)
      return single(input, Math.min(blockCount, toStrip || blockCount));
    const stripCount = Math.floor(blockCount / laneCount);
    if (straightRoot) {
      kernels.straightRoots()(state, input, stripCount, room.nowhere);
      counts.straightRoot += stripCount;
    } else {
      room.putRoot(root);
      kernels.stripRoots()(state, input, stripCount, room.rootTable, room.rootPlaces);
      counts.stripRoot += stripCount;
    }
    return stripCount * laneCount * width;
  };
  const keep = (input: number, count: number): number => {
    kernels.take()(state, input, count, room.kept);
    counts.kept += count;
    if ((progress.position + count) % width === 0) {
      outputOfFirst(width);
      kernels.close()(state);
      progress.evaluated = 0;
    }
    return count;
  };

  return {
    makeOpenOutput: () => outputOfFirst(progress.position % width),
    some(input, length) {
      const inBlock = progress.position % width;
      const blockCount = Math.floor(length / width);
      if (inBlock === 0 && blockCount > 0) return blocks(input, blockCount);
      return keep(input, Math.min(length, width - inBlock));
    },
  };
}

/** The scans of a network's runner. */
interface ScanStep {
  /** Makes the outputs of the open block's wires that a reduce left alone, so that a scan can go on. */
  readonly catchUp: () => void;
  /** Scans a prefix of what is left with the best kernel at the position; gives its length. */
  readonly some: (input: number, output: number, length: number) => number;
}

/** See ScanStep. */
export function scanStep({
  arena: { state },
  setting,
  work: { width, scan },
  fit,
  kernels,
  room,
  counts,
  progress,
}: NetworkParts): ScanStep {
  const keptBytes = KEPT_BYTES * setting.subject.terms.columns.length;
  /** Address of a wire's words in the table. */
  const wireAt = (wire: number): number => room.scanTable + 4 * scan.wordStarts[wire];

  const elements = (input: number, output: number, length: number): number => {
    room.putScan();
    const { scanTable, scanPlaces, kept } = room;
    const wire = wireAt(progress.position % width);
    kernels.elementScan()(state, input, output, length, scanTable, wire, scanPlaces, kept);
    counts.element += length;
    progress.evaluated = (progress.position + length) % width;
    return length;
  };
  const strips = (input: number, output: number, stripCount: number): void => {
    if (fit.straightScan) {
      kernels.straightStrips()(state, input, output, stripCount, 0, room.nowhere);
      counts.straightStrip += stripCount;
    } else {
      room.putScan();
      kernels.stripScan()(state, input, output, stripCount, room.scanTable, room.scanPlaces);
      counts.strip += stripCount;
    }
  };
  const blocks = (input: number, output: number, blockCount: number): number => {
    const toGroup = (GROUP - ((progress.position / width) % GROUP)) % GROUP;
    if (fit.inGroups && toGroup === 0 && blockCount >= GROUP) {
      const groupCount = Math.floor(blockCount / GROUP);
      kernels.groupScan()(state, input, output, groupCount, room.group);
      counts.group += groupCount;
      return groupCount * GROUP * width;
    }
    const { laneCount } = fit;
    const count = fit.inGroups && blockCount >= toGroup + GROUP ? toGroup : blockCount;
    const stripCount = laneCount === undefined ? 0 : Math.floor(count / laneCount);
    if (laneCount === undefined || stripCount === 0) return elements(input, output, count * width);
    strips(input, output, stripCount);
    return stripCount * laneCount * width;
  };

  return {
    catchUp() {
      const { position, evaluated } = progress;
      const inBlock = position % width;
      if (evaluated === inBlock) return;
      room.putScan();
      const kept = room.kept + evaluated * keptBytes;
      kernels.kept()(state, kept, inBlock - evaluated, wireAt(evaluated), room.scanPlaces);
      counts.element += inBlock - evaluated;
      progress.evaluated = inBlock;
    },
    some(input, output, length) {
      const inBlock = progress.position % width;
      const blockCount = Math.floor(length / width);
      if (inBlock === 0 && blockCount > 0) return blocks(input, output, blockCount);
      return elements(input, output, Math.min(length, width - inBlock));
    },
  };
}
