import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ARGMAX,
  ARGMAX_ON_CARRIER,
  ARGMAX_TIE_BREAK,
  AVERAGE_I32,
  MAX_BY_LESS,
  MINUS_I32,
  SATURATING_I32,
  SATURATING_U32,
} from "../../test/helpers/laws/operators.ts";
import { add, max, min, multiply } from "../operators/built-in.ts";
import { affine } from "../operators/combinators/affine.ts";
import { argMax, argMin } from "../operators/combinators/arg-by.ts";

import { brackets } from "../operators/combinators/brackets.ts";
import { carryLookAhead } from "../operators/combinators/carry-look-ahead.ts";
import { lifted } from "../operators/combinators/lifted.ts";
import { matrices2x2 } from "../operators/combinators/matrices-2x2.ts";
import { maxSegmentSum } from "../operators/combinators/max-segment-sum.ts";
import { polynomial } from "../operators/combinators/polynomial.ts";
import { product } from "../operators/combinators/product.ts";
import { segmented } from "../operators/combinators/segmented.ts";
import { stateMap } from "../operators/combinators/state-map.ts";
import type { AnyOperator } from "../operators/operator.ts";
import { parseOperator } from "../operators/text/parse-operator.ts";
import { openZ3 } from "../solvers/open-z3.ts";
import type { SmtSolver } from "../solvers/smt.ts";
import { encodeCertificate } from "./certificate.ts";
import { checkCertificate } from "./check-certificate.ts";
import { checkLaw, checkLaws } from "./check-law.ts";

import { decideBySolver } from "./decide-by-solver.ts";
import { explain } from "./explain.ts";
import type { Law } from "./question.ts";
import { type LawOptions, questionOf } from "./question-of.ts";

import type { Verdict } from "./verdict.ts";

/*
 * Answers that are known from elsewhere, with the real solver: one process and one solver for all of them.
 */

let z3: SmtSolver;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

/** Every verdict must be one that its own certificate is evidence of. */
async function check(operator: AnyOperator, law: Law, options: LawOptions = {}): Promise<Verdict> {
  const verdict = await checkLaw(operator, law, { solver: z3, ...options });
  const { carrier } = verdict.question;
  expect(checkCertificate(encodeCertificate(verdict), operator, { carrier })).toEqual(verdict);
  return verdict;
}

/** What the solver says of a law by itself, without samples, rules or normal forms before it. */
async function ask(operator: AnyOperator, law: Law, options: LawOptions = {}): Promise<string> {
  const notes: string[] = [];
  const finding = await decideBySolver(questionOf(operator, law, options), z3, 10_000, notes);
  return finding === undefined ? notes.join("; ") : finding.kind;
}

describe("built-in operators", () => {
  test.each([
    ["add", "i32", add],
    ["min", "i32", min],
    ["max", "i32", max],
    ["multiply", "i32", multiply],
    ["max", "f32", max],
    ["min", "f32", min],
  ] as const)(
    "%s on %s is associative, with its identity, and the solver agrees",
    async (_, type, operator) => {
      for (const law of ["associative", "left-identity", "right-identity", "commutative"] as const) {
        expect((await check(operator, law, { type })).kind).toBe("proved");
        expect(await ask(operator, law, { type })).toBe("proved");
      }
    },
  );

  test.each([
    ["add", "f32", add],
    ["add", "f64", add],
    ["multiply", "f32", multiply],
    ["multiply", "f64", multiply],
  ] as const)("%s on %s is not associative, but commutative", async (_, type, operator) => {
    expect(await check(operator, "associative", { type })).toMatchObject({ kind: "refuted" });
    expect((await check(operator, "commutative", { type })).kind).toBe("proved");
  });

  test("float add: +0 is no identity, −0 is", async () => {
    for (const type of ["f32", "f64"] as const) {
      for (const law of ["left-identity", "right-identity"] as const) {
        expect((await check(add, law, { type, identity: 0 })).kind).toBe("refuted");
        expect((await check(add, law, { type, identity: -0 })).kind).toBe("proved");
        expect(await ask(add, law, { type, identity: -0 })).toBe("proved");
        // By value +0 is one.
        const byValue = await check(add, law, { type, identity: 0, equality: "value" });
        expect(byValue).toMatchObject({ kind: "proved", proof: { method: "bits" } });
      }
    }
  });
});

