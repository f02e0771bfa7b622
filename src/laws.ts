// The entry point `samebits/laws`: what is true of an operator, and how far that is known.
export { type Certificate, decodeCertificate, encodeCertificate } from "./laws/certificate.ts";
export { type CheckOptions, checkCertificate } from "./laws/check-certificate.ts";
export { checkLaw, checkLaws, type LawsOptions, type RequireOptions, requireLaw } from "./laws/check-law.ts";
export { describeFinding, describeVerdict } from "./laws/describe-verdict.ts";
export { type ExplainOptions, explain } from "./laws/explain.ts";
export type { Equality, Law, LawQuestion } from "./laws/question.ts";
export { LAWS } from "./laws/question.ts";
export type { CertificateCache, LawOptions } from "./laws/question-of.ts";
export type {
  Counterexample,
  ExhaustionProof,
  HoldsWithoutOverflow,
  NormalFormProof,
  OperandValue,
  Proved,
  ProvedByCombinator,
  Refuted,
  SolverProof,
  Tested,
  Verdict,
  VerdictKind,
} from "./laws/verdict.ts";
export { isProof } from "./laws/verdict.ts";
export { withLaws } from "./laws/with-laws.ts";
export { openZ3 } from "./solvers/open-z3.ts";
export type { SmtAnswer, SmtSolver } from "./solvers/smt.ts";
export { LawError } from "./values/errors.ts";
export { printType } from "./values/value-types.ts";
