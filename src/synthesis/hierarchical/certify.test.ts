import { afterAll, beforeAll, expect, test } from "vitest";
import { openZ3, openZ3Sat } from "../../solvers/open-z3.ts";
import type { SatSolver } from "../../solvers/sat.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { checkProgramCertificate } from "../certificates/check-certificate.ts";
import { all, compare, integer, THREAD as j, WIDTH as N, subtract } from "../programs/build-terms.ts";
import { certifyHierarchical } from "./certify-hierarchical.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";
import { synthesizeHierarchicalProgram } from "./synthesize-hierarchical-program.ts";

let z3: SmtSolver;
let sat: SatSolver;
let program: HierarchicalProgram;
beforeAll(async () => {
  [z3, sat] = [await openZ3(), await openZ3Sat()];
  const made = await synthesizeHierarchicalProgram(sat);
  if (made.kind === "irregular") throw new Error(made.reason);
  program = made.program;
});
afterAll(async () => {
  await z3.close();
  await sat.close();
});

test("the program that is found is a scan at every N and K, by two certificates and what enters", async () => {
  const proof = await certifyHierarchical(program, z3);
  if (proof.kind !== "proved") throw new Error(proof.reason);
  expect(proof.obligationCount).toBe(11);
  await checkProgramCertificate(proof.block, z3);
  await checkProgramCertificate(proof.middle, z3);
});

test("a program that is wrong somewhere is not proved", async () => {
  const tested = async (part: Partial<HierarchicalProgram>, reason: RegExp): Promise<void> => {
    expect(await certifyHierarchical({ ...program, ...part }, z3)).toMatchObject({ kind: "tested", reason });
  };
  const beforeLast = compare(j, "less", subtract(N, integer(1)));
  await tested({ entry: beforeLast }, /what enters a block of \d+ rows is not right/);
  const isFirst = program.entry.kind === "all" ? program.entry.conditions[0] : program.entry;
  await tested({ entry: isFirst }, /what enters a block of 1 rows is not right/);
  const upTo100 = all([program.entry, compare(j, "less", integer(100))]);
  await tested({ entry: upTo100 }, /what enters enters all rows that need it could not be shown/);
  await tested({ first: { phases: [] } }, /in a block: it is no scan of \d+ wires/);
  await tested({ middle: { phases: [] } }, /among blocks: it is no scan of 2 wires/);
  await tested({ sentCount: 2 }, /that send the last row of blocks of any length/);
});
