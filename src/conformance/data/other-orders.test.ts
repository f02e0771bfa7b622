import { expect, test } from "vitest";
import { shuffled } from "./other-orders.ts";

test("a shuffle keeps the elements, moves them, and is the same for the same seed", () => {
  const elements = Float64Array.from({ length: 1000 }, (_, i) => i);
  const first = shuffled(elements, 1n);
  expect(first.slice().sort()).toEqual(elements);
  expect(first).toEqual(shuffled(elements, 1n));
  expect(first).not.toEqual(shuffled(elements, 2n));
  const kept = first.filter((value, i) => value === i).length;
  expect(kept).toBeLessThan(10);
  expect(elements[7]).toBe(7);
});

test("nothing and one element stay what they are", () => {
  expect(shuffled(new Float32Array(0), 1n)).toEqual(new Float32Array(0));
  expect(shuffled(Float32Array.of(-0), 1n)).toEqual(Float32Array.of(-0));
});
