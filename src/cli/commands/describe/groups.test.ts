import { expect, test } from "vitest";
import type { ElementArray } from "../../../index.ts";
import { openWasm } from "../../executors/synchronous.ts";
import { describeGroups } from "./groups.ts";

const ROWS = 5000;
const KEYS: readonly { readonly given: ElementArray }[] = [
  Float64Array.from({ length: ROWS }, (_, i) => [0, -0, Number.NaN, 3, -7, i % 40][i % 6]),
  BigInt64Array.from({ length: ROWS }, (_, i) => BigInt(i % 19) << 40n),
  Uint32Array.from({ length: ROWS }, (_, i) => (i % 3 === 0 ? 8 : i % 23)),
].map((given) => ({ given }));

test.each(KEYS)("groups of which each call has some are those of one call: %#", async ({ given }) => {
  const executor = openWasm();
  const setting = {
    executor,
    functions: await executor.algorithms(),
    rule: { expression: undefined, float: undefined, correction: 0 },
  };
  const key = {
    name: "key",
    keys: given,
    missingRows: new Uint32Array(0),
    label: (each: number | bigint) => (Object.is(each, -0) ? "-0" : String(each)),
  };
  const array = Float64Array.from({ length: ROWS }, (_, i) =>
    i % 50 === 0 ? Number.NaN : (i * 7919) % 1013,
  );
  const numbers = { array, type: "f64" as const, missingRows: new Uint32Array(0), stored: undefined };
  const column = { name: "x", typeName: "f64", numbers };
  const whole = await describeGroups(setting, key, column, Number.POSITIVE_INFINITY);
  for (const most of [1, 700, 2000]) {
    expect(await describeGroups(setting, key, column, most)).toEqual(whole);
  }
  expect(whole.length).toBeGreaterThan(15);
  await executor.close();
});
