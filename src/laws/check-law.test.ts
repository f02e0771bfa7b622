import { describe, expect, test } from "vitest";
import {
  ARGMAX,
  ARGMAX_ON_CARRIER,
  AVERAGE_I32,
  fakeSolver,
  MAX_BY_LESS,
  MINUS_I32,
  SATURATING_I32,
  SATURATING_U32,
} from "../../test/helpers/laws/operators.ts";
import { add, BUILT_IN_OPERATORS, multiply } from "../operators/built-in.ts";
import { argMax } from "../operators/combinators/arg-by.ts";
import { brackets } from "../operators/combinators/brackets.ts";
import { carryLookAhead } from "../operators/combinators/carry-look-ahead.ts";
import { defineOperator } from "../operators/define-operator.ts";
import type { AnyOperator } from "../operators/operator.ts";
import { binary, constant, left, right } from "../operators/term.ts";
import { parseOperator } from "../operators/text/parse-operator.ts";
import { InternalError, InvalidArgumentError } from "../values/errors.ts";
import { checkLaw, checkLaws } from "./check-law.ts";

import { describeVerdict } from "./describe-verdict.ts";
import type { Law } from "./question.ts";

const NONE = { solver: "none" } as const;

describe("without a solver", () => {
  test("everything that is known of built-in operators is proved or refuted", async () => {
    for (const operator of BUILT_IN_OPERATORS) {
      for (const type of operator.types) {
        for (const verdict of await checkLaws(operator, { type, ...NONE })) {
          const { law } = verdict.question;
          const known: Partial<Record<Law, boolean>> = {
            associative: operator.isAssociative(type),
            commutative: operator.isCommutative,
            "left-identity": true,
            "right-identity": true,
          };
          const expected = known[law] ?? ["min", "max", "and", "or"].includes(operator.name);
          expect([operator.name, type, law, verdict.kind]).toEqual([
            operator.name,
            type,
            law,
            expected ? "proved" : "refuted",
          ]);
        }
      }
    }
  });

  test.each<[string, AnyOperator, Law]>([
    ["saturating i32", SATURATING_I32, "associative"],
    ["minus", MINUS_I32, "associative"],
    ["average", AVERAGE_I32, "associative"],
    ["max by < with NaN", MAX_BY_LESS, "associative"],
    ["argmax with the slides' neutral element", ARGMAX, "left-identity"],
    ["argmax", ARGMAX, "commutative"],
  ])("%s is refuted", async (_, operator, law) => {
    const verdict = await checkLaw(operator, law, NONE);
    expect(verdict.kind).toBe("refuted");
  });

  test("a counterexample is as simple as it can be made, with both sides", async () => {
    const verdict = await checkLaw(ARGMAX, "commutative", NONE);
    expect(verdict).toMatchObject({
      kind: "refuted",
      counterexample: {
        operands: [
          { name: "x", value: { value: 0, index: 0 }, columns: ["00000000", "00000000"] },
          { name: "y", value: { value: 0, index: 1 }, columns: ["00000000", "00000001"] },
        ],
        left: { value: 0, index: 0 },
        right: { value: 0, index: 1 },
        foundBy: "samples",
      },
    });
    expect(describeVerdict(verdict)).toBe(
      "commutative: refuted: x = { value: 0, index: 0 }, y = { value: 0, index: 1 }: " +
        "x · y = { value: 0, index: 0 }, but y · x = { value: 0, index: 1 }",
    );
  });

  test("what only a solver can prove is tested, and says so", async () => {
    const verdict = await checkLaw(SATURATING_U32, "associative", NONE);
    expect(verdict).toMatchObject({ kind: "tested", notes: ["without a solver, as asked"] });
  });

  test("the identity of float add is −0, not +0", async () => {
    expect(await checkLaw(add, "left-identity", { type: "f64", identity: -0, ...NONE })).toMatchObject({
      kind: "proved",
    });
    const verdict = await checkLaw(add, "left-identity", { type: "f64", identity: 0, ...NONE });
    expect(verdict).toMatchObject({
      kind: "refuted",
      counterexample: { operands: [{ value: -0 }], left: 0 },
    });
    const byValue = await checkLaw(add, "left-identity", {
      type: "f64",
      identity: 0,
      equality: "value",
      ...NONE,
    });
    expect(byValue.kind).toBe("tested");
  });

  test("all operands of a type of bools are tried", async () => {
    const verdict = await checkLaw(carryLookAhead(), "associative", NONE);
    expect(verdict).toMatchObject({ kind: "proved", proof: { method: "exhaustion", count: 64 } });
  });

  test("the seed decides", async () => {
    const options = { type: "f64", seed: 7n, ...NONE } as const;
    const [first, second] = [
      await checkLaw(add, "associative", options),
      await checkLaw(add, "associative", options),
    ];
    expect(first).toEqual(second);
  });

  test("fails only by overflow: that is said", async () => {
    expect(await checkLaw(brackets(), "associative", NONE)).toMatchObject({
      kind: "refuted",
      isOnlyByOverflow: true,
    });
    expect(await checkLaw(MINUS_I32, "associative", NONE)).not.toHaveProperty("isOnlyByOverflow");
  });
});

