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
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { canonical, type KernelSubject, type Lanes, lanesOf, observed, offsetBy } from "./lanes.ts";

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
  initial: 16, // element
  result: 24, // element
  roots: 32, // i32: address of the root rows
  tree: 36, // i32: address of the tree
} as const;

export const INTERLEAVED_STATE_BYTES = 64;

/** `laneScan(state, input, output, length)`: every inclusive prefix. */
export function laneScan(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("laneScan", ["i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, length] = builder.parameters;
  const observedValue = builder.local(lanes.valueType);
  return eachElement(lanes, builder, { state, input, length }, (step) => [
    foldLane(lanes, builder, step, "prefix"),
    climb(lanes, builder, state, step.lane, step.value, presentLanes(state, step.lane, step.row)),
    set(observedValue, observed(subject, lanes, state, get(step.value), INTERLEAVED_STATE.initial)),
    lanes.storeElement(get(output), canonical(subject.type, observedValue)),
    set(output, offsetBy(get(output), lanes.bytes)),
  ]);
}

/** `laneReduce(state, input, length)`: complete ranges of each lane. */
export function laneReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("laneReduce", ["i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, length] = builder.parameters;
  return eachElement(lanes, builder, { state, input, length }, (step) =>
    foldLane(lanes, builder, step, "complete"),
  );
}

interface ElementOperands {
  readonly state: Local;
  readonly input: Local;
  readonly length: Local;
}

/** Gives `builder` a loop over elements that knows the lane and row of each. */
function eachElement(
  lanes: Lanes,
  builder: FunctionBuilder,
  { state, input, length }: ElementOperands,
  body: (step: LaneStep) => Code,
): FunctionBuilder {
  const value = builder.local(lanes.valueType);
  const lane = builder.local("i32");
  const row = builder.local("i32");
  builder.body = [
    set(lane, load("i32", get(state), INTERLEAVED_STATE.lane)),
    set(row, load("i32", get(state), INTERLEAVED_STATE.row)),
    whileLoop(get(length), [
      set(value, lanes.loadElement(get(input))),
      body({ state, lane, row, value }),
      nextElement(state, lane, row),
      set(input, offsetBy(get(input), lanes.bytes)),
      set(length, i32("subtract", get(length), i32Const(1))),
    ]),
    store("i32", get(state), get(lane), INTERLEAVED_STATE.lane),
    store("i32", get(state), get(row), INTERLEAVED_STATE.row),
  ];
  return builder;
}

/** `rowReduce(state, input, rowCount)`: `laneReduce` for whole rows, vectors along the row; lane is 0, L a multiple of the SIMD lanes. */
export function rowReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("rowReduce", ["i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, rowCount] = builder.parameters;
  const value = builder.local("v128");
  const row = builder.local("i32");
  const bits = builder.local("i32");
  const slot = builder.local("i32");
  const offset = builder.local("i32");
  const rowBytes = builder.local("i32");
  builder.body = [
    set(row, load("i32", get(state), INTERLEAVED_STATE.row)),
    set(
      rowBytes,
      i32("multiply", load("i32", get(state), INTERLEAVED_STATE.laneCount), i32Const(lanes.bytes)),
    ),
    whileLoop(get(rowCount), [
      set(offset, i32Const(0)),
      doWhile(
        [
          set(value, load("v128", i32("add", get(input), get(offset)))),
          set(slot, i32("add", load("i32", get(state), INTERLEAVED_STATE.roots), get(offset))),
          set(bits, get(row)),
          whileLoop(i32("and", get(bits), i32Const(1)), [
            set(value, lanes.combineLanes(load("v128", get(slot)), get(value))),
            set(slot, i32("add", get(slot), get(rowBytes))),
            set(bits, i32("shiftRight", get(bits), i32Const(1))),
          ]),
          store("v128", get(slot), get(value)),
        ],
        i32("less", tee(offset, offsetBy(get(offset), 16)), get(rowBytes)),
      ),
      set(row, offsetBy(get(row), 1)),
      set(input, i32("add", get(input), get(rowBytes))),
      set(rowCount, i32("subtract", get(rowCount), i32Const(1))),
    ]),
    store("i32", get(state), get(row), INTERLEAVED_STATE.row),
  ];
  return builder;
}

/** `observe(state)`: leaves the reduce of everything `laneReduce` saw in INTERLEAVED_STATE.result. At least one element has been seen. */
export function observeLanes(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("observe", ["i32"]);
  const lanes = lanesOf(subject, builder);
  const [state] = builder.parameters;
  const value = builder.local(lanes.valueType);
  const observedValue = builder.local(lanes.valueType);
  const lane = builder.local("i32");
  const rows = builder.local("i32");
  const present = builder.local("i32");
  const laneCount = load("i32", get(state), INTERLEAVED_STATE.laneCount);
  const row = load("i32", get(state), INTERLEAVED_STATE.row);
  const openLane = load("i32", get(state), INTERLEAVED_STATE.lane);
  builder.body = [
    set(present, choose("i32", row, laneCount, openLane)),
    whileLoop(i32("less", get(lane), get(present)), [
      set(rows, i32("add", row, i32("less", get(lane), openLane))),
      set(value, foldComplete(lanes, builder, state, lane, rows)),
      climb(lanes, builder, state, lane, value, offsetBy(get(lane), 1)),
      set(lane, offsetBy(get(lane), 1)),
    ]),
    set(observedValue, observed(subject, lanes, state, get(value), INTERLEAVED_STATE.initial)),
    lanes.storeElement(get(state), canonical(subject.type, observedValue), INTERLEAVED_STATE.result),
  ];
  return builder;
}

interface LaneStep {
  readonly state: Local;
  readonly lane: Local;
  readonly row: Local;
  readonly value: Local;
}

/** Folds an element into its lane: to the complete range it closes, and on to the lane's prefix where that is observed. */
function foldLane(
  lanes: Lanes,
  builder: FunctionBuilder,
  step: LaneStep,
  until: "complete" | "prefix",
): Code {
  const { state, lane, row, value } = step;
  const bits = builder.local("i32");
  const slot = builder.local("i32");
  const rowBytes = builder.local("i32");
  const up = [
    set(slot, i32("add", get(slot), get(rowBytes))),
    set(bits, i32("shiftRight", get(bits), i32Const(1))),
  ];
  const combine = set(value, lanes.combine(lanes.loadElement(get(slot)), get(value)));
  return [
    startAtLane(lanes, state, lane, slot, rowBytes),
    set(bits, get(row)),
    whileLoop(i32("and", get(bits), i32Const(1)), [combine, up]),
    lanes.storeElement(get(slot), get(value)),
    until === "complete" ? [] : whileLoop(get(bits), [when(i32("and", get(bits), i32Const(1)), combine), up]),
  ];
}

/** The fold of a lane's complete ranges, newest innermost; rows is the lane's length, not 0. */
function foldComplete(lanes: Lanes, builder: FunctionBuilder, state: Local, lane: Local, rows: Local): Code {
  const bits = builder.local("i32");
  const slot = builder.local("i32");
  const rowBytes = builder.local("i32");
  const value = builder.local(lanes.valueType);
  const up = [
    set(slot, i32("add", get(slot), get(rowBytes))),
    set(bits, i32("shiftRight", get(bits), i32Const(1))),
  ];
  return [
    startAtLane(lanes, state, lane, slot, rowBytes),
    set(bits, get(rows)),
    whileLoop(i32("zero", i32("and", get(bits), i32Const(1))), up),
    set(value, lanes.loadElement(get(slot))),
    up,
    whileLoop(get(bits), [
      when(
        i32("and", get(bits), i32Const(1)),
        set(value, lanes.combine(lanes.loadElement(get(slot)), get(value))),
      ),
      up,
    ]),
    get(value),
  ];
}

function startAtLane(lanes: Lanes, state: Local, lane: Local, slot: Local, rowBytes: Local): Code {
  const laneCount = load("i32", get(state), INTERLEAVED_STATE.laneCount);
  return [
    set(rowBytes, i32("multiply", laneCount, i32Const(lanes.bytes))),
    set(
      slot,
      i32(
        "add",
        load("i32", get(state), INTERLEAVED_STATE.roots),
        i32("multiply", get(lane), i32Const(lanes.bytes)),
      ),
    ),
  ];
}

/** Stores a lane's result in the tree and recombines its path to the top, over the first `present` lanes: value becomes T of them. */
function climb(
  lanes: Lanes,
  builder: FunctionBuilder,
  state: Local,
  lane: Local,
  value: Local,
  present: Code,
): Code {
  const level = builder.local("i32");
  const index = builder.local("i32");
  const length = builder.local("i32");
  const capacity = builder.local("i32");
  const at = (offset: Code): Code => i32("add", get(level), i32("multiply", offset, i32Const(lanes.bytes)));
  const half = (code: Code): Code => i32("shiftRight", offsetBy(code, 1), i32Const(1));
  return [
    set(level, load("i32", get(state), INTERLEAVED_STATE.tree)),
    set(index, get(lane)),
    set(length, present),
    set(capacity, load("i32", get(state), INTERLEAVED_STATE.laneCount)),
    lanes.storeElement(at(get(index)), get(value)),
    whileLoop(i32("less", i32Const(1), get(length)), [
      when(
        i32("and", get(index), i32Const(1)),
        set(
          value,
          lanes.combine(lanes.loadElement(at(i32("subtract", get(index), i32Const(1)))), get(value)),
        ),
        when(
          i32("less", offsetBy(get(index), 1), get(length)),
          set(value, lanes.combine(get(value), lanes.loadElement(at(offsetBy(get(index), 1))))),
        ),
      ),
      set(level, at(get(capacity))),
      set(index, i32("shiftRight", get(index), i32Const(1))),
      set(length, half(get(length))),
      set(capacity, half(get(capacity))),
      lanes.storeElement(at(get(index)), get(value)),
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
    [set(lane, i32Const(0)), set(row, offsetBy(get(row), 1))],
  );
}
