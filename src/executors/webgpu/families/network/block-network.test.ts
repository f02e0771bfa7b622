import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { blockNetworkTable } from "../../../../../test/helpers/webgpu/block-network-table.ts";
import { koggeStone } from "../../../../networks/generators/kogge-stone.ts";
import { networksAt } from "../../../../networks/generators/networks-at.ts";
import { serial } from "../../../../networks/generators/serial.ts";
import { sklansky } from "../../../../networks/generators/sklansky.ts";
import { brentKung } from "../../../../networks/generators/up-down-sweep.ts";
import { applyNetwork } from "../../../../networks/run-network.ts";
import { blocksInTile } from "../../kernels/tile-count.ts";
import { cellStride, chooseNetworkTile, filledByNetwork, tileLength } from "../../kernels/tile-shape.ts";
import { type BlockNetwork, blockNetwork, isSklansky, type Span, STEP_WORDS } from "./block-network.ts";

const WIDTHS = [1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 33, 64];
const SHAPE = { threads: 64, strips: 2, run: 1 };

/** The brackets themselves, so that no operand can hide. */
const bracket = (left: string, right: string): string => `(${left}${right})`;

const letters = (width: number): readonly string[] =>
  Array.from({ length: width }, (_, i) => String.fromCharCode(0x100 + i));

type Order = (pairs: readonly number[]) => readonly number[];
const ORDERS: readonly Order[] = [
  (pairs) => pairs,
  (pairs) => [...pairs].reverse(),
  (pairs) => pairs.map((_, i) => pairs[(i * 7 + 3) % pairs.length]).filter((pair) => pair !== undefined),
];

/** What the table says, done as the kernel does it, with the threads of a step in some order. */
function run({ form, words }: BlockNetwork, { first, end }: Span, width: number, order: Order): string[] {
  const cells = [...letters(width)];
  const combined = (pair: number): string => bracket(cells[pair & 0xffff], cells[pair >>> 16]);
  if (form === "pairs") {
    for (const pair of words.subarray(first, end)) cells[pair >>> 16] = combined(pair);
    return cells;
  }
  for (let step = first; step < end; step++) {
    const [from, sizes] = words.subarray(STEP_WORDS * step);
    const pairs = order([...words.subarray(from, from + (sizes >>> 1))]);
    const held = pairs.map(combined);
    for (const [i, pair] of pairs.entries()) {
      cells[pair >>> 16] = (sizes & 1) === 1 ? held[i] : combined(pair);
    }
  }
  return cells;
}

/** A permutation only where 7 has no common divisor with the length. */
function isPermutation(order: Order, length: number): boolean {
  return new Set(order(Array.from({ length }, (_, i) => i))).size === length;
}

describe("the table of a network", () => {
  it("builds the network's own trees, whatever the order of threads, and its root span the last of them", () => {
    const seen = new Set<string>();
    for (const width of WIDTHS) {
      for (const { network } of networksAt(width)) {
        const shape = filledByNetwork(SHAPE, width);
        if (shape === undefined) throw new Error(`${width} wires do not fit`);
        const table = blockNetwork(network, shape);
        seen.add(table.form);
        const expected = applyNetwork(network, letters(width), bracket);
        for (const order of ORDERS) {
          if (!network.steps.every(({ length }) => isPermutation(order, length))) continue;
          expect(run(table, table.scan, width, order)).toEqual(expected);
          expect(run(table, table.root, width, order).at(-1)).toBe(expected.at(-1));
        }
      }
    }
    expect([...seen].sort()).toEqual(["overlapping-steps", "pairs", "steps"]);
  });

  it("needs what it says of overlapping steps", () => {
    const shape = { threads: 64, strips: 1, run: 1, length: 64 };
    const table = blockNetwork(koggeStone(16), shape);
    expect(table.form).toBe("overlapping-steps");
    const mutant = {
      ...table,
      words: table.words.map((word, i) => (i % 2 === 1 && i < 8 ? word & ~1 : word)),
    };
    const reversed: Order = (pairs) => [...pairs].reverse();
    const expected = applyNetwork(koggeStone(16), letters(16), bracket);
    expect(run(table, table.scan, 16, reversed)).toEqual(expected);
    expect(run(mutant, table.scan, 16, reversed)).not.toEqual(expected);
  });

  it("has a thread for each block where there are as many, or steps are short, and no pair too many for the root", () => {
    const full = { threads: 256, strips: 4, run: 4 };
    const formOf = (network = sklansky(16)) =>
      blockNetwork(network, filledByNetwork(full, network.width) ?? full).form;
    expect([formOf(), formOf(koggeStone(16)), formOf(serial(64))]).toEqual(["pairs", "pairs", "pairs"]);
    expect([formOf(sklansky(12)), formOf(brentKung(128))]).toEqual(["pairs", "steps"]);
    for (const network of [sklansky(16), brentKung(33), koggeStone(12), serial(9)]) {
      const { root, form } = blockNetwork(network, { ...full, length: 2 ** 8 * network.width });
      expect([form, root.end - root.first]).toEqual(["pairs", network.width - 1]);
    }
  });
});

it("has its costs in the notes", async () => {
  const path = new URL("../../../../../docs/notes/gpu-scan-algorithms.md", import.meta.url);
  const table = `<!-- block-network:begin -->\n${blockNetworkTable()}<!-- block-network:end -->`;
  expect(await readFile(path, "utf8")).toContain(table);
});

describe("a tile for a network", () => {
  const limits = { threads: 256, bytes: 16_384 };
  it("has a power of two of blocks, in memory that is there", () => {
    for (const words of [1, 2, 3, 5]) {
      for (let width = 1; width < 3000; width = Math.ceil(width * 1.07) + 1) {
        const shape = chooseNetworkTile(words, width, limits);
        if (shape === undefined) continue;
        const blocks = tileLength(shape) / width;
        expect([width, Math.log2(blocks) % 1]).toEqual([width, 0]);
        expect(tileLength(shape)).toBeLessThanOrEqual(shape.threads * shape.strips * shape.run);
        expect(blocks).toBeLessThanOrEqual(shape.threads * shape.strips);
        expect(4 * words * blocks * cellStride(width)).toBeLessThan(limits.bytes);
        const setting = { shape, blockLength: width, blockNetwork: blockNetwork(serial(width), shape) };
        expect(blocksInTile(setting as Parameters<typeof blocksInTile>[0])).toBe(blocks);
      }
    }
  });

  it("is not there for more wires than one workgroup can have", () => {
    expect(chooseNetworkTile(1, 2048, limits)).toBeDefined();
    expect(chooseNetworkTile(1, 4096, limits)).toBeUndefined();
    expect(chooseNetworkTile(1, 4096, { threads: 256, bytes: 32_768 })).toBeDefined();
    expect(chooseNetworkTile(1, 4097, { threads: 256, bytes: 2 ** 20 })).toBeUndefined();
  });
});

it("knows Sklansky's network of a power of two of wires, and takes no other for it", () => {
  for (const width of WIDTHS) {
    const isPower = Number.isInteger(Math.log2(width));
    expect([width, isSklansky(sklansky(width))]).toEqual([width, isPower]);
    expect([width, isSklansky(koggeStone(width))]).toEqual([width, isPower && width <= 2]);
    expect([width, isSklansky(brentKung(width))]).toEqual([width, isPower && width <= 2]);
  }
});
