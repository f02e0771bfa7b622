import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { networksAt } from "../../networks/generators/networks-at.ts";
import { isSameNetwork } from "../../networks/network.ts";
import { openZ3 } from "../../solvers/open-z3.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { checkProgramCertificate } from "./check-certificate.ts";
import { decodeProgramCertificate } from "./decode-certificate.ts";

const PROOFS = new URL("../../../proofs/programs/", import.meta.url);
const files = await readdir(PROOFS);

let z3: SmtSolver;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

test("there is one for each network that has to be proved, and more", () => {
  const needed = ["kogge-stone", "sklansky", "brent-kung", "ladner-fischer-1", "ladner-fischer-2"];
  expect(files).toEqual(expect.arrayContaining(needed.map((name) => `${name}.json`)));
  expect(files.length).toBeGreaterThanOrEqual(18);
});

test.each(files)("%s: what it says can be followed, and its program makes that network", async (file) => {
  const certificate = decodeProgramCertificate(await readFile(new URL(file, PROOFS), "utf8"), file);
  await checkProgramCertificate(certificate, z3, 60_000);
  const named = networksAt(16).find(({ name }) => `${name.replaceAll(":", "-")}.json` === file);
  const made = expandProgram(certificate.program, 16);
  // Of Knowles' networks one is listed; a file's name is that of its network.
  const network = named?.network ?? generateNetwork(file.replace(".json", "").replaceAll("-", ":"), 16);
  expect(isSameNetwork(made, network)).toBe(true);
});
