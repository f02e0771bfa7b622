// Products by native floats are trusted only after this very pipeline was run on this device, on factors that show fusing, rounding and another order.

import { foldRoots, pushRoot } from "../certificates/certified-blocks.ts";
import type { BracketKind } from "../families/cell-bracket.ts";
import { BUFFER_USAGE, filledBuffer, readBack } from "../memory/buffers.ts";

/** Steps of a check: two complete blocks of 32, or three of 24, and a rest whose number has ones and zeros. */
const DEPTH = 77;
const BLOCK_LEVEL = 5;
const CARRY_BLOCK = 24;

interface Factors {
  readonly left: Float32Array; // rows × DEPTH
  readonly right: Float32Array; // DEPTH × columns
}

/** Whether a pipeline of products has the bits of IEEE 754 multiplication and addition, by `Math.fround`, on clean factors. */
export async function certifyProducts(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  tile: readonly [rows: number, columns: number],
  bracket: BracketKind,
): Promise<boolean> {
  const [rows, columns] = tile.map((length) => length + 2);
  const workgroups = Math.ceil(rows / tile[0]) * Math.ceil(columns / tile[1]);
  const block = bracket === "carry" ? CARRY_BLOCK : BLOCK_LEVEL;
  for (const factors of hostileFactors(rows, columns)) {
    const found = await cellsOn(device, pipeline, factors, { rows, columns, workgroups, block });
    const expected = cellsOf(factors, rows, columns, bracket);
    if (found.some((word, i) => word !== expected[i])) return false;
  }
  return true;
}

/** Factors whose biased exponents are in [76, 170), none of them a zero. */
function hostileFactors(rows: number, columns: number): readonly Factors[] {
  let state = 0x2545f491;
  const word = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const factor = (least: number, count: number): number =>
    (word() % 2 === 0 ? 1 : -1) * (1 + (word() % 2 ** 23) / 2 ** 23) * 2 ** (least + (word() % count) - 127);
  const random = (least: number, count: number): Factors => ({
    left: Float32Array.from({ length: rows * DEPTH }, () => factor(least, count)),
    right: Float32Array.from({ length: DEPTH * columns }, () => factor(least, count)),
  });
  // A product beside its own rounding, negated: what is left is 0, or where both are fused the rounding.
  const cancelled = random(120, 14);
  for (let k = 0; k + 1 < DEPTH; k += 2) {
    const y = cancelled.right[k * columns];
    cancelled.right.fill(y, k * columns, (k + 1) * columns);
    cancelled.right.fill(1, (k + 1) * columns, (k + 2) * columns);
    for (let i = 0; i < rows; i++) cancelled.left[i * DEPTH + k + 1] = -cancelled.left[i * DEPTH + k] * y;
  }
  return [random(125, 4), random(110, 30), random(76, 94), cancelled];
}

async function cellsOn(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  { left, right }: Factors,
  { rows, columns, workgroups, block }: Readonly<Record<"rows" | "columns" | "workgroups" | "block", number>>,
): Promise<Uint32Array> {
  const starts = [0, 0, 0]; // of columns in their buffers
  const words = [...starts, rows, columns, DEPTH, block, 0, DEPTH, 1, 0, columns, 1, 0];
  const params = new Uint32Array(Math.ceil(words.length / 4) * 4);
  params.set(words);
  const size = 4 * rows * columns;
  const { storage, copySource, uniform } = BUFFER_USAGE;
  const results = device.createBuffer({ size, usage: storage | copySource });
  const buffers = [
    filledBuffer(device, params, uniform),
    filledBuffer(device, new Uint32Array(4), storage),
    ...[left, right].map((factors) => filledBuffer(device, new Uint32Array(factors.buffer), storage)),
    results,
  ];
  try {
    const found = await readBack(device, size, (encoder, staging) => {
      const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
      pass.dispatchWorkgroups(workgroups);
      pass.end();
      encoder.copyBufferToBuffer(results, 0, staging, 0, size);
    });
    return new Uint32Array(found);
  } finally {
    for (const buffer of buffers) buffer.destroy();
  }
}

/** The words of the cells, as the bracket says; a Float32Array rounds what is stored. */
function cellsOf({ left, right }: Factors, rows: number, columns: number, bracket: BracketKind): Uint32Array {
  const cells = new Float32Array(rows * columns);
  const products = new Float32Array(DEPTH);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      for (let k = 0; k < DEPTH; k++) products[k] = left[i * DEPTH + k] * right[k * columns + j];
      cells[i * columns + j] = VALUES[bracket](products);
    }
  }
  return new Uint32Array(cells.buffer);
}

const VALUES: Readonly<Record<BracketKind, (products: Float32Array) => number>> = {
  chain: chained,
  tree: treeOf,
  carry: carriedOf,
};

function chained(products: Float32Array): number {
  return products.reduce((sum, product) => Math.fround(sum + product));
}

/** Blocks by dyadic trees, their roots by another, which the rest joins. */
function treeOf(products: Float32Array): number {
  const blocks: number[] = [];
  let open: number[] = [];
  products.forEach((product, k) => {
    const place = k % 2 ** BLOCK_LEVEL;
    pushRoot(open, product, place);
    if (place + 1 < 2 ** BLOCK_LEVEL) return;
    pushRoot(blocks, open[0], Math.floor(k / 2 ** BLOCK_LEVEL));
    open = [];
  });
  return foldRoots(blocks, foldRoots(open, undefined)) ?? 0;
}

/** Blocks by dyadic trees, the last perhaps open; their values one after the other. */
function carriedOf(products: Float32Array): number {
  const values = Array.from({ length: Math.ceil(products.length / CARRY_BLOCK) }, (_, block) => {
    const open: number[] = [];
    products.subarray(block * CARRY_BLOCK, (block + 1) * CARRY_BLOCK).forEach((product, place) => {
      pushRoot(open, product, place);
    });
    return foldRoots(open, undefined) ?? 0;
  });
  return chained(Float32Array.from(values));
}
