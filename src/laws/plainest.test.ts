import { expect, it } from "vitest";
import * as samebits from "../index.ts";
import { checkLaw, describeVerdict, type Law } from "../laws.ts";
import { type AnyOperator, op } from "../operators.ts";

const shown = async (operator: AnyOperator, law: Law): Promise<string> =>
  describeVerdict(await checkLaw(operator, law, { solver: "none" }));

it("a refutation shows numbers whose difference anyone sees, where there are such", async () => {
  const minus = op`(left: f64, right) => left - right`;
  expect(await shown(minus, "associative")).toContain(
    "x = 0, y = 0, z = 1: (x · y) · z = -1, but x · (y · z) = 1",
  );
  expect(await shown(minus, "commutative")).toContain("x = 0, y = 1: x · y = -1, but y · x = 1");
  const mean = op`(left: f32, right) => (left + right) * 0.5`;
  expect(await shown(mean, "associative")).toContain("x = 0, y = 0, z = 1");
  // The sign of a zero refutes this one as well, and samples find it first.
  const negative = op`(left: f64, right) => -(left + right)`;
  expect(await shown(negative, "idempotent")).toContain("x = 1: x · x = -2, not x");
  for (const operator of [minus, mean, negative]) {
    expect(await shown(operator, "associative")).not.toMatch(/NaN|Infinity|-0\b|e[+-]\d/);
  }
});

it("and what it lives from where there are none: rounding, a NaN, the sign of a zero", async () => {
  expect(await shown(samebits.add, "associative")).toMatch(/refuted: x = -?\d/);
  expect(await shown(samebits.add, "associative")).not.toMatch(/NaN|Infinity|-0\b/);
  expect(
    await shown(op`(left: f64, right) => if left < right then right else left`, "associative"),
  ).toContain("NaN");
  expect(await shown(op`(left: f64, right) => left + 0`, "idempotent")).toContain("x = -0: x · x = 0, not x");
});
