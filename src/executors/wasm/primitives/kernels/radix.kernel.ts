import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  load,
  select,
  set,
  store,
  tee,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { i32s, named } from "../../kernels/column-kernel.ts";
import { forEach, increase, increaseBy, inRounds, offsetBy } from "../../kernels/counters.ts";
import {
  asDistance,
  bitsTypeOf,
  type ElementBytes,
  imageOf,
  isLess,
  isNotNumber,
  type KeyOrder,
  keyBytesOf,
  loadBits,
  looked,
  lowBits,
  storeBits,
  times,
} from "./key-code.ts";

/*
 * A stable radix sort, least digit first, of 8 bits each.
 *
 *   count    for each key and digit: table[digit of image]++              one pass for all digits
 *   start    table = its exclusive scan                                   a digit that all keys share is skipped
 *   move     for each key: output[table[digit of image]++] = key          one pass by digit; a payload moves along
 *
 * Tricks:
 *   1. Keys keep their own bits all along. Images are computed again in each pass: a few instructions that hide behind memory.
 *   2. The counting pass also sees whether the keys are in order already, and whether one is a NaN: of numbers alone images are shorter.
 *   3. `gatheredMove` writes whole lines of a cache: where all digits begin in the same few sets of it, as they do for a shuffled
 *      0 … 2^24 − 1, each line would be thrown out before its next element comes. There it is four times as fast, elsewhere half as slow again.
 *
 * A call goes through part of the keys and leaves what the next one needs in tables: engines put faster code in place between calls.
 */

/** Bits of a digit. With 11 there are fewer passes, but their open lines leave the first-level cache: no faster at 2^24, slower below. */
export const DIGIT_BITS = 8;
export const DIGIT_VALUES = 1 << DIGIT_BITS;
export const TABLE_BYTES = DIGIT_VALUES * 4;

/** What moves along with a key: elements of a width, the key's own index, or nothing. */
export type Payload = ElementBytes | "index" | "none";

/** Bytes of one element of the payload. */
export function payloadBytesOf(payload: Payload): 0 | ElementBytes {
  if (payload === "none") return 0;
  return payload === "index" ? 4 : payload;
}

/** What a count sees, one bit each. */
export const FINDINGS = { isDisordered: 1, hasNaN: 2 } as const; // a key comes before its left neighbour; a key is a NaN

/**
 * `countDigits(keys, before, length, tables, left, right)`: adds the digits of `length` keys to the tables, and gives what it saw: FINDINGS.
 * `before` is where the neighbour of the first key lies; `left` and `right` leave the bits that count.
 */
export function countDigits(order: KeyOrder, digitCount: number): FunctionBuilder {
  const builder = new FunctionBuilder("countDigits", ["i32", "i32", "i32", "i32", "i32", "i32"], ["i32"]);
  const [keys, before, length, tables, left, right] = builder.parameters;
  const bytes = keyBytesOf(order);
  const bits = bitsTypeOf(bytes);
  const [key, image, last, leftBy, rightBy] = Array.from({ length: 5 }, () => builder.local(bits));
  const [isDisordered, hasNaN] = [builder.local("i32"), builder.local("i32")];
  const entry = builder.local("i32");
  const imageAt = (address: Local): Code => [
    set(key, loadBits(bytes, get(address))),
    looked(order, imageOf(order, key), get(leftBy), get(rightBy)),
  ];
  const count = (digit: number): Code => {
    const value = lowBits(order, get(image), asDistance(order, i32Const(digit * DIGIT_BITS)));
    const index = i32("and", value, i32Const(DIGIT_VALUES - 1));
    const offset = digit * TABLE_BYTES;
    const address = tee(entry, i32("add", get(tables), times(4, index)));
    return store("i32", address, i32("add", load("i32", get(entry), offset), i32Const(1)), offset);
  };
  builder.body = [
    set(leftBy, asDistance(order, get(left))),
    set(rightBy, asDistance(order, get(right))),
    set(last, imageAt(before)),
    forEach(length, [
      set(image, imageAt(keys)),
      set(isDisordered, i32("or", get(isDisordered), isLess(order, get(image), get(last)))),
      set(hasNaN, i32("or", get(hasNaN), isNotNumber(order.type, key))),
      set(last, get(image)),
      Array.from({ length: digitCount }, (_, digit) => count(digit)),
      increaseBy(keys, bytes),
    ]),
    i32("or", get(isDisordered), times(FINDINGS.hasNaN, get(hasNaN))),
  ];
  return builder;
}

