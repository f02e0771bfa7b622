import { type Code, get, load, set, store, vector, vectorConst } from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../../codegen/wasm/scalar-operations.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { i32s } from "../../kernels/column-kernel.ts";
import { inRounds } from "../../kernels/counters.ts";
import { popInto } from "../../kernels/lanes.ts";
import { type Lift, liftedElements } from "../../kernels/lifted-elements.ts";
import { areNaNs } from "../../kernels/nans.ts";

/*
 * The smallest or largest of floats, exactly: NaN wins, −0 < +0. Instructions for that exist, and engines make eight of each; those that take one operation pass NaNs
 * over and keep the first of two zeros. So what they lose is kept beside:
 *
 *   for each vector v:  extreme = the smaller or larger of extreme and v;  isNaN |= v ≠ v;  signs &= v for a largest, |= v for a smallest
 *
 * Any NaN makes the result NaN. A largest of 0 is −0 where all signs are set: every element is negative, or −0. A smallest of 0 is −0 where one is.
 * All of it may be done twice for an element, and in any order, so that a single element is a vector of itself.
 */

export type Extreme = "min" | "max";

const PMIN = { f64: 0xf6, f32: 0xea } as const;
const PMAX = { f64: 0xf7, f32: 0xeb } as const;
const AND = 0x4e;
const OR = 0x50;
const SPLAT = { f64: 0x14, f32: 0x13 } as const;

/** Vectors of one round, each with an extreme of its own: as many as hide the latency of one. */
const UNROLLED = 4;

/** Bytes of what is kept of one extreme: the extreme, signs, and which lanes had a NaN. */
export const EXTREME_BYTES = 48;

/** `extremes(length, state, scalars, …columns)`: takes elements into what the state has of each root of the lift, EXTREME_BYTES apart. */
export function extremes(lift: Lift, kinds: readonly Extreme[], type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("extremes", ["i32", "i32", "i32", ...i32s(lift.reads.length)]);
  const [length, state, scalars, ...addresses] = builder.parameters;
  const laneBytes = type === "f64" ? 8 : 4;
  const elements = liftedElements({ builder, laneBytes }, lift, scalars, addresses);
  const places = lift.terms.list.roots;
  const newVectors = (count: number) => Array.from({ length: count }, () => builder.local("v128"));
  const values = newVectors(kinds.length);
  const single = kinds.map(() => builder.local(valueTypeOf(type)));
  const best = kinds.map(() => newVectors(UNROLLED));
  const signs = newVectors(kinds.length);
  const nans = newVectors(kinds.length);
  const better = (k: number): number => (kinds[k] === "min" ? PMIN : PMAX)[type];
  const take = (turn: number): Code =>
    kinds.map((kind, k) => [
      set(best[k][turn], vector(better(k), get(best[k][turn]), get(values[k]))),
      set(signs[k], vector(kind === "max" ? AND : OR, get(signs[k]), get(values[k]))),
      // Of one element that is both smallest and largest once.
      places.indexOf(places[k]) < k ? [] : set(nans[k], vector(OR, get(nans[k]), areNaNs(type, values[k]))),
    ]);
  const round = Array.from({ length: UNROLLED }, (_, turn) => [
    elements.vector((turn * 16) / laneBytes),
    popInto(values),
    take(turn),
  ]);
  const one = [
    elements.element(),
    popInto(single),
    values.map((value, k) => set(value, vector(SPLAT[type], get(single[k])))),
    take(0),
    elements.advance(1),
  ];
  const size = (UNROLLED * 16) / laneBytes;
  builder.body = [
    elements.open,
    kinds.map((kind, k) => [
      set(best[k][0], load("v128", get(state), k * EXTREME_BYTES)),
      set(signs[k], load("v128", get(state), k * EXTREME_BYTES + 16)),
      set(nans[k], load("v128", get(state), k * EXTREME_BYTES + 32)),
      best[k].slice(1).map((local) => set(local, splatConst(type, startOf(kind), laneBytes))),
    ]),
    inRounds(length, size, [round, elements.advance(size)], one),
    kinds.map((_, k) => [
      best[k].slice(1).map((local) => set(best[k][0], vector(better(k), get(best[k][0]), get(local)))),
      store("v128", get(state), get(best[k][0]), k * EXTREME_BYTES),
      store("v128", get(state), get(signs[k]), k * EXTREME_BYTES + 16),
      store("v128", get(state), get(nans[places.indexOf(places[k])]), k * EXTREME_BYTES + 32),
    ]),
  ];
  return builder;
}

/** What no element is better than. */
function startOf(kind: Extreme): number {
  return kind === "min" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/** `beginExtremes(state)`: no element was taken. */
export function beginExtremes(kinds: readonly Extreme[], type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("beginExtremes", ["i32"]);
  const [state] = builder.parameters;
  const laneBytes = type === "f64" ? 8 : 4;
  const bytes = (value: number): Code => vectorConst(Array.from({ length: 16 }, () => value));
  builder.body = kinds.map((kind, k) => [
    store("v128", get(state), splatConst(type, startOf(kind), laneBytes), k * EXTREME_BYTES),
    store("v128", get(state), bytes(kind === "max" ? 0xff : 0), k * EXTREME_BYTES + 16),
    store("v128", get(state), bytes(0), k * EXTREME_BYTES + 32),
  ]);
  return builder;
}
