import {
  type Code,
  choose,
  doWhile,
  get,
  i32Const,
  type Local,
  load,
  set,
  shuffleLanes,
  vector,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { type ElementType, SCALAR_TYPE_FACTS } from "../../../../values/element-types.ts";
import { BLOCK_LENGTH } from "../../../../values/leading-elements.ts";
import { decrement, increaseBy } from "../../kernels/counters.ts";
import { areNaNs } from "../../kernels/nans.ts";

/*
 * The best of each block:
 *
 *     best = first four vectors of the block; each next four: the better of two, lane by lane
 *     best = the better of the four vectors, then of their lanes
 *
 * 1. Floats are compared as numbers, by one instruction: which of −0 and +0 is given is open.
 * 2. The largest of a block with a NaN is a NaN: lanes that differ from themselves are kept. Of the smallest a NaN is left out: beside an
 *    infinity, from which the lanes start, it loses; so a block of NaNs alone gives an infinity.
 * 3. 64-bit integers have no such instruction: the signed comparison chooses, of u64 with the sign flipped.
 */

/** Vectors that are compared at a time: as many as hide the latency of a comparison. */
const CHAINS = 4;

/** `blockBests(elements, blockCount, output)`: the first of each whole block in an order, under the conditions above. */
export function blockBests(type: ElementType, isDescending: boolean): FunctionBuilder {
  const builder = new FunctionBuilder("blockBests", ["i32", "i32", "i32"]);
  const [elements, blockCount, output] = builder.parameters;
  const { bytes, isFloat } = SCALAR_TYPE_FACTS[type];
  const chains = Array.from({ length: CHAINS }, () => builder.local("v128"));
  const [given, nans] = [builder.local("v128"), builder.local("v128")];
  const rounds = builder.local("i32");
  const [best] = chains;
  const kept = isDescending && (type === "f64" || type === "f32") ? type : undefined; // NaNs of it are
  const better = (into: Local, other: Local): Code => betterOf(type, isDescending, into, other);
  const start = isFloat
    ? splatConst(type, isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, laneBytesOf(bytes))
    : load("v128", get(elements));
  const firstOfLanes = (distance: number): Code => {
    const count = 16 / bytes;
    const turned = Array.from({ length: count }, (_, lane) => (lane + distance) % count);
    return [set(given, shuffleLanes(laneBytesOf(bytes), turned, get(best), get(best))), better(best, given)];
  };
  builder.body = whileLoop(get(blockCount), [
    chains.map((chain) => set(chain, start)),
    kept === undefined ? [] : set(nans, splatConst("u32", 0, 4)),
    set(rounds, i32Const((BLOCK_LENGTH * bytes) / (16 * CHAINS))),
    doWhile(
      [
        chains.map((chain, k) => [
          set(given, load("v128", get(elements), 16 * k)),
          kept === undefined ? [] : set(nans, vector(0x50, get(nans), areNaNs(kept, given))), // v128.or
          better(chain, given),
        ]),
        increaseBy(elements, 16 * CHAINS),
        decrement(rounds),
      ],
      get(rounds),
    ),
    chains.slice(1).map((chain) => better(best, chain)),
    bytes === 8 ? firstOfLanes(1) : [firstOfLanes(2), firstOfLanes(1)],
    kept === undefined ? [] : set(best, choose("v128", vector(0x53, get(nans)), ONES, get(best))), // v128.any_true
    [get(output), get(best), 0xfd, bytes === 8 ? 0x5b : 0x5a, 0x00, 0, 0], // v128.store64_lane, v128.store32_lane
    increaseBy(output, bytes),
    decrement(blockCount),
  ]);
  return builder;
}

/** A NaN in each lane, of either width. */
const ONES = splatConst("u32", 2 ** 32 - 1, 4);

function laneBytesOf(bytes: number): 4 | 8 {
  return bytes === 8 ? 8 : 4;
}

/** Opcodes of the smaller and the larger of two; pmin(a, b) is b < a ? b : a, which keeps `a` where `b` is a NaN. */
const EXTREMES = {
  f64: [0xf6, 0xf7], // f64x2.pmin, pmax
  f32: [0xea, 0xeb], // f32x4.pmin, pmax
  i32: [0xb6, 0xb8], // i32x4.min_s, max_s
  u32: [0xb7, 0xb9], // i32x4.min_u, max_u
} as const;

/** `into` becomes the better of both. */
function betterOf(type: ElementType, isDescending: boolean, into: Local, other: Local): Code {
  if (type !== "i64" && type !== "u64") {
    return set(into, vector(EXTREMES[type][isDescending ? 1 : 0], get(into), get(other)));
  }
  const sign = splatConst("u64", 2n ** 63n, 8);
  const placeOf = (local: Local): Code => (type === "u64" ? vector(0x51, get(local), sign) : get(local)); // v128.xor
  const [larger, smaller] = isDescending ? [other, into] : [into, other];
  const isOther = vector(0xd9, placeOf(larger), placeOf(smaller)); // i64x2.gt_s
  return set(into, vector(0x52, get(other), get(into), isOther)); // v128.bitselect
}