/** `startDigits(table, length)`: the counts of a digit become the places where its keys begin. Gives whether all keys share it. */
export function startDigits(): FunctionBuilder {
  const builder = new FunctionBuilder("startDigits", ["i32", "i32"], ["i32"]);
  const [table, length] = builder.parameters;
  const [start, count, end, isShared] = Array.from({ length: 4 }, () => builder.local("i32"));
  builder.body = [
    set(end, offsetBy(get(table), TABLE_BYTES)),
    whileLoop(i32("notEqual", get(table), get(end)), [
      set(count, load("i32", get(table))),
      set(isShared, i32("or", get(isShared), i32("equal", get(count), get(length)))),
      store("i32", get(table), get(start)),
      increase(start, get(count)),
      increaseBy(table, 4),
    ]),
    get(isShared),
  ];
  return builder;
}

/** What a moving kernel is told: where everything lies, and which digit it looks at. */
const MOVED = [
  "keys",
  "length",
  "output",
  "table",
  "shift", // of the image, to the digit
  "mask", // of its bits
  "payloadInput", // for "index" the index of the first key
  "payloadOutput",
  "lines",
] as const;

interface Mover extends Readonly<Record<(typeof MOVED)[number], Local>> {
  readonly order: KeyOrder;
  readonly payload: Payload;
  readonly key: Local;
  readonly distance: Local;
  readonly digit: Local;
  readonly entry: Local;
  readonly place: Local;
}

function moverOf(builder: FunctionBuilder, order: KeyOrder, payload: Payload): Mover {
  const bits = bitsTypeOf(keyBytesOf(order));
  return {
    ...named(MOVED, builder.parameters),
    order,
    payload,
    key: builder.local(bits),
    distance: builder.local(bits),
    digit: builder.local("i32"),
    entry: builder.local("i32"),
    place: builder.local("i32"),
  };
}

/**
 * `move(keys, length, output, table, shift, mask, payload, payloadOutput)`: each key goes to the next place of its digit, and the payload to
 * the same place of its own output.
 */
export function move(order: KeyOrder, payload: Payload): FunctionBuilder {
  const builder = new FunctionBuilder("move", i32s(MOVED.length));
  const mover = moverOf(builder, order, payload);
  const bytes = keyBytesOf(order);
  const payloadBytes = payloadBytesOf(payload);
  builder.body = throughKeys(mover, (index) => [
    takePlace(mover, index),
    storeBits(bytes, placeIn(mover.output, bytes, get(mover.place)), get(mover.key)),
    payloadBytes === 0
      ? []
      : storeBits(
          payloadBytes,
          placeIn(mover.payloadOutput, payloadBytes, get(mover.place)),
          payloadAt(mover, index),
        ),
  ]);
  return builder;
}

/** Elements that are gathered for each digit before they are written: a cache line of keys of four bytes. */
const LINE_LENGTH = 16;

/** Bytes of the lines of all digits. */
export function lineBytesOf(order: KeyOrder, payload: Payload): number {
  return DIGIT_VALUES * LINE_LENGTH * (keyBytesOf(order) + payloadBytesOf(payload));
}

/**
 * `gatheredMove(keys, length, output, table, shift, mask, payload, payloadOutput, lines)`: the same by way of `lines`, one for each digit.
 * A line is written when its last element has come. What stands before the first place of its digit then overwrites elements of digits
 * before, whose own lines are not full: `endLines` writes those after all others.
 */
export function gatheredMove(order: KeyOrder, payload: Payload): FunctionBuilder {
  const builder = new FunctionBuilder("gatheredMove", i32s(MOVED.length));
  const mover = moverOf(builder, order, payload);
  const [slot, from, to] = Array.from({ length: 3 }, () => builder.local("i32"));
  const { digit, place } = mover;
  const last = LINE_LENGTH - 1;
  const inLine = i32("and", get(place), i32Const(last));
  const writeLine = ({ lines, output, bytes, offset }: LineSetting): Code => [
    set(from, offsetBy(placeIn(lines, LINE_LENGTH * bytes, get(digit)), offset)),
    set(to, placeIn(output, bytes, i32("and", get(place), i32Const(-LINE_LENGTH)))),
    Array.from({ length: (LINE_LENGTH * bytes) / 16 }, (_, i) =>
      store("v128", get(to), load("v128", get(from), 16 * i), 16 * i),
    ),
  ];
  const settings = lineSettings(mover);
  builder.body = throughKeys(mover, (index) => [
    takePlace(mover, index),
    set(slot, i32("add", times(LINE_LENGTH, get(digit)), inLine)),
    settings.map(({ lines, bytes, offset, isKey }) => {
      const value = isKey ? get(mover.key) : payloadAt(mover, index);
      return storeBits(bytes, offsetBy(placeIn(lines, bytes, get(slot)), offset), value);
    }),
    when(i32("equal", inLine, i32Const(last)), settings.map(writeLine)),
  ]);
  return builder;
}

