import { join } from "node:path";
import { accuracyOf, printQuantity } from "../../src/accuracy.ts";
import { readArray } from "../../src/formats.ts";
import { javascriptExecutor } from "../../src/sums.ts";
import { REPOSITORY } from "./blocks.ts";
import { table } from "./table.ts";

const COLUMNS = [
  { file: "flights-3m.parquet", column: "delay", type: "f32" },
  { file: "flights-200k.arrow", column: "time", type: "f32" },
  { file: "zipcodes.csv", column: "longitude", type: "f64" },
  { file: "seattle-weather.csv", column: "precipitation", type: "f64" },
  { file: "stocks.csv", column: "price", type: "f64" },
  { file: "co2-concentration.csv", column: "CO2", type: "f64" },
] as const;

const EXPRESSIONS = ["left-fold", "block-dyadic:32", "binned:3", "exact"];

/** Errors and bounds, in ulps, of sums of columns that nobody made up. */
export async function realColumns(): Promise<string> {
  const rows: string[][] = [];
  for (const { file, column, type } of COLUMNS) {
    const path = join(REPOSITORY, "node_modules/vega-datasets/data", file);
    const { array } = await readArray(path, { column, type });
    const found = await accuracyOf(javascriptExecutor, array as Float64Array, { expressions: EXPRESSIONS });
    const cells = found.rows.map((row) =>
      row.kind === "refused" ? "–" : `${printQuantity(row.ulps)} / ${printQuantity(row.boundUlps)}`,
    );
    const condition = printQuantity(found.condition);
    rows.push([file, column, type, array.length.toLocaleString("en-US"), condition, ...cells]);
  }
  return table([
    ["file", "column", "type", "n", "condition", ...EXPRESSIONS.map((name) => `\`${name}\``)],
    ...rows,
  ]);
}