describe("with a solver", () => {
  test("is not asked what samples refute or rules prove", async () => {
    const solver = fakeSolver({ status: "unknown", reason: "fake" });
    await checkLaw(add, "associative", { type: "f64", solver });
    await checkLaw(argMax("f32"), "associative", { solver });
    await checkLaw(multiply, "associative", { type: "u64", solver });
    expect(solver.scripts).toEqual([]);
  });

  test("unsat over bits is a proof", async () => {
    const solver = fakeSolver({ status: "unsat" });
    const verdict = await checkLaw(SATURATING_U32, "associative", { solver });
    expect(verdict).toMatchObject({
      kind: "proved",
      proof: { method: "bits", solver: "fake 1", script: solver.scripts[0] },
    });
  });

  test("unknown is never a proof", async () => {
    const solver = fakeSolver({ status: "unknown", reason: "timeout" });
    const verdict = await checkLaw(SATURATING_U32, "associative", { solver, timeoutMs: 5 });
    expect(verdict.kind).toBe("tested");
    expect(verdict.notes[0]).toBe("unknown: timeout (bits, 5 ms)");
  });

  test("a budget is of all questions, each with half of what is left at most", async () => {
    let time = 0;
    const given: number[] = [];
    const slow = fakeSolver({ status: "unknown", reason: "timeout" });
    const check: typeof slow.check = (script, timeoutMs) => {
      given.push(timeoutMs);
      time += timeoutMs;
      return slow.check(script, timeoutMs);
    };
    const options = { solver: { ...slow, check }, budgetMs: 40, now: () => time };
    const [verdict, ...rest] = await checkLaws(SATURATING_U32, options);
    expect(verdict.notes[0]).toBe("unknown: the time for all questions is over (bits)");
    expect(given.slice(0, 3)).toEqual([20, 10, 5]);
    expect(time).toBeLessThan(40);
    expect(rest.length).toBeGreaterThan(0);
    await expect(checkLaws(SATURATING_U32, { budgetMs: 40 })).rejects.toThrow(/"now" must be a clock/);
  });

  test("unsat over unbounded integers alone holds without overflow", async () => {
    let isFirst = true;
    const solver = fakeSolver(() => {
      const answer = isFirst
        ? ({ status: "unknown", reason: "timeout" } as const)
        : ({ status: "unsat" } as const);
      isFirst = false;
      return answer;
    });
    const verdict = await checkLaw(SATURATING_U32, "associative", { solver });
    expect(verdict).toMatchObject({ kind: "holdsWithoutOverflow", proof: { method: "integers" } });
    expect(verdict).not.toHaveProperty("counterexample");
  });

  test("a law that only overflow refutes is asked of unbounded integers", async () => {
    const verdict = await checkLaw(brackets(), "associative", { solver: fakeSolver({ status: "unsat" }) });
    expect(verdict).toMatchObject({ kind: "holdsWithoutOverflow", counterexample: { foundBy: "samples" } });
  });

  test("a model that does not refute the law is a bug, not a refutation", async () => {
    const solver = fakeSolver({ status: "sat", model: new Map() });
    await expect(checkLaw(SATURATING_U32, "associative", { solver })).rejects.toThrow();
  });

  test("a solver that is given is not closed", async () => {
    let isClosed = false;
    const solver = {
      ...fakeSolver({ status: "unsat" }),
      close: async () => {
        isClosed = true;
      },
    };
    await checkLaw(SATURATING_U32, "associative", { solver });
    expect(isClosed).toBe(false);
  });
});

