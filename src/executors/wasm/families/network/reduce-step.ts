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
