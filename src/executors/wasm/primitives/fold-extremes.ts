import { max, min } from "../../../operators/built-in.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { Columns, Row } from "../../../values/value-types.ts";
import type { Fold, FoldSum } from "../../primitives.ts";
import type { Arena } from "../memory/arena.ts";
import { liftOf } from "./fold-lift.ts";
import { foldRoom, pieceRunner, scalarsAt, writeScalars } from "./fold-pieces.ts";
import { beginExtremes, EXTREME_BYTES, type Extreme, extremes } from "./kernels/extremes.kernel.ts";

/** A pass of smallest and largest floats, by one kernel for all of them; undefined for others. */
export function openExtremes(
  fold: Fold,
  sums: readonly FoldSum[],
): ((arena: Arena) => (columns: Columns, scalars: Row) => Row) | undefined {
  const kinds = sums.map(kindOf);
  const [type] = sums[0].contract.sums;
  if (!isFloat(type) || sums.some(({ contract }) => contract.sums[0] !== type)) return undefined;
  if (!kinds.every((kind): kind is Extreme => kind !== undefined)) return undefined;
  const lift = liftOf(
    fold,
    sums.flatMap((sum) => sum.lift),
    type,
  );
  if (lift === undefined) return undefined;
  const key = `fold extremes ${type} ${kinds.join()} ${lift.key}`;
  const { reads } = lift.lift;
  return (arena) => {
    const [state] = foldRoom(arena, 1, fold.columns.length).states;
    const kernels = arena.kernels(key, () => [beginExtremes(kinds, type), extremes(lift.lift, kinds, type)]);
    const operands = [state, scalarsAt(state), ...reads.map(() => 0)];
    const { take } = pieceRunner(arena, { kernel: kernels.extremes, columns: reads, operands });
    return (columns, scalars) => {
      kernels.beginExtremes(state);
      writeScalars(arena, state, lift, scalars);
      take(columns, 0, columns[0].length);
      return kinds.map((kind, k) => valueAt(arena, kind, type, state + k * EXTREME_BYTES));
    };
  };
}

function kindOf({ contract }: FoldSum): Extreme | undefined {
  if (contract.initial !== undefined || contract.sums.length > 1) return undefined;
  if (contract.operator === max) return "max";
  return contract.operator === min ? "min" : undefined;
}

function isFloat(type: ScalarType): type is "f64" | "f32" {
  return type === "f64" || type === "f32";
}

/** Without lists: of a few elements this takes longer than all the rest. */
function valueAt({ heap }: Arena, kind: Extreme, type: "f64" | "f32", address: number): number {
  const bytes = type === "f64" ? 8 : 4;
  const floats = heap.view(type);
  const words = heap.view("i32");
  const [best, signs, nans] = [address / bytes, (address + 16) / 4, (address + 32) / bytes];
  let value = floats[best];
  let [hasSet, hasClear] = [false, false]; // signs
  for (let lane = 0; lane < 16 / bytes; lane++) {
    if (floats[nans + lane] !== 0) return Number.NaN; // all ones are a NaN
    const other = floats[best + lane];
    if (kind === "min" ? other < value : other > value) value = other;
    // In the highest word of a lane.
    if (words[signs + ((lane + 1) * bytes) / 4 - 1] < 0) hasSet = true;
    else hasClear = true;
  }
  if (value !== 0) return value;
  return (kind === "max" ? hasClear : !hasSet) ? 0 : -0;
}
