import {
  type Code,
  get,
  i32,
  i32Const,
  instruction,
  type Local,
  select,
  set,
  tee,
  type ValueType,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { decrease, forEach, increase, smaller } from "../../kernels/counters.ts";
import {
  bitsTypeOf,
  type ElementBytes,
  imageOf,
  isLess,
  type KeyOrder,
  keyBytesOf,
  loadBits,
  storeBits,
  times,
} from "./key-code.ts";

/*
 * Two sorted runs as one, without a branch on a key.
 *
 *   while both runs have keys left, as many rounds as the shorter one has:
 *     take the smaller of the two first keys, the left one of equals; step in its run
 *   copy what is left of one run
 */

/** Elements of one width that take the way of the keys: addresses in the left run, the right run and the output. */
interface Lane {
  readonly bytes: ElementBytes;
  readonly left: Local;
  readonly right: Local;
  readonly output: Local;
}

/**
 * `merge(leftCount, rightCount, count, mask, left, right, output[, left, right, output])`: the first `count` keys of two sorted runs of so
 * many, merged, the left run first among equals, and a column that goes with them; gives how many came from the left run.
 *
 * Of the images only the bits of `mask` count. One comparison and no branch for each key: which run it is from moves the addresses. As many
 * rounds as the shorter run has keys left need not ask for its end.
 */
export function merge(order: KeyOrder, carriedBytes: ElementBytes | undefined): FunctionBuilder {
  const keyBytes = keyBytesOf(order);
  const word = bitsTypeOf(keyBytes);
  const places: readonly ValueType[] = ["i32", "i32", "i32"];
  const carriedPlaces = carriedBytes === undefined ? [] : places;
  const builder = new FunctionBuilder("merge", [...places, word, ...places, ...carriedPlaces], ["i32"]);
  const [leftCount, rightCount, count, mask, ...addresses] = builder.parameters;
  const laneOf = (bytes: ElementBytes, from: number): Lane => ({
    bytes,
    left: addresses[from],
    right: addresses[from + 1],
    output: addresses[from + 2],
  });
  const lanes = [laneOf(keyBytes, 0), ...(carriedBytes === undefined ? [] : [laneOf(carriedBytes, 3)])];
  const leftKey = builder.local(word);
  const rightKey = builder.local(word);
  const isRight = builder.local("i32");
  const rounds = builder.local("i32");
  const leftAtFirst = builder.local("i32");
  const masked = (key: Local): Code =>
    instruction(word === "i64" ? AND_64 : AND_32, imageOf(order, key), get(mask));
  const step: Code = [
    set(leftKey, loadBits(keyBytes, get(lanes[0].left))),
    set(rightKey, loadBits(keyBytes, get(lanes[0].right))),
    set(isRight, isLess(order, masked(rightKey), masked(leftKey))),
    lanes.map((lane) => moveOne(lane, isRight)),
    decrease(rightCount, get(isRight)),
    decrease(leftCount, i32("zero", get(isRight))),
  ];
  builder.body = [
    set(leftAtFirst, get(leftCount)),
    whileLoop(tee(rounds, smaller(get(count), smaller(get(leftCount), get(rightCount)))), [
      decrease(count, get(rounds)),
      forEach(rounds, [step]),
    ]),
    // What is left of `count` is of one run.
    when(
      get(leftCount),
      [lanes.map((lane) => moveRest(lane, lane.left, count)), decrease(leftCount, get(count))],
      lanes.map((lane) => moveRest(lane, lane.right, count)),
    ),
    i32("subtract", get(leftAtFirst), get(leftCount)),
  ];
  return builder;
}

const AND_32 = 0x71;
const AND_64 = 0x83;

function moveOne({ bytes, left, right, output }: Lane, isRight: Local): Code {
  const from = select(get(right), get(left), get(isRight));
  const advance = (address: Local, by: Code): Code => increase(address, times(bytes, by));
  return [
    storeBits(bytes, get(output), loadBits(bytes, from)),
    advance(right, get(isRight)),
    advance(left, i32("zero", get(isRight))),
    advance(output, i32Const(1)),
  ];
}

function moveRest({ bytes, output }: Lane, from: Local, count: Local): Code {
  return [get(output), get(from), times(bytes, get(count)), 0xfc, 0x0a, 0x00, 0x00]; // memory.copy
}
