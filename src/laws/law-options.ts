import type { Term } from "../operators/term.ts";
import { checkSolver } from "../solvers/check-solver.ts";
import { checkTimeout } from "../solvers/check-timeout.ts";
import type { SmtSolver } from "../solvers/smt.ts";
import { checkFunction, checkInteger, checkObject, checkSeed } from "../values/check-arguments.ts";

import { checkOptionNames } from "../values/check-option-names.ts";
import type { ElementType } from "../values/element-types.ts";
import type { CertificateCache } from "./certificate-cache.ts";
import type { Equality } from "./question.ts";

const NAMES: readonly string[] =
  "type identity carrier equality seed sampleCount timeoutMs solver cache".split(" ");

/** Samples that are kept while they are tried. */
const MOST_SAMPLES = 2 ** 24;

/** The options that every question about a law has, looked at. @throws InvalidArgumentError */
export function checkLawOptions(options: LawOptions, further: readonly string[] = []): void {
  checkOptionNames(options, [...NAMES, ...further]);
  const { cache, sampleCount, seed, solver, timeoutMs } = options;
  if (seed !== undefined) checkSeed(seed);
  if (sampleCount !== undefined) checkInteger("sampleCount", sampleCount, 0, MOST_SAMPLES);
  if (timeoutMs !== undefined) checkTimeout(timeoutMs);
  if (solver !== undefined && solver !== "none") checkSolver(solver, "check");
  if (cache === undefined) return;
  checkFunction("cache.get", checkObject("cache", cache).get);
  checkFunction("cache.set", cache.set);
}

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
