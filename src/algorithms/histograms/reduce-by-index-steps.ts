import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, select, swapSides } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { done, type Steps } from "../call.ts";
import { resolveColumns } from "../serve.ts";

/** The bins of a generalised histogram. */
interface Bins<Vector> {
  readonly binCount: number;
  readonly counts: Vector; // of the elements of each bin
  readonly empty: readonly Scalar[] | undefined; // by column: the value of a bin without elements
}

/** For each bin the reduce, in order, of the elements with its index. */
export function* reduceByIndexSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  [indices, columns]: readonly [indices: Vector, columns: readonly Vector[]],
  { binCount, counts, empty }: Bins<Vector>,
): Steps<readonly Vector[]> {
  const fast = on.reduceByIndex?.(contract, indices, columns, binCount, empty);
  if (fast !== undefined) return yield* done(fast);
  // What is beyond the bins goes first: a segment of it could be empty, and then have no value.
  const limit = yield* done(on.fill("u32", binCount, 1));
  const beyond = yield* done(on.searchSorted(limit, indices, "right", false)); // 1 for what is not below it
  const [isInside] = yield* done(on.map([binary("equal", left("u32"), constant("u32", 0))], [beyond]));
  const [keys, ...inside] = yield* done(on.compact([indices, ...columns], isInside));
  const keyBits = Math.max(1, Math.ceil(Math.log2(binCount)));
  const { payload } = yield* done(on.sort(keys, inside, { isDescending: false, bits: [0, keyBits] }));
  const sum = resolveColumns({ operator: "add" }, "inclusive-scan", "u32");
  const [ends] = yield* done(on.scan(sum, "inclusive-scan", [counts]));
  const offsets = yield* done(on.concat(yield* done(on.fill("u32", 0, 1)), ends));
  return yield* done(on.segmented(contract, "reduce", payload, offsets, empty));
}

/** What was in the bins, combined with what came; backward contracts have it on the right. Bins without elements stay. */
export function* intoSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  [before, values]: readonly [before: readonly Vector[], values: readonly Vector[]],
  counts: Vector,
): Steps<readonly Vector[]> {
  const { terms } = contract;
  const isNone = binary("equal", left("u32", before.length), constant("u32", 0));
  const ordered = contract.direction === "backward" ? swapSides(terms) : terms;
  const joined = ordered.map((term, i) => select(isNone, left(term.type, i), term));
  return yield* done(on.map(joined, [...before, counts], values));
}
