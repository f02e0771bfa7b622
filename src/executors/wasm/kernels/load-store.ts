import {
  type Code,
  get,
  i32,
  i32Const,
  i64,
  instruction,
  type Local,
  load,
  loadBool,
  loadBoolLanes,
  loadSplat,
  select,
  set,
  shuffleLanes,
  store,
  storeBool,
  storeBoolLanes,
  vector,
} from "../../../codegen/wasm/code.ts";
import { scalarConst, valueTypeOf } from "../../../codegen/wasm/scalar-operations.ts";
import { type LaneBytes, splatConst } from "../../../codegen/wasm/vector-operations.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { offsetBy } from "./counters.ts";
import { assign, held, type Lanes, type Slot, type Value } from "./lanes.ts";
import { canonicalElement, canonicalVector } from "./nans.ts";
import { STATE, STATE_BYTES } from "./state.ts";

/*
 * Where values lie, by column:
 *   arrays     the caller's columns: one address each, elements of the column's own width, a bool one byte
 *   slots      state and tables: regions of one layout, `stride` bytes apart for each column, a bool an i32
 *   lane lists scratch that is read a vector at a time: the same, but every value as wide as a lane, a bool a mask
 */

/** An array that a kernel goes through: the address of the next element of each column. */
export interface ArrayCursor {
  readonly addresses: readonly Local[];
  readonly open: Code; // to stand before all else; nothing where there is one column, whose address is the parameter
}

/** The array behind a parameter: its address, or for records an index into the columns whose addresses stand in the state. */
export function cursor(lanes: Lanes, state: Local, parameter: Local, side: "input" | "output"): ArrayCursor {
  if (lanes.columns.length === 1) return { addresses: [parameter], open: [] };
  const addresses = lanes.columns.map(() => lanes.builder.local("i32"));
  const open = lanes.columns.map((type, column) => {
    const base = load("i32", get(state), STATE[side] + column * STATE_BYTES);
    const { bytes } = SCALAR_TYPE_FACTS[type];
    return set(addresses[column], i32("add", base, i32("multiply", get(parameter), i32Const(bytes))));
  });
  return { addresses, open };
}

/** The element `index` places on. */
export function loadElements(lanes: Lanes, { addresses }: ArrayCursor, index = 0): Value {
  return lanes.columns.map((type, column) => {
    const address = get(addresses[column]);
    const { bytes } = SCALAR_TYPE_FACTS[type];
    return type === "bool" ? loadBool(address, index) : load(valueTypeOf(type), address, index * bytes);
  });
}

export function storeElements(lanes: Lanes, { addresses }: ArrayCursor, value: Value, index = 0): Code {
  return lanes.columns.map((type, column) => {
    const address = get(addresses[column]);
    const { bytes } = SCALAR_TYPE_FACTS[type];
    if (type === "bool") return storeBool(address, value[column], index);
    return store(valueTypeOf(type), address, value[column], index * bytes);
  });
}

/** A vector of neighbouring elements, the first of them `index` places on. */
export function loadVectors(lanes: Lanes, { addresses }: ArrayCursor, index: number): Value {
  return lanes.columns.map((type, column) => {
    const address = get(addresses[column]);
    if (type === "bool") return loadBoolLanes(lanes.laneBytes, address, index);
    return load("v128", address, index * lanes.laneBytes);
  });
}

export function storeVectors(lanes: Lanes, { addresses }: ArrayCursor, value: Value, index: number): Code {
  return lanes.columns.map((type, column) => {
    const address = get(addresses[column]);
    if (type === "bool") return storeBoolLanes(lanes.laneBytes, address, value[column], index);
    return store("v128", address, value[column], index * lanes.laneBytes);
  });
}

/** Goes on by a number of elements. */
export function advance(lanes: Lanes, { addresses }: ArrayCursor, count: number): Code {
  return lanes.columns.map((type, column) =>
    set(addresses[column], offsetBy(get(addresses[column]), count * SCALAR_TYPE_FACTS[type].bytes)),
  );
}

/** The value in a slot. */
export function loadSlots(lanes: Lanes, address: Code, offset = 0, stride: number = STATE_BYTES): Value {
  return lanes.columns.map((type, column) => load(valueTypeOf(type), address, offset + column * stride));
}

export function storeSlots(
  lanes: Lanes,
  address: Code,
  value: Value,
  offset = 0,
  stride: number = STATE_BYTES,
): Code {
  return lanes.columns.map((type, column) =>
    store(valueTypeOf(type), address, value[column], offset + column * stride),
  );
}

/** The value in a slot, in every lane. */
export function splatSlots(lanes: Lanes, address: Code, offset = 0): Value {
  return lanes.columns.map((type, column) => {
    const at = offset + column * STATE_BYTES;
    if (type === "bool") return splat(lanes, type, load("i32", address, at));
    return loadSplat(lanes.laneBytes, address, at);
  });
}

