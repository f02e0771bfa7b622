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
import { i32s, named } from "../../kernels/column-kernel.ts";
import { decrement, increase, increaseBy } from "../../kernels/counters.ts";
import { held, type Lanes, lanesOf, type Slot } from "../../kernels/lanes.ts";
import { canonicalLanes } from "../../kernels/load-store.ts";
import { rootsInColumns } from "../../kernels/prefixes.ts";
import type { CellTerms } from "./cells.kernel.ts";

/*
 * Products of a grid and one column, read once: each lane a cell of its own. Values stand in lists of vectors, a lane for each cell.
 *
 *   across: cells lie side by side, and steps along k a stride apart
 *     for each vector of cells:  T of UNIT steps, each a load, times x[k] in every lane
 *   along: steps lie side by side, and cells a stride apart
 *     for each group of as many cells as there are lanes, for each SECTION of steps:
 *       vectors of each cell times the vector of x;  combined as they are turned, so that lanes are cells;  T of them, onto the group's stack
 *
 * A term that does not look at its factor makes of the first a reduce of lines side by side.
 */

/**
 * Steps that `across` combines at a time, each from a page of its own. Sixteen, a power of two bytes apart, are too many lines of one set for a first-level cache of eight ways: on a Zen 4 they take 1.2 to 1.6
 * times as long; on an Intel core with twelve ways eight take 1.08 times as long (docs/notes/matrix-kernels.md).
 */
export const UNIT = 8;
/** Steps that `along` combines in registers: 256 bytes of each side's vectors. */
export const SECTION = 16;
/** Groups of rows that `alongRows` reads at once: one page after the other has 0.8 (f64) and 0.9 (f32) of the bytes a second, four groups of f64 0.85 to 1.03. */
export const GROUPS = 2;

/** Terms of kernels over a grid and a column. */
interface VectorTerms extends CellTerms {
  readonly isGridLeft: boolean; // whether the product's left operand is the grid's
  readonly hasFactors: boolean; // whether it looks at x
}

/** The kernels of some terms: `across`, `chain`, `along`, `alongRows`, `join`, `finish`. */
export function vectorKernels(terms: VectorTerms): readonly FunctionBuilder[] {
  return [
    across(terms),
    chain(terms),
    along(terms, "along"),
    along(terms, "alongRows", GROUPS),
    join(terms),
    finish(terms),
  ];
}

interface VectorKernel<Name extends string> {
  readonly builder: FunctionBuilder;
  readonly add: Lanes;
  readonly at: Readonly<Record<Name, Local>>;
  /** `target = product` of vectors of the grid and of x. */
  readonly multiply: (target: Slot, grid: Code, factor: Code) => Code;
}

function kernelOf<const Name extends string>(
  { add, multiply, isGridLeft, hasFactors }: VectorTerms,
  name: string,
  parameters: readonly Name[],
): VectorKernel<Name> {
  const builder = new FunctionBuilder(name, i32s(parameters.length));
  const none = { identity: undefined, hasOutsideInitial: false };
  const products = lanesOf({ terms: multiply, ...none }, builder);
  const [one, other] = [builder.local("v128"), builder.local("v128")];
  return {
    builder,
    add: lanesOf({ terms: add, ...none }, builder),
    at: named(parameters, builder.parameters),
    multiply: (target, grid, factor) => {
      const sides = isGridLeft ? [get(one), get(other)] : [get(other), get(one)];
      return [
        set(one, grid),
        hasFactors ? set(other, factor) : [],
        products.combineLanes(target, [sides[0]], [sides[1]]),
      ];
    },
  };
}

/** `target = T` of `count` values, which `make` puts into slots, in order. */
function treeOf(add: Lanes, count: number, target: Slot, make: (index: number, slot: Slot) => Code): Code {
  const build = (first: number, size: number, slot: Slot): Code => {
    if (size === 1) return make(first, slot);
    const half = 2 ** Math.floor(Math.log2(size - 1)); // of what is left over the last is carried up
    const upper = add.laneSlot();
    return [
      build(first, half, slot),
      build(first + half, size - half, upper),
      add.combineLanes(slot, held(slot), held(upper)),
    ];
  };
  return build(0, count, target);
}

/** `across(from, stride, x, target, vectors, count)`: `target = T` of the first `count` steps, from 1 to SECTION. */
function across(terms: VectorTerms): FunctionBuilder {
  const { builder, add, at, multiply } = kernelOf(terms, "across", [
    ...(["from", "stride", "x", "target", "vectors", "count"] as const),
  ]);
  const root = add.laneSlot();
  const place = builder.local("i32");
  const step = (index: number, slot: Slot): Code => [
    multiply(slot, load("v128", get(place)), loadSplat(add.laneBytes, get(at.x), index * add.laneBytes)),
    increase(place, get(at.stride)),
  ];
  builder.body = Array.from({ length: SECTION }, (_, i) =>
    when(i32("equal", get(at.count), i32Const(i + 1)), [
      forVectors(
        at.vectors,
        [at.from, at.target],
        [
          set(place, get(at.from)),
          treeOf(add, i + 1, root, step),
          store("v128", get(at.target), get(root[0])),
        ],
      ),
    ]),
  );
  return builder;
}

