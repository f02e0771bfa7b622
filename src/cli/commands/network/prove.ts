// Proofs for every width, for each command that has a program: one z3, and one bound on the time of all that it is asked.
import {
  certifyProgram,
  type NetworkProgram,
  openZ3,
  type ProgramProof,
  type SmtSolver,
} from "../../../networks.ts";
import type { CommandIo } from "../../io.ts";

/** A z3 that is asked until `timeout` seconds from now are over; from then on it does not know. */
interface BoundedZ3 {
  readonly z3: SmtSolver;
  readonly isOver: () => boolean;
}

export async function withZ3<Result>(
  { timeout, now }: { readonly timeout: number } & Pick<CommandIo, "now">,
  use: (bounded: BoundedZ3) => Promise<Result>,
): Promise<Result> {
  const end = now() + timeout * 1000;
  const z3 = await openZ3();
  const check: SmtSolver["check"] = async (script, timeoutMs) => {
    const left = Math.floor(end - now());
    if (left < 1) return { status: "unknown", reason: "timeout" };
    return z3.check(script, Math.min(left, timeoutMs));
  };
  try {
    const bounded = { name: z3.name, version: z3.version, check, close: () => z3.close() };
    return await use({ z3: bounded, isOver: () => end - now() < 1 });
  } finally {
    await z3.close();
  }
}

/** The proof of a program, or why it is tested only: the end of the time is one reason. */
export function prove(
  program: NetworkProgram,
  serves: "associative" | "idempotent",
  bound: { readonly timeout: number } & Pick<CommandIo, "now">,
): Promise<ProgramProof> {
  return withZ3(bound, async ({ z3, isOver }) => {
    const proof = await certifyProgram(program, z3, { serves, timeoutMs: bound.timeout * 1000 });
    if (proof.kind === "proved" || !isOver()) return proof;
    return { kind: "tested", reason: `--timeout ${bound.timeout} ended (${proof.reason})` };
  });
}

export function printProof(proof: ProgramProof): string {
  if (proof.kind === "tested") return `no, tested only: ${proof.reason}`;
  const { solver } = proof.certificate;
  return `for every N, by induction over its steps: ${proof.obligationCount} statements shown by ${solver}`;
}
