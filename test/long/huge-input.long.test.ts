import { expect, test } from "vitest";
import { add, blockDyadic, exclusiveScan, inclusiveScan, iteratedPairwise, reduce } from "../../src/index.ts";

// Beyond 4 GiB and beyond 2^31 elements: sums of small integers are exact in every bracket, so each prefix is known.

test("f64, 4.3 GiB, in place: generated code, then stages", () => {
  const length = 2 ** 29 + 3;
  const x = new Float64Array(length);
  for (let i = 0; i < length; i++) x[i] = i % 7;
  const prefix = (end: number): number => Math.floor(end / 7) * 21 + ((end % 7) * ((end % 7) - 1)) / 2;
  expect(reduce(x)).toBe(prefix(length));
  expect(reduce(x, { expression: iteratedPairwise })).toBe(prefix(length));
  inclusiveScan(x, { output: x });
  let wrong = 0;
  for (let i = 0; i < length; i++) if (x[i] !== prefix(i + 1)) wrong++;
  expect(wrong).toBe(0);
  for (let i = 0; i < length; i++) x[i] = i % 7;
  exclusiveScan(x, { output: x, expression: blockDyadic(256) });
  for (let i = 0; i < length; i++) if (x[i] !== prefix(i)) wrong++;
  expect(wrong).toBe(0);
}, 600_000);

test("u32, more than 2^31 elements, in place and backward", () => {
  const length = 2 ** 31 + 5;
  const x = new Uint32Array(length).fill(1);
  expect(reduce(x, { operator: add })).toBe(length);
  inclusiveScan(x, { output: x });
  let wrong = 0;
  for (let i = 0; i < length; i++) if (x[i] !== i + 1) wrong++;
  expect(wrong).toBe(0);
  x.fill(1);
  inclusiveScan(x, { output: x, direction: "backward" });
  for (let i = 0; i < length; i++) if (x[i] !== length - i) wrong++;
  expect(wrong).toBe(0);
}, 600_000);
