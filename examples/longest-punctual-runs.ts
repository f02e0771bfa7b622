// The longest runs of punctual flights of an airport: a stable sort brings its departures together in the order of time, and a run-length
// encoding finds where punctuality ends.
//
// Data: 20,000 flights in the United States in 2001, U.S. Bureau of Transportation Statistics, by vega-datasets.
import { readFileSync } from "node:fs";
import { exclusiveScan } from "samebits";
import { filter, runLengthEncode, sortBy, topK } from "samebits/algorithms";

interface Flight {
  readonly date: string; // "2001/01/01 00:47"
  readonly delay: number; // minutes
  readonly origin: string;
}

const file = new URL("../data/flights-20k.json", import.meta.resolve("vega-datasets"));
const flights: readonly Flight[] = JSON.parse(readFileSync(file, "utf8"));

const names = [...new Set(flights.map(({ origin }) => origin))].sort();
const codes = new Map(names.map((name, code) => [name, code]));
const departures = {
  origin: Uint32Array.from(flights, ({ origin }) => codes.get(origin) ?? 0),
  time: Float64Array.from(flights, ({ date }) =>
    Date.parse(`${date.replaceAll("/", "-").replace(" ", "T")}Z`),
  ),
  isPunctual: Uint8Array.from(flights, ({ delay }) => (delay < 15 ? 1 : 0)), // as the bureau counts
};

const byAirport = sortBy(departures, ["origin", "time"]);
const { origin, isPunctual } = byAirport;
const runs = runLengthEncode({ origin, isPunctual });
const starts = exclusiveScan(runs.lengths);
const punctual = filter({ length: runs.lengths, start: starts }, runs.values.isPunctual);

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const longest = topK(punctual.length, 5);
console.log(
  `${flights.length} flights, ${runs.lengths.length} runs, ${punctual.length.length} of them punctual; the longest:`,
);
longest.indices.forEach((run, i) => {
  const start = punctual.start[run];
  const end = start + longest.values[i] - 1;
  const [from, to] = [day(byAirport.time[start]), day(byAirport.time[end])];
  console.log(
    " ",
    names[origin[start]],
    `${longest.values[i]}`.padStart(3),
    "departures in a row,",
    from,
    "to",
    to,
  );
});

/* prints
20000 flights, 6397 runs, 3266 of them punctual; the longest:
  BOS  42 departures in a row, 2001-01-23 to 2001-01-30
  SDF  37 departures in a row, 2001-01-03 to 2001-02-15
  EWR  36 departures in a row, 2001-01-06 to 2001-01-14
  GRR  34 departures in a row, 2001-01-09 to 2001-03-31
  IAH  34 departures in a row, 2001-03-17 to 2001-03-25
*/
