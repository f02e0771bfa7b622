import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { add, max, min, multiply } from "../operators/built-in.ts";
import { affine } from "../operators/combinators/affine.ts";
import { argMax } from "../operators/combinators/arg-by.ts";
import { matrices2x2 } from "../operators/combinators/matrices-2x2.ts";
import { maxSegmentSum } from "../operators/combinators/max-segment-sum.ts";
import { evaluateBody, evaluateColumns } from "../operators/evaluate.ts";
import { type AnyOperator, bodyOf, typeOf } from "../operators/operator.ts";
import { binary, constant, left } from "../operators/term.ts";
import { op } from "../operators/text/parse-operator.ts";
import { openZ3 } from "../solvers/open-z3.ts";
import type { SmtAnswer, SmtSolver } from "../solvers/smt.ts";
import type { ElementType, Scalar } from "../values/element-types.ts";
import type { Law, LawQuestion } from "./question.ts";
import { lawScript, readModel, type SmtTheory } from "./smt-law.ts";

const TIMEOUT_MS = 30_000;

let solver: SmtSolver;
beforeAll(async () => {
  solver = await openZ3();
});
afterAll(() => solver.close());

const SATURATING_I32 = op<"i32">`(left: i32, right) => i32(max(min(i64(left) + i64(right), 2147483647), -2147483648))`;
const SATURATING_U32 = op<"u32">`(left: u32, right) => let sum = left + right in if sum < left then 4294967295 else sum`;
const ADD_MODULO = op<"u64">`(left: u64, right) => (left + right) % 1000003`;
const MULTIPLY_MODULO = op<"u64">`(left: u64, right) => (left * right) % 1000003`;
const MAX_BY_LESS = op<"f64">`(left: f64, right) => if left < right then right else left`;
const AVERAGE = op<"i32">`(left: i32, right) => (left + right) / 2`;

function questionOf(
  operator: AnyOperator,
  law: Law,
  facts: Partial<LawQuestion> & { element?: ElementType } = {},
): LawQuestion {
  const { element, ...rest } = facts;
  return { law, body: bodyOf(operator, element), type: typeOf(operator, element), equality: "bits", ...rest };
}

async function ask(question: LawQuestion, theory: SmtTheory): Promise<SmtAnswer> {
  const script = lawScript(question, theory);
  if (script === undefined) throw new Error("the theory cannot express this");
  return solver.check(script.script, TIMEOUT_MS);
}

function modelOf(answer: SmtAnswer): ReadonlyMap<string, string> {
  if (answer.status === "sat") return answer.model;
  throw new Error(`no model, but ${answer.status}`);
}

describe("laws over bits", () => {
  const belowModulus = binary("less", left("u64"), constant("u64", 1000003n));
  const isNumber = binary("equal", left("f64"), left("f64"));
  it.each<readonly [string, LawQuestion]>([
    ["i32 add", questionOf(add, "associative", { element: "i32" })],
    ["i64 multiply", questionOf(multiply, "associative", { element: "i64" })],
    ["i32 min", questionOf(min, "associative", { element: "i32" })],
    ["f32 max", questionOf(max, "associative", { element: "f32" })],
    ["f64 max", questionOf(max, "commutative", { element: "f64" })],
    ["f64 max", questionOf(max, "left-identity", { element: "f64", identity: [-Infinity] })],
    ["f32 add, -0", questionOf(add, "left-identity", { element: "f32", identity: [-0] })],
    [
      "f32 add, 0 by value",
      questionOf(add, "right-identity", { element: "f32", identity: [0], equality: "value" }),
    ],
    ["f32 add", questionOf(add, "commutative", { element: "f32" })],
    [
      "u32 multiply over add",
      questionOf(multiply, "right-distributive", { element: "u32", other: bodyOf(add, "u32") }),
    ],
    [
      "u32 multiply over add",
      questionOf(multiply, "left-distributive", { element: "u32", other: bodyOf(add, "u32") }),
    ],
    ["u32 multiply", questionOf(multiply, "left-zero", { element: "u32", identity: [0] })],
    ["f32 min", questionOf(min, "idempotent", { element: "f32" })],
    ["saturating add u32", questionOf(SATURATING_U32, "associative")],
    ["add modulo", questionOf(ADD_MODULO, "closed", { carrier: belowModulus })],
    ["max by less, numbers", questionOf(MAX_BY_LESS, "associative", { carrier: isNumber })],
    ["argmax", questionOf(argMax("i32", "i32"), "associative")],
    ["argmax", questionOf(argMax("f32"), "commutative")],
    ["argmax", questionOf(argMax("i32", "i32"), "left-identity", { identity: [-(2 ** 31), 2 ** 31 - 1] })],
    ["recurrence u32", questionOf(affine(add, multiply, "u32"), "associative")],
    ["matrices u32", questionOf(matrices2x2(add, multiply, "u32"), "associative")],
  ])("hold: %s", async (_, question) => {
    expect(await ask(question, "bits")).toEqual({ status: "unsat" });
  });

  it.each<readonly [string, LawQuestion]>([
    ["saturating add i32", questionOf(SATURATING_I32, "associative")],
    ["average", questionOf(AVERAGE, "associative")],
    ["max by less", questionOf(MAX_BY_LESS, "associative")],
    ["f32 add", questionOf(add, "associative", { element: "f32" })],
    ["f32 add, 0", questionOf(add, "left-identity", { element: "f32", identity: [0] })],
    ["argmax without tie-break", questionOf(argMax("i32", "i32", { tieBreak: "none" }), "commutative")],
    ["recurrence u32", questionOf(affine(add, multiply, "u32"), "commutative")],
    ["u32 add", questionOf(add, "idempotent", { element: "u32" })],
    ["max segment sum", questionOf(maxSegmentSum("i32"), "associative")],
    [
      "add",
      questionOf(add, "closed", { element: "i32", carrier: binary("less", left("i32"), constant("i32", 9)) }),
    ],
  ])("fail, and the model is a counterexample: %s", async (_, question) => {
    const script = lawScript(question, "bits");
    const answer = await ask(question, "bits");
    if (script === undefined) throw new Error("no script");
    const operands = readModel(question, script, modelOf(answer));
    expect(holdsFor(question, operands)).toBe(false);
  });
});