/** `endLines(output, table, payloadOutput, lines)`: what the lines hold goes to its places, which end where the table says. */
export function endLines(order: KeyOrder, payload: Payload): FunctionBuilder {
  const builder = new FunctionBuilder("endLines", ["i32", "i32", "i32", "i32"]);
  const [output, table, payloadOutput, lines] = builder.parameters;
  const [digit, start, end, place, slot] = Array.from({ length: 5 }, () => builder.local("i32"));
  const lineStart = i32("and", get(end), i32Const(-LINE_LENGTH));
  const inLine = i32("and", get(place), i32Const(LINE_LENGTH - 1));
  const settings = lineSettings({ order, payload, output, payloadOutput, lines });
  builder.body = whileLoop(i32("less", get(digit), i32Const(DIGIT_VALUES)), [
    set(end, load("i32", placeIn(table, 4, get(digit)))),
    set(place, select(get(start), lineStart, i32("less", lineStart, get(start)))),
    whileLoop(i32("less", get(place), get(end)), [
      set(slot, i32("add", times(LINE_LENGTH, get(digit)), inLine)),
      settings.map(({ bytes, offset, output: to }) =>
        storeBits(
          bytes,
          placeIn(to, bytes, get(place)),
          loadBits(bytes, offsetBy(placeIn(lines, bytes, get(slot)), offset)),
        ),
      ),
      increaseBy(place, 1),
    ]),
    set(start, get(end)),
    increaseBy(digit, 1),
  ]);
  return builder;
}

interface LineSetting {
  readonly lines: Local;
  readonly output: Local;
  readonly bytes: ElementBytes;
  readonly offset: number; // of the first of these lines, in bytes
  readonly isKey: boolean;
}

/** The lines of the keys and, behind them, those of the payload. */
function lineSettings({
  order,
  payload,
  output,
  payloadOutput,
  lines,
}: Pick<Mover, "order" | "payload" | "output" | "payloadOutput" | "lines">): readonly LineSetting[] {
  const bytes = keyBytesOf(order);
  const payloadBytes = payloadBytesOf(payload);
  const keyLines: LineSetting = { lines, output, bytes, offset: 0, isKey: true };
  if (payloadBytes === 0) return [keyLines];
  const offset = DIGIT_VALUES * LINE_LENGTH * bytes;
  return [keyLines, { lines, output: payloadOutput, bytes: payloadBytes, offset, isKey: false }];
}

/** `base + bytes · index`. */
function placeIn(base: Local, bytes: number, index: Code): Code {
  return i32("add", get(base), times(bytes, index));
}

/** Takes the key `index` places on: its digit, and the next place of that. */
function takePlace(mover: Mover, index: number): Code {
  const { order, key, keys, digit, distance, mask, entry, table, place } = mover;
  const bytes = keyBytesOf(order);
  return [
    set(key, loadBits(bytes, get(keys), index * bytes)),
    set(digit, i32("and", lowBits(order, imageOf(order, key), get(distance)), get(mask))),
    set(place, load("i32", tee(entry, placeIn(table, 4, get(digit))))),
    store("i32", get(entry), offsetBy(get(place), 1)),
  ];
}

function payloadAt({ payload, payloadInput }: Mover, index: number): Code {
  if (payload === "index") return offsetBy(get(payloadInput), index);
  return loadBits(payload as ElementBytes, get(payloadInput), index * payloadBytesOf(payload));
}

/** Keys of one round of a loop. Best of 1, 2 and 4. */
const ROUND_LENGTH = 2;

/** `take` for each key in order, the one `index` places after where `keys` points. */
function throughKeys(mover: Mover, take: (index: number) => Code): Code {
  const { order, payload, keys, length, distance, shift, payloadInput } = mover;
  const payloadStep = payload === "index" ? 1 : payloadBytesOf(payload);
  const round = (count: number): Code => [
    Array.from({ length: count }, (_, index) => take(index)),
    increaseBy(keys, count * keyBytesOf(order)),
    payload === "none" ? [] : increaseBy(payloadInput, count * payloadStep),
  ];
  return [
    set(distance, asDistance(order, get(shift))),
    inRounds(length, ROUND_LENGTH, round(ROUND_LENGTH), round(1)),
  ];
}
