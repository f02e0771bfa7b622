import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  InvalidArgumentError,
  openCadical,
  openZ3Sat,
  type ProvingSolver,
  type SatSolver,
} from "../../../networks.ts";

export const SAT_SOLVERS = ["auto", "cadical", "z3"] as const;

/** What a user may ask for: `auto` is CaDiCaL where it is on the PATH, and Z3 elsewhere. */
export type SatSolverName = (typeof SAT_SOLVERS)[number];

/** @throws UnsupportedError where the solver is not there, with how to get it */
export async function openSatSolver(name: SatSolverName): Promise<SatSolver> {
  const path = name === "z3" ? undefined : cadicalOnPath();
  if (name === "cadical" || path !== undefined) return openCadical(path ?? "cadical");
  return openZ3Sat();
}

/** The solver that writes proofs. @throws InvalidArgumentError where another one is asked for; UnsupportedError where it is not there */
export async function openProvingSolver(name: SatSolverName): Promise<ProvingSolver> {
  if (name !== "z3") return openCadical(cadicalOnPath() ?? "cadical");
  throw new InvalidArgumentError("solver", "cadical, which writes proofs", '"z3"');
}

function cadicalOnPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "cadical")).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
