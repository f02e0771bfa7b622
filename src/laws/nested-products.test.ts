import { describe, expect, it } from "vitest";
import { operator } from "../operators/builder/builder.ts";
import { u32 } from "../operators/builder/scalar-types.ts";
import { checkLaw } from "./check-law.ts";

/** (left · right) squared `squarings` times: a term of as many steps, whose degree and digits double with each. */
function squared(squarings: number) {
  return operator(u32, (left, right) => {
    let product = left.multiply(right);
    for (let i = 0; i < squarings; i++) product = product.multiply(product);
    return product;
  });
}

describe("products of products", () => {
  it.each([
    [5, "refuted"],
    [12, "refuted"],
    [24, "refuted"],
    [40, "tested"], // true of u32: an even number to the power of 2^40 is 0, an odd one 1
  ])(
    "squared %i times are %s, in seconds",
    async (squarings, kind) => {
      const verdict = await checkLaw(squared(squarings), "associative", { timeoutMs: 2000 });
      expect(verdict.kind).toBe(kind);
    },
    20_000,
  );
});
