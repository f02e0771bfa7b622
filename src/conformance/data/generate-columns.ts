import { checkSeed } from "../../values/check-arguments.ts";
import { checkColumnList } from "../../values/check-arrays.ts";
import { checkName } from "../../values/check-name.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import { type Column, type ColumnArray, newColumn } from "../../values/value-types.ts";
import { DATA_SETS, type DataSet, dataSetsOf } from "./data-sets.ts";
import { generateData } from "./generate-data.ts";

export interface ColumnsRequest {
  readonly columns: readonly Column[];
  readonly data: DataSet; // of columns of floats; those of integers have bits
  readonly length: number;
  readonly seed: bigint; // of the first column; each has the next
}

/** Hostile data for records, column by column: what `generateData` makes of each type; one bool in eight is 1. @throws InvalidArgumentError */
export function generateColumns(request: ColumnsRequest): readonly ColumnArray[] {
  checkOptionNames(request, ["columns", "data", "length", "seed"], "request");
  const { data, length } = request;
  checkName("data", DATA_SETS, data);
  const seed = checkSeed(request.seed);
  return checkColumnList("columns", request.columns).map(({ type }, index) => {
    const request = { length, seed: seed + BigInt(index) };
    if (type !== "bool") {
      const possible = dataSetsOf(type);
      return generateData({ data: possible.includes(data) ? data : possible[0], type, ...request });
    }
    const bools = newColumn(type, length);
    generateData({ data: "bits", type: "u32", ...request }).forEach((bits, i) => {
      bools[i] = bits % 8 === 0 ? 1 : 0;
    });
    return bools;
  });
}
