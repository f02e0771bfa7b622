import {
  type Code,
  choose,
  doWhile,
  get,
  i32,
  i32Const,
  type Local,
  load,
  set,
  store,
  tee,
  when,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { SCALAR_TYPE_FACTS } from "../../../../../values/element-types.ts";
import { columnKernel } from "../../../kernels/column-kernel.ts";
import { forEach, increase, increaseBy, offsetBy } from "../../../kernels/counters.ts";
import { assign, held, type KernelSubject, type Lanes, type Slot } from "../../../kernels/lanes.ts";
import {
  type ArrayCursor,
  advance,
  canonical,
  loadElements,
  loadSlots,
  observe,
  storeElements,
  storeSlots,
} from "../../../kernels/load-store.ts";
import { SLOT_BYTES, STATE } from "../../../kernels/state.ts";
import { slotValueBytes } from "../../../memory/elements.ts";

/*
 * Interleaved lanes: element i belongs to semantic lane i mod L, at row floor(i / L). (Semantic lanes are the contract's; SIMD lanes
 * are ours.) Memory, in rows of L elements: `roots`, one row per level, as in the dyadic kernels with the row as the position;
 * `tree`, the levels of T over the lane results, each half as long as the one below, rounded up.
 *
 *   scan:   acc = x; for set bits k of row: acc = roots[k][lane] · acc;  roots[trailing ones][lane] = acc after those
 *           tree[0][lane] = acc, then its path to the top: log2 L combines
 *   reduce: only complete ranges are combined; `finish` folds each lane and then the tree
 */
export const INTERLEAVED_STATE = {
  laneCount: 0, // i32: L
  lane: 4, // i32: the lane of the next element
  row: 8, // i32: its row
  roots: 16, // i32: address of the root rows
  tree: 20, // i32: address of the tree
} as const; // the rest of the state, and its regions by column, as in STATE

/** Bytes of one value in the rows and in the tree: packed where there is one column, else SLOT_BYTES for each, side by side. */
export function rowSlotBytes({ terms: { columns } }: Pick<KernelSubject, "terms">): number {
  return columns.length === 1 ? slotValueBytes(columns[0]) : columns.length * SLOT_BYTES;
}

/** `laneScan(state, input, output, length)`: every inclusive prefix. */
export function laneScan(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "laneScan", ["state", "input", "output", "length"]);
  const { lanes, state, from, to, length } = kernel;
  const rows = rowsOf(lanes);
  const loop = eachElement(lanes, { state, from, length }, (step) => [
    foldLane(rows, step, "prefix"),
    climb(rows, state, step.lane, step.value, presentLanes(state, step.lane, step.row)),
    observe(lanes, state, step.value),
    storeElements(lanes, to, canonical(lanes, step.value)),
    advance(lanes, to, 1),
  ]);
  return kernel.define(loop);
}

/** `laneReduce(state, input, length)`: complete ranges of each lane. */
export function laneReduce(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "laneReduce", ["state", "input", "length"]);
  const { lanes, state, from, length } = kernel;
  const rows = rowsOf(lanes);
  const loop = eachElement(lanes, { state, from, length }, (step) => foldLane(rows, step, "complete"));
  return kernel.define(loop);
}

interface ElementOperands {
  readonly state: Local;
  readonly from: ArrayCursor;
  readonly length: Local;
}

/** A loop over elements that knows the lane and row of each. */
function eachElement(
  lanes: Lanes,
  { state, from, length }: ElementOperands,
  body: (step: LaneStep) => Code,
): Code {
  const value = lanes.slot();
  const lane = lanes.builder.local("i32");
  const row = lanes.builder.local("i32");
  return [
    set(lane, load("i32", get(state), INTERLEAVED_STATE.lane)),
    set(row, load("i32", get(state), INTERLEAVED_STATE.row)),
    forEach(length, [
      assign(value, loadElements(lanes, from)),
      body({ state, lane, row, value }),
      nextElement(state, lane, row),
      advance(lanes, from, 1),
    ]),
    store("i32", get(state), get(lane), INTERLEAVED_STATE.lane),
    store("i32", get(state), get(row), INTERLEAVED_STATE.row),
  ];
}

