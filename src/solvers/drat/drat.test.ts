import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ofRuns } from "../../../test/extent.ts";
import { findPart, SYSTEM_PARTS } from "../../../tools/system-parts.mjs";
import { FormatError, InvalidArgumentError } from "../../values/errors.ts";
import { openCadical } from "../open-cadical.ts";
import type { Cnf } from "../sat.ts";
import { checkDrat, trimDrat } from "./check-drat.ts";
import { followProof } from "./follow-proof.ts";
import { decodeDrat, encodeDrat, type ProofStep, parseDrat } from "./proof.ts";

const VARIABLES = 4;
const ASSIGNMENTS = Array.from({ length: 2 ** VARIABLES }, (_, bits) => bits);

const literals = fc
  .tuple(fc.integer({ min: 1, max: VARIABLES }), fc.boolean())
  .map(([variable, isNegated]) => (isNegated ? -variable : variable));
const clauses = fc.array(literals, { minLength: 1, maxLength: 3 });
const formulas = fc
  .array(clauses, { maxLength: 30 })
  .map((list): Cnf => ({ variableCount: VARIABLES, clauses: list }));
const steps = fc.record({
  kind: fc.constantFrom("add" as const, "add" as const, "delete" as const),
  literals: fc.array(literals, { maxLength: 3 }),
});

function isSatisfiable({ clauses: list }: Cnf): boolean {
  const isTrue = (bits: number, literal: number): boolean =>
    ((bits >> (Math.abs(literal) - 1)) & 1) === (literal > 0 ? 1 : 0);
  return ASSIGNMENTS.some((bits) => list.every((clause) => clause.some((literal) => isTrue(bits, literal))));
}

/** Every clause over all variables, then over all but one, and so on: it refutes whatever can be refuted. */
function longProof(): readonly ProofStep[] {
  return Array.from({ length: VARIABLES + 1 }, (_, left) => VARIABLES - left).flatMap((length) =>
    Array.from({ length: 2 ** length }, (_, signs) => ({
      kind: "add" as const,
      literals: Array.from({ length }, (_, index) => ((signs >> index) & 1 ? index + 1 : -index - 1)),
    })),
  );
}

/** Three pigeons in two holes, p(pigeon, hole) = 2·pigeon + hole + 1. */
const PIGEONS = parseClauses("1 2, 3 4, 5 6, -1 -3, -1 -5, -3 -5, -2 -4, -2 -6, -4 -6");

/** Every clause over all variables. */
const EVERYTHING: Cnf = {
  variableCount: VARIABLES,
  clauses: longProof()
    .map((step) => step.literals)
    .filter(({ length }) => length === VARIABLES),
};

function parseClauses(text: string): Cnf {
  const list = text.split(",").map((clause) => clause.trim().split(" ").map(Number));
  return { variableCount: Math.max(...list.flat().map(Math.abs)), clauses: list };
}

describe("checkDrat", () => {
  it("follows a proof by unit propagation", () => {
    expect(checkDrat(PIGEONS, parseDrat("-1 0\n0\n"))).toEqual({ holds: true, lemmaCount: 1 });
  });

  it("needs no lemma where propagation alone is enough", () => {
    expect(checkDrat(parseClauses("1, -1 2, -2"), [])).toEqual({ holds: true, lemmaCount: 0 });
  });

  it("accepts every complete refutation, and nothing against a formula that can be satisfied", () => {
    const seen = { refuted: 0, satisfiable: 0 };
    fc.assert(
      fc.property(formulas, (formula) => {
        const canBe = isSatisfiable(formula);
        seen[canBe ? "satisfiable" : "refuted"]++;
        expect(checkDrat(formula, longProof()).holds).toBe(!canBe);
      }),
      { seed: 8, numRuns: 500 },
    );
    expect(Math.min(seen.refuted, seen.satisfiable)).toBeGreaterThan(ofRuns(50));
  });

  it("never refutes what can be satisfied, whatever the proof, deletions and resolutions on pivots included", () => {
    const used = { propagation: 0, resolution: 0 };
    fc.assert(
      fc.property(formulas, fc.array(steps, { maxLength: 12 }), (formula, proof) => {
        const accepted = acceptedPart(formula, proof);
        const run = followProof(formula, [...accepted, ...longProof()]);
        if (isSatisfiable(formula)) expect(run.holds).toBe(false);
        for (const { by, step } of run.lemmas) if (step < accepted.length) used[by]++;
      }),
      { seed: 8, numRuns: 3000 },
    );
    expect(Math.min(used.propagation, used.resolution)).toBeGreaterThan(100);
  });

  it("accepts definitions of new variables, whose pivot they are", () => {
    const proof = [...parseDrat("5 -1 -2 0\n-5 1 0\n-5 2 0\n"), ...longProof()]; // 5 ↔ 1 ∧ 2
    const run = followProof(EVERYTHING, proof);
    expect(run).toMatchObject({ holds: true });
    expect(run.holds && run.lemmas.slice(0, 3).map(({ by }) => by)).toEqual(Array(3).fill("resolution"));
    const turned = parseDrat("-1 5 -2 0\n");
    expect(checkDrat(parseClauses("1 2, 1 3"), turned)).toMatchObject({ holds: false, step: 0 });
  });

  it("tells the first step that does not follow", () => {
    expect(checkDrat(parseClauses("1 2, -1 2, 3 4"), parseDrat("2 0\n-2 4 0\n0\n"))).toEqual({
      holds: false,
      step: 1,
      reason: "the clause (-2 4) does not follow, and is no resolution on -2",
    });
    expect(checkDrat(EVERYTHING, parseDrat("0\n"))).toMatchObject({ holds: false, step: 0 });
    expect(checkDrat(EVERYTHING, [])).toEqual({
      holds: false,
      step: 0,
      reason: "the proof ends without a contradiction",
    });
  });

  it("does not use what was deleted", () => {
    expect(checkDrat(PIGEONS, parseDrat("d 2 1 0\nd 1 2 0\n-1 0\n0\n"))).toMatchObject({ holds: false });
    expect(checkDrat(PIGEONS, parseDrat("-1 0\nd -1 0\n0\n"))).toMatchObject({ holds: true });
  });
});

