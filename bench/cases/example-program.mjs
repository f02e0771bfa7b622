// Benchmarks run the programs of the examples, so that a person who reads a table can run what was timed.

import { readFileSync } from "node:fs";

/** @param {string} name  a program of examples/language */
export function example(name) {
  return readFileSync(new URL(`../../examples/language/${name}.sb`, import.meta.url), "utf8");
}
