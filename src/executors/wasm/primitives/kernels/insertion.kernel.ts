import { type Code, choose, get, i32, i32Const, set, whileLoop } from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { decrease, forEach, increaseBy } from "../../kernels/counters.ts";
import {
  asDistance,
  bitsTypeOf,
  type ElementBytes,
  imageOf,
  isLess,
  type KeyOrder,
  keyBytesOf,
  loadBits,
  looked,
  storeBits,
} from "./key-code.ts";
import { type Payload, payloadBytesOf } from "./radix.kernel.ts";

/*
 * A stable insertion sort, for keys so few that the tables of a radix sort would cost more than the keys.
 *
 *   for each key: from the end of what is sorted, move on what comes after it; put it there
 */

/** `insert(keys, length, output, payload, payloadOutput, left, right)`: outputs apart from inputs; `left` and `right` leave the bits that count. */
export function insert(order: KeyOrder, payload: Payload): FunctionBuilder {
  const builder = new FunctionBuilder("insert", ["i32", "i32", "i32", "i32", "i32", "i32", "i32"]);
  const [keys, length, output, payloadInput, payloadOutput, left, right] = builder.parameters;
  const bytes = keyBytesOf(order);
  const payloadBytes = payloadBytesOf(payload);
  const bits = bitsTypeOf(bytes);
  const [key, image, other, leftBy, rightBy] = Array.from({ length: 5 }, () => builder.local(bits));
  const [end, place, payloadPlace, index] = Array.from({ length: 4 }, () => builder.local("i32"));
  const imageIn = (local: typeof key): Code =>
    looked(order, imageOf(order, local), get(leftBy), get(rightBy));
  const comesAfter = isLess(order, get(image), imageIn(other));
  const widthOf = payloadBytes as ElementBytes; // for payloads other than "none"
  const withPayload = (code: () => Code): Code => (payloadBytes === 0 ? [] : code());
  const payloadElement = (): Code =>
    payload === "index" ? get(index) : loadBits(widthOf, get(payloadInput));
  builder.body = [
    set(leftBy, asDistance(order, get(left))),
    set(rightBy, asDistance(order, get(right))),
    set(end, get(output)),
    forEach(length, [
      set(key, loadBits(bytes, get(keys))),
      set(image, imageIn(key)),
      set(place, get(end)),
      set(payloadPlace, get(payloadOutput)),
      whileLoop(
        choose(
          "i32",
          i32("less", get(output), get(place)),
          [set(other, loadBits(bytes, i32("subtract", get(place), i32Const(bytes)))), comesAfter],
          i32Const(0),
        ),
        [
          storeBits(bytes, get(place), get(other)),
          decrease(place, i32Const(bytes)),
          withPayload(() => [
            decrease(payloadPlace, i32Const(widthOf)),
            storeBits(widthOf, get(payloadPlace), loadBits(widthOf, get(payloadPlace)), widthOf),
          ]),
        ],
      ),
      storeBits(bytes, get(place), get(key)),
      withPayload(() => [
        storeBits(widthOf, get(payloadPlace), payloadElement()),
        increaseBy(payloadInput, widthOf),
        increaseBy(payloadOutput, widthOf),
      ]),
      increaseBy(keys, bytes),
      increaseBy(end, bytes),
      increaseBy(index, 1),
    ]),
  ];
  return builder;
}