describe("carriers", () => {
  test("a law that holds for every value is known without the carrier", async () => {
    const verdict = await checkLaw(ARGMAX_ON_CARRIER, "associative", {
      solver: fakeSolver({ status: "unsat" }),
    });
    expect(verdict.kind).toBe("proved");
    expect(verdict.question.carrier).toBeUndefined();
  });

  test("one that fails outside of it is asked on it, with its closure", async () => {
    const verdict = await checkLaw(ARGMAX_ON_CARRIER, "left-identity", {
      solver: fakeSolver({ status: "unsat" }),
    });
    expect(verdict.kind).toBe("proved");
    expect(verdict.question.carrier).toBeDefined();
    expect(verdict.closure?.kind).toBe("proved");
  });

  test("one that is not closed is refused with operands", async () => {
    const small = parseOperator(
      "operator small (left: i32, right) => left + right where x => x < 10 && x > -10",
    );
    await expect(checkLaw(small, "associative", NONE)).rejects.toThrow(InvalidArgumentError);
    await expect(checkLaw(small, "associative", NONE)).rejects.toThrow(
      /^"carrier" must be closed under the operator, got x = -?\d+, y = -?\d+: x · y = -?\d+ is not in the carrier$/,
    );
    expect((await checkLaw(small, "closed", NONE)).kind).toBe("refuted");
  });

  test("an identity outside of it is refused", async () => {
    const positive = parseOperator(
      "operator positive (left: u32, right) => max(left, right) identity 0 where x => x > 0",
    );
    await expect(checkLaw(positive, "associative", NONE)).rejects.toThrow(
      '"carrier" must be closed under the operator, got an identity that is not in the carrier',
    );
  });

  test("narrow ones are found: values that fit together in several columns", async () => {
    const ordered = parseOperator(`
      operator ordered (left: { low: i32, high: i32, width: i32 }, right) =>
        let low = min(left.low, right.low) in let high = max(left.high, right.high) in { low: low, high: high, width: high - low }
      where x => x.width == x.high - x.low && x.low <= x.high`);
    const verdict = await checkLaw(ordered, "idempotent", NONE);
    expect(verdict).toMatchObject({ kind: "tested", closure: { kind: "tested" } });
    expect(verdict.notes.join()).not.toContain("were found");
  });

  test("where hardly a value is found, that is said", async () => {
    const carrier = binary("equal", left("u64"), constant("u64", 0x1234_5678_9abc_def0n));
    const both = parseOperator("operator both (left: u64, right) => left & right");
    const verdict = await checkLaw(both, "closed", { carrier, ...NONE });
    expect(verdict).toMatchObject({ kind: "tested", question: { carrier } });
    expect(verdict.notes[0]).toBe("only 1 value(s) of the carrier were found to test with");
    const nothing = binary("less", binary("or", left("u64"), constant("u64", 1n)), constant("u64", 1n));
    expect(await checkLaw(both, "closed", { carrier: nothing, ...NONE })).toMatchObject({
      kind: "tested",
      count: 0,
      notes: ["no value of the carrier was found to test with", "without a solver, as asked"],
    });
  });
});

describe("bad input", () => {
  const operator = defineOperator("i32", [binary("subtract", left("i32"), right("i32"))]);
  test.each<[string, () => Promise<unknown>, string]>([
    ["law", () => checkLaw(operator, "assoziative" as Law, NONE), '"law" must be one of'],
    ["no identity", () => checkLaw(operator, "left-identity", NONE), '"identity" must be given'],
    ["no carrier", () => checkLaw(operator, "closed", NONE), '"carrier" must be given'],
    [
      "identity",
      () => checkLaw(operator, "left-identity", { identity: 0.5, ...NONE }),
      '"identity" must be an integer of i32',
    ],
    [
      "identity of a record",
      () => checkLaw(ARGMAX, "left-identity", { identity: { value: 0 }, ...NONE }),
      '"identity.index" must be given',
    ],
    ["type", () => checkLaw(operator, "associative", { type: "f64", ...NONE }), '"type" must be one of i32'],
    [
      "type of a record",
      () => checkLaw(ARGMAX, "associative", { type: "f64", ...NONE }),
      '"type" must be left out',
    ],
    [
      "equality",
      () => checkLaw(operator, "associative", { equality: "bit" as "bits", ...NONE }),
      '"equality" must be',
    ],
    [
      "carrier of a number",
      () => checkLaw(operator, "closed", { carrier: left("i32"), ...NONE }),
      "a term of type bool",
    ],
    [
      "carrier over the right",
      () => checkLaw(operator, "closed", { carrier: binary("less", left("i32"), right("i32")), ...NONE }),
      "over columns of the left operand alone",
    ],
  ])("%s", async (_, run, message) => {
    await expect(run()).rejects.toThrow(InvalidArgumentError);
    await expect(run()).rejects.toThrow(message);
  });
});

test("an error of the solver is passed on", async () => {
  const solver = {
    ...fakeSolver({ status: "unsat" }),
    check: async () => {
      throw new InternalError("fake");
    },
  };
  await expect(checkLaw(SATURATING_U32, "associative", { solver })).rejects.toThrow(InternalError);
});
