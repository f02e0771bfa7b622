import {
  type Code,
  get,
  i32,
  i32Const,
  instruction,
  type Local,
  load,
  loadBool,
  set,
  store,
  storeBool,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../../codegen/wasm/scalar-operations.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../../values/element-types.ts";
import { decrease, forEach, increase, increaseBy } from "../../kernels/counters.ts";
import {
  assign,
  held,
  type KernelSubject,
  type Lanes,
  lanesOf,
  type Slot,
  type Value,
} from "../../kernels/lanes.ts";
import { canonical } from "../../kernels/load-store.ts";
import { slotValueBytes } from "../../memory/elements.ts";

/*
 * One state for each bin, and one look at each element.
 *
 *   chain    the bin's value so far:                    value = value · x
 *   tree     a binary counter over the bin's elements:  the last `width` of them as they are, and the roots of complete ranges
 *              part[count mod width] = x;  count += 1
 *              if count mod width = 0:  x = T(part);  for each trailing one of (count − 1) / width:  x = root · x;  root = x
 *
 * Elements of a range wait for each other, so that the bits of a count are looked at once a range: how many roots a single
 * element completes cannot be predicted, and the branch costs more than the combine. In the end the roots are folded, newest first, those within the
 * expression's last block before the others.
 *
 * A value takes as many bytes as in wasm: a bool four. Parts and roots of a column are a region of their own, bin after bin.
 */

/** How the value of a bin is defined. */
export type BinTree =
  | { readonly kind: "chain"; readonly isFilled: boolean } // filled: every bin has a value to begin with, which changes nothing
  | { readonly kind: "tree"; readonly widthLevel: number; readonly blockLevel: number }; // 2^level elements; no blocks: Infinity

/** What the kernels are made for. */
export interface BinSubject {
  readonly subject: KernelSubject;
  readonly types: readonly ScalarType[]; // of the elements, by column
  readonly tree: BinTree;
  readonly isBackward: boolean; // elements come last first
}

/**
 * `takeElements(indices, length, first, binCount, counts, levelCount, …)`, and by column `elements`, `parts`, `roots`: a chain has its values in
 * `parts`, a tree room for `levelCount` roots of each bin. `counts` is a u32 for each bin; that of bin 0 is `first`, and indices beyond the
 * bins are passed over.
 */
export function takeElements({ subject, types, tree, isBackward }: BinSubject): FunctionBuilder {
  const builder = new FunctionBuilder("takeElements", [
    "i32",
    "i32",
    "i32",
    "i32",
    "i32",
    "i32",
    ...ofColumns(types),
  ]);
  const [indices, length, first, binCount, counts, levelCount, ...places] = builder.parameters;
  const [bin, count, at] = [builder.local("i32"), builder.local("i32"), builder.local("i32")];
  const states = statesOf({ subject, builder, bin, levelCount, places });
  const { lanes, columns } = states;
  const element = columns.map(({ array }, i) => loadElement(types[i], lanes.columns[i], get(array)));
  const step = (bytes: number): number => (isBackward ? -bytes : bytes);
  builder.body = forEach(length, [
    set(bin, i32("subtract", load("i32", get(indices)), get(first))),
    when(i32("less", get(bin), get(binCount)), [
      set(at, i32("add", get(counts), i32("shiftLeft", get(bin), i32Const(2)))),
      set(count, load("i32", get(at))),
      store("i32", get(at), i32("add", get(count), i32Const(1))),
      tree.kind === "chain" ? chain(states, tree, count, element) : push(states, tree, count, element),
    ]),
    increaseBy(indices, step(4)),
    columns.map(({ array }, i) => increaseBy(array, step(SCALAR_TYPE_FACTS[types[i]].bytes))),
  ]);
  return builder;
}

/**
 * `giveValues(bin, binCount, counts, levelCount, initial, …)`, and by column `output`, `parts`, `roots`: the values of those of `binCount` bins,
 * from `bin` on, that have elements, NaNs canonical; the others are left alone. `initial` has 8 bytes for each column.
 */
export function giveValues({ subject, types, tree }: BinSubject): FunctionBuilder {
  const builder = new FunctionBuilder("giveValues", ["i32", "i32", "i32", "i32", "i32", ...ofColumns(types)]);
  const [bin, binCount, counts, levelCount, initial, ...places] = builder.parameters;
  const count = builder.local("i32");
  const states = statesOf({ subject, builder, bin, levelCount, places });
  const { lanes, columns } = states;
  const value = lanes.slot();
  const outside = lanes.columns.map((type, i) => load(valueTypeOf(type), get(initial), i * 8));
  builder.body = forEach(binCount, [
    set(count, load("i32", i32("add", get(counts), i32("shiftLeft", get(bin), i32Const(2))))),
    when(get(count), [
      partPlaces(states, 0),
      tree.kind === "chain" ? assign(value, partAt(states, 0)) : fold(states, tree, count, value),
      subject.hasOutsideInitial ? lanes.combine(value, outside, held(value)) : [],
      canonical(lanes, value).map((code, i) => storeResult(lanes.columns[i], get(columns[i].array), code)),
    ]),
    columns.map(({ array }, i) => increaseBy(array, SCALAR_TYPE_FACTS[lanes.columns[i]].bytes)),
    increase(bin, i32Const(1)),
  ]);
  return builder;
}

interface StateColumn {
  readonly array: Local; // elements that come, or values that go
  readonly parts: Local;
  readonly roots: Local;
  readonly part: Local; // address of the bin's first part
  readonly root: Local; // address of one of its roots
}

interface States {
  readonly lanes: Lanes;
  readonly builder: FunctionBuilder;
  readonly columns: readonly StateColumn[];
  readonly bin: Local;
  readonly levelCount: Local;
}

type TreeKind = Extract<BinTree, { readonly kind: "tree" }>;

function ofColumns(types: readonly ScalarType[]): readonly "i32"[] {
  return types.flatMap(() => ["i32", "i32", "i32"] as const);
}

interface StateSetting extends Pick<States, "builder" | "bin" | "levelCount"> {
  readonly subject: KernelSubject;
  readonly places: readonly Local[]; // three for each column
}

function statesOf({ subject, builder, bin, levelCount, places }: StateSetting): States {
  const lanes = lanesOf(subject, builder);
  const columns = lanes.columns.map((_, i) => ({
    array: places[3 * i],
    parts: places[3 * i + 1],
    roots: places[3 * i + 2],
    part: builder.local("i32"),
    root: builder.local("i32"),
  }));
  return { lanes, builder, columns, bin, levelCount };
}

/** One element as a value of the accumulation type. */
function loadElement(type: ScalarType, accumulate: ScalarType, address: Code): Code {
  if (type === "bool") return loadBool(address, 0);
  const element = load(valueTypeOf(type), address);
  if (type === accumulate) return element;
  return instruction((accumulate === "f64" ? TO_F64 : TO_I64)[type] ?? 0x01, element);
}

type Widening = Partial<Readonly<Record<ScalarType, number>>>;

// f64.promote_f32, f64.convert_i32_s, f64.convert_i32_u
const TO_F64: Widening = { f32: 0xbb, i32: 0xb7, u32: 0xb8 };
// i64.extend_i32_s, i64.extend_i32_u
const TO_I64: Widening = { i32: 0xac, u32: 0xad };

function storeResult(type: ScalarType, address: Code, value: Code): Code {
  return type === "bool" ? storeBool(address, value, 0) : store(valueTypeOf(type), address, value);
}

/** Finds the parts of the bin: 2^widthLevel of them. */
function partPlaces({ lanes, columns, bin }: States, widthLevel: number): Code {
  return columns.map(({ part, parts }, i) => {
    const bytes = slotValueBytes(lanes.columns[i]) * 2 ** widthLevel;
    return set(part, i32("add", get(parts), i32("multiply", get(bin), i32Const(bytes))));
  });
}

function partAt({ lanes, columns }: States, index: number): Value {
  return lanes.columns.map((type, i) =>
    load(valueTypeOf(type), get(columns[i].part), index * slotValueBytes(type)),
  );
}

/** Finds the root of the bin at a level above the parts. */
function rootPlaces({ lanes, columns, bin, levelCount }: States, level: number): Code {
  return columns.map(({ root, roots }, i) => {
    const place = i32("add", i32("multiply", get(bin), get(levelCount)), i32Const(level));
    return set(
      root,
      i32("add", get(roots), i32("multiply", place, i32Const(slotValueBytes(lanes.columns[i])))),
    );
  });
}

function rootHere({ lanes, columns }: States): Value {
  return lanes.columns.map((type, i) => load(valueTypeOf(type), get(columns[i].root)));
}

function nextRoot({ lanes, columns }: States): Code {
  return columns.map(({ root }, i) => increaseBy(root, slotValueBytes(lanes.columns[i])));
}

function chain(
  states: States,
  { isFilled }: { readonly isFilled: boolean },
  count: Local,
  element: Value,
): Code {
  const { lanes, columns } = states;
  const value = lanes.slot();
  const storeValue = (given: Value): Code =>
    lanes.columns.map((type, i) => store(valueTypeOf(type), get(columns[i].part), given[i]));
  const combine = [
    assign(value, partAt(states, 0)),
    lanes.combine(value, held(value), element),
    storeValue(held(value)),
  ];
  return [partPlaces(states, 0), isFilled ? combine : when(get(count), combine, storeValue(element))];
}

function push(states: States, { widthLevel }: TreeKind, count: Local, element: Value): Code {
  const { lanes, builder, columns } = states;
  const bits = builder.local("i32");
  const mask = i32Const(2 ** widthLevel - 1);
  const slots = Array.from({ length: widthLevel }, () => lanes.slot());
  const root = slots[widthLevel - 1];
  const storePart = lanes.columns.map((type, i) => {
    const offset = i32("multiply", i32("and", get(count), mask), i32Const(slotValueBytes(type)));
    return store(valueTypeOf(type), i32("add", get(columns[i].part), offset), element[i]);
  });
  const complete = [
    treeOfParts(states, slots, widthLevel),
    rootPlaces(states, 0),
    set(bits, i32("shiftRight", get(count), i32Const(widthLevel))),
    whileLoop(i32("and", get(bits), i32Const(1)), [
      lanes.combine(root, rootHere(states), held(root)),
      nextRoot(states),
      set(bits, i32("shiftRight", get(bits), i32Const(1))),
    ]),
    lanes.columns.map((type, i) => store(valueTypeOf(type), get(columns[i].root), get(root[i]))),
  ];
  return [
    partPlaces(states, widthLevel),
    storePart,
    when(i32("equal", i32("and", get(count), mask), mask), complete),
  ];
}

/** The tree of 2^level parts, level at least 1, in `slots[level − 1]`; the slots below are used up. */
function treeOfParts(states: States, slots: readonly Slot[], level: number, first = 0): Code {
  const { lanes } = states;
  const target = slots[level - 1];
  if (level === 1) return lanes.combine(target, partAt(states, first), partAt(states, first + 1));
  const half = slots[level - 2];
  return [
    treeOfParts(states, slots, level - 1, first),
    assign(target, held(half)),
    treeOfParts(states, slots, level - 1, first + 2 ** (level - 1)),
    lanes.combine(target, held(target), held(half)),
  ];
}

/** The value of a bin with elements: roots and parts from the newest on, the last block apart. */
function fold(states: States, { widthLevel, blockLevel }: TreeKind, count: Local, value: Slot): Code {
  const { lanes, builder, columns } = states;
  const [has, hasTail, bits] = [builder.local("i32"), builder.local("i32"), builder.local("i32")];
  const tail = lanes.slot();
  const slots = Array.from({ length: widthLevel }, () => lanes.slot());
  const join = (range: Value): Code =>
    when(get(has), lanes.combine(value, range, held(value)), [assign(value, range), set(has, i32Const(1))]);
  const startBlocks = [set(hasTail, get(has)), assign(tail, held(value)), set(has, i32Const(0))];
  /** The range of 2^level parts that ends where the last one began. */
  const joinParts = (level: number): Code =>
    when(i32("and", get(count), i32Const(2 ** level)), [
      columns.map(({ part }, i) => decrease(part, i32Const(slotValueBytes(lanes.columns[i]) * 2 ** level))),
      level === 0
        ? join(partAt(states, 0))
        : [treeOfParts(states, slots, level), join(held(slots[level - 1]))],
    ]);
  const joinRoots = (from: number, to: number): Code => {
    const above = i32("shiftRight", get(count), i32Const(from));
    return [
      set(bits, to === Number.POSITIVE_INFINITY ? above : i32("and", above, i32Const(2 ** (to - from) - 1))),
      rootPlaces(states, from - widthLevel),
      whileLoop(get(bits), [
        when(i32("and", get(bits), i32Const(1)), join(rootHere(states))),
        nextRoot(states),
        set(bits, i32("shiftRight", get(bits), i32Const(1))),
      ]),
    ];
  };
  const ranges: Code[] = [];
  for (let level = 0; level < widthLevel; level++) {
    ranges.push(level === blockLevel ? startBlocks : [], joinParts(level));
  }
  if (blockLevel < widthLevel || blockLevel > MOST_LEVELS) {
    ranges.push(joinRoots(widthLevel, Number.POSITIVE_INFINITY));
  } else {
    ranges.push(
      joinRoots(widthLevel, blockLevel),
      startBlocks,
      joinRoots(blockLevel, Number.POSITIVE_INFINITY),
    );
  }
  return [
    partPlaces(states, widthLevel),
    toEndOfParts(states, widthLevel, count),
    set(has, i32Const(0)),
    set(hasTail, i32Const(0)),
    ranges,
    when(
      get(hasTail),
      when(get(has), lanes.combine(value, held(value), held(tail)), assign(value, held(tail))),
    ),
  ];
}

/** Bits of a count of elements. */
const MOST_LEVELS = 31;

function toEndOfParts({ lanes, columns }: States, widthLevel: number, count: Local): Code {
  const rest = i32("and", get(count), i32Const(2 ** widthLevel - 1));
  return columns.map(({ part }, i) =>
    increase(part, i32("multiply", rest, i32Const(slotValueBytes(lanes.columns[i])))),
  );
}
