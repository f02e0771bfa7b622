// What people call commands elsewhere: in shells, SQL, pandas and numpy.

const OTHER_NAMES: Readonly<Record<string, string>> = {
  reduce: "sum plus + add total fold max min prod",
  scan: "cumsum prefix-sum prefix cumulate accumulate running",
  "reduce-by-key": "groupby group-by group pivot aggregate",
  unique: "distinct dedup",
  filter: "where select grep query",
  sort: "order order-by arrange",
  describe: "mean average avg median std count stats summary summarize info",
  histogram: "bins hist bin value-counts",
  head: "cat show view print less first",
  convert: "to export save",
  compare: "diff",
  generate: "random",
};

/** The command that is meant by a name that it has elsewhere; undefined for any other name. */
export function commandCalled(name: string): string | undefined {
  const rows = Object.entries(OTHER_NAMES);
  return rows.find(([, names]) => names.split(" ").includes(name.toLowerCase()))?.[0];
}
