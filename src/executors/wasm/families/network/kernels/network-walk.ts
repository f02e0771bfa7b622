import { type Code, get, i32, i32Const, type Local, load, set } from "../../../../../codegen/wasm/code.ts";
import { forEach, increaseBy } from "../../../kernels/counters.ts";
import { held, type Lanes, type Slot } from "../../../kernels/lanes.ts";
import { loadLaneList, loadSlots, storeLaneList, storeSlots } from "../../../kernels/load-store.ts";

/*
 * One step along the program of a network in memory.
 *
 *   place[first] = value
 *   for each combine: value = place[left] · value; place[next] = value
 */

/** Bytes of a place for each column: a vector, of which a single value takes the beginning. */
export const PLACE_BYTES = 16;

/** Bytes of a kept element for each column. */
export const KEPT_BYTES = 8;

/** A program in memory: its words with places as offsets in bytes, read through `cursor`, and the places. */
interface Walk {
  readonly cursor: Local; // at the next wire
  readonly places: Local; // columns of a place side by side
}

/** Code by which the element in `value` becomes the output of the next wire: of one block, or of a block in each lane. */
export function walkWire(lanes: Lanes, { cursor, places }: Walk, value: Slot, shape: "one" | "lanes"): Code {
  const left = lanes.builder.local("i32");
  const place = lanes.builder.local("i32");
  const at = (offset: number): Code => i32("add", get(places), load("i32", get(cursor), offset));
  const keep = shape === "one" ? storeSlots : storeLaneList;
  const fetch = (address: Code) =>
    shape === "one"
      ? loadSlots(lanes, address, 0, PLACE_BYTES)
      : loadLaneList(lanes, address, 0, PLACE_BYTES);
  const combine = shape === "one" ? lanes.combine : lanes.combineLanes;
  return [
    set(place, at(0)),
    keep(lanes, get(place), held(value), 0, PLACE_BYTES),
    set(left, load("i32", get(cursor), 4)),
    increaseBy(cursor, 8),
    forEach(left, [
      set(place, at(0)),
      combine(value, fetch(get(place)), held(value)),
      set(place, at(4)),
      keep(lanes, get(place), held(value), 0, PLACE_BYTES),
      increaseBy(cursor, 8),
    ]),
  ];
}

/** `base + steps · bytes`. */
export function stepsOn(base: Code, steps: Code, bytes: number): Code {
  return i32("add", base, i32("multiply", steps, i32Const(bytes)));
}
