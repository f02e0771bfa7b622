import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { KEY_COUNT, TOP } from "./inputs.mjs";
import { optional } from "./peer.mjs";

/** @typedef {import("./peer.mjs").Given} Given */

/** On one thread, as all others here. Sorted rows are counted behind the sort, since to hand a million of them over takes longer than to sort them. */
const QUERIES = {
  sum: "select sum(x) from t",
  mean: "select avg(x) from t",
  variance: "select var_pop(x) from t",
  minMax: "select min(x), max(x) from t",
  sort: "select x from t order by x",
  group: "select k, sum(x) from t group by k",
  topK: `select x from t order by x desc limit ${TOP}`,
  median: "select median(x) from t",
};

/** @returns {Promise<import("./peer.mjs").Opened>} */
export async function open() {
  const { DuckDBInstance, version } = await optional("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("set threads = 1");
  const tasks = Object.fromEntries(
    Object.entries(QUERIES).map(([task, query]) => [
      task,
      async (/** @type {Given} */ given) => {
        const table = await fill(connection, given);
        const statement = await connection.prepare(query.replace(" from t", ` from ${table}`));
        return async () => answerOf(task, await statement.run());
      },
    ]),
  );
  return { version: `DuckDB ${version()}`, tasks };
}

let tableCount = 0;

/** A table of the elements and keys. @param {any} connection @param {Given} given */
async function fill(connection, { x, keys }) {
  const table = `t${tableCount++}`;
  const folder = mkdtempSync(join(tmpdir(), "samebits-duckdb-"));
  const file = join(folder, "t.parquet");
  const k = keys.length > 0 ? keys : new Uint32Array(x.length);
  const columnData = [
    { name: "x", data: /** @type {Float64Array} */ (x), type: /** @type {const} */ ("DOUBLE") },
    { name: "k", data: Int32Array.from(k), type: /** @type {const} */ ("INT32") },
  ];
  writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData })));
  await connection.run(`create table ${table} as select x, k from read_parquet('${file}')`);
  rmSync(folder, { recursive: true });
  return table;
}

/** @param {string} task @param {any} result */
async function answerOf(task, result) {
  if (task === "sort") {
    // Chunk by chunk, as columns: the cheapest way that it has.
    const chunks = await result.fetchAllChunks();
    const output = new Float64Array(result.rowCount ?? chunks.reduce((sum, each) => sum + each.rowCount, 0));
    let at = 0;
    for (const chunk of chunks) for (const value of chunk.getColumnValues(0)) output[at++] = value;
    return output;
  }
  const rows = await result.getRows();
  if (task !== "group") return task === "topK" ? rows.flat() : rows[0];
  const sums = new Float64Array(KEY_COUNT);
  for (const [key, sum] of rows) sums[key] = sum;
  return sums;
}
