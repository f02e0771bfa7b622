// DuckDB's sum, for the gallery: the folder that npm has brought it into is the environment's.
import { createRequire } from "node:module";

const { DuckDBInstance, version } = createRequire(`${process.env.SAMEBITS_GALLERY_DUCKDB}/x.js`)(
  "@duckdb/node-api",
);

export { version };

/** @param {number} threads @param {string} query */
async function asking(threads, query) {
  const instance = await DuckDBInstance.create(":memory:", { threads: String(threads) });
  const connection = await instance.connect();
  return async (/** @type {Float64Array} */ input) => {
    await connection.run("create or replace table t (i integer, x double)");
    const appender = await connection.createAppender("t");
    input.forEach((value, i) => {
      appender.appendInteger(i);
      appender.appendDouble(value);
      appender.endRow();
    });
    appender.closeSync();
    const [column] = (await connection.runAndReadAll(query)).getColumns();
    return column.length === 1 && input.length > 1 ? column[0] : column;
  };
}

/** @param {number} threads @param {string} query */
function later(threads, query) {
  /** @type {ReturnType<typeof asking> | undefined} */
  let opened;
  return async (/** @type {Float64Array} */ input) => {
    opened ??= asking(threads, query);
    const answer = await (await opened)(input);
    return Array.isArray(answer) && !query.includes("over") ? answer[0] : answer;
  };
}

export const oneThread = later(1, "select sum(x) from t");
export const twoThreads = later(2, "select sum(x) from t");
export const fsum = later(1, "select fsum(x) from t");
export const window = later(1, "select sum(x) over (order by i) from t order by i");
