// Proofs for every width, for each command that has a program: one z3, asked until the time of the command is over.
import {
  certifyProgram,
  type NetworkProgram,
  openZ3,
  type ProgramProof,
  type SmtSolver,
} from "../../../networks.ts";
import { askUntil, type Deadline } from "../../deadline.ts";

type Tested = Extract<ProgramProof, { readonly kind: "tested" }>;

export async function withZ3<Result>(
  deadline: Deadline,
  use: (z3: SmtSolver) => Promise<Result>,
): Promise<Result> {
  const z3 = await openZ3();
  const check = askUntil(deadline, (script: string, timeoutMs) => z3.check(script, timeoutMs));
  try {
    return await use({ name: z3.name, version: z3.version, check, close: () => z3.close() });
  } finally {
    await z3.close();
  }
}

/** What a prover finds before the time is over. That it is over is a reason for "tested only". */
export function proveBefore<Proof extends { readonly kind: "proved" }>(
  deadline: Deadline,
  certify: (z3: SmtSolver, timeoutMs: number) => Promise<Proof | Tested>,
): Promise<Proof | Tested> {
  const { seconds, isOver } = deadline;
  return withZ3(deadline, async (z3) => {
    const proof = await certify(z3, seconds * 1000);
    if (proof.kind === "proved" || !isOver()) return proof;
    return { kind: "tested", reason: `--timeout ${seconds} ended (${proof.reason})` };
  });
}

/** The proof of a program, or why it is tested only. */
export function prove(
  program: NetworkProgram,
  serves: "associative" | "idempotent",
  deadline: Deadline,
): Promise<ProgramProof> {
  return proveBefore(deadline, (z3, timeoutMs) => certifyProgram(program, z3, { serves, timeoutMs }));
}

export function printProof(proof: ProgramProof): string {
  if (proof.kind === "tested") return `no, tested only: ${proof.reason}`;
  const { solver } = proof.certificate;
  return `for every N, by induction over its steps: ${proof.obligationCount} statements shown by ${solver}`;
}
