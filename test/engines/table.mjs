/** @typedef {import("./results.mjs").Row} Row */

const NUMBER = new Intl.NumberFormat("en");

/** The results as a document says them. @param {import("./results.mjs").Results} results */
export function table({ date, cpu, system, rows }) {
  const lines = [
    "| engine | version | JavaScript | instructions | fingerprints | equal | checks | failed | seconds |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${cells(row).join(" | ")} |`),
  ];
  const lacking = rows.flatMap(({ engine, without = [] }) =>
    without.map((what) => `${engine} is without ${what}.`),
  );
  const notes = lacking.length === 0 ? "Every engine has every executor." : lacking.join(" ");
  return `${date}, ${cpu}, ${system}:\n\n${lines.join("\n")}\n\n${notes}`;
}

/** @param {Row} row */
function cells(row) {
  const { engine, outcome, version, javascript, architecture } = row;
  if (outcome === "skipped" || outcome === "failed") return [engine, outcome, row.reason ?? "", ..."------"];
  const equal = outcome === "equal" ? "all" : `${NUMBER.format(row.compared - row.differing)}: DIFFERENT`;
  const { compared, checks, failures, seconds } = row;
  const numbers = [NUMBER.format(compared), equal, NUMBER.format(checks), NUMBER.format(failures)];
  return [engine, version, javascript, architecture, ...numbers, seconds.toFixed(0)];
}
