import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesScript } from "../../test/helpers/laws/smt-cases.ts";
import {
  everyOperation,
  hostileScalars,
  type OperationCase,
  randomBody,
  randomValue,
} from "../../test/helpers/operators/terms.ts";
import { someElementaryFunction } from "../operators/elementary-terms.ts";
import { evaluateColumns } from "../operators/evaluate.ts";
import { binary, bitcast, constant, left, replaceLeaves, type Term, unary } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { openZ3 } from "../solvers/open-z3.ts";
import type { SmtAnswer, SmtSolver } from "../solvers/smt.ts";
import type { Scalar } from "../values/element-types.ts";
import { columnsOf, SCALAR_TYPES } from "../values/value-types.ts";
import type { SmtTheory } from "./smt-law.ts";
import { smtLines } from "./smt-lines.ts";
import { readLiteral, smtLiteral, smtSort } from "./smt-literals.ts";

const SEED = 0x5a7b;
const TIMEOUT_MS = 30_000;

let solver: SmtSolver;
beforeAll(async () => {
  solver = await openZ3();
});
afterAll(() => solver.close());

interface Evaluation {
  readonly terms: readonly Term[];
  readonly left: readonly Scalar[];
  readonly right: readonly Scalar[];
}

/** A script with a model exactly if one of the evaluations comes out otherwise than the evaluator says. */
function differenceScript(evaluations: readonly Evaluation[], theory: SmtTheory): string | undefined {
  const closed: Term[] = [];
  const expected: string[] = [];
  for (const { terms, left, right } of evaluations) {
    const values = evaluateColumns(terms, left, right);
    expected.push(...terms.map(({ type }, i) => smtLiteral(type, values[i], theory)));
    const given = (leaf: Term): Term => {
      if (leaf.kind !== "left" && leaf.kind !== "right") return leaf;
      return constant(leaf.type, (leaf.kind === "left" ? left : right)[leaf.column]);
    };
    closed.push(...replaceLeaves(terms, given));
  }
  const translated = smtLines(closed, theory, () => "unused");
  if (translated === undefined) return undefined;
  const differences = translated.names.map((name, i) => `(not (= ${name} ${expected[i]}))`);
  return `(set-logic ALL)\n${translated.lines.join("\n")}\n(assert (or ${differences.join("\n")} false))`;
}

function evaluationsOf({ term }: OperationCase, values: readonly Scalar[]): readonly Evaluation[] {
  const isBinary = termList([term]).nodes.some((node) => node.term.kind === "right");
  return values.flatMap((left) =>
    (isBinary ? values : [left]).map((right) => ({ terms: [term], left: [left], right: [right] })),
  );
}

async function expectNoDifference(evaluations: readonly Evaluation[], theory: SmtTheory): Promise<void> {
  const script = differenceScript(evaluations, theory);
  if (script === undefined) throw new Error("the theory cannot express this");
  expect(await solver.check(script, TIMEOUT_MS)).toEqual({ status: "unsat" });
}

/** A script takes as long to begin as operations take: so some of them go into one. */
const AT_ONCE = 8;

function inGroups(
  operations: readonly OperationCase[],
): readonly (readonly [string, readonly OperationCase[]])[] {
  return Array.from({ length: Math.ceil(operations.length / AT_ONCE) }, (_, i) => {
    const group = operations.slice(AT_ONCE * i, AT_ONCE * (i + 1));
    return [group.map(({ name }) => name).join(", "), group] as const;
  });
}

/** Of elementary functions a solver knows nothing. */
function isKnown({ term }: OperationCase): boolean {
  return someElementaryFunction([term]) === undefined;
}

describe("the translation over bits", () => {
  it.each(inGroups(everyOperation().filter(isKnown)))(
    "means what the evaluator means: %s",
    async (_, operations) => {
      const evaluations = operations.flatMap((each) => evaluationsOf(each, hostileScalars(each.operandType)));
      await expectNoDifference(evaluations, "bits");
    },
  );

  it("means what the evaluator means in random terms", async () => {
    const body = fc.gen().map((generate) => {
      const pick = (length: number): number => generate(fc.nat, { max: length - 1 });
      const { columns, terms } = randomBody(pick);
      return Array.from({ length: 8 }, () => ({
        terms,
        left: randomValue(columns, pick),
        right: randomValue(columns, pick),
      }));
    });
    const samples = fc.sample(body, { numRuns: 60, seed: SEED }).flat();
    const evaluations = samples.filter(({ terms }) => someElementaryFunction(terms) === undefined);
    expect(evaluations.length).toBeGreaterThan(200);
    await expectNoDifference(evaluations, "bits");
  });

  it("takes an elementary function for one function, of which nothing is known", async () => {
    const [x, y] = [left("f64", 0), left("f64", 1)];
    const [first, second] = [unary("exp", x), unary("exp", y)];
    const bits = (term: Term): Term => bitcast("u64", term);
    const answerFor = async (one: Term, two: Term): Promise<string> => {
      const differ = [{ term: binary("equal", bits(one), bits(two)), holds: false }];
      const script = casesScript(differ, columnsOf({ x: "f64", y: "f64" }), 1)?.script ?? "";
      return (await solver.check(script, TIMEOUT_MS)).status;
    };
    expect(await answerFor(binary("add", first, second), binary("add", second, first))).toBe("unsat");
    expect(await answerFor(first, second)).toBe("sat");
    expect(await answerFor(first, unary("expm1", x))).toBe("sat");
    expect(await answerFor(binary("pow", x, y), binary("pow", y, x))).toBe("sat");
  });

  it("shifts and rotates by what a variable holds", async () => {
    // Constants are simplified before anything is solved; here the operands are unknown to the end.
    const [value, distance] = [left("u32", 0), left("u32", 1)];
    const inBits = (term: Term): Term => binary("and", term, constant("u32", 31));
    const back = inBits(binary("subtract", constant("u32", 0), distance));
    const halves = binary("or", binary("shiftLeft", value, distance), binary("shiftRight", value, back));
    const turnedBack = binary("rotateLeft", binary("rotateLeft", value, distance), back);
    const doubled = binary("multiply", value, binary("shiftLeft", constant("u32", 1), distance));
    for (const [first, second] of [
      [binary("rotateLeft", value, distance), halves],
      [turnedBack, value],
      [binary("shiftLeft", value, distance), doubled],
    ]) {
      const script = casesScript(
        [{ term: binary("equal", first, second), holds: false }],
        columnsOf({ v: "u32", d: "u32" }),
        1,
      );
      expect((await solver.check(script?.script ?? "", TIMEOUT_MS)).status).toBe("unsat");
    }
  });

  it("notices a difference", async () => {
    const term = binary("add", left("i32"), left("i32"));
    const script = differenceScript([{ terms: [term], left: [1], right: [0] }], "bits")?.replace(
      "#x00000002",
      "#x00000003",
    );
    expect((await solver.check(script ?? "", TIMEOUT_MS)).status).toBe("sat");
  });

  it("is as long as the terms are large with sharing", () => {
    let term = left("i32");
    for (let i = 0; i < 200; i++) term = binary("multiply", term, term);
    expect(smtLines([term], "bits", () => "x0")?.lines.length).toBe(200);
  });
});

