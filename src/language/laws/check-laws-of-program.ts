// Whether the operators of a program are associative: one that samples refute is an error of the program.

import { checkLaw } from "../../laws/check-law.ts";
import { describeCounterexample } from "../../laws/describe-verdict.ts";
import { checkLawOptions, type LawOptions, questionOf } from "../../laws/question-of.ts";
import { refuteIdeally } from "../../laws/refute-ideally.ts";
import type { Verdict } from "../../laws/verdict.ts";
import { BUILT_IN_OPERATORS } from "../../operators/built-in.ts";
import { placeOf } from "../../text/source-text.ts";
import type { ElementType } from "../../values/element-types.ts";
import { shapeValue, shownScalar } from "../../values/value-types.ts";
import { programError } from "../program-error.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { carrierOf } from "../types/narrow.ts";
import { resolved } from "../types/type.ts";
import { type OperatorUse, operatorsOfProgram } from "./operators-of-program.ts";

/** What is known of a law that a program relies on. */
export interface LawFinding {
  readonly line: number;
  readonly column: number;
  readonly construct: string; // "reduce", "scan", …
  readonly verdict: Verdict;
}

/**
 * Looks for operands that refute a law on which a program relies: associativity, and commutativity for reduce_comm.
 *
 * Not asked of the operators that are built in, whose tree is fixed by the default expression as well, nor where an attribute names one. What
 * built-in operators do is not held against others: rounding, NaNs, integers that wrap. `checkLawsOfProgram` tells of these.
 *
 * @throws ProgramError at the first use of an operator that is refuted, with the operands and both sides
 */
export function refuseRefuted(typed: TypedProgram): void {
  for (const use of operatorsOfProgram(typed)) {
    for (const law of lawsOf(use)) {
      const question = questionOf(use.operator, law, optionsOf(use));
      const counterexample = refuteIdeally(question);
      if (counterexample === undefined) continue;
      const fact = `one for which ${describeCounterexample({ question, counterexample })}`;
      const remedy = law === "associative" ? "; or name a tree: #[expression(…)]" : "; or use reduce";
      throw programError(typed.program, use.at, `${use.name} of an operator that is ${law}${remedy}`, fact);
    }
  }
}

/** What is known of every law on which a program relies, and of what its reduces begin with: proved, tested, or refuted. Milliseconds without a solver, see `checkLaw`. */
export async function checkLawsOfProgram(
  typed: TypedProgram,
  options: Omit<LawOptions, "type" | "identity" | "carrier"> = {},
): Promise<readonly LawFinding[]> {
  const findings: LawFinding[] = [];
  const within = budgetOf(options);
  for (const use of operatorsOfProgram(typed)) {
    const { line, column } = placeOf(typed.program, use.at);
    for (const law of lawsOf(use)) {
      const verdict = await checkLaw(use.operator, law, { ...within(), ...optionsOf(use) });
      findings.push({ line, column, construct: use.name, verdict });
    }
    for (const law of NEUTRAL) {
      if (lawsOf(use).length === 0) continue;
      const identity = identityOf(use);
      if (identity === undefined) continue;
      const verdict = await checkLaw(use.operator, law, { ...within(), ...optionsOf(use), identity });
      findings.push({ line, column, construct: use.name, verdict });
    }
  }
  return findings;
}

/** One budget for all laws of a program: what each is given is what is left. */
function budgetOf(options: LawOptions): () => LawOptions {
  checkLawOptions(options);
  const { budgetMs, now } = options;
  if (budgetMs === undefined || now === undefined) return () => options;
  const end = now() + budgetMs;
  return () => ({ ...options, budgetMs: Math.max(0, Math.floor(end - now())) });
}

/** Asked of what a reduce or scan gives of nothing. No program is refused for them: that value is combined with no element, neutral or not. */
const NEUTRAL = ["left-identity", "right-identity"] as const;

/** Values of nothing in reduces and scans that samples show not to be neutral: by their places, with the operand and both sides. */
export function notNeutral(
  typed: TypedProgram,
): readonly { readonly at: number; readonly message: string }[] {
  const found = new Map<number, string>();
  for (const use of operatorsOfProgram(typed)) {
    const identity = identityOf(use);
    if (identity === undefined || found.has(use.at)) continue;
    for (const law of NEUTRAL) {
      const question = questionOf(use.operator, law, { ...optionsOf(use), identity });
      const counterexample = refuteIdeally(question);
      if (counterexample === undefined) continue;
      const side = law === "left-identity" ? "left" : "right";
      const fact = describeCounterexample({ question, counterexample });
      found.set(use.at, `the value of nothing in this ${use.name} is not neutral on the ${side}: ${fact}`);
      break;
    }
  }
  return [...found].map(([at, message]) => ({ at, message }));
}

/** The value of nothing of an operator's use, in the shape of the operator's type; undefined where only a run knows it. */
function identityOf(use: OperatorUse): unknown {
  const { operator, neutral, type } = use;
  if (neutral === undefined) return undefined;
  if (operator.kind === "record-operator") return shapeValue(operator.type, neutral, shownScalar);
  const known = resolved(type);
  return known.kind === "scalar" && known.type === "bool" ? neutral[0] !== 0 : neutral[0];
}

function lawsOf({ name, operator, expression }: OperatorUse): readonly ("associative" | "commutative")[] {
  if (expression !== undefined || BUILT_IN_OPERATORS.some((builtIn) => builtIn === operator)) return [];
  return name === "reduce_comm" ? ["associative", "commutative"] : ["associative"];
}

function optionsOf({ operator, type }: OperatorUse): LawOptions {
  const known = resolved(type);
  if (operator.kind === "record-operator" || known.kind !== "scalar" || known.type === "bool") return {};
  return { type: carrierOf(known.type) as ElementType };
}
