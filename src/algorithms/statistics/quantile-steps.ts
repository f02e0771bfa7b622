// Quantiles where a device alone may know how many elements there are: `quantilePlace` and `quantileBetween` as terms.

import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, convert, left, select, type Term, unary } from "../../operators/term.ts";
import type { ElementType } from "../../values/element-types.ts";
import { done, type Steps } from "../call.ts";
import { perType } from "../per-type.ts";
import type { QuantileMethod } from "./quantile-places.ts";

/** Which quantiles are wanted: columns of one length. */
interface WantedQuantiles<Vector> {
  readonly starts: Vector; // u32: where the elements of each begin
  readonly lengths: Vector; // u32: and how many there are
  readonly shares: Vector; // f64: from 0 to 1
}

/** Quantiles, f64, of ranges of a column that are in order each; a NaN of an empty one. NaNs in it are elements as others are. */
export function* quantileSteps<Vector>(
  on: Primitives<Vector>,
  ordered: Vector,
  { starts, lengths, shares }: WantedQuantiles<Vector>,
  method: QuantileMethod,
): Steps<Vector> {
  const [ranks, nexts, weights] = yield* done(on.map(PLACES(`${method}`), [lengths, shares, starts]));
  const [low] = yield* done(on.gather([ordered], ranks));
  const [high] = yield* done(on.gather([ordered], nexts));
  const between = BETWEEN(on.typeOf(ordered) as ElementType);
  const [found] = yield* done(on.map([between], [low, high, weights, lengths]));
  return found;
}

const f64 = (value: number): Term => constant("f64", value);
const add = (first: Term, second: Term): Term => binary("add", first, second);
const subtract = (first: Term, second: Term): Term => binary("subtract", first, second);
const multiply = (first: Term, second: Term): Term => binary("multiply", first, second);

/** How many elements there are, as an f64; the quantile; and where the elements begin. */
const count = (): Term => convert("f64", left("u32", 0));
const share = (): Term => left("f64", 1);
const start = (): Term => left("u32", 2);

/** From 0 to n − 1. */
function within(rank: Term): Term {
  return binary("min", subtract(count(), f64(1)), binary("max", f64(0), rank));
}

/** Two ranks, and the weight of the second; the ranks are whole. */
function placed(rank: Term, next: Term, weight: Term): readonly Term[] {
  const at = (whole: Term): Term => add(start(), convert("u32", within(whole)));
  return [at(rank), at(next), weight];
}

const exactly = (rank: Term): readonly Term[] => placed(rank, rank, f64(0));

function atPosition(scale: Term, offset: number): readonly Term[] {
  const position = within(add(multiply(scale, share()), f64(offset)));
  const rank = unary("floor", position);
  return placed(rank, add(rank, f64(1)), subtract(position, rank));
}

function meanWhereWhole(position: Term): readonly Term[] {
  const whole = unary("floor", position);
  const isWhole = binary("equal", position, whole);
  return placed(select(isWhole, subtract(whole, f64(1)), whole), whole, select(isWhole, f64(1 / 2), f64(0)));
}

function nearest(position: Term): readonly Term[] {
  const down = unary("floor", position);
  const half = multiply(down, f64(1 / 2));
  const isEven = binary("equal", half, unary("floor", half));
  const isTie = binary("and", binary("equal", position, down), isEven);
  return exactly(select(isTie, subtract(down, f64(1)), down));
}

/** Ranks and weight by method. */
const PLACES = /* @__PURE__ */ perType((method: `${QuantileMethod}`): readonly Term[] => {
  const n = count();
  const product = multiply(n, share());
  switch (method) {
    case "1":
      return exactly(subtract(unary("ceil", product), f64(1)));
    case "2":
      return meanWhereWhole(product);
    case "3":
      return nearest(subtract(product, f64(1 / 2)));
    case "4":
      return atPosition(n, -1);
    case "5":
      return atPosition(n, -1 / 2);
    case "6":
      return atPosition(add(n, f64(1)), -1);
    case "7":
      return atPosition(subtract(n, f64(1)), 0);
    case "8":
      return atPosition(add(n, f64(1 / 3)), -2 / 3);
    case "9":
      return atPosition(add(n, f64(1 / 4)), -5 / 8);
  }
});

/** The quantile, of both elements, the weight, and how many elements there are. */
const BETWEEN = /* @__PURE__ */ perType((type: ElementType) => {
  const [low, high] = [convert("f64", left(type, 0)), convert("f64", left(type, 1))];
  const weight = left("f64", 2);
  const isOne = binary("or", binary("equal", weight, f64(0)), binary("equal", low, high));
  const both = add(multiply(subtract(f64(1), weight), low), multiply(weight, high));
  const isEmpty = binary("equal", left("u32", 3), constant("u32", 0));
  return select(isEmpty, f64(Number.NaN), add(select(isOne, low, both), f64(0)));
});
