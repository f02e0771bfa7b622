import type { ColumnArray } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { WasmParts } from "./parts.ts";
import { searchColumns } from "./search-sorted.ts";
import { sortColumns } from "./sort-columns.ts";

/** Keys in order, and places among them. */
export function wasmOrder(parts: WasmParts): Pick<Primitives<ColumnArray>, "sort" | "searchSorted"> {
  return {
    sort: (keys, payload, order) => sortColumns(parts, keys, payload, order),
    searchSorted: (sorted, queries, side, isDescending) =>
      searchColumns(parts, sorted, queries, side, isDescending),
  };
}
