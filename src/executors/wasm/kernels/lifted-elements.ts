import {
  type Code,
  get,
  type Local,
  load,
  loadBool,
  loadBoolLanes,
  loadSplat,
  set,
  unsigned,
  type ValueType,
  vector,
} from "../../../codegen/wasm/code.ts";
import { type NewLocal, scalarConvert, valueTypeOf } from "../../../codegen/wasm/scalar-operations.ts";
import { type EmittableTerms, emitTerms, type Shape } from "../../../codegen/wasm/term.ts";
import type { LaneBytes } from "../../../codegen/wasm/vector-operations.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { increaseBy } from "./counters.ts";
import type { Lanes, Value } from "./lanes.ts";

/*
 * Elements that a kernel computes as it reads them: columns are loaded, widened to lanes where they are narrower, and a term is made of them and of scalars
 * that do not change.
 */

/** What a kernel goes through: the elements of an array, or of a computation. Vectors and elements are read from the place that `advance` moves. */
export interface Elements {
  readonly open: Code; // to stand before all else
  readonly vector: (index: number) => Value; // neighbouring elements, the first of them `index` places on
  readonly element: () => Value;
  readonly advance: (count: number) => Code;
}

/** One way in which a column is read: as elements of `type`, to which those of `stored` convert exactly, or as everybody converts them. */
export interface ColumnRead {
  readonly column: number;
  readonly stored: ScalarType;
  readonly type: ScalarType;
}

/** What is combined, one element or several of one width: leaves `left` are reads, leaves `right` are scalars, 8 bytes apart in memory. */
export interface Lift {
  readonly terms: EmittableTerms;
  readonly reads: readonly ColumnRead[];
  readonly scalars: readonly ScalarType[];
}

/** The elements of a lift. `addresses` are by read, so that a column that is read in two ways is there twice. */
export function liftedElements(
  { builder, laneBytes }: Pick<Lanes, "builder" | "laneBytes">,
  { terms, reads, scalars: types }: Lift,
  scalars: Local,
  addresses: readonly Local[],
): Elements {
  const single = types.map((type) => builder.local(valueTypeOf(type)));
  const spread = types.map(() => builder.local("v128"));
  const newLocal = lender((type) => builder.local(type));
  const emit = (
    shape: Shape,
    read: (each: ColumnRead, address: Local) => Code,
    fixed: readonly Local[],
  ): Value => {
    const left = reads.map((each, i) => read(each, addresses[i]));
    return [emitTerms(terms, shape, left, fixed.map(get), newLocal())];
  };
  return {
    open: types.map((type, i) => [
      set(single[i], load(valueTypeOf(type), get(scalars), 8 * i)),
      set(spread[i], loadSplat(laneBytes, get(scalars), 8 * i)),
    ]),
    vector: (index) => emit(laneBytes, (read, address) => vectorOf(read, address, index, laneBytes), spread),
    element: () => emit("scalar", elementOf, single),
    advance: (count) =>
      reads.map(({ stored }, i) => increaseBy(addresses[i], count * SCALAR_TYPE_FACTS[stored].bytes)),
  };
}

/** Lends temporaries that live no longer than one element, and so serve all of them. */
function lender(make: (type: ValueType) => Local): () => NewLocal {
  const known = new Map<ValueType, Local[]>();
  return () => {
    const taken = new Map<ValueType, number>();
    return (type) => {
      const locals = known.get(type) ?? [];
      const index = taken.get(type) ?? 0;
      if (index === locals.length) locals.push(make(type));
      known.set(type, locals);
      taken.set(type, index + 1);
      return locals[index];
    };
  };
}

function elementOf({ stored, type }: ColumnRead, address: Local): Code {
  const element = stored === "bool" ? loadBool(get(address), 0) : load(valueTypeOf(stored), get(address));
  return stored === type ? element : scalarConvert(stored, type, element);
}

const LOAD_64_ZERO = 0x5d;
const WIDENED: Readonly<Record<string, number>> = {
  "f32 f64": 0x5f, // f64x2.promote_low_f32x4
  "i32 f64": 0xfe, // f64x2.convert_low_i32x4_s
  "u32 f64": 0xff,
};
const WIDENING_LOADS = { i32: 0x05, u32: 0x06 } as const; // v128.load32x2_s, v128.load32x2_u
const SPLAT_F64 = 0x14;
const REPLACE_LANE_F64 = 0x22;

function vectorOf({ stored, type }: ColumnRead, address: Local, index: number, laneBytes: LaneBytes): Code {
  if (stored === "bool") return loadBoolLanes(laneBytes, get(address), index);
  const { bytes } = SCALAR_TYPE_FACTS[stored];
  const at = (opcode: number): Code => [get(address), 0xfd, unsigned(opcode), 0x00, unsigned(index * bytes)];
  if (stored === type) return load("v128", get(address), index * bytes);
  const widened = WIDENED[`${stored} ${type}`];
  if (widened !== undefined) return vector(widened, at(LOAD_64_ZERO));
  if (stored === "i32" || stored === "u32") return at(WIDENING_LOADS[stored]);
  // 64-bit integers as doubles: no instruction for two.
  const element = (place: number): Code =>
    scalarConvert(stored, type, load("i64", get(address), place * bytes));
  return [vector(SPLAT_F64, element(index)), element(index + 1), 0xfd, REPLACE_LANE_F64, 1];
}
