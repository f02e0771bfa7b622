import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, convert, left, right, select, type Term } from "../../operators/term.ts";
import { checkRoom } from "../../values/check-arguments.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { MOST_ELEMENTS } from "../../values/index-array.ts";
import { done, type Steps } from "../call.ts";
import { offsetSteps, sumSteps } from "../segments/offset-steps.ts";
import { resolveColumns } from "../serve.ts";
import type { KeyIds } from "./key-ids.ts";

const IS_NONE: Term = binary("equal", left("u32"), constant("u32", 0));
const IS_SOME: Term = binary("less", constant("u32", 0), left("u32"));

/** The rows of the left that have a match, or have none: how many right rows have the number of each left row. */
export function* selectedSteps<Vector>(
  on: Primitives<Vector>,
  ids: KeyIds<Vector>,
  how: "semi" | "anti",
): Steps<readonly Vector[]> {
  const { counts } = yield* done(on.countIndices(ids.right, ids.count));
  const [matches] = yield* done(on.gather([counts], ids.left));
  const [flags] = yield* done(on.map([how === "semi" ? IS_SOME : IS_NONE], [matches]));
  return [yield* done(on.flagIndices(flags, false))];
}

/** Pairs of rows: by left row in order, of each the matching right rows in order. `rightLength` stands for no match. */
export function* pairSteps<Vector>(
  on: Primitives<Vector>,
  ids: KeyIds<Vector>,
  how: "inner" | "left",
  rightLength: number,
): Steps<readonly Vector[]> {
  const { counts } = yield* done(on.countIndices(ids.right, ids.count));
  const [matches] = yield* done(on.gather([counts], ids.left));
  const max = resolveColumns({ operator: "max" }, "reduce", "u32");
  const [most] = yield* done(on.reduce(max, [counts]));
  if ((yield* done(on.take(most)))[0] === 1) return yield* singleSteps(on, ids, how, rightLength, matches);
  return yield* severalSteps(on, ids, { counts, matches }, how, rightLength);
}

/** Where every right key is there once nothing is sorted or expanded: by number its row is looked up. */
function* singleSteps<Vector>(
  on: Primitives<Vector>,
  ids: KeyIds<Vector>,
  how: "inner" | "left",
  rightLength: number,
  matches: Vector,
): Steps<readonly Vector[]> {
  const rows = yield* done(on.iota(ids.left));
  const none = yield* done(on.fill("u32", rightLength, ids.count));
  const [rowOf] = yield* done(on.scatter([yield* done(on.iota(ids.right))], ids.right, [none]));
  const [found] = yield* done(on.gather([rowOf], ids.left));
  if (how === "left") return [rows, found];
  const [isMatched] = yield* done(on.map([IS_SOME], [matches]));
  return yield* done(on.compact([rows, found], isMatched));
}

function* severalSteps<Vector>(
  on: Primitives<Vector>,
  ids: KeyIds<Vector>,
  { counts, matches }: { readonly counts: Vector; readonly matches: Vector },
  how: "inner" | "left",
  rightLength: number,
): Steps<readonly Vector[]> {
  const [emitted] =
    how === "inner"
      ? [matches]
      : yield* done(on.map([binary("max", left("u32"), constant("u32", 1))], [matches]));
  const pairCount = yield* pairCountSteps(on, emitted);
  const offsets = yield* offsetSteps(on, emitted);
  const leftRows = yield* done(on.segmentIds(offsets, pairCount));
  const firstPlaces = yield* offsetSteps(on, counts);
  const [firsts] = yield* done(on.gather([firstPlaces], ids.left));
  const [first, start, found] = yield* done(on.gather([firsts, offsets, matches], leftRows));
  const pairs = yield* done(on.iota(leftRows));
  const [within] = yield* done(on.map([binary("subtract", left("u32"), right("u32"))], [pairs], [start]));
  const places = yield* sumSteps(on, first, within);
  const keyBits = Math.max(1, Math.ceil(Math.log2(ids.count)));
  const order = { isDescending: false, bits: [0, keyBits] } as const;
  const sorted = yield* done(on.sort(ids.right, [yield* done(on.iota(ids.right))], order));
  const [rightRows] = yield* done(on.gather(sorted.payload, places));
  if (how === "inner") return [leftRows, rightRows];
  const none = yield* done(on.fill("u32", rightLength, leftRows));
  const orNone = select(IS_NONE, right("u32"), left("u32", 1));
  return [leftRows, (yield* done(on.map([orNone], [found, rightRows], [none])))[0]];
}

/** How many pairs there will be. @throws InvalidArgumentError for more than a column may have elements */
function* pairCountSteps<Vector>(on: Primitives<Vector>, emitted: Vector): Steps<number> {
  const [wide] = yield* done(on.map([convert("u64", left("u32"))], [emitted]));
  const [sum] = yield* done(on.reduce(resolveColumns({}, "reduce", "u64"), [wide]));
  const pairCount = Number((yield* done(on.take(sum)))[0]);
  if (pairCount > MOST_ELEMENTS) {
    const expected = `keys of at most ${MOST_ELEMENTS} pairs of rows`;
    throw new InvalidArgumentError("rightKeys", expected, `${pairCount} pairs`);
  }
  checkRoom(pairCount * BYTES_BY_PAIR);
  return pairCount;
}

const BYTES_BY_PAIR = 8 * Uint32Array.BYTES_PER_ELEMENT; // of the columns of pairs on the way