/** One entry of a lane list as a value. */
export function loadLaneEntry(lanes: Lanes, address: Code, offset: number, stride: number): Value {
  return lanes.columns.map((type, column) => {
    const at = offset + column * stride;
    if (type === "bool") return i32("and", load("i32", address, at), i32Const(1));
    return load(valueTypeOf(type), address, at);
  });
}

export function storeLaneEntry(
  lanes: Lanes,
  address: Code,
  value: Value,
  offset: number,
  stride: number,
): Code {
  return lanes.columns.map((type, column) => {
    const at = offset + column * stride;
    if (type === "bool") return storeMask(lanes.laneBytes, address, value[column], at);
    return store(valueTypeOf(type), address, value[column], at);
  });
}

/** One vector of a lane list. */
export function loadLaneList(lanes: Lanes, address: Code, offset: number, stride: number): Value {
  return lanes.columns.map((_, column) => load("v128", address, offset + column * stride));
}

export function storeLaneList(
  lanes: Lanes,
  address: Code,
  value: Value,
  offset: number,
  stride: number,
): Code {
  return lanes.columns.map((_, column) => store("v128", address, value[column], offset + column * stride));
}

/** A value in every lane. */
export function splatValue(lanes: Lanes, value: Value): Value {
  return lanes.columns.map((type, column) => splat(lanes, type, value[column]));
}

function splat(lanes: Lanes, type: ScalarType, value: Code): Code {
  if (type === "bool") return vector(lanes.laneBytes === 8 ? 0x12 : 0x11, mask(lanes.laneBytes, value));
  const opcodes = { i32: 0x11, i64: 0x12, f32: 0x13, f64: 0x14 } as const;
  return vector(opcodes[valueTypeOf(type)], value);
}

/** A constant in every lane. */
export function splatConsts(lanes: Lanes, value: readonly (number | bigint)[]): Value {
  return lanes.columns.map((type, column) => splatConst(type, value[column], lanes.laneBytes));
}

/** One lane as a value. */
export function laneOf(lanes: Lanes, value: Value, lane: number): Value {
  const opcodes = { i32: 0x1b, i64: 0x1d, f32: 0x1f, f64: 0x21 } as const;
  return lanes.columns.map((type, column) => {
    // A mask has the bool in the low bit of either half.
    if (type === "bool")
      return i32("and", [value[column], 0xfd, 0x1b, (lane * lanes.laneBytes) / 4], i32Const(1));
    return [value[column], 0xfd, opcodes[valueTypeOf(type)], lane];
  });
}

/** Lanes picked from two vectors: numbers below the lane count from the first. */
export function shuffled(lanes: Lanes, picks: readonly number[], first: Value, second: Value): Value {
  return lanes.columns.map((_, column) =>
    shuffleLanes(lanes.laneBytes, picks, first[column], second[column]),
  );
}

/** A bool as a mask in an integer register as wide as a lane. */
function mask(laneBytes: LaneBytes, value: Code): Code {
  const negated = i32("subtract", i32Const(0), value);
  return laneBytes === 8 ? instruction(0xac, negated) : negated;
}

function storeMask(laneBytes: LaneBytes, address: Code, value: Code, offset: number): Code {
  return store(laneBytes === 8 ? "i64" : "i32", address, mask(laneBytes, value), offset);
}

/** A value as it is observed: the canonical NaN in place of any other. */
export function canonical(lanes: Lanes, slot: Slot): Value {
  return slot.map((local, column) => canonicalElement(lanes.columns[column], local));
}

/** `slot` with the canonical NaN in place of any other, in each lane. */
export function canonicalLanes(lanes: Lanes, slot: Slot): Code {
  return slot.map((local, column) => {
    const type = lanes.columns[column];
    return SCALAR_TYPE_FACTS[type].isFloat ? set(local, canonicalVector(type, local, lanes.laneBytes)) : [];
  });
}

/** `slot` becomes the value that comes back: combined with the initial value where that stands outside. */
export function observe(lanes: Lanes, state: Local, slot: Slot, initialOffset: number = STATE.initial): Code {
  if (!lanes.subject.hasOutsideInitial) return [];
  return lanes.combine(slot, loadSlots(lanes, get(state), initialOffset), held(slot));
}

/** `slot` becomes the carry of the complete blocks so far; where there are none the identity, or anything if there is no identity. */
export function loadCarry(lanes: Lanes, state: Local, slot: Slot): Code {
  const carry = loadSlots(lanes, get(state), STATE.carry);
  const { identity } = lanes.subject;
  if (identity === undefined) return assign(slot, carry);
  const hasNone = i64("zero", load("i64", get(state), STATE.blockIndex));
  const value = lanes.columns.map((type, column) =>
    select(scalarConst(type, identity[column]), carry[column], hasNone),
  );
  return assign(slot, value);
}
