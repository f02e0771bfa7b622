import {
  type Code,
  doWhile,
  get,
  i32,
  i32Const,
  type Local,
  load,
  loadSplat,
  set,
  store,
  tee,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import type { EmittableTerms } from "../../../../codegen/wasm/term.ts";
import { i32s, named } from "../../kernels/column-kernel.ts";
import { increase, increaseBy, offsetBy } from "../../kernels/counters.ts";
import { held, type Lanes, lanesOf, type Slot } from "../../kernels/lanes.ts";
import { canonicalLanes } from "../../kernels/load-store.ts";

/*
 * A tile of cells of a product: ROWS rows at most by one strip of neighbouring columns, every lane a cell of its own.
 *
 *   for each quad of four steps along k:   hold the strip's 4 × 2 vectors of B in registers
 *     for each row of the tile:            root = (a0·b0 + a1·b1) + (a2·b2 + a3·b3), and on to the row's stack
 *
 * A tree keeps for each row a stack of roots, one level for 1, 2, 4, … quads, of which those stand that the count of quads has a bit for.
 * A chain, which is what left-fold is, keeps one value.
 *
 * Tricks: (1) eight quads are straight-line code, so that only one merge in eight looks at a counter; (2) between quads values lie in memory, 32
 * bytes a row, which costs a load and a store for eight products and leaves the registers to B; (3) the loop over rows is short enough that
 * V8 keeps its operands where they are; its rounds know nothing of each other, so that the latency of sums is hidden.
 * Nothing is filled up: the last one to three steps have code of their own, as an own operator may have no identity.
 */

/** Vectors of a strip. */
const STRIP_VECTORS = 2;
/** Bytes of one step along k in a strip, and of a row in a list of roots. */
export const STRIP_BYTES = STRIP_VECTORS * 16;
/** Steps along k whose products are combined in registers. */
export const QUAD = 4;
const BLOCK_QUADS = 8;
/** Steps of a block: what `blocks` takes at a time. */
export const BLOCK = BLOCK_QUADS * QUAD;
const BLOCK_LEVEL = Math.log2(BLOCK_QUADS);
/** Rows of a tile at most: the roots of one level are 1 KiB. */
export const MOST_ROWS = 32;
/** Bytes between levels of the stack. */
export const LEVEL_BYTES = MOST_ROWS * STRIP_BYTES;

/** What the kernels are specialised to: both over lanes of one width. */
export interface CellTerms {
  readonly add: EmittableTerms;
  readonly multiply: EmittableTerms;
}

/** Kernels of a tile. `a` is packed by quads: four steps of each row; `b` by steps: a strip of each. `rows` ≥ 1. */
export function cellKernels(terms: CellTerms): readonly FunctionBuilder[] {
  return [blocks(terms), tail(terms), fold(terms), chain(terms), finish(terms)];
}

/** A kernel over the rows of a tile while it is written. */
interface Tile {
  readonly builder: FunctionBuilder;
  readonly add: Lanes;
  readonly multiply: Lanes;
  readonly steps: readonly (readonly Local[])[]; // vectors of B by step and place in the strip
  readonly factors: readonly Local[]; // of A, in every lane
  readonly left: Local; // rows to go
}

function tileOf(builder: FunctionBuilder, { add, multiply }: CellTerms): Tile {
  const none = { identity: undefined, hasOutsideInitial: false };
  const vectors = (count: number): readonly Local[] =>
    Array.from({ length: count }, () => builder.local("v128"));
  return {
    builder,
    add: lanesOf({ terms: add, ...none }, builder),
    multiply: lanesOf({ terms: multiply, ...none }, builder),
    steps: Array.from({ length: QUAD }, () => vectors(STRIP_VECTORS)),
    factors: vectors(QUAD),
    left: builder.local("i32"),
  };
}

function kernelOf<const Name extends string>(
  terms: CellTerms,
  name: string,
  parameters: readonly Name[],
): Tile & { readonly at: Readonly<Record<Name, Local>> } {
  const builder = new FunctionBuilder(name, i32s(parameters.length));
  return { ...tileOf(builder, terms), at: named(parameters, builder.parameters) };
}

/** Loads the strip's vectors of `count` steps from `b` on. */
function loadSteps({ steps }: Tile, b: Local, count: number, offset: number): Code {
  return steps
    .slice(0, count)
    .map((vectors, step) =>
      vectors.map((local, v) => set(local, load("v128", get(b), offset + step * STRIP_BYTES + v * 16))),
    );
}

/** Loads a row's factors of `count` steps, and goes on to the next row. */
function loadFactors({ factors, add }: Tile, a: Local, count: number): Code {
  const bytes = add.laneBytes;
  return [
    factors.slice(0, count).map((local, step) => set(local, loadSplat(bytes, get(a), step * bytes))),
    increaseBy(a, QUAD * bytes),
  ];
}

/** `target = T` of the products of the first `count` steps. */
function treeOf(tile: Tile, v: number, count: number, target: Slot): Code {
  const roots = Array.from({ length: count }, (_, step) => (step === 0 ? target : tile.add.laneSlot()));
  const products = roots.map((root, step) => productInto(tile, v, step, root));
  const join = (one: number, other: number): Code =>
    other < count ? tile.add.combineLanes(roots[one], held(roots[one]), held(roots[other])) : [];
  return [
    products[0],
    products[1] ?? [],
    join(0, 1),
    products[2] ?? [],
    products[3] ?? [],
    join(2, 3),
    join(0, 2),
  ];
}

function productInto({ multiply, factors, steps }: Tile, v: number, step: number, target: Slot): Code {
  return multiply.combineLanes(target, [get(factors[step])], [get(steps[step][v])]);
}

/** `body` for each row; `places` go on by a row's roots. */
function forRows({ left }: Tile, rows: Local, places: readonly Local[], body: Code): Code {
  return [
    set(left, get(rows)),
    doWhile(
      [body, places.map((place) => increaseBy(place, STRIP_BYTES))],
      tee(left, i32("subtract", get(left), i32Const(1))),
    ),
  ];
}

const LANES = Array.from({ length: STRIP_VECTORS }, (_, v) => v);

function loadRoot(place: Local, v: number, level = 0): readonly Code[] {
  return [load("v128", get(place), level * LEVEL_BYTES + v * 16)];
}

function storeRoot(place: Local, v: number, value: Slot, level = 0): Code {
  return store("v128", get(place), get(value[0]), level * LEVEL_BYTES + v * 16);
}

/** The quad of number `index` in its block: its root joins those of complete ranges that end with it. */
function quadOfTree(tile: Tile, { a, slots, rows, place }: QuadPlaces, index: number, last?: Local): Code {
  const { add } = tile;
  const merged = Math.log2((index + 1) & -(index + 1));
  const root = add.laneSlot();
  const row = LANES.map((v) => [
    treeOf(tile, v, QUAD, root),
    Array.from({ length: merged }, (_, level) =>
      add.combineLanes(root, loadRoot(place, v, level), held(root)),
    ),
    last === undefined ? storeRoot(place, v, root, merged) : storeRoot(last, v, root),
  ]);
  const places = last === undefined ? [place] : [place, last];
  return [set(place, get(slots)), forRows(tile, rows, places, [loadFactors(tile, a, QUAD), row])];
}

interface QuadPlaces {
  readonly a: Local;
  readonly slots: Local;
  readonly rows: Local;
  readonly place: Local;
}

/** `target[i] = from[i] + target[i]` for each row. */
function joinRows(tile: Tile, rows: Local, from: Local, target: Local): Code {
  const { add } = tile;
  const root = add.laneSlot();
  const row = LANES.map((v) => [
    add.combineLanes(root, loadRoot(from, v), loadRoot(target, v)),
    storeRoot(target, v, root),
  ]);
  return forRows(tile, rows, [from, target], row);
}

/** `blocks(a, b, slots, rows, blockIndex, blockCount)`: whole blocks, of which `blockIndex` came before; blockCount ≥ 1. */
function blocks(terms: CellTerms): FunctionBuilder {
  const tile = kernelOf(terms, "blocks", ["a", "b", "slots", "rows", "blockIndex", "blockCount"]);
  const { builder, at } = tile;
  const place = builder.local("i32");
  const level = builder.local("i32");
  const target = builder.local("i32");
  const from = builder.local("i32");
  const bits = builder.local("i32");
  const places = { ...at, place };
  const next = i32("add", get(at.blockIndex), i32Const(1));
  const levelOfRoot = i32("add", i32("countTrailingZeros", next), i32Const(BLOCK_LEVEL));
  const quads = Array.from({ length: BLOCK_QUADS }, (_, index) => [
    loadSteps(tile, at.b, QUAD, index * QUAD * STRIP_BYTES),
    quadOfTree(tile, places, index, index === BLOCK_QUADS - 1 ? target : undefined),
  ]);
  const root = i32("add", get(at.slots), i32("multiply", levelOfRoot, i32Const(LEVEL_BYTES)));
  builder.body = doWhile(
    [
      set(target, root),
      quads,
      increaseBy(at.b, BLOCK * STRIP_BYTES),
      set(level, offsetBy(get(at.slots), BLOCK_LEVEL * LEVEL_BYTES)),
      set(bits, get(at.blockIndex)),
      whileLoop(i32("and", get(bits), i32Const(1)), [
        set(from, get(level)),
        set(target, root),
        joinRows(tile, at.rows, from, target),
        increaseBy(level, LEVEL_BYTES),
        set(bits, i32("shiftRight", get(bits), i32Const(1))),
      ]),
      increaseBy(at.blockIndex, 1),
    ],
    tee(at.blockCount, i32("subtract", get(at.blockCount), i32Const(1))),
  );
  return builder;
}

/** `tail(a, b, slots, rows, quads, rest, target)`: fewer quads than a block has, after whole blocks; then `rest` < 4 steps, to `target`. */
function tail(terms: CellTerms): FunctionBuilder {
  const tile = kernelOf(terms, "tail", ["a", "b", "slots", "rows", "quads", "rest", "target"]);
  const { builder, at } = tile;
  const places = { ...at, place: builder.local("i32") };
  const whole = Array.from({ length: BLOCK_QUADS - 1 }, (_, index) =>
    when(i32("less", i32Const(index), get(at.quads)), [
      loadSteps(tile, at.b, QUAD, 0),
      increaseBy(at.b, QUAD * STRIP_BYTES),
      quadOfTree(tile, places, index),
    ]),
  );
  const root = tile.add.laneSlot();
  const rest = restSections(tile, at, (v, count) => [
    treeOf(tile, v, count, root),
    storeRoot(at.target, v, root),
  ]);
  builder.body = [whole, rest];
  return builder;
}

/** Code for one, two or three steps that are left. */
function restSections(
  tile: Tile,
  { a, b, rest, rows, target }: Readonly<Record<"a" | "b" | "rest" | "rows" | "target", Local>>,
  row: (v: number, count: number) => Code,
): Code {
  return [1, 2, 3].map((count) =>
    when(i32("equal", get(rest), i32Const(count)), [
      loadSteps(tile, b, count, 0),
      forRows(tile, rows, [target], [loadFactors(tile, a, count), LANES.map((v) => row(v, count))]),
    ]),
  );
}

/**
 * `fold(slots, rows, quads, hasRest, target)`: the roots that `quads` has bits for, smallest innermost, onto what is in `target`; where that is
 * nothing, the smallest comes first.
 */
function fold(terms: CellTerms): FunctionBuilder {
  const tile = kernelOf(terms, "fold", ["slots", "rows", "quads", "hasRest", "target"]);
  const { builder, at } = tile;
  const from = builder.local("i32");
  const to = builder.local("i32");
  const copyRow = LANES.map((v) => store("v128", get(to), load("v128", get(from), v * 16), v * 16));
  builder.body = whileLoop(get(at.quads), [
    when(i32("and", get(at.quads), i32Const(1)), [
      set(from, get(at.slots)),
      set(to, get(at.target)),
      when(get(at.hasRest), joinRows(tile, at.rows, from, to), forRows(tile, at.rows, [from, to], copyRow)),
      set(at.hasRest, i32Const(1)),
    ]),
    increaseBy(at.slots, LEVEL_BYTES),
    set(at.quads, i32("shiftRight", get(at.quads), i32Const(1))),
  ]);
  return builder;
}

/** `chain(a, b, target, rows, quads, rest)`: every step onto what came before, from the first on. */
function chain(terms: CellTerms): FunctionBuilder {
  const tile = kernelOf(terms, "chain", ["a", "b", "target", "rows", "quads", "rest"]);
  const { builder, at, add } = tile;
  const place = builder.local("i32");
  const hasSome = builder.local("i32");
  const sum = add.laneSlot();
  const product = add.laneSlot();
  const links = (v: number, count: number, isFirst: boolean): Code => [
    isFirst ? productInto(tile, v, 0, sum) : set(sum[0], loadRoot(place, v)[0]),
    Array.from({ length: count }, (_, step) =>
      isFirst && step === 0
        ? []
        : [productInto(tile, v, step, product), add.combineLanes(sum, held(sum), held(product))],
    ),
    storeRoot(place, v, sum),
  ];
  const section = (count: number, isFirst: boolean): Code => [
    loadSteps(tile, at.b, count, 0),
    set(place, get(at.target)),
    forRows(
      tile,
      at.rows,
      [place],
      [loadFactors(tile, at.a, count), LANES.map((v) => links(v, count, isFirst))],
    ),
  ];
  const either = (count: number): Code => when(get(hasSome), section(count, false), section(count, true));
  builder.body = [
    whileLoop(get(at.quads), [
      either(QUAD),
      set(hasSome, i32Const(1)),
      increaseBy(at.b, QUAD * STRIP_BYTES),
      set(at.quads, i32("subtract", get(at.quads), i32Const(1))),
    ]),
    [1, 2, 3].map((count) => when(i32("equal", get(at.rest), i32Const(count)), either(count))),
  ];
  return builder;
}

/** `finish(from, rows, output, rowBytes)`: the tile's values to rows of an array, NaNs canonical. */
function finish(terms: CellTerms): FunctionBuilder {
  const tile = kernelOf(terms, "finish", ["from", "rows", "output", "rowBytes"]);
  const { builder, at, add } = tile;
  const value = add.laneSlot();
  const row = LANES.map((v) => [
    set(value[0], loadRoot(at.from, v)[0]),
    canonicalLanes(add, value),
    store("v128", get(at.output), get(value[0]), v * 16),
  ]);
  builder.body = forRows(tile, at.rows, [at.from], [row, increase(at.output, get(at.rowBytes))]);
  return builder;
}