/** The proof without the steps that do not hold: one at a time they are left out, until all that is left is accepted. */
function acceptedPart(formula: Cnf, proof: readonly ProofStep[]): readonly ProofStep[] {
  const run = followProof(formula, proof);
  if (run.holds || run.step === proof.length) return proof;
  return acceptedPart(
    formula,
    proof.filter((_, index) => index !== run.step),
  );
}

describe("trimDrat", () => {
  it("keeps what the contradiction needs, in a proof that holds", () => {
    fc.assert(
      fc.property(
        formulas.filter((formula) => !isSatisfiable(formula)),
        (formula) => {
          const trimmed = trimDrat(formula, longProof());
          expect(checkDrat(formula, trimmed)).toMatchObject({ holds: true });
          expect(trimmed.length).toBeLessThan(longProof().length);
          expect(trimmed.at(-1)).toEqual({ kind: "add", literals: [] });
        },
      ),
      { seed: 8, numRuns: 100 },
    );
  });

  it("drops lemmas that nothing uses", () => {
    expect(trimDrat(PIGEONS, parseDrat("1 3 5 0\n2 4 6 0\n-1 0\n0\n"))).toEqual(parseDrat("-1 0\n0\n"));
  });

  it("refuses a proof that does not hold", () => {
    expect(() => trimDrat(EVERYTHING, parseDrat("1 0\n"))).toThrow(InvalidArgumentError);
  });
});

const cadical = findPart(SYSTEM_PARTS.cadical);

describe.runIf(cadical !== undefined)("proofs by cadical", () => {
  it("hold, and hold when trimmed", async () => {
    const solver = await openCadical(String(cadical));
    const proof = parseDrat((await solver.prove(holes(6), 20_000)).proof ?? "");
    const verdict = checkDrat(holes(6), proof);
    expect(verdict).toMatchObject({ holds: true });
    const trimmed = trimDrat(holes(6), proof);
    expect(checkDrat(holes(6), trimmed)).toEqual({ holds: true, lemmaCount: trimmed.length - 1 });
    expect(trimmed.length).toBeLessThan(proof.length);
    await solver.close();
  });
});

/** One pigeon more than there are holes. */
function holes(count: number): Cnf {
  const at = (pigeon: number, hole: number): number => pigeon * count + hole + 1;
  const indices = Array.from({ length: count }, (_, hole) => hole);
  const pigeons = [...indices, count];
  return {
    variableCount: (count + 1) * count,
    clauses: [
      ...pigeons.map((pigeon) => indices.map((hole) => at(pigeon, hole))),
      ...pigeons.flatMap((pigeon) =>
        pigeons
          .slice(0, pigeon)
          .flatMap((other) => indices.map((hole) => [-at(pigeon, hole), -at(other, hole)])),
      ),
    ],
  };
}

describe("texts of proofs", () => {
  it("are read with comments, blank lines and deletions", () => {
    expect(parseDrat("c by hand\n\n1 -2 0\nd 1 -2 0\n0\n")).toEqual([
      { kind: "add", literals: [1, -2] },
      { kind: "delete", literals: [1, -2] },
      { kind: "add", literals: [] },
    ]);
  });

  it.each(["1 2\n", "1 0 2 0\n", "1 x 0\n", "d\n", "1.5 0\n"])("refuses %j with its line", (text) => {
    expect(() => parseDrat(`1 0\n${text}`)).toThrow(FormatError);
    expect(() => parseDrat(`1 0\n${text}`)).toThrow(/line 2/);
  });

  it("come back from their binary format", () => {
    const large = fc.array(fc.integer({ min: 1, max: 2 ** 30 - 1 }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(large, fc.boolean(), fc.constantFrom("add" as const, "delete" as const))),
        (rows) => {
          const proof = rows.map(([list, isNegated, kind]) => ({
            kind,
            literals: list.map((literal) => (isNegated ? -literal : literal)),
          }));
          expect(decodeDrat(encodeDrat(proof))).toEqual(proof);
        },
      ),
      { seed: 8 },
    );
    // The example of DRAT-trim's description: d 63 −8193 0
    expect(Array.from(encodeDrat([{ kind: "delete", literals: [63, -8193] }]))).toEqual([
      0x64, 0x7e, 0x83, 0x80, 0x01, 0x00,
    ]);
  });

  it.each([
    [[0x62, 0], /byte 0/],
    [[0x61, 0x81], /byte 2.*end/],
    [[0x61, 0xff, 0xff, 0xff, 0xff, 0xff, 0], /byte 6/],
  ])("refuses the bytes %j", (bytes, message) => {
    expect(() => decodeDrat(Uint8Array.from(bytes))).toThrow(FormatError);
    expect(() => decodeDrat(Uint8Array.from(bytes))).toThrow(message);
  });
});
