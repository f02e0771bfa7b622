import type { Primitives } from "../../executors/primitives.ts";
import { binary, bitcast, constant, convert, left, right, type Term } from "../../operators/term.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import { MOST_ELEMENTS } from "../../values/index-array.ts";
import { done, type Steps } from "../call.ts";
import { orderBySteps } from "../order/order-by.ts";
import { resolveColumns } from "../serve.ts";
import type { GivenJoin } from "./given-join.ts";

/** Of each key a number below `count`: equal keys have the same, on both sides. */
export interface KeyIds<Vector> {
  readonly left: Vector;
  readonly right: Vector;
  readonly count: number;
}

/** Integers are numbers of their own where their range is at most so many times the number of keys: counting by number costs as much as a few passes. */
const RANGE_BY_KEY = 4;
const SMALL_RANGE = 1024;

/** See KeyIds. Both sides have at least one key; `vectors` are the left keys, the right ones, then the numbers of texts of each side in turn. */
export function* keyIdSteps<Vector>(
  on: Primitives<Vector>,
  given: GivenJoin,
  vectors: readonly Vector[],
): Steps<KeyIds<Vector>> {
  const columnCount = given.texts.length;
  const ones: Vector[] = [];
  const others: Vector[] = [];
  let nextNumbers = 2 * columnCount;
  for (const [i, texts] of given.texts.entries()) {
    const [one, other] = [vectors[i], vectors[columnCount + i]];
    ones.push(texts === undefined ? one : yield* numberSteps(on, vectors[nextNumbers++], one));
    others.push(texts === undefined ? other : yield* numberSteps(on, vectors[nextNumbers++], other));
  }
  if (columnCount === 1) {
    const [texts] = given.texts;
    if (texts !== undefined) return { left: ones[0], right: others[0], count: texts.count };
    const close = yield* closeIntegerSteps(on, ones[0], others[0], given.left.length + given.right.length);
    if (close !== undefined) return close;
  }
  return yield* rankSteps(on, ones, others, given.left.length);
}

function* numberSteps<Vector>(on: Primitives<Vector>, numbers: Vector, codes: Vector): Steps<Vector> {
  const [numbered] = yield* done(on.gather([numbers], codes));
  return numbered;
}

/** Bools, and integers whose range is small: how far each is above the smallest. Undefined for all others. */
function* closeIntegerSteps<Vector>(
  on: Primitives<Vector>,
  one: Vector,
  other: Vector,
  keyCount: number,
): Steps<KeyIds<Vector> | undefined> {
  const type = on.typeOf(one);
  if (type === "f64" || type === "f32") return undefined;
  if (type === "bool") {
    const number = [convert("u32", left("bool"))];
    const [ofOne] = yield* done(on.map(number, [one]));
    const [ofOther] = yield* done(on.map(number, [other]));
    return { left: ofOne, right: ofOther, count: 2 };
  }
  const smallest = [yield* extremeSteps(on, "min", type, one), yield* extremeSteps(on, "min", type, other)];
  const largest = [yield* extremeSteps(on, "max", type, one), yield* extremeSteps(on, "max", type, other)];
  const low = smallest[0] < smallest[1] ? smallest[0] : smallest[1];
  const high = largest[0] > largest[1] ? largest[0] : largest[1];
  const range = BigInt(high) - BigInt(low);
  if (range >= BigInt(RANGE_BY_KEY * keyCount + SMALL_RANGE) || range >= 2n ** 31n) return undefined;
  const above = binary("subtract", left(type), right(type));
  const number: Term = type === "i32" ? bitcast("u32", above) : convert("u32", above);
  const numbers: Vector[] = [];
  for (const keys of [one, other]) {
    // The smallest is a column: as a constant of the term it would make another kernel each time.
    const [ofKeys] = yield* done(on.map([number], [keys], [yield* done(on.fill(type, low, keys))]));
    numbers.push(ofKeys);
  }
  return { left: numbers[0], right: numbers[1], count: Number(range) + 1 };
}

function* extremeSteps<Vector>(
  on: Primitives<Vector>,
  operator: "min" | "max",
  type: ElementType,
  keys: Vector,
): Steps<Scalar> {
  const [extreme] = yield* done(on.reduce(resolveColumns({ operator }, "reduce", type), [keys]));
  return (yield* done(on.take(extreme)))[0];
}

/** Any keys: their ranks among the distinct ones of both sides, found by one sort of all. */
function* rankSteps<Vector>(
  on: Primitives<Vector>,
  ones: readonly Vector[],
  others: readonly Vector[],
  leftLength: number,
): Steps<KeyIds<Vector>> {
  const both: Vector[] = [];
  for (const [i, one] of ones.entries()) both.push(yield* done(on.concat(one, others[i])));
  const indices = yield* done(on.iota(both[0]));
  const by = both.map((_, column) => ({ column, isDescending: false }));
  const ordered = yield* orderBySteps(on, [...both, indices], by);
  const heads = yield* done(on.headFlags(ordered.slice(0, -1)));
  const [steps] = yield* done(on.map([convert("u32", left("bool"))], [heads]));
  const sum = resolveColumns({}, "inclusive-scan", "u32");
  const [places] = yield* done(on.scan(sum, "inclusive-scan", [steps]));
  const [ranks] = yield* done(on.map([binary("subtract", left("u32"), constant("u32", 1))], [places]));
  const [last] = yield* done(on.reduce(resolveColumns({ operator: "max" }, "reduce", "u32"), [places]));
  const count = Number((yield* done(on.take(last)))[0]);
  const [ids] = yield* done(on.scatter([ranks], ordered[ordered.length - 1], [indices]));
  return {
    left: yield* done(on.slice(ids, 0, leftLength)),
    right: yield* done(on.slice(ids, leftLength, MOST_ELEMENTS)),
    count,
  };
}
