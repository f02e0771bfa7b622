import {
  type Code,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  instruction,
  load,
  lowHalf,
  set,
  store,
  tee,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import type { ScalarType } from "../../../../values/element-types.ts";
import { decrement, forEach, increaseBy } from "../../kernels/counters.ts";
import {
  asDistance,
  bitsTypeOf,
  imageOf,
  type KeyOrder,
  keyBytesOf,
  loadBits,
  storeBits,
  times,
} from "./key-code.ts";

/*
 * A table of keys with open addressing. Distinct keys are numbered as they come: these numbers are their slots.
 *
 *   place = (image · odd constant) >> …             the high bits of the product: all bits of the image are in them
 *   while slots[place] is taken and images[place] is another image: place = (place + 1) & mask
 *   if slots[place] is free: it is the next one's, and the key is written down with its own bits
 *
 * Images are those of the sort, so that NaNs are equal and −0 is not +0. The table has a slot's number plus one, 0 being free.
 *
 * The search for keys is limited to a number of steps for each element: a call ends at keys that share their places, which can be constructed on purpose.
 */

/** Steps that an element may take beyond its own place, on average over a call, and those that any call may take. */
const STEPS_BY_ELEMENT = 4;
const FREE_STEPS = 256;

/** 2^64 and 2^32 by the golden ratio, made odd: multiples of a power of two are spread as evenly as consecutive numbers. */
const FACTOR_64 = i64Const(BigInt.asIntN(64, 0x9e3779b97f4a7c15n));
const FACTOR_32 = i32Const(0x9e3779b9 | 0);

/**
 * `findSlots(keys, length, output, images, slots, distinct, used, most, mask, shift)`: the slot of each key, up to one that would be number
 * `most` or to the end of the steps; gives how many keys are left. `used` is where the number of slots is. The table has `mask + 1` places,
 * and `shift` leaves as many of a product's highest bits.
 */
export function findSlots(type: ScalarType): FunctionBuilder {
  const parameters = ["i32", "i32", "i32", "i32", "i32", "i32", "i32", "i32", "i32", "i32"] as const;
  const builder = new FunctionBuilder("findSlots", parameters, ["i32"]);
  const [keys, length, output, images, slots, distinct, used, most, mask, shift] = builder.parameters;
  const order: KeyOrder = { type, isDescending: false };
  const bytes = keyBytesOf(order);
  const bits = bitsTypeOf(bytes);
  const isWide = bits === "i64";
  const [key, image, distance] = [builder.local(bits), builder.local(bits), builder.local(bits)];
  const [place, slot, count, steps] = Array.from({ length: 4 }, () => builder.local("i32"));
  const product = isWide ? i64("multiply", get(image), FACTOR_64) : i32("multiply", get(image), FACTOR_32);
  const highest = isWide
    ? lowHalf(i64("shiftRight", product, get(distance)))
    : i32("shiftRight", product, get(distance));
  const imageThere = loadBits(bytes, i32("add", get(images), times(bytes, get(place))));
  const isOther = isWide ? i64("notEqual", imageThere, get(image)) : i32("notEqual", imageThere, get(image));
  const slotThere = load("i32", i32("add", get(slots), times(4, get(place))));
  const leave: Code = [get(length), instruction(0x0f)]; // return
  const write = [
    when(i32("equal", get(count), get(most)), leave),
    storeBits(bytes, i32("add", get(distinct), times(bytes, get(count))), get(key)),
    store("i32", get(used), tee(count, i32("add", get(count), i32Const(1)))),
    set(slot, get(count)),
    storeBits(bytes, i32("add", get(images), times(bytes, get(place))), get(image)),
    store("i32", i32("add", get(slots), times(4, get(place))), get(slot)),
  ];
  builder.body = [
    set(distance, asDistance(order, get(shift))),
    set(count, load("i32", get(used))),
    set(steps, i32("add", i32("multiply", get(length), i32Const(STEPS_BY_ELEMENT)), i32Const(FREE_STEPS))),
    forEach(length, [
      set(key, loadBits(bytes, get(keys))),
      set(image, imageOf(order, key)),
      set(place, highest),
      set(slot, slotThere),
      whileLoop(i32("and", isOther, i32("notEqual", get(slot), i32Const(0))), [
        when(i32("zero", get(steps)), leave),
        decrement(steps),
        set(place, i32("and", i32("add", get(place), i32Const(1)), get(mask))),
        set(slot, slotThere),
      ]),
      when(i32("zero", get(slot)), write),
      store("i32", get(output), i32("subtract", get(slot), i32Const(1))),
      increaseBy(keys, bytes),
      increaseBy(output, 4),
    ]),
    i32Const(0),
  ];
  return builder;
}
