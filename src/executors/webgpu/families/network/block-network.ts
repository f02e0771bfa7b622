// A scan network as data for kernels: its pairs stand in a table that is bound, not in the text, so that wide networks compile as fast as small ones.

import { sklanskySource } from "../../../../networks/generators/sklansky.ts";
import type { Network, Pair, Step } from "../../../../networks/network.ts";
import { type TileShape, tileLength } from "../../kernels/tile-shape.ts";

/** From one entry of a network's table to before another. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/** A scan network as kernels apply it to each block of a tile: `words` are their table, whose first entries are steps and whose others are pairs. */
export interface BlockNetwork {
  readonly width: number;
  readonly words: Uint32Array<ArrayBuffer>;
  readonly scan: Span; // all pairs, or all steps
  readonly root: Span; // of those that the last output depends on
  /**
   * How a block is done. By one thread, pair after pair, and spans are of pairs; or by all threads of a workgroup, step after step, and spans are
   * of steps: "steps" where no step reads a wire that it writes, "overlapping-steps" where one does, so that all its pairs read before any writes.
   */
  readonly form: "pairs" | "steps" | "overlapping-steps";
}

/** Words of a step: its first pair, in words of the table; and twice the number of its pairs, with one more where it reads a wire that it writes. */
export const STEP_WORDS = 2;

/** Iterations of a thread that a barrier is taken to cost as much as: a guess, until there is a GPU to measure it on. It changes no bit. */
const BARRIER = 1;

/**
 * A forward scan network for tiles of a shape, each with a power of two of blocks.
 *
 * Pairs of a step come with the highest destination first: they all lead to higher wires, so that a thread that does them one by one reads every wire
 * before it is written.
 */
export function blockNetwork({ width, steps }: Network, shape: TileShape): BlockNetwork {
  const scan = steps.filter((step) => step.length > 0).map(fallingDestinations);
  const root = leadingToLast(width, scan);
  const blocks = tileLength(shape) / width;
  if (isForPairs(scan, blocks, shape)) return byPairs(width, scan, root);
  return bySteps(width, scan, root);
}

/** Which form takes a thread fewer iterations, barriers counted. */
function isForPairs(steps: readonly Step[], blocks: number, { threads }: TileShape): boolean {
  const sum = (of: (step: Step) => number): number => steps.reduce((total, step) => total + of(step), 0);
  const pairByPair = sum(({ length }) => length * Math.ceil(blocks / threads));
  const stepByStep = sum(
    (step) => Math.ceil((step.length * blocks) / threads) + BARRIER * (isOverlapping(step) ? 2 : 1),
  );
  return pairByPair <= stepByStep;
}

function byPairs(width: number, scan: readonly Step[], root: readonly Step[]): BlockNetwork {
  const [all, some] = [scan.flat(), root.flat()];
  return {
    width,
    words: Uint32Array.from([...all, ...some], pairWord),
    scan: { first: 0, end: all.length },
    root: { first: all.length, end: all.length + some.length },
    form: "pairs",
  };
}

function bySteps(width: number, scan: readonly Step[], root: readonly Step[]): BlockNetwork {
  const all = [...scan, ...root];
  const words: number[] = [];
  let next = STEP_WORDS * all.length;
  for (const step of all) {
    words.push(next, 2 * step.length + (isOverlapping(step) ? 1 : 0));
    next += step.length;
  }
  return {
    width,
    words: Uint32Array.from([...words, ...all.flat().map(pairWord)]),
    scan: { first: 0, end: scan.length },
    root: { first: scan.length, end: all.length },
    form: all.some(isOverlapping) ? "overlapping-steps" : "steps",
  };
}

/** The pairs that the last output depends on, in their steps. */
function leadingToLast(width: number, steps: readonly Step[]): readonly Step[] {
  const needed = new Set([width - 1]);
  const kept = [...steps].reverse().map((step) => {
    const taken = step.filter(([, destination]) => needed.has(destination));
    for (const [source] of taken) needed.add(source);
    return taken;
  });
  return kept.reverse().filter((step) => step.length > 0);
}

function isOverlapping(step: Step): boolean {
  const written = new Set(step.map(([, destination]) => destination));
  return step.some(([source]) => written.has(source));
}

function fallingDestinations(step: Step): Step {
  return [...step].sort(([, one], [, other]) => other - one);
}

/** All pairs, in an order in which one thread may do them one by one. */
export function pairWords({ steps }: Network): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(steps.flatMap(fallingDestinations), pairWord);
}

/** Wires are below 2^16. */
function pairWord([source, destination]: Pair): number {
  return source + destination * 2 ** 16;
}

/**
 * Whether a network is Sklansky's of a power of two of wires, whose blocks are those of blockDyadic, prefix by prefix. Another network may build the
 * same trees in more pairs or later steps, and is not looked for.
 */
export function isSklansky({ width, steps }: Network): boolean {
  const levels = Math.log2(width);
  return (
    Number.isInteger(levels) &&
    steps.length === levels &&
    steps.every(
      (step, level) =>
        step.length === width / 2 &&
        step.every(([source, destination]) => source === sklanskySource(destination, level)),
    )
  );
}
