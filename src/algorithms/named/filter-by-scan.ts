import { binary, constant, convert, left, right, select } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, shapeColumns } from "../move-columns.ts";
import { flagSteps, type Predicate } from "../predicate.ts";
import { resolveColumns } from "../serve.ts";

/** Filtered elements, and every array on the way. */
interface FilterByScanResult<Kept> {
  readonly keep: Int32Array; // 1 where the predicate holds
  readonly counts: Int32Array; // the inclusive scan of that: how many are kept up to here
  readonly places: Int32Array; // where an element goes: one less, or −1 if it is not kept
  readonly kept: Kept;
}

/**
 * The filter of the textbook, a map, a scan and a scatter, with what each of them gives: `filter` has the same result at once.
 *
 * The scatter ignores what goes out of range, which is what is not kept. Work O(n), span O(log n).
 *
 * @throws InvalidArgumentError, LengthMismatchError as `filter`
 * @see docs/what-scans-are-for.md (Blelloch 1990, pack)
 */
export type FilterByScan<When extends "now" | "later"> = <Input extends Columns>(
  input: Input,
  predicate: Predicate<Input>,
) => Answer<When, FilterByScanResult<Moved<Input>>>;

/** The call of `filterByScan`. */
export function filterByScanCall(
  input: unknown,
  predicate: unknown,
  options: object = {},
): Call<FilterByScanResult<unknown>> {
  checkOptionNames(options, []);
  const given = givenColumns(input);
  const columnCount = given.columns.length;
  const predicated = flagSteps(predicate, given);
  const counting = resolveColumns({ operator: "add" }, "inclusive-scan", "i32");
  return {
    input: [...given.columns, ...predicated.input],
    *steps(on, vectors) {
      const elements = vectors.slice(0, columnCount);
      const flags = yield* predicated.flags(on, elements, vectors.slice(columnCount));
      const [keep] = yield* done(on.map([convert("i32", left("bool"))], [flags]));
      const [counts] = yield* done(on.scan(counting, "inclusive-scan", [keep]));
      const last = binary("subtract", right("i32"), constant("i32", 1));
      const place = select(left("bool"), last, constant("i32", -1));
      const [places] = yield* done(on.map([place], [flags], [counts]));
      const [targets] = yield* done(on.map([convert("u32", left("i32"))], [places]));
      return [keep, counts, places, ...(yield* done(on.scatter(elements, targets, elements)))];
    },
    result: ([keep, counts, places, ...scattered]) => {
      const keptCount = Number(counts[counts.length - 1] ?? 0);
      const kept = scattered.map((column): ColumnArray => column.slice(0, keptCount));
      return { keep, counts, places, kept: shapeColumns(given.type, kept) } as FilterByScanResult<unknown>;
    },
  };
}

/** `filterByScan(input, predicate)` gives the filter of the textbook, with every array on the way */
export const filterByScan: AlgorithmRow = {
  call: filterByScanCall,
};
