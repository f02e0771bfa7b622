// Delays per airport and per route: names become numbers by a dictionary, as columns of text have it, and numbers are bins and keys.
//
// A bin for each airport is a histogram with any operator (reduce by index); routes are pairs of numbers, found by sorting. Sums of floats
// have the same bits on every executor, whatever comes between the flights of a route, unlike those that atomics make.
// Data: 20,000 flights in the United States in 2001, U.S. Bureau of Transportation Statistics, by vega-datasets.
import { readFileSync } from "node:fs";
import { type Dictionary, type Utf8, type Vector, vectorFromArray } from "apache-arrow";
import { histogram, reduceByIndex, reduceByKey, topK } from "samebits/algorithms";
import { runningMean } from "samebits/operators";

interface Flight {
  readonly delay: number; // minutes
  readonly origin: string;
  readonly destination: string;
}

const file = new URL("../data/flights-20k.json", import.meta.resolve("vega-datasets"));
const flights: readonly Flight[] = JSON.parse(readFileSync(file, "utf8"));

/** Text as Arrow has it: each word once, and for each row the number of its word. */
function encode(words: readonly string[]) {
  const [{ values, dictionary }] = (vectorFromArray(words) as Vector<Dictionary<Utf8>>).data;
  return { codes: Uint32Array.from(values), names: Array.from(dictionary as Vector<Utf8>, String) };
}

const delay = Float64Array.from(flights, (flight) => flight.delay);
const airports = encode(flights.flatMap(({ origin, destination }) => [origin, destination]));
const origin = airports.codes.filter((_, i) => i % 2 === 0);
const destination = airports.codes.filter((_, i) => i % 2 === 1);
const names = airports.names;

const { counts } = histogram(origin, { categories: names.length });
const { values: sums } = reduceByIndex(delay, origin, { binCount: names.length });
const means = sums.map((sum, airport) => (counts[airport] < 200 ? -Infinity : sum / counts[airport]));

console.log(`${flights.length} flights, ${names.length} airports`);
console.log("latest on average, of airports with 200 flights or more:");
const latest = topK(means, 5);
latest.indices.forEach((airport, i) => {
  console.log(
    " ",
    names[airport],
    latest.values[i].toFixed(2).padStart(6),
    "minutes,",
    counts[airport],
    "flights",
  );
});

// A mean and its count, merged as they come: no sum that grows, and one pass for both.
const moments = { count: new Uint32Array(flights.length).fill(1), mean: delay };
const routes = reduceByKey({ origin, destination }, moments, { operator: runningMean("f64") });
const { count, mean } = routes.values;
const busiest = topK(count, 5);
console.log(`${count.length} routes, the busiest:`);
busiest.indices.forEach((route) => {
  const [from, to] = [routes.keys.origin[route], routes.keys.destination[route]].map((code) => names[code]);
  console.log(
    " ",
    from,
    "→",
    to,
    `${count[route]}`.padStart(4),
    "flights,",
    mean[route].toFixed(2).padStart(6),
    "minutes",
  );
});

// By hand, with a Map: the same numbers.
const byHand = new Map<string, number>();
for (const flight of flights) byHand.set(flight.origin, (byHand.get(flight.origin) ?? 0) + flight.delay);
console.log(
  "as a Map has it:",
  names.every((name, airport) => (byHand.get(name) ?? 0) === sums[airport]), // whole minutes: every order is exact
);

/* prints
20000 flights, 224 airports
latest on average, of airports with 200 flights or more:
  JFK  16.20 minutes, 200 flights
  SEA  13.34 minutes, 339 flights
  MIA  13.12 minutes, 294 flights
  BOS  12.52 minutes, 369 flights
  PHX  12.05 minutes, 633 flights
2977 routes, the busiest:
  LAX → PHX   59 flights,   9.17 minutes
  PHX → LAX   56 flights,  14.25 minutes
  LAX → LAS   56 flights,  15.20 minutes
  LAS → LAX   53 flights,  10.57 minutes
  LAX → SJC   50 flights,  13.34 minutes
as a Map has it: true
*/