/** The law on given operands, by the evaluator. */
function holdsFor(
  { law, body, carrier, identity = [] }: LawQuestion,
  [x, y, z]: readonly (readonly Scalar[])[],
): boolean {
  const dot = (left: readonly Scalar[], right: readonly Scalar[]): readonly Scalar[] =>
    evaluateBody(body, left, right);
  const isInside = (value: readonly Scalar[]): boolean =>
    carrier === undefined || evaluateColumns([carrier], value, [])[0] === 1;
  const same = (first: readonly Scalar[], second: readonly Scalar[]): boolean =>
    first.every((value, column) => Object.is(value, second[column]));
  switch (law) {
    case "associative":
      return same(dot(dot(x, y), z), dot(x, dot(y, z)));
    case "commutative":
      return same(dot(x, y), dot(y, x));
    case "idempotent":
      return same(dot(x, x), x);
    case "left-identity":
      return same(dot(identity, x), x);
    case "closed":
      return !isInside(x) || !isInside(y) || isInside(dot(x, y));
    default:
      throw new Error(`no ${law} here`);
  }
}

describe("laws over integers", () => {
  it.each<readonly [string, LawQuestion]>([
    ["add modulo", questionOf(ADD_MODULO, "associative")],
    ["multiply modulo", questionOf(MULTIPLY_MODULO, "associative")],
    ["max segment sum", questionOf(maxSegmentSum("i32"), "associative")],
    ["tropical matrices", questionOf(matrices2x2(max, add, "i32"), "associative")],
    ["max", questionOf(max, "left-identity", { element: "i32", identity: [-(2 ** 31)] })],
  ])("hold where nothing overflows: %s", async (_, question) => {
    expect(await ask(question, "integers")).toEqual({ status: "unsat" });
  });

  it("fail with operands of the type", async () => {
    const question = questionOf(AVERAGE, "associative");
    const script = lawScript(question, "integers");
    if (script === undefined) throw new Error("no script");
    const operands = readModel(question, script, modelOf(await ask(question, "integers")));
    expect(operands.flat().length).toBe(3);
    expect(holdsFor(question, operands)).toBe(false);
  });

  it("cannot be asked of floats, bits and conversions that narrow", () => {
    expect(lawScript(questionOf(add, "associative", { element: "f64" }), "integers")).toBeUndefined();
    expect(lawScript(questionOf(SATURATING_I32, "associative"), "integers")).toBeUndefined();
    expect(
      lawScript(questionOf(op<"u32">`(left: u32, right) => left ^ right`, "associative"), "integers"),
    ).toBeUndefined();
  });
});

describe("the script of a law", () => {
  it("is the same text for the same question", () => {
    const question = questionOf(op<"i32">`(left: i32, right) => left + right * 2`, "left-identity", {
      identity: [-3],
    });
    const script = `; a counterexample to: left-identity, equality of bits, over bits
(set-logic ALL)
(declare-const x0 (_ BitVec 32))
(define-fun t3 () (_ BitVec 32) (bvmul x0 #x00000002))
(define-fun t4 () (_ BitVec 32) (bvadd #xfffffffd t3))
(assert (not (= t4 x0)))
(check-sat)
`;
    expect(lawScript(question, "bits")).toEqual({
      script,
      variables: [{ side: "x", column: 0, name: "x0" }],
    });
    expect(lawScript(question, "integers")?.script).toContain("(define-fun t4 () Int (+ (- 3) t3))");
    expect(lawScript(question, "integers")?.script).toContain("(assert (<= (- 2147483648) x0 2147483647))");
  });

  it("has each column of each operand as a variable", () => {
    const script = lawScript(questionOf(argMax("f32"), "commutative"), "bits");
    expect(script?.variables.map(({ name }) => name)).toEqual(["x0", "x1", "y0", "y1"]);
  });
});
