/** How a workgroup holds its tile. All are powers of two; no bit of a result depends on them. */
export interface TileShape {
  readonly threads: number;
  readonly strips: number; // of a tile, each of threads · run elements
  readonly run: number; // consecutive elements of one thread in a strip
}

/** Elements of a tile. */
export function tileLength({ threads, strips, run }: TileShape): number {
  return threads * strips * run;
}

/** What a shape has to fit into. */
export interface TileLimits {
  readonly threads: number; // invocations of a workgroup
  readonly bytes: number; // of workgroup memory
  readonly bindings?: number | undefined; // storage buffers of a kernel; default 8
}

/**
 * The shape for values of some words: sixteen registers of elements a thread at most, and workgroup memory within the limit.
 *
 * A run is never longer than a block, so that blocks end where runs end.
 */
export function chooseTile(words: number, blockLevel: number, limits: TileLimits): TileShape {
  const run = Math.min(4, 2 ** blockLevel);
  let strips = floorPower(Math.max(1, 16 / (run * words)));
  let threads = Math.min(256, floorPower(limits.threads));
  while (workgroupBytes({ threads, strips, run }, words, blockLevel) > limits.bytes) {
    if (strips > 1) strips /= 2;
    else threads /= 2;
  }
  return { threads, strips, run };
}

/** Roots that the look-back may hold at once: one for each lane that reads, and one for each bit of a tile's and a chunk's number. */
export const SPINE_LENGTH = 64;

/** Workgroup memory of the largest kernel. */
export function workgroupBytes(shape: TileShape, words: number, blockLevel: number): number {
  const blocks = blockCount(shape, blockLevel);
  const totals = Math.ceil((shape.strips * shape.threads * 33) / 32); // padded
  const values = totals + blocks + 2 * SPINE_LENGTH + 32 + 4;
  return 4 * (words * values + 16);
}

/** Blocks of a tile; none where a block is not shorter than the tile. */
export function blockCount(shape: TileShape, blockLevel: number): number {
  const length = tileLength(shape);
  return 2 ** blockLevel < length ? length / 2 ** blockLevel : 0;
}

function floorPower(value: number): number {
  return 2 ** Math.floor(Math.log2(value));
}
