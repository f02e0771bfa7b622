// The SQLite of a Node that has one.
import { DatabaseSync } from "node:sqlite";

const database = new DatabaseSync(":memory:");
database.exec("create table t (i integer primary key, x real)");
const insert = database.prepare("insert into t values (?, ?)");

/** @param {string} query @param {(rows: readonly any[]) => any} answer */
const asking = (query, answer) => (/** @type {Float64Array} */ input) => {
  database.exec("begin; delete from t");
  for (let i = 0; i < input.length; i++) insert.run(i, input[i]);
  database.exec("commit");
  return answer(database.prepare(query).all());
};

export const sum = asking("select sum(x) as s from t", (rows) => rows[0].s);
export const scan = asking("select sum(x) over (order by i) as s from t order by i", (rows) =>
  rows.map(({ s }) => s),
);