/** SIMD lanes of the row kernel; undefined where it does not fit: it reads vectors of one column, and rows of state as they come. */
export function rowLanesOf({ terms: { columns, laneBytes } }: KernelSubject): number | undefined {
  if (columns.length > 1 || laneBytes !== SCALAR_TYPE_FACTS[columns[0]].bytes) return undefined;
  return 16 / laneBytes;
}

/** `rowReduce(state, input, rowCount)`: `laneReduce` for whole rows, vectors along the row; lane is 0, L a multiple of the SIMD lanes. */
export function rowReduce(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "rowReduce", ["state", "input", "rowCount"]);
  const { lanes, builder, state, input, rowCount } = kernel;
  const value = lanes.laneSlot();
  const row = builder.local("i32");
  const bits = builder.local("i32");
  const slot = builder.local("i32");
  const offset = builder.local("i32");
  const rowBytes = builder.local("i32");
  return kernel.define(
    set(row, load("i32", get(state), INTERLEAVED_STATE.row)),
    set(
      rowBytes,
      i32("multiply", load("i32", get(state), INTERLEAVED_STATE.laneCount), i32Const(lanes.laneBytes)),
    ),
    forEach(rowCount, [
      set(offset, i32Const(0)),
      doWhile(
        [
          assign(value, [load("v128", i32("add", get(input), get(offset)))]),
          set(slot, i32("add", load("i32", get(state), INTERLEAVED_STATE.roots), get(offset))),
          set(bits, get(row)),
          whileLoop(i32("and", get(bits), i32Const(1)), [
            lanes.combineLanes(value, [load("v128", get(slot))], held(value)),
            increase(slot, get(rowBytes)),
            set(bits, i32("shiftRight", get(bits), i32Const(1))),
          ]),
          store("v128", get(slot), get(value[0])),
        ],
        i32("less", tee(offset, offsetBy(get(offset), 16)), get(rowBytes)),
      ),
      increaseBy(row, 1),
      increase(input, get(rowBytes)),
    ]),
    store("i32", get(state), get(row), INTERLEAVED_STATE.row),
  );
}

/** `observe(state)`: leaves the reduce of everything `laneReduce` saw in STATE.result. At least one element has been seen. */
export function observeLanes(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "observe", ["state"]);
  const { lanes, builder, state } = kernel;
  const rows = rowsOf(lanes);
  const value = lanes.slot();
  const lane = builder.local("i32");
  const rowCount = builder.local("i32");
  const present = builder.local("i32");
  const laneCount = load("i32", get(state), INTERLEAVED_STATE.laneCount);
  const row = load("i32", get(state), INTERLEAVED_STATE.row);
  const openLane = load("i32", get(state), INTERLEAVED_STATE.lane);
  return kernel.define(
    set(present, choose("i32", row, laneCount, openLane)),
    whileLoop(i32("less", get(lane), get(present)), [
      set(rowCount, i32("add", row, i32("less", get(lane), openLane))),
      foldComplete(rows, state, lane, rowCount, value),
      climb(rows, state, lane, value, offsetBy(get(lane), 1)),
      increaseBy(lane, 1),
    ]),
    observe(lanes, state, value),
    storeSlots(lanes, get(state), canonical(lanes, value), STATE.result),
  );
}

interface LaneStep {
  readonly state: Local;
  readonly lane: Local;
  readonly row: Local;
  readonly value: Slot;
}

/** The rows of roots and the tree, as code that works on them needs them. */
interface Rows {
  readonly lanes: Lanes;
  readonly slotBytes: number;
  readonly load: (address: Code) => readonly Code[];
  readonly store: (address: Code, value: Slot) => Code;
  readonly bits: Local;
  readonly slot: Local;
  readonly rowBytes: Local;
  readonly local: () => Local; // a fresh counter
}

function rowsOf(lanes: Lanes): Rows {
  const { subject, builder } = lanes;
  return {
    lanes,
    slotBytes: rowSlotBytes(subject),
    load: (address) => loadSlots(lanes, address, 0, SLOT_BYTES),
    store: (address, value) => storeSlots(lanes, address, held(value), 0, SLOT_BYTES),
    bits: builder.local("i32"),
    slot: builder.local("i32"),
    rowBytes: builder.local("i32"),
    local: () => builder.local("i32"),
  };
}

