// The sizes of a workgroup's tile: as much in registers as helps, as much workgroup memory as the device allows. No bit of a result depends on them.

/** How a workgroup holds its tile. All are powers of two; no bit of a result depends on them. */
export interface TileShape {
  readonly threads: number;
  readonly strips: number; // of a tile, each of threads · run elements
  readonly run: number; // consecutive elements of one thread in a strip
  readonly length?: number | undefined; // elements, no power of two, where a network's blocks fill the tile; default: as many as there is room for
}

/** Elements of a tile. */
export function tileLength({ threads, strips, run, length = threads * strips * run }: TileShape): number {
  return length;
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
export function chooseTile(words: number, blockLength: number, limits: TileLimits): TileShape {
  let shape = largestTile(words, blockLength, limits);
  while (workgroupBytes(shape, words, blockCount(shape, blockLength)) > limits.bytes) shape = halved(shape);
  return shape;
}

/** The shape for blocks of a network's width, whatever it is; undefined where no tile has room for one. */
export function chooseNetworkTile(words: number, width: number, limits: TileLimits): TileShape | undefined {
  return chooseFilledTile(words, width, { limits, fill: filledByNetwork });
}

/** The same for blocks whose number in a tile does not matter. */
export function chooseBlockTile(words: number, width: number, limits: TileLimits): TileShape | undefined {
  return chooseFilledTile(words, width, { limits, fill: filledByBlocks });
}

interface Filling {
  readonly limits: TileLimits;
  readonly fill: (shape: TileShape, width: number) => TileShape | undefined;
}

function chooseFilledTile(words: number, width: number, { limits, fill }: Filling): TileShape | undefined {
  const largest = largestTile(words, floorPower(width), limits);
  for (let shape = largest; shape.threads >= FEWEST_THREADS; shape = halved(shape)) {
    const filled = fill(shape, width);
    if (filled === undefined) return undefined;
    const blocks = tileLength(filled) / width;
    const bytes = workgroupBytes(shape, words, blocks) + 4 * words * blocks * cellStride(width);
    if (bytes <= limits.bytes) return filled;
  }
  return undefined;
}

/** A shape with as many blocks of a network's width as there is room for and are a power of two: roots of tiles are then those of dyadic ranges of blocks. */
export function filledByNetwork(shape: TileShape, width: number): TileShape | undefined {
  const room = roomOf(shape);
  return width > room ? undefined : { ...shape, length: floorPower(room / width) * width };
}

/** A shape with as many blocks of a length as there is room for. */
export function filledByBlocks(shape: TileShape, length: number): TileShape | undefined {
  const room = roomOf(shape);
  return length > room ? undefined : { ...shape, length: Math.floor(room / length) * length };
}

function roomOf({ threads, strips, run }: TileShape): number {
  return threads * strips * run;
}

/** Values of workgroup memory from one block of a network to the next: an odd number, so that threads at the same wire of blocks side by side meet different banks. */
export function cellStride(width: number): number {
  return width % 2 === 0 ? width + 1 : width;
}

/** Each root that a tile looks back to has a thread that reads it. */
const FEWEST_THREADS = 64;

function largestTile(words: number, blockLength: number, limits: TileLimits): TileShape {
  const run = Math.min(4, blockLength);
  const strips = floorPower(Math.max(1, 16 / (run * words)));
  return { threads: Math.min(256, floorPower(limits.threads)), strips, run };
}

function halved({ threads, strips, run }: TileShape): TileShape {
  return strips > 1 ? { threads, strips: strips / 2, run } : { threads: threads / 2, strips, run };
}

/** Roots that the look-back may hold at once: one for each lane that reads, and one for each bit of a tile's and a chunk's number. */
export const SPINE_LENGTH = 64;

/** Workgroup memory of the largest kernel, for a tile of so many blocks. */
function workgroupBytes(shape: TileShape, words: number, blocks: number): number {
  const totals = Math.ceil((shape.strips * shape.threads * 33) / 32); // padded
  const values = totals + blocks + 2 * SPINE_LENGTH + 32 + 4;
  return 4 * (words * values + 16);
}

/** Blocks of a tile in dyadic brackets; none where a block is not shorter than the tile. */
export function blockCount(shape: TileShape, blockLength: number): number {
  const length = tileLength(shape);
  return blockLength < length ? length / blockLength : 0;
}

function floorPower(value: number): number {
  return 2 ** Math.floor(Math.log2(value));
}

/**
 * Blocks of a linear carry that are no dyadic part of a tile.
 *
 * - `in-tile`: a tile has as many whole blocks as there is room for.
 * - `of-tiles`: a block has tiles of its own, the last of which may be shorter, and may go on from chunk to chunk.
 */
export interface CarriedBlocks {
  readonly place: "in-tile" | "of-tiles";
  readonly length: number; // elements of a block
}

/** Tiles of a block that has tiles of its own. */
export function tilesOfBlock({ length }: CarriedBlocks, shape: TileShape): number {
  return Math.ceil(length / tileLength(shape));
}
