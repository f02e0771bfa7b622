import { describe, expect, test } from "vitest";
import {
  ARGMAX,
  ARGMAX_TIE_BREAK,
  fakeSolver,
  MINUS_I32,
  SATURATING_U32,
} from "../../test/helpers/laws/operators.ts";
import { add, max } from "../operators/built-in.ts";
import { lifted } from "../operators/combinators/lifted.ts";
import { OPERATORS } from "../operators/operator.ts";
import { parseOperator } from "../operators/text/parse-operator.ts";
import { InvalidArgumentError, LawError } from "../values/errors.ts";
import { checkLaw, checkLaws, requireLaw } from "./check-law.ts";

import { withLaws } from "./with-laws.ts";

const UNSAT = { solver: fakeSolver({ status: "unsat" }) };
const NONE = { solver: "none" } as const;

/** Wrapping sums under a name of their own: proved by normal forms, on one type. */
const SUM = parseOperator("operator sum (left: u32, right) => left + right identity 0");

describe("withLaws", () => {
  test("knows what is proved", async () => {
    const known = withLaws(ARGMAX_TIE_BREAK, await checkLaws(ARGMAX_TIE_BREAK, UNSAT));
    expect(known).toMatchObject({ hash: ARGMAX_TIE_BREAK.hash, isAssociative: true, isCommutative: true });
    expect(ARGMAX_TIE_BREAK).toMatchObject({ isAssociative: false, isCommutative: false });
    const sum = withLaws(SUM, await checkLaws(SUM, NONE));
    expect(
      sum.kind === "operator" && [sum.isAssociative("u32"), sum.isAssociative("f64"), sum.isCommutative],
    ).toEqual([true, false, true]);
  });

  test("knows nothing of what is tested, refuted, by value, or on a carrier", async () => {
    const byValue = await checkLaw(ARGMAX_TIE_BREAK, "associative", { ...UNSAT, equality: "value" });
    const tested = await checkLaw(ARGMAX_TIE_BREAK, "associative", NONE);
    expect([byValue.kind, tested.kind]).toEqual(["proved", "tested"]);
    expect(withLaws(ARGMAX_TIE_BREAK, [byValue, tested])).toMatchObject({ isAssociative: false });
    expect(withLaws(ARGMAX, [await checkLaw(ARGMAX, "commutative", UNSAT)])).toMatchObject({
      isCommutative: false,
    });
    const operator = lifted(max, "u32");
    const onCarrier = await checkLaw(operator, "commutative", NONE);
    expect(onCarrier.kind).toBe("provedByCombinator");
    expect(withLaws(operator, [onCarrier]).isCommutative).toBe(false);
  });

  test("is commutative where all types are", async () => {
    const verdicts = await checkLaws(add, { type: "i32", ...NONE });
    expect(withLaws(OPERATORS.mark({ ...add, isCommutative: false }), verdicts).isCommutative).toBe(false);
  });

  test("refuses verdicts of other terms", async () => {
    const verdict = await checkLaw(SATURATING_U32, "associative", UNSAT);
    expect(() => withLaws(SUM, [verdict])).toThrow(InvalidArgumentError);
    expect(() => withLaws(SUM, [verdict])).toThrow(
      /"verdicts" must be of the terms of sum, got associative of saturating-u32/,
    );
    expect(() => withLaws(ARGMAX, [verdict])).toThrow(InvalidArgumentError);
  });
});

describe("requireLaw", () => {
  test("passes proofs on", async () => {
    const verdict = await checkLaw(SUM, "associative", NONE);
    expect(requireLaw(verdict)).toBe(verdict);
  });

  test("a refutation throws with both sides, whatever is accepted", async () => {
    const verdict = await checkLaw(MINUS_I32, "associative", NONE);
    expect(() => requireLaw(verdict, { accept: ["tested", "holdsWithoutOverflow"] })).toThrow(LawError);
    expect(() => requireLaw(verdict)).toThrow(
      /^"minus" must be associative, which is refuted: x = .*: \(x · y\) · z = -?\d+, but x · \(y · z\) = -?\d+$/,
    );
  });

  test("less than a proof must be accepted by name", async () => {
    const verdict = await checkLaw(SATURATING_U32, "associative", NONE);
    expect(() => requireLaw(verdict)).toThrow(
      /tested, no counterexample in \d+ samples.*accept "tested" to go on/,
    );
    expect(requireLaw(verdict, { accept: ["tested"] })).toBe(verdict);
  });

  test("so must a carrier whose closure is not proved", async () => {
    const verdict = await checkLaw(lifted(max, "u32"), "commutative", NONE);
    expect(() => requireLaw(verdict)).toThrow("known on a carrier of which closure is tested");
    expect(requireLaw(verdict, { accept: ["tested"] })).toBe(verdict);
  });
});
