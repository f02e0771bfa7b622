import { type Brand, newBrand } from "../values/brand.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { LawQuestion } from "./question.ts";

/**
 * What is known of a law of an operator, and how far.
 *
 * | kind | means |
 * |---|---|
 * | proved | true for every value (of the carrier): every operand tried, or normal forms equal, or a solver found no counterexample |
 * | provedByCombinator | follows from verdicts of the operators that it is made of |
 * | holdsWithoutOverflow | true of unbounded integers; where a result wraps, unknown or false |
 * | tested | no counterexample among so many samples; `notes` say what was tried beyond that |
 * | refuted | false; here are operands for which the two sides differ |
 */
export type Verdict = Proved | ProvedByCombinator | HoldsWithoutOverflow | Tested | Refuted;

/** The kind of a verdict: how far a law is known. */
export type VerdictKind = Verdict["kind"];

interface Common {
  readonly question: LawQuestion;
  readonly operator: string; // its name
  readonly hash: string; // of its type and terms, 16 hex digits, as `defineOperator` makes it
  readonly closure?: Verdict; // of the carrier, where there is one: what else must hold for the law to be of use
  readonly notes: readonly string[]; // what was tried and why it did not decide
}

/** True for every value, of the carrier if there is one, and how that was found. */
export interface Proved extends Common {
  readonly kind: "proved";
  readonly proof: ExhaustionProof | NormalFormProof | SolverProof;
}

/** Every operand that there is was tried. */
export interface ExhaustionProof {
  readonly method: "exhaustion";
  readonly count: number; // of operands, pairs or triples
}

/** Both sides have the same normal form under rules that hold for all values: wrapping integers are a ring, and so on. */
export interface NormalFormProof {
  readonly method: "normal form";
}

/** A solver says that the script, which asks for a counterexample, has no model. */
export interface SolverProof {
  readonly method: "bits" | "integers, ring operations only"; // the second transfers from unbounded to wrapping integers
  readonly solver: string; // name and version
  readonly script: string; // SMT-LIB2
}

/** True for every value, as it is of the operators that this one is made of. */
export interface ProvedByCombinator extends Common {
  readonly kind: "provedByCombinator";
  readonly rule: string; // "segmented: associative if its part is"
  readonly parts: readonly Verdict[]; // of the premises, all of them proved
}

/** True of unbounded integers, as a solver found; integers that wrap may break it. */
export interface HoldsWithoutOverflow extends Common {
  readonly kind: "holdsWithoutOverflow";
  readonly proof: Omit<SolverProof, "method"> & { readonly method: "integers" };
  readonly counterexample?: Counterexample; // where a result wraps
}

/** Nothing was found against the law, and nothing is proved. */
export interface Tested extends Common {
  readonly kind: "tested";
  readonly count: number; // of samples that the law held for
}

/** False, with operands that show it. */
export interface Refuted extends Common {
  readonly kind: "refuted";
  readonly counterexample: Counterexample;
  readonly isOnlyByOverflow?: boolean; // no sample refutes the law of unbounded integers; without a solver nothing more is known
}

/** Operands for which a law fails, with both sides evaluated. Values are in the shape of the operator's type. */
export interface Counterexample {
  readonly operands: readonly OperandValue[];
  readonly left: unknown; // for closure: x · y, which is not in the carrier
  readonly right: unknown; // for closure: undefined
  readonly foundBy: "samples" | "solver";
}

/** One operand of a counterexample, with its bits. */
export interface OperandValue {
  readonly name: "x" | "y" | "z";
  readonly value: unknown; // in the shape of the type
  readonly columns: readonly string[]; // bits by column, hexadecimal
}

/** Whether a verdict is a proof for every value, with wrapping and NaNs and all. */
export function isProof(verdict: Verdict): verdict is Proved | ProvedByCombinator {
  return verdict?.kind === "proved" || verdict?.kind === "provedByCombinator";
}

const VERDICTS: Brand = newBrand("verdict");

/** A verdict as callers get it: found or checked here, and not to be changed. */
export function ownVerdict(verdict: Verdict): Verdict {
  Object.freeze(verdict.question);
  return VERDICTS.mark(verdict);
}

/** @throws InvalidArgumentError for what no check has found: what is written down proves nothing */
export function checkOwnVerdict(argument: string, given: unknown): asserts given is Verdict {
  if (VERDICTS.has(given)) return;
  const expected = "verdicts that checkLaw, checkLaws or checkCertificate has given";
  throw new InvalidArgumentError(argument, expected, "a copy, or something else");
}
