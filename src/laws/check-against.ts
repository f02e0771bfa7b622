import { hashOf } from "../operators/define-operator.ts";
import type { AnyOperator } from "../operators/operator.ts";
import { fromHex } from "../values/bits.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { type Certificate, encodeQuestion } from "./certificate.ts";
import { counterexampleOf } from "./counterexample-of.ts";
import { haveEqualForms } from "./equal-forms.ts";
import { lawEvaluator } from "./law-evaluator.ts";
import { lawSides } from "./law-sides.ts";
import type { LawQuestion } from "./question.ts";
import { isRingOnly } from "./ring-only.ts";
import { ruleFor } from "./rules/rule-for.ts";
import { lawScript, type SmtTheory } from "./smt-law.ts";
import { trySamples } from "./try-samples.ts";
import { isProof, type SolverProof, type Verdict } from "./verdict.ts";

/** The verdict that a certificate is evidence of, for a question that is known. @throws FormatError where it is none */
export function checkAgainst(
  certificate: Certificate,
  question: LawQuestion,
  operator: AnyOperator,
): Verdict {
  const hash = hashOf(question.type, question.body.terms);
  checkQuestion(certificate, question, operator.name, hash);
  const common = { question, operator: operator.name, hash, notes: certificate.notes };
  switch (certificate.verdict) {
    case "proved":
      return { ...common, kind: "proved", proof: checkProof(certificate, question) };
    case "provedByCombinator":
      return { ...common, kind: "provedByCombinator", ...checkRule(certificate, question, operator) };
    case "holdsWithoutOverflow":
      return { ...common, kind: "holdsWithoutOverflow", ...checkWithoutOverflow(certificate, question) };
    case "tested":
      return { ...common, kind: "tested", count: certificate.count ?? 0 };
    case "refuted":
      return { ...common, kind: "refuted", counterexample: checkCounterexample(certificate, question) };
    default:
      throw refused("a verdict that this version knows", certificate.verdict satisfies never);
  }
}

function checkQuestion(
  certificate: Certificate,
  question: LawQuestion,
  operator: string,
  hash: string,
): void {
  if (certificate.operator.hash !== hash)
    throw refused(`of the operator with hash ${hash}`, certificate.operator.hash);
  const expected = encodeQuestion({ question, operator, hash });
  for (const field of ["law", "equality", "identity", "carrier", "other"] as const) {
    const [wanted, actual] = [JSON.stringify(expected[field]), JSON.stringify(certificate[field])];
    if (wanted !== actual) throw refused(`with ${field} ${wanted ?? "absent"}`, actual);
  }
  // The hash has 64 bits; the terms themselves leave no doubt. A name is only a name.
  const { name: _, ...terms } = certificate.operator;
  const { name: __, ...expectedTerms } = expected.operator;
  if (canonical(terms) !== canonical(expectedTerms))
    throw refused("with the operator's terms", "others of the same hash");
}

function canonical({ hash, nodes, roots, type }: Omit<Certificate["operator"], "name">): string {
  return JSON.stringify([hash, nodes, roots, type]);
}

function checkProof(
  certificate: Certificate,
  question: LawQuestion,
): Extract<Verdict, { kind: "proved" }>["proof"] {
  switch (certificate.method) {
    case "exhaustion": {
      const { count, counterexample, isExhaustive } = trySamples(question, 0n);
      if (!isExhaustive || counterexample !== undefined)
        throw refused("true of every operand", "one that is not");
      return { method: "exhaustion", count };
    }
    case "normal form":
      if (!haveEqualForms(question)) throw refused("with sides of equal normal form", "different ones");
      return { method: "normal form" };
    case "bits":
      return { method: "bits", ...checkScript(certificate, question, "bits") };
    case "integers, ring operations only":
      if (!isRingOnly(lawSides(question))) throw refused("about ring operations only", "another term");
      return { method: "integers, ring operations only", ...checkScript(certificate, question, "integers") };
    default:
      throw refused("with a method of proof that this version knows", certificate.method);
  }
}

function checkWithoutOverflow(
  certificate: Certificate,
  question: LawQuestion,
): Pick<Extract<Verdict, { kind: "holdsWithoutOverflow" }>, "proof" | "counterexample"> {
  if (certificate.method !== "integers") throw refused("by the method integers", certificate.method);
  const proof = { method: "integers", ...checkScript(certificate, question, "integers") } as const;
  return certificate.counterexample === undefined
    ? { proof }
    : { proof, counterexample: checkCounterexample(certificate, question) };
}

function checkScript(
  certificate: Certificate,
  question: LawQuestion,
  theory: SmtTheory,
): Omit<SolverProof, "method"> {
  const script = lawScript(question, theory)?.script;
  if (script === undefined || script !== certificate.script) {
    throw refused("with the script that the operator's terms give", "another one");
  }
  if (certificate.solver === undefined) throw refused("with the name of a solver", undefined);
  // What a solver is said to have answered is taken on trust, unless a sample shows that it cannot be.
  const { counterexample, isOnlyByOverflow } = trySamples(question, 0n);
  if (counterexample !== undefined && !(theory === "integers" && isOnlyByOverflow)) {
    throw refused("of a law that no sample refutes", "one that samples refute");
  }
  return { solver: certificate.solver, script };
}

function checkRule(
  certificate: Certificate,
  question: LawQuestion,
  operator: AnyOperator,
): { readonly rule: string; readonly parts: readonly Verdict[] } {
  const rule = ruleFor(question, operator);
  if (rule === undefined || rule.text !== certificate.rule) {
    throw refused(`by the rule "${rule?.text ?? "none"}"`, certificate.rule);
  }
  const given = certificate.parts ?? [];
  if (given.length !== rule.premises.length)
    throw refused(`with ${rule.premises.length} parts`, String(given.length));
  const parts = rule.premises.map((premise, i) => {
    const part = checkAgainst(given[i], premise.question, premise.operator);
    if (!isProof(part)) throw refused("with proofs of its parts", part.kind);
    return part;
  });
  return { rule: rule.text, parts };
}

function checkCounterexample(
  certificate: Certificate,
  question: LawQuestion,
): Extract<Verdict, { kind: "refuted" }>["counterexample"] {
  const evaluator = lawEvaluator(question);
  const { operands, foundBy } = certificate.counterexample ?? { operands: [], foundBy: "samples" };
  const { columns } = question.body;
  if (
    operands.length !== evaluator.operandCount ||
    operands.some(({ length }) => length !== columns.length)
  ) {
    throw refused(`with ${evaluator.operandCount} operands of ${columns.length} columns`, "others");
  }
  const values = operands.map((hexes) => hexes.map((hex, i) => bitsFrom(columns[i].type, hex)));
  if (!evaluator.isRefutedBy(values))
    throw refused("with operands that refute the law", "operands that do not");
  return counterexampleOf(question, evaluator, values, foundBy);
}

/** As `fromHex`, but what is wrong is wrong with the certificate. */
export function bitsFrom(type: Parameters<typeof fromHex>[0], hex: string): ReturnType<typeof fromHex> {
  try {
    return fromHex(type, hex);
  } catch (error) {
    if (error instanceof InvalidArgumentError)
      throw refused(`with bits that are ${error.expected}`, error.actual);
    throw error;
  }
}

/** A certificate that is not one of this question. */
export function refused(expected: string, actual: string | undefined): FormatError {
  return new FormatError("certificate", expected, actual ?? "none");
}