/** Folds an element into its lane: to the complete range it closes, and on to the lane's prefix where that is observed. */
function foldLane(rows: Rows, { state, lane, row, value }: LaneStep, until: "complete" | "prefix"): Code {
  const { lanes, bits, slot } = rows;
  const combine = lanes.combine(value, rows.load(get(slot)), held(value));
  const up = levelUp(rows);
  return [
    startAtLane(rows, state, lane),
    set(bits, get(row)),
    whileLoop(i32("and", get(bits), i32Const(1)), [combine, up]),
    rows.store(get(slot), value),
    until === "complete" ? [] : whileLoop(get(bits), [when(i32("and", get(bits), i32Const(1)), combine), up]),
  ];
}

/** `value` becomes the fold of a lane's complete ranges, newest innermost; rowCount is the lane's length, not 0. */
function foldComplete(rows: Rows, state: Local, lane: Local, rowCount: Local, value: Slot): Code {
  const { lanes, bits, slot } = rows;
  const up = levelUp(rows);
  return [
    startAtLane(rows, state, lane),
    set(bits, get(rowCount)),
    whileLoop(i32("zero", i32("and", get(bits), i32Const(1))), up),
    assign(value, rows.load(get(slot))),
    up,
    whileLoop(get(bits), [
      when(i32("and", get(bits), i32Const(1)), lanes.combine(value, rows.load(get(slot)), held(value))),
      up,
    ]),
  ];
}

function levelUp({ slot, rowBytes, bits }: Rows): Code {
  return [increase(slot, get(rowBytes)), set(bits, i32("shiftRight", get(bits), i32Const(1)))];
}

function startAtLane({ slotBytes, slot, rowBytes }: Rows, state: Local, lane: Local): Code {
  const laneCount = load("i32", get(state), INTERLEAVED_STATE.laneCount);
  const roots = load("i32", get(state), INTERLEAVED_STATE.roots);
  return [
    set(rowBytes, i32("multiply", laneCount, i32Const(slotBytes))),
    set(slot, i32("add", roots, i32("multiply", get(lane), i32Const(slotBytes)))),
  ];
}

/** Stores a lane's result in the tree and recombines its path to the top, over the first `present` lanes: value becomes T of them. */
function climb(rows: Rows, state: Local, lane: Local, value: Slot, present: Code): Code {
  const { lanes } = rows;
  const level = rows.local();
  const index = rows.local();
  const length = rows.local();
  const capacity = rows.local();
  const at = (offset: Code): Code =>
    i32("add", get(level), i32("multiply", offset, i32Const(rows.slotBytes)));
  const half = (code: Code): Code => i32("shiftRight", offsetBy(code, 1), i32Const(1));
  const before = at(i32("subtract", get(index), i32Const(1)));
  const after = at(offsetBy(get(index), 1));
  return [
    set(level, load("i32", get(state), INTERLEAVED_STATE.tree)),
    set(index, get(lane)),
    set(length, present),
    set(capacity, load("i32", get(state), INTERLEAVED_STATE.laneCount)),
    rows.store(at(get(index)), value),
    whileLoop(i32("less", i32Const(1), get(length)), [
      when(
        i32("and", get(index), i32Const(1)),
        lanes.combine(value, rows.load(before), held(value)),
        when(
          i32("less", offsetBy(get(index), 1), get(length)),
          lanes.combine(value, held(value), rows.load(after)),
        ),
      ),
      set(level, at(get(capacity))),
      set(index, i32("shiftRight", get(index), i32Const(1))),
      set(length, half(get(length))),
      set(capacity, half(get(capacity))),
      rows.store(at(get(index)), value),
    ]),
  ];
}

function presentLanes(state: Local, lane: Local, row: Local): Code {
  return choose(
    "i32",
    get(row),
    load("i32", get(state), INTERLEAVED_STATE.laneCount),
    offsetBy(get(lane), 1),
  );
}

function nextElement(state: Local, lane: Local, row: Local): Code {
  return when(
    i32("equal", tee(lane, offsetBy(get(lane), 1)), load("i32", get(state), INTERLEAVED_STATE.laneCount)),
    [set(lane, i32Const(0)), increaseBy(row, 1)],
  );
}
