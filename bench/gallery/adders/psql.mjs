// PostgreSQL's sum(float8) by a psql that stays: node psql.mjs SOCKET-FOLDER sum|window
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { serve } from "./npy-pipe.mjs";

const [folder, kind] = process.argv.slice(2);
const END = "end of the answer";
const QUERIES = {
  sum: "select sum(x) from t;",
  window: "select sum(x) over (order by i) from t order by i;",
};
const options = [
  "-h",
  folder,
  "-U",
  "postgres",
  "-d",
  "postgres",
  "-X",
  "-q",
  "-A",
  "-t",
  "-v",
  "ON_ERROR_STOP=1",
];
const child = spawn("psql", options, { stdio: ["pipe", "pipe", "inherit"] });
child.stdin.write("drop table if exists t; create unlogged table t (i integer, x float8);\n");
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

await serve(async (input) => {
  const rows = Array.from(input, (value, i) => `${i}\t${Object.is(value, -0) ? "-0" : value}\n`).join("");
  const query = QUERIES[/** @type {"sum"} */ (kind)];
  child.stdin.write(`truncate t;\ncopy t from stdin;\n${rows}\\.\nanalyze t;\n${query}\n\\echo ${END}\n`);
  /** @type {number[]} */
  const answer = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("psql must answer, got its end");
    if (value === END) return kind === "sum" ? answer[0] : answer;
    answer.push(Number(value));
  }
});
child.stdin.end();
