import { expect, test } from "vitest";
import { blockDyadic, interleaved, leftFold } from "../../expressions/expression.ts";
import { lengthsFor } from "./tiers.ts";

test("every length class of the contracts is there", () => {
  const lengths = lengthsFor(blockDyadic(100), 4099);
  for (const length of [
    0, 1, 2, 3, 99, 100, 101, 200, 201, 300, 301, 127, 128, 129, 4095, 4096, 4097, 4099, 4093,
  ]) {
    expect(lengths).toContain(length);
  }
  expect(lengths).toStrictEqual([...new Set(lengths)].sort((left, right) => left - right));
});

test("no length is above the longest", () => {
  expect(Math.max(...lengthsFor(interleaved(5000), 4099))).toBe(4099);
  expect(lengthsFor(leftFold, 3)).toStrictEqual([0, 1, 2, 3]);
});
