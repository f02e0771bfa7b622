import { checkProof } from "./check-proof.ts";
import type { ProofStep } from "./proof-step.ts";

const KIND = { add: 0x61, delete: 0x64 } as const; // "a" and "d"

/** A proof in the binary format of DRAT: a letter for the kind, literals as 2·variable + sign in groups of seven bits, then a 0. @throws InvalidArgumentError for what is no proof */
export function encodeDrat(proof: readonly ProofStep[]): Uint8Array {
  checkProof(proof);
  const bytes: number[] = [];
  for (const { kind, literals } of proof) {
    bytes.push(KIND[kind]);
    for (const literal of literals) {
      let rest = 2 * Math.abs(literal) + (literal < 0 ? 1 : 0);
      for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
      bytes.push(rest);
    }
    bytes.push(0);
  }
  return Uint8Array.from(bytes);
}