describe("argmax", () => {
  test("the slides': associative, and its neutral element is none on the left", async () => {
    expect(await check(ARGMAX, "associative")).toMatchObject({ kind: "proved", proof: { method: "bits" } });
    expect(await check(ARGMAX, "left-identity")).toMatchObject({
      kind: "refuted",
      counterexample: { operands: [{ value: { value: -2147483648, index: 0 } }] },
    });
    expect((await check(ARGMAX, "right-identity")).kind).toBe("proved");
    expect(await ask(ARGMAX, "left-identity")).toBe("refuted");
  });

  test("on the carrier it is neutral, and the carrier is closed", async () => {
    const verdict = await check(ARGMAX_ON_CARRIER, "left-identity");
    expect(verdict).toMatchObject({ kind: "proved", closure: { kind: "proved" } });
    expect(verdict.question.carrier).toBeDefined();
  });

  test("not commutative, (x, 0) and (x, 1) show it; with a tie-break all laws hold", async () => {
    expect(await check(ARGMAX, "commutative")).toMatchObject({
      kind: "refuted",
      counterexample: {
        operands: [{ value: { value: 0, index: 0 } }, { value: { value: 0, index: 1 } }],
      },
    });
    for (const verdict of await checkLaws(ARGMAX_TIE_BREAK, { solver: z3 }))
      expect(verdict.kind).toBe("proved");
  });

  test("the combinator's, by rule, and the solver agrees", async () => {
    for (const [operator, laws] of [
      [argMax("i32", "i32"), ["associative", "commutative", "left-identity", "right-identity", "idempotent"]],
      [argMin("f32"), ["associative", "commutative", "left-identity", "right-identity", "idempotent"]],
      [argMax("f32", "u32", { tieBreak: "none" }), ["associative", "idempotent"]],
    ] as const) {
      for (const law of laws) {
        expect((await check(operator, law)).kind).toBe("provedByCombinator");
        expect(await ask(operator, law)).toBe("proved");
      }
    }
  });
});

describe("others", () => {
  test("saturating add: of u32 associative, of i32 not", async () => {
    expect((await check(SATURATING_U32, "associative")).kind).toBe("proved");
    expect((await check(SATURATING_U32, "commutative")).kind).toBe("proved");
    expect((await check(SATURATING_I32, "associative")).kind).toBe("refuted");
    expect(await ask(SATURATING_I32, "associative")).toBe("refuted");
  });

  test.each([
    ["subtraction", MINUS_I32],
    ["average", AVERAGE_I32],
    ["max by < with NaN", MAX_BY_LESS],
  ])("%s is not associative", async (_, operator) => {
    expect((await check(operator, "associative")).kind).toBe("refuted");
    expect(await ask(operator, "associative")).toBe("refuted");
  });

  test("matrices and recurrences over u32, by rule, by normal form, and by the solver", async () => {
    const recurrence = parseOperator(
      "operator recurrence (left: { a: u32, b: u32 }, right) => { a: left.a * right.a, b: left.b * right.a + right.b } identity { a: 1, b: 0 }",
    );
    expect(await check(recurrence, "associative")).toMatchObject({
      kind: "proved",
      proof: { method: "normal form" },
    });
    for (const operator of [affine(add, multiply, "u32"), matrices2x2(add, multiply, "u32")]) {
      for (const law of ["associative", "left-identity", "right-identity"] as const) {
        expect((await check(operator, law)).kind).toBe("provedByCombinator");
        expect(await ask(operator, law)).toBe("proved");
      }
      expect((await check(operator, "commutative")).kind).toBe("refuted");
    }
  });

  test("over other semirings the premises are proved by the solver; the tropical one wraps", async () => {
    const verdict = await check(affine(max, min, "i32"), "associative");
    expect(verdict).toMatchObject({ kind: "provedByCombinator" });
    expect((await check(matrices2x2(max, min, "u32"), "associative")).kind).toBe("provedByCombinator");
    const tropical = await check(affine(max, add, "i32"), "associative");
    expect(tropical).toMatchObject({ kind: "holdsWithoutOverflow", counterexample: { foundBy: "samples" } });
  });

  test("a recurrence of second order: affine maps of pairs", async () => {
    const pairs = product({ a: [add, "u32"], b: [add, "u32"], c: [add, "u32"], d: [add, "u32"] });
    const operator = affine(pairs, matrices2x2(add, multiply, "u32"));
    const unit = { a: 1, b: 0, c: 0, d: 1 };
    const identity = { scale: unit, offset: { a: 0, b: 0, c: 0, d: 0 } };
    for (const law of ["associative", "left-identity", "right-identity"] as const) {
      expect((await check(operator, law, { identity, solver: "none" })).kind).toBe("provedByCombinator");
    }
  });

  test("segmented and lifted: as their part, without a solver", async () => {
    for (const operator of [segmented(add, "i32"), segmented(argMax("f64")), lifted(multiply, "u64")]) {
      expect((await check(operator, "associative", { solver: "none" })).kind).toBe("provedByCombinator");
    }
    expect((await check(segmented(ARGMAX), "associative")).kind).toBe("provedByCombinator");
    expect((await check(segmented(add, "f32"), "associative")).kind).toBe("refuted");
    expect(await ask(segmented(add, "i32"), "associative")).toBe("proved");
    expect(await ask(lifted(add, "u32"), "associative")).toBe("proved");
  });

  test("lifted: absent is an identity on values that are present or zeros", async () => {
    const operator = lifted(max, "i32");
    expect((await check(operator, "left-identity")).question.carrier).toBeUndefined();
    const right = await check(operator, "right-identity");
    expect(right).toMatchObject({ kind: "provedByCombinator", closure: { kind: "proved" } });
    expect(await ask(operator, "right-identity")).toBe("proved");
  });

  test("small machines: by rule, and the solver agrees", async () => {
    for (const operator of [stateMap(4), carryLookAhead("u32")]) {
      expect((await check(operator, "associative")).kind).toBe("provedByCombinator");
      expect(await ask(operator, "associative")).toBe("proved");
      for (const law of ["left-identity", "right-identity"] as const) {
        expect((await check(operator, law)).kind).toBe("provedByCombinator");
        expect(await ask(operator, law)).toBe("proved");
      }
    }
  });

  test("hashes modulo a prime: by rule, where a solver takes too long", async () => {
    for (const verdict of await checkLaws(polynomial(65_521, "u64"), { solver: z3 })) {
      const { law } = verdict.question;
      const isProved = law !== "commutative" && law !== "idempotent";
      expect([law, verdict.kind]).toEqual([law, isProved ? "provedByCombinator" : "refuted"]);
    }
  });

  test("brackets and segment sums hold if nothing overflows", async () => {
    expect((await check(brackets(), "associative")).kind).toBe("holdsWithoutOverflow");
    const sums = await check(maxSegmentSum("i32"), "associative");
    expect(sums).toMatchObject({ kind: "holdsWithoutOverflow" });
  });
});