describe("the translation over integers", () => {
  const small = [-7, -3, -2, -1, 0, 1, 2, 3, 7];
  const expressible = everyOperation().filter(
    ({ term }) => smtLines([term], "integers", () => "x0") !== undefined,
  );

  it("has arithmetic, comparisons and choices, and nothing that looks at bits", () => {
    const names = new Set(expressible.map(({ name }) => name));
    for (const operation of [
      "add",
      "subtract",
      "multiply",
      "divide",
      "remainder",
      "min",
      "max",
      "less",
      "select",
      "negate",
    ]) {
      for (const type of ["i64", "u64", "i32", "u32"]) expect(names).toContain(`${operation} ${type}`);
    }
    for (const name of [
      "and bool",
      "abs i32",
      "convert to i64 from i32",
      "convert to i64 from u32",
      "convert to u32 from bool",
    ]) {
      expect(names).toContain(name);
    }
    for (const name of [
      "and i32",
      "shiftLeft u32",
      "countOnes u64",
      "convert to i32 from i64",
      "convert to u32 from i32",
      "add f64",
    ]) {
      expect(names).not.toContain(name);
    }
    expect(names).not.toContain("convert to u64 from i32");
    expect(names).not.toContain("bitcast to i32 from u32");
  });

  const inRange = (operation: OperationCase): readonly Evaluation[] => {
    const { operandType } = operation;
    const isSigned = operandType === "i32" || operandType === "i64";
    const values = operandType === "bool" ? [0, 1] : small.filter((value) => isSigned || value >= 0);
    const scalars = operandType.endsWith("64") ? values.map(BigInt) : values;
    const evaluations = evaluationsOf(operation, scalars).filter(
      ({ left, right }) => isSigned || !/^(negate|subtract)/.test(operation.name) || left[0] >= right[0],
    );
    if (!operation.name.startsWith("negate u")) return evaluations;
    return evaluations.filter(({ left }) => Number(left[0]) === 0);
  };

  it.each(inGroups(expressible))(
    "means what the evaluator means of small values: %s",
    async (_, operations) => {
      await expectNoDifference(operations.flatMap(inRange), "integers");
    },
  );
});

describe("values in models", () => {
  it.each(SCALAR_TYPES)("are read as they were written: %s", async (type) => {
    for (const value of hostileScalars(type)) {
      expect(readLiteral(type, smtLiteral(type, value, "bits"))).toBe(value);
      if (type === "f64" || type === "f32") continue;
      expect(readLiteral(type, smtLiteral(type, value, "integers"))).toBe(value);
    }
    const lines = hostileScalars(type).map(
      (value, i) =>
        `(declare-const v${i} ${smtSort(type, "bits")}) (assert (= v${i} ${smtLiteral(type, value, "bits")}))`,
    );
    const answer = await solver.check(lines.join("\n"), TIMEOUT_MS);
    const values = hostileScalars(type).map((_, i) => readLiteral(type, modelOf(answer).get(`v${i}`) ?? ""));
    expect(values).toEqual(hostileScalars(type));
  });

  it("give NaN the bits that are observed", async () => {
    const bits = bitcast("u64", left("f64"));
    const isNan = { term: binary("equal", left("f64"), left("f64")), holds: false };
    const isCanonical = binary("equal", bits, constant("u64", 0x7ff8000000000000n));
    const statuses = [true, false].map(async (holds) => {
      const script = casesScript([isNan, { term: isCanonical, holds }], columnsOf("f64"), 1);
      return (await solver.check(script?.script ?? "", TIMEOUT_MS)).status;
    });
    expect(await Promise.all(statuses)).toEqual(["sat", "unsat"]);
  });
});

function modelOf(answer: SmtAnswer): ReadonlyMap<string, string> {
  if (answer.status === "sat") return answer.model;
  throw new Error(`no model, but ${answer.status}`);
}
