import type { ConvertibleInput, ElementTypeOf, StoredColumnsOf } from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import type { ColumnsOf, RecordType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { type GivenContract, givenContract } from "../given-contract.ts";
import { shapeColumns } from "../move-columns.ts";
import {
  type CombineOptions,
  type CombineRecordsOptions,
  CountedCombines,
  type CountedScan,
  everyOther,
  interleaved,
  joined,
  slices,
} from "./counted-combines.ts";

/** Prefixes, and what each of the two sweeps took. */
interface SweptScan<Prefixes = ElementArray> extends CountedScan<Prefixes> {
  readonly upSweepCount: number; // combines
  readonly downSweepCount: number;
}

/** Which prefixes come back: those of Brent and Kung, or, with the element itself left out, those of Blelloch. */
interface SweepOptions {
  readonly observation?: "inclusive-scan" | "exclusive-scan" | undefined; // default: "inclusive-scan"
}

/**
 * The work-efficient scan, with its combines counted: an up-sweep combines neighbours until one value is left, and a down-sweep makes the
 * prefixes of each level from those of the level above.
 *
 * For learning and measuring. The up-sweep of n elements takes n − 1 combines, for n = 2^m the down-sweep of an inclusive scan n − 1 − m, that
 * of an exclusive one n − 1, which begins with the operator's start. An odd element out goes up as it is: nothing is filled in. The tree of a
 * prefix is this algorithm's own and depends on where it ends, not on n; its bits are the same on every executor.
 *
 * @throws InvalidArgumentError for an exclusive scan by an operator without a start
 * @see docs/what-scans-are-for.md (Brent and Kung 1982, Blelloch 1990)
 */
export interface WorkEfficientScan<When extends "now" | "later"> {
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    options: CombineRecordsOptions<Type> & SweepOptions,
  ): Answer<When, SweptScan<ColumnsOf<Type>>>;
  <Input extends ElementArray>(
    input: Input,
    options?: CombineOptions<ElementTypeOf<Input>> & SweepOptions,
  ): Answer<When, SweptScan<ElementArray<ElementTypeOf<Input>>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: CombineOptions<Type> & SweepOptions & { readonly type: Type },
  ): Answer<When, SweptScan<ElementArray<Type>>>;
}

interface WorkEfficientScanOptions extends ContractOptions, SweepOptions {}

/** The call of `workEfficientScan`. */
export function workEfficientScanCall(
  input: unknown,
  asked: WorkEfficientScanOptions = {},
): Call<SweptScan<unknown>> {
  checkOptionNames(asked, ["observation", "operator", "type"]);
  const { observation = "inclusive-scan", ...options } = asked;
  if (observation !== "inclusive-scan" && observation !== "exclusive-scan") {
    throw new InvalidArgumentError(
      "observation",
      '"inclusive-scan" or "exclusive-scan"',
      describe(observation),
    );
  }
  const given = givenContract(input, options, observation);
  let up = new CountedCombines(given.contract);
  let down = new CountedCombines(given.contract);
  return {
    input: given.columns,
    *steps(on, vectors) {
      up = new CountedCombines(given.contract);
      down = new CountedCombines(given.contract);
      if (given.length === 0) return vectors;
      const levels = yield* upSweep(on, up, vectors, given.length);
      return yield* observation === "inclusive-scan"
        ? inclusiveSweep(on, down, levels)
        : exclusiveSweep(on, down, levels, yield* starts(on, given));
    },
    result: (prefixes) => ({
      prefixes: shapeColumns(given.type, prefixes),
      combineCount: up.combineCount + down.combineCount,
      stepCount: up.stepCount + down.stepCount,
      upSweepCount: up.combineCount,
      downSweepCount: down.combineCount,
    }),
  };
}

interface Level<Vector> {
  readonly columns: readonly Vector[];
  readonly length: number;
}

/** The elements, the combines of neighbours, those of their neighbours, …, until one is left. */
function* upSweep<Vector>(
  on: Primitives<Vector>,
  combines: CountedCombines,
  elements: readonly Vector[],
  length: number,
): Steps<readonly Level<Vector>[]> {
  let level = { columns: elements, length };
  const levels = [level];
  while (level.length > 1) {
    const half = Math.floor(level.length / 2);
    const first = yield* everyOther(on, level.columns, 0, half);
    const second = yield* everyOther(on, level.columns, 1, half);
    const pairs = yield* combines.combine(on, first, second, half);
    const oddOne = yield* slices(on, level.columns, 2 * half, level.length - 2 * half);
    level = { columns: yield* joined(on, pairs, oddOne), length: level.length - half };
    levels.push(level);
  }
  return levels;
}

/** At odd places stand the prefixes of the level above; at even ones these, combined with the element. */
function* inclusiveSweep<Vector>(
  on: Primitives<Vector>,
  combines: CountedCombines,
  levels: readonly Level<Vector>[],
): Steps<readonly Vector[]> {
  let prefixes = levels[levels.length - 1].columns;
  for (const { columns, length } of levels.slice(0, -1).reverse()) {
    const half = Math.floor(length / 2);
    const evenCount = length - half;
    const odds = yield* slices(on, prefixes, 0, half);
    let evens = yield* slices(on, columns, 0, 1);
    if (evenCount > 1) {
      const before = yield* slices(on, prefixes, 0, evenCount - 1);
      const elements = yield* slices(on, yield* everyOther(on, columns, 0, evenCount), 1, evenCount - 1);
      evens = yield* joined(on, evens, yield* combines.combine(on, before, elements, evenCount - 1));
    }
    prefixes = yield* interleaved(on, evens, odds, evenCount, length);
  }
  return prefixes;
}

/** A left child has what stands before its parent; a right one that, combined with its left neighbour. */
function* exclusiveSweep<Vector>(
  on: Primitives<Vector>,
  combines: CountedCombines,
  levels: readonly Level<Vector>[],
  start: readonly Vector[],
): Steps<readonly Vector[]> {
  let prefixes = start;
  for (const { columns, length } of levels.slice(0, -1).reverse()) {
    const half = Math.floor(length / 2);
    const before = yield* slices(on, prefixes, 0, half);
    const neighbours = yield* everyOther(on, columns, 0, half);
    const odds = yield* combines.combine(on, before, neighbours, half);
    prefixes = yield* interleaved(on, prefixes, odds, length - half, length);
  }
  return prefixes;
}

/** The operator's start as columns of one element. */
function* starts<Vector>(
  on: Primitives<Vector>,
  { contract: { initial, sums } }: GivenContract,
): Steps<readonly Vector[]> {
  if (initial === undefined) throw new InternalError("an exclusive scan was resolved without a start");
  const columns: Vector[] = [];
  for (const [k, type] of sums.entries()) {
    columns.push(yield* done(on.fill(type, initial.value[k], 1)));
  }
  return columns;
}

/** `workEfficientScan(input, { operator?, observation? })` gives the scan by an up-sweep and a down-sweep */
export const workEfficientScan: AlgorithmRow = {
  call: workEfficientScanCall,
};
