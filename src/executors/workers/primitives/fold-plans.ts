import type { Scalar } from "../../../values/element-types.ts";
import type { ColumnArray, Columns, Row } from "../../../values/value-types.ts";
import type { Fold, FoldSum, Primitives } from "../../primitives.ts";
import { canonicalScalar } from "../../wasm/memory/elements.ts";
import { elementsOf, madeOf } from "../../wasm/primitives/fold-plan.ts";
import { nanosecondsOf, type PoolColumns } from "./pool-columns.ts";

type FoldMapped = NonNullable<Primitives<ColumnArray>["foldMapped"]>;

/** Folds on a pool: a round for each sum, whose pieces compute their elements; of few elements by the caller's thread, as it does alone. */
export function poolFoldPlans(
  columns: PoolColumns,
  foldMapped: FoldMapped,
): Pick<Primitives<ColumnArray>, "foldPlan"> {
  const { alone } = columns.core;
  return {
    foldPlan(fold) {
      const own = alone.foldPlan?.(fold);
      if (own === undefined) return undefined;
      const work = fold.passes.flatMap(({ sums }) => sums).map(workOf);
      const nanoseconds = work.reduce((sum, each) => sum + each, 0);
      return async (given, parameters) => {
        if (columns.isAlone(given[0].length, nanoseconds, given)) return own(given, parameters);
        return (await foldTogether(fold, foldMapped, given, parameters)) ?? own(given, parameters);
      };
    },
  };
}

/** For each element. */
function workOf({ contract, lift }: FoldSum): number {
  return nanosecondsOf(lift) + nanosecondsOf(contract.terms);
}

/** Undefined where a sum cannot be taken in pieces. */
async function foldTogether(
  fold: Fold,
  foldMapped: FoldMapped,
  columns: Columns,
  parameters: Row,
): Promise<Row | undefined> {
  const scalars: Scalar[] = [columns[0].length, ...parameters];
  for (const { sums, made } of fold.passes) {
    const values: Scalar[] = [];
    for (const sum of sums) {
      const elements = elementsOf(fold, [sum])(columns, scalars);
      const found = await foldMapped(sum.contract, "reduce", elements);
      if (found === undefined) return undefined;
      for (const [value] of found) values.push(value);
    }
    scalars.push(...values);
    scalars.push(...madeOf(made)(scalars));
  }
  return madeOf(fold.results)(scalars).map(canonicalScalar);
}
