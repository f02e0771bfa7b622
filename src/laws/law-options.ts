import type { Term } from "../operators/term.ts";
import type { SmtSolver } from "../solvers/smt.ts";
import type { ElementType } from "../values/element-types.ts";
import type { CertificateCache } from "./certificate-cache.ts";
import type { Equality } from "./question.ts";

/** How a law is asked for, and how hard it is looked at. */
export interface LawOptions {
  readonly type?: ElementType | undefined; // of an operator over single elements on several types; default: its first
  readonly identity?: unknown; // in the shape of the type; default: the operator's own, or the one that its author claims
  readonly carrier?: Term | "everything" | undefined; // bool over "left"; default: what the author claims
  readonly equality?: Equality | undefined; // default "bits"
  readonly seed?: bigint | undefined; // of the samples; default 0
  readonly sampleCount?: number | undefined; // default: 100 to 2000, fewer for larger terms
  readonly timeoutMs?: number | undefined; // of one question to the solver; default 10,000
  readonly solver?: SmtSolver | "none" | undefined; // default: z3 if installed, opened when needed and closed at the end
  readonly cache?: CertificateCache | undefined; // default: none
}
