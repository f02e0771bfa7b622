import fc from "fast-check";
import { expect, test } from "vitest";
import { runCallLater } from "../../src/algorithms/run-call.ts";
import { javascriptPrimitives } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { Primitives } from "../../src/executors/primitives.ts";
import type { ColumnArray } from "../../src/values/value-types.ts";
import { primitivesOf, rowsNow } from "../../tools/algorithm-rows.mjs";
import { ALL_CASES } from "./cases/all.ts";
import type { OnExecutor } from "./oracle-case.ts";

/** What every function has, whatever its steps ask for. */
const ALWAYS = ["executor", "place", "take", "typeOf", "release"];

/** Plain loops that tell which of them were asked for. */
function recording(asked: Set<string>): Primitives<ColumnArray> {
  return new Proxy(javascriptPrimitives(), {
    get(primitives, name, receiver) {
      asked.add(String(name));
      return Reflect.get(primitives, name, receiver);
    },
  });
}

const ROWS = rowsNow();
const CASES = ALL_CASES.map((each) => ({
  ...each,
  rows: ROWS.filter(({ name }) => each.name.split(/\W+/).includes(name)),
})).filter(({ runs, rows }) => runs > 0 && rows.length > 0);

// The door gives each function the primitives that were found in the text of its steps: they must not ask for others.
test.each(CASES)("steps of $name ask for what their text names", async ({ rows, run, arguments: drawn }) => {
  const named = new Set(rows.flatMap((row) => [...primitivesOf(row)]));
  const asked = new Set<string>();
  const on: OnExecutor = { name: "javascript", call: (call) => runCallLater(recording(asked), call) };
  for (const given of fc.sample(drawn, { seed: 11, numRuns: 5 })) {
    await Promise.resolve(given)
      .then((each) => run(on, each))
      .catch(() => {}); // what is refused asks for nothing
  }
  expect([...asked].filter((name) => !ALWAYS.includes(name) && !named.has(name))).toEqual([]);
});
