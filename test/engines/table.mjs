const NUMBER = new Intl.NumberFormat("en");

/** The results as a document says them. @param {import("./results.mjs").Results} results */
export function table({ rows }) {
  const lines = [
    "| engine | version | JavaScript | instructions | fingerprints | equal | checks | failed | seconds | date |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${cells(row).join(" | ")} |`),
  ];
  const lacking = rows.flatMap(({ engine, without = [] }) =>
    without.map((what) => `${engine} is without ${what}.`),
  );
  const notes = lacking.length === 0 ? "Every engine has every executor." : lacking.join(" ");
  const runs = [...new Set(rows.map(({ date, machine }) => `${date}: ${machine}.`))];
  return `${lines.join("\n")}\n\n${runs.join(" ")} ${notes}`;
}

/** @param {import("./results.mjs").DatedRow} row */
function cells(row) {
  const { engine, outcome, version, javascript, architecture, date } = row;
  if (outcome === "skipped" || outcome === "failed")
    return [engine, outcome, row.reason ?? "", ..."------", date];
  const equal = outcome === "equal" ? "all" : `${NUMBER.format(row.compared - row.differing)}: DIFFERENT`;
  const { compared, checks, failures, seconds } = row;
  const numbers = [NUMBER.format(compared), equal, NUMBER.format(checks), NUMBER.format(failures)];
  return [engine, version, javascript, architecture, ...numbers, seconds.toFixed(0), date];
}
