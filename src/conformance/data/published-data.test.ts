import { expect, test } from "vitest";
import { toHex } from "../../values/bits.ts";
import { publishedData } from "./generate-data.ts";

test("the elements are those of the generator, one BigInt at a time", () => {
  let state = 0x243f6a8885a308d3n;
  const literal = Array.from({ length: 1000 }, () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return (Number(state >> 11n) - 2 ** 52) / 2 ** 52;
  });
  const bits = (values: Iterable<number>): string[] => Array.from(values, (value) => toHex("f64", value));
  expect(bits(publishedData(1000))).toStrictEqual(bits(literal));
});

test("every element lies in [−1, 1)", () => {
  const elements = publishedData(100_000);
  expect(elements.every((element) => element >= -1 && element < 1)).toBe(true);
});