/** `chain(from, stride, x, target, vectors, count, isFirst)`: each of `count` steps onto `target`, which is the first of them where nothing came before. */
function chain(terms: VectorTerms): FunctionBuilder {
  const { builder, add, at, multiply } = kernelOf(terms, "chain", [
    ...(["from", "stride", "x", "target", "vectors", "count", "isFirst"] as const),
  ]);
  const [sum, product] = [add.laneSlot(), add.laneSlot()];
  const [place, factor, left] = [builder.local("i32"), builder.local("i32"), builder.local("i32")];
  const step = (slot: Slot): Code => [
    multiply(slot, load("v128", get(place)), loadSplat(add.laneBytes, get(factor))),
    increase(place, get(at.stride)),
    increaseBy(factor, add.laneBytes),
    decrement(left),
  ];
  builder.body = forVectors(
    at.vectors,
    [at.from, at.target],
    [
      set(place, get(at.from)),
      set(factor, get(at.x)),
      set(left, get(at.count)),
      when(get(at.isFirst), step(sum), set(sum[0], load("v128", get(at.target)))),
      whileLoop(get(left), [step(product), add.combineLanes(sum, held(sum), held(product))]),
      store("v128", get(at.target), get(sum[0])),
    ],
  );
  return builder;
}

/** `body` for each vector; addresses go on by one. Uses `vectors` up, which is at least 1. */
function forVectors(vectors: Local, addresses: readonly Local[], body: Code): Code {
  return doWhile(
    [body, addresses.map((address) => increaseBy(address, 16))],
    tee(vectors, i32("subtract", get(vectors), i32Const(1))),
  );
}

/**
 * `along(from, stride, x, stack, levelBytes, index, count)`: `count` ≥ 1 sections of the rows of some groups, of which `index` came before:
 * their roots join those on each group's stack, whose levels are `levelBytes` apart.
 */
function along(terms: VectorTerms, name: string, groups = 1): FunctionBuilder {
  const kernel = kernelOf(terms, name, [
    ...(["from", "stride", "x", "stack", "levelBytes", "index", "count"] as const),
  ]);
  const { builder, add, at } = kernel;
  const cells = Array.from({ length: groups * add.laneCount }, (_, i) =>
    i === 0 ? at.from : builder.local("i32"),
  );
  const roots = Array.from({ length: groups }, () => add.laneSlot());
  const [place, bits] = [builder.local("i32"), builder.local("i32")];
  builder.body = [
    cells.slice(1).map((cell, i) => set(cell, i32("add", get(cells[i]), get(at.stride)))),
    doWhile(
      [
        roots.map((root, group) => {
          const own = cells.slice(group * add.laneCount, (group + 1) * add.laneCount);
          return sectionOf(kernel, own, at.x, root);
        }),
        set(place, get(at.stack)),
        set(bits, get(at.index)),
        whileLoop(i32("and", get(bits), i32Const(1)), [
          roots.map((root, group) =>
            add.combineLanes(root, [load("v128", get(place), group * 16)], held(root)),
          ),
          increase(place, get(at.levelBytes)),
          set(bits, i32("shiftRight", get(bits), i32Const(1))),
        ]),
        roots.map(([root], group) => store("v128", get(place), get(root), group * 16)),
        [...cells, at.x].map((address) => increaseBy(address, SECTION * add.laneBytes)),
        increaseBy(at.index, 1),
      ],
      tee(at.count, i32("subtract", get(at.count), i32Const(1))),
    ),
  ];
  return builder;
}

/** `root = T` of the SECTION steps of each cell, one a lane; of x each vector is loaded once. */
function sectionOf(
  { builder, add, multiply }: Pick<VectorKernel<string>, "builder" | "add" | "multiply">,
  cells: readonly Local[],
  x: Local,
  root: Slot,
): Code {
  const product = add.laneSlot();
  const factor = builder.local("v128");
  const load128 = (place: Local, step: number): Code => load("v128", get(place), step * add.laneBytes);
  const productOf = (index: number): readonly Code[] => {
    const [cell, step] = [Math.floor(index / SECTION), index % SECTION];
    const isFirst = cell === 0;
    return [
      [
        multiply(product, load128(cells[cell], step), isFirst ? tee(factor, load128(x, step)) : get(factor)),
        held(product),
      ],
    ];
  };
  return rootsInColumns(add, SECTION, productOf, root);
}

/** `join(from, target, vectors)`: `target[i] = from[i] + target[i]`. */
function join(terms: VectorTerms): FunctionBuilder {
  const { builder, add, at } = kernelOf(terms, "join", ["from", "target", "vectors"]);
  const root = add.laneSlot();
  builder.body = forVectors(
    at.vectors,
    [at.from, at.target],
    [
      add.combineLanes(root, [load("v128", get(at.from))], [load("v128", get(at.target))]),
      store("v128", get(at.target), get(root[0])),
    ],
  );
  return builder;
}

/** `finish(values, vectors)`: NaNs canonical, in place. */
function finish(terms: VectorTerms): FunctionBuilder {
  const { builder, add, at } = kernelOf(terms, "finish", ["values", "vectors"]);
  const value = add.laneSlot();
  builder.body = forVectors(
    at.vectors,
    [at.values],
    [
      set(value[0], load("v128", get(at.values))),
      canonicalLanes(add, value),
      store("v128", get(at.values), get(value[0])),
    ],
  );
  return builder;
}
