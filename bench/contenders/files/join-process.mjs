// Joins two Parquet files on the column "key" and prints how many pairs there are and the sum of the right side's values: as a program would that has this package.

import { gather, joinByKey, sum } from "../../../dist/algorithms.mjs";
import { readTable } from "../../../dist/formats.mjs";

const [left, right] = process.argv.slice(2);
const { table: many } = await readTable(left, { columns: { key: "i32" } });
const { table: few } = await readTable(right, { columns: { key: "i32", value: "i64" } });
const pairs = joinByKey(many.key, few.key);
console.log(`${pairs.right.length},${sum(gather(few.value, pairs.right))}`);
