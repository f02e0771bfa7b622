import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smtLines } from "../../src/laws/smt-lines.ts";
import { smtSort } from "../../src/laws/smt-literals.ts";
import { max, min } from "../../src/operators/built-in.ts";
import { affine } from "../../src/operators/combinators/affine.ts";
import { argBy } from "../../src/operators/combinators/arg-by.ts";
import { dual } from "../../src/operators/combinators/dual.ts";
import { lifted } from "../../src/operators/combinators/lifted.ts";
import { matrices2x2 } from "../../src/operators/combinators/matrices-2x2.ts";
import { product } from "../../src/operators/combinators/product.ts";
import { segmented } from "../../src/operators/combinators/segmented.ts";
import { applyBody } from "../../src/operators/evaluate.ts";
import { type AnyOperator, bodyOf } from "../../src/operators/operator.ts";
import { binary, bitcast, left, right, type Term, unary } from "../../src/operators/term.ts";
import { op } from "../../src/operators/text/parse-operator.ts";
import { openZ3 } from "../../src/solvers/open-z3.ts";
import type { SmtSolver } from "../../src/solvers/smt.ts";
import { columnsOf } from "../../src/values/value-types.ts";
import { casesScript } from "../helpers/laws/smt-cases.ts";
import { THEOREMS, type Theorem } from "../helpers/laws/theorems.ts";

const TIMEOUT_MS = 30_000;

let solver: SmtSolver;
beforeAll(async () => {
  solver = await openZ3();
});
afterAll(() => solver.close());

const NAMED = THEOREMS.map((theorem) => [theorem.combinator, theorem.law, theorem] as const);

describe("theorems about combinators", () => {
  it.each(NAMED)("hold: %s, %s", async (_, __, { script }) => {
    expect(await solver.check(script, TIMEOUT_MS)).toEqual({ status: "unsat" });
  });

  it.each(NAMED)("have premises that can be met: %s, %s", async (_, __, { script }) => {
    const met = script
      .replace("(declare-sort V 0)", "(define-sort V () (_ BitVec 1))")
      .replace(/\(assert \(not .*\n/, "");
    expect((await solver.check(met, TIMEOUT_MS)).status).toBe("sat");
  });

  it.each(NAMED)("need each premise: %s, %s", async (_, __, { premises, script }) => {
    const lines = script.split("\n");
    const places = lines
      .flatMap((line, place) => (line.startsWith("(assert (forall") ? [place] : []))
      .slice(3);
    expect(places.length).toBe(premises.filter((premise) => !premise.startsWith("for records")).length);
    for (const place of places) {
      const weaker = lines.filter((_, i) => i !== place).join("\n");
      expect((await solver.check(weaker, 200)).status).not.toBe("unsat"); // few have a model that is found
    }
  });
});

describe("min and max", () => {
  const parts = [min, max].flatMap((operator) =>
    operator.types.map((type) => [operator.name, type, operator] as const),
  );
  it.each(parts)(
    "are what the arg-by theorems ask of their part, as argBy sees ties: %s %s",
    async (_, type, operator) => {
      const [x, y, z] = [left(type, 0), left(type, 1), left(type, 2)];
      const isNan = (value: Term): Term => unary("not", binary("equal", value, value));
      const isFloat = type === "f64" || type === "f32";
      const tie = (first: Term, second: Term): Term => {
        const areEqual = binary("equal", first, second);
        return isFloat ? binary("or", areEqual, binary("and", isNan(first), isNan(second))) : areEqual;
      };
      const bits = (value: Term): Term => (isFloat ? bitcast(type === "f64" ? "u64" : "u32", value) : value);
      const same = (first: Term, second: Term): Term => binary("equal", bits(first), bits(second));
      const dot = (first: Term, second: Term): Term =>
        applyBody(bodyOf(operator, type), [first], [second])[0];
      const failures = [
        [{ term: binary("or", same(dot(x, y), x), same(dot(x, y), y)), holds: false }],
        [
          { term: binary("and", same(dot(x, y), y), same(dot(y, z), z)), holds: true },
          { term: tie(x, z), holds: true },
          { term: tie(x, y), holds: false },
        ],
      ];
      for (const decisions of failures) {
        const script = casesScript(decisions, columnsOf(type), 3);
        expect((await solver.check(script?.script ?? "", TIMEOUT_MS)).status).toBe("unsat");
      }
    },
  );
});

// Parts without any law, so that nothing is equal by chance.
const DOT = op<"u32">`(left: u32, right) => left - right * 3`;
const STAR = op<"u32">`(left: u32, right) => left * 5 ^ right`;
const PARTS = `(define-sort V () (_ BitVec 32))
  (define-fun dot ((x V) (y V)) V (bvsub x (bvmul y #x00000003)))
  (define-fun star ((x V) (y V)) V (bvxor (bvmul x #x00000005) y))
  (define-fun plus ((x V) (y V)) V (dot x y))
  (define-fun times ((x V) (y V)) V (star x y))
  (define-fun same ((x V) (y V)) Bool (= x y))`;

describe("the combinators of the theorems", () => {
  it.each<readonly [string, AnyOperator]>([
    ["segmented", segmented(DOT)],
    ["lifted", lifted(DOT)],
    ["product", product({ first: DOT, second: STAR })],
    ["dual", dual(DOT)],
    ["affine", affine(DOT, STAR)],
    ["matrices-2x2", matrices2x2(DOT, STAR)],
    ["arg-by", argBy(DOT, "i32")],
    ["arg-by-leftmost", argBy(DOT, "i32", { tieBreak: "none" })],
  ])("combine as the combinators do: %s", async (name, operator) => {
    const theorem = THEOREMS.find(({ combinator }) => combinator === name);
    if (theorem === undefined) throw new Error(`no theorem about ${name}`);
    expect(await solver.check(comparison(theorem, operator), TIMEOUT_MS)).toEqual({ status: "unsat" });
  });
});

/** Has a model if the theorem's combine, with parts as above, differs from the operator's somewhere. */
function comparison({ script }: Theorem, operator: AnyOperator): string {
  const { columns, terms } = bodyOf(operator);
  const nameOf = (leaf: Term): string =>
    leaf.kind === "left" || leaf.kind === "right" ? `${leaf.kind}${leaf.column}` : "none";
  const operands = [left, right].map((side) => columns.map(({ type }, column) => side(type, column)));
  const translated = smtLines(terms, "bits", nameOf);
  const record = (names: readonly string[]): string => `(record ${names.join(" ")})`;
  const definitions = script
    .split("\n")
    .filter((line) => /^\((declare-datatypes|define-fun combine)/.test(line));
  return [
    "(set-logic ALL)",
    PARTS,
    ...operands.flat().map((leaf) => `(declare-const ${nameOf(leaf)} ${smtSort(leaf.type, "bits")})`),
    ...definitions.map((line) =>
      line.replace("(index Int)", "(index V)").replace("(< (index", "(bvslt (index"),
    ),
    ...(translated?.lines ?? []),
    `(assert (not (= (combine ${operands.map((side) => record(side.map(nameOf))).join(" ")})`,
    `  ${record(translated?.names ?? [])})))`,
  ].join("\n");
}
