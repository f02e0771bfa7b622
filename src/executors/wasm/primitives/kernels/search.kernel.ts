import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  select,
  set,
  store,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { decrease, increase, increaseBy, inRounds } from "../../kernels/counters.ts";
import { bitsTypeOf, imageOf, isLess, type KeyOrder, keyBytesOf, loadBits, times } from "./key-code.ts";

/*
 * Binary search without a branch on a key, of several queries at a time: their loads wait for memory together.
 *
 *   place = 0, rest = length                          the answer is in [place, place + rest]
 *   while rest > 1: half = rest / 2, and if sorted[place + half − 1] comes before: place += half; rest −= half
 *   the last one in the same way
 */

/** Queries that are searched at a time. */
const ROUND_LENGTH = 4;

/**
 * `search(queries, count, sorted, length, output)`: for each query how many of `length` sorted keys come before it, or for "right"
 * before it or with it.
 */
export function search(order: KeyOrder, side: "left" | "right"): FunctionBuilder {
  const builder = new FunctionBuilder("search", ["i32", "i32", "i32", "i32", "i32"]);
  const [queries, count, sorted, length, output] = builder.parameters;
  const bytes = keyBytesOf(order);
  const bits = bitsTypeOf(bytes);
  const key = builder.local(bits);
  const [rest, half] = [builder.local("i32"), builder.local("i32")];
  const lanes = Array.from({ length: ROUND_LENGTH }, () => ({
    query: builder.local(bits),
    place: builder.local("i32"),
  }));
  /** `place += step` if the key `back` elements before place + step comes before the query. */
  const advance = ({ query, place }: { query: Local; place: Local }, step: Code): Code => {
    const last = i32("subtract", i32("add", get(place), step), i32Const(1));
    const image = imageOf(order, key);
    const isBefore =
      side === "left" ? isLess(order, image, get(query)) : i32("zero", isLess(order, get(query), image));
    return [
      set(key, loadBits(bytes, i32("add", get(sorted), times(bytes, last)))),
      increase(place, select(step, i32Const(0), isBefore)),
    ];
  };
  const round = (laneCount: number): Code => {
    const taken = lanes.slice(0, laneCount);
    return [
      taken.map(({ query, place }, lane) => [
        set(key, loadBits(bytes, get(queries), lane * bytes)),
        set(query, imageOf(order, key)),
        set(place, i32Const(0)),
      ]),
      set(rest, get(length)),
      whileLoop(i32("less", i32Const(1), get(rest)), [
        set(half, i32("shiftRight", get(rest), i32Const(1))),
        taken.map((lane) => advance(lane, get(half))),
        decrease(rest, get(half)),
      ]),
      when(
        get(length),
        taken.map((lane) => advance(lane, i32Const(1))),
      ),
      taken.map(({ place }, lane) => store("i32", get(output), get(place), lane * 4)),
      increaseBy(queries, laneCount * bytes),
      increaseBy(output, laneCount * 4),
    ];
  };
  builder.body = inRounds(count, ROUND_LENGTH, round(ROUND_LENGTH), round(1));
  return builder;
}