describe("explained", () => {
  test("the slides' proof of argmax: eight combinations, of which two cannot occur", async () => {
    expect(await explain(ARGMAX, "associative", { solver: z3 })).toBe(`\
argmax on {value:i32,index:i32}: associative, (x · y) · z = x · (y · z)

  a  x.value < y.value
  b  y.value < z.value
  c  x.value < z.value

8 combinations, 2 cannot occur, 6 to look at

  a b c
  T T T   both  { value: z.value, index: z.index }
  T F T   both  { value: y.value, index: y.index }
  T F F   both  { value: y.value, index: y.index }
  F T T   both  { value: z.value, index: z.index }
  F T F   both  { value: x.value, index: x.index }
  F F F   both  { value: x.value, index: x.index }

The sides are equal in every case that can occur.
`);
  });

  test("and what is wrong with its neutral element", async () => {
    expect(await explain(ARGMAX, "left-identity", { solver: z3 })).toBe(`\
argmax on {value:i32,index:i32}: left-identity, e · x = x

  a  -2147483648 < x.value

2 combinations, 2 to look at

  a
  T   both  { value: x.value, index: x.index }
  F   left  { value: -2147483648, index: -1 }
      right { value: x.value, index: x.index }
      they differ: x = { value: -2147483648, index: 0 }

The sides differ in 1 of 2 cases.
`);
    const onCarrier = await explain(ARGMAX_ON_CARRIER, "left-identity", { solver: z3 });
    expect(onCarrier).toContain("for values where value != -2147483648 || index == -1\n");
    expect(onCarrier).toContain("The sides are equal in every case that can occur.\n");
  });
});

test("a solver that runs out of time proves nothing", async () => {
  const remainders = parseOperator(
    "operator remainders (left: u64, right) => (left * right) % 1000000007 where x => x < 1000000007",
  );
  const verdict = await check(remainders, "associative", { timeoutMs: 200 });
  expect(["tested", "holdsWithoutOverflow"]).toContain(verdict.kind);
  expect(verdict.notes.join("; ")).toMatch(/unknown: .* \(bits, 200 ms\)/);
});
