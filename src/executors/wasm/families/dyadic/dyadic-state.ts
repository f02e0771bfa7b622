import { combineRecords } from "../../../../codegen/closures.ts";
import type { Root, State } from "../../../../summaries/summary.ts";
import { InternalError } from "../../../../values/errors.ts";
import { columnsOf } from "../../../../values/value-types.ts";
import type { KernelSubject } from "../../kernels/lanes.ts";
import { NO_BLOCKS, SLOT_BYTES, STATE, STATE_BYTES } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import {
  type RootTable,
  readRoots,
  readSlot,
  type SlotValue,
  writeRoots,
  writeSlot,
} from "../../memory/root-table.ts";
import { writeWords } from "./block-fields.ts";
import type { Blocks } from "./dyadic-kernels.ts";

/**
 * The tables of a dyadic pass between calls, as summaries have them. Two forms: by blocks, as scans need it; and, for blocks of a
 * power-of-two length, as one counter over elements, as fast reduces need it. Slot k of the latter is slot k − log2 B of the block
 * roots, or inside the open block.
 */
export interface DyadicState {
  /** Brings the state of `position` elements from one counter to blocks. */
  readonly toBlocks: (position: number) => void;
  /** The inverse. */
  readonly toRanges: (position: number) => void;
  /** By blocks: makes the carry that of the block roots, which a reduce leaves alone where blocks are joined as a tree. */
  readonly foldCarry: (position: number) => void;
  /** The state of `position` elements, by blocks. */
  readonly save: (position: number) => State<SlotValue>;
  readonly load: (state: State<SlotValue>, position: number) => void;
}

/** See DyadicState. */
export function dyadicState(arena: Arena, subject: KernelSubject, blocks: Blocks): DyadicState {
  const { heap, state } = arena;
  const { columns, terms } = bodyOf(subject);
  const hasBlocks = blocks.length !== Number.POSITIVE_INFINITY;
  const level = hasBlocks ? Math.log2(blocks.length) : 0;
  const { identity } = subject;
  const combine = combineRecords({ columns: columns.flatMap((type) => columnsOf(type)), terms });
  const tableAt = (offset: number): RootTable => ({
    heap,
    columns,
    first: state + offset,
    slotBytes: SLOT_BYTES,
    columnBytes: STATE_BYTES,
  });
  const elementTable = tableAt(STATE.elementRoots);
  const blockTable = tableAt(STATE.blockRoots);
  const carry = tableAt(STATE.carry);

  const writeCounts = (position: number, blockLength: number): void => {
    const inBlock = position % blockLength;
    writeWords(heap, state + STATE.inBlock, inBlock);
    writeWords(
      heap,
      state + STATE.blockIndex,
      blockLength === NO_BLOCKS ? 0 : (position - inBlock) / blockLength,
    );
    writeWords(heap, state + STATE.blockLength, blockLength);
  };
  const fold = (roots: readonly Root<SlotValue>[]): SlotValue =>
    roots.map(({ value }) => value).reduceRight((folded, value) => [...combine(value, folded)]);
  const writeBlocks = (roots: readonly Root<SlotValue>[], tail: readonly Root<SlotValue>[]): void => {
    if (blocks.join === "dyadic") writeRoots(blockTable, roots, identity);
    writeRoots(elementTable, tail, identity);
    if (roots.length > 0) writeSlot(carry, 0, fold(roots));
  };

  return {
    toBlocks(position) {
      if (!hasBlocks) return;
      const roots = readRoots(elementTable, position);
      const inBlocks = roots.filter(({ end }) => end <= position - (position % blocks.length));
      const tail = roots.slice(inBlocks.length);
      const perBlock = inBlocks.map(({ start, end, value }) => ({
        start: start / blocks.length,
        end: end / blocks.length,
        value,
      }));
      writeBlocks(perBlock, tail);
      writeCounts(position, blocks.length);
    },
    toRanges(position) {
      if (!hasBlocks) return;
      const inBlock = position % blocks.length;
      const blockRoots = readRoots(blockTable, (position - inBlock) / blocks.length);
      const tail = readRoots(elementTable, inBlock);
      writeRoots(elementTable, tail, identity);
      for (const { start, end, value } of blockRoots) {
        writeSlot(elementTable, Math.log2(end - start) + level, value);
      }
      writeCounts(position, NO_BLOCKS);
    },
    foldCarry(position) {
      const blockCount = Math.floor(position / blocks.length);
      if (blockCount > 0) writeSlot(carry, 0, fold(readRoots(blockTable, blockCount)));
    },
    save(position) {
      if (!hasBlocks) return { kind: "roots", roots: readRoots(elementTable, position) };
      const inBlock = position % blocks.length;
      const blockCount = (position - inBlock) / blocks.length;
      const carried: Root<SlotValue>[] =
        blockCount === 0 ? [] : [{ start: 0, end: blockCount, value: readSlot(carry, 0) }];
      return {
        kind: "blocks",
        head: [],
        blocks: blocks.join === "dyadic" ? readRoots(blockTable, blockCount) : carried,
        tail: readRoots(elementTable, inBlock),
      };
    },
    load(given, position) {
      if (given.kind === "roots" && !hasBlocks) writeRoots(elementTable, given.roots, identity);
      else if (given.kind === "blocks" && hasBlocks) writeBlocks(given.blocks, given.tail);
      else throw new InternalError(`a dyadic pass was given ${given.kind}`);
      writeCounts(position, hasBlocks ? blocks.length : NO_BLOCKS);
    },
  };
}

/** The terms of a subject, as they stand: sides swapped where the direction is backward. */
function bodyOf({ terms: { columns, list } }: KernelSubject) {
  return { columns, terms: list.roots.map((root) => list.nodes[root].term) };
}
