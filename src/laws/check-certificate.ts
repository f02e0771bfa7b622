import { checkTerms } from "../operators/check-terms.ts";
import { hashOf } from "../operators/define-operator.ts";
import { type AnyOperator, bodyOf, checkOwnOperator, typeOf } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import { fromHex } from "../values/bits.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { ELEMENT_TYPES, type ElementType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { type Certificate, decodeCertificate, encodeQuestion } from "./certificate.ts";
import { counterexampleOf, lawEvaluator } from "./law-evaluator.ts";
import { isRingOnly, lawSides } from "./law-sides.ts";
import { haveEqualForms } from "./normal-form.ts";
import { asksForIdentity, EQUALITIES, LAWS, type LawQuestion } from "./question.ts";
import { ruleFor } from "./rules/rule-for.ts";
import { lawScript, type SmtTheory } from "./smt-law.ts";
import { trySamples } from "./try-samples.ts";
import { isProof, ownVerdict, type SolverProof, type Verdict } from "./verdict.ts";

/** Options of `checkCertificate`. */
export interface CheckOptions {
  readonly carrier?: Term | undefined; // that the certificate is meant for; default: the one that the operator claims
}

/**
 * The verdict that a certificate is evidence of, for an operator at hand. No solver is needed.
 *
 * The operator's terms, identity and carrier are compared; rules, normal forms and exhaustive trials are done again; a counterexample is
 * evaluated; a solver's script is made anew from the terms and compared. What remains to be trusted is one thing: that the solver which
 * is named has answered "unsat" to that script. Anyone can ask it, or another one, again. A `tested` verdict is only a claim.
 *
 * @throws FormatError with the reason, for text that is not a certificate, or is altered, stale or of something else
 */
export function checkCertificate(text: string, operator: AnyOperator, options: CheckOptions = {}): Verdict {
  checkOwnOperator("operator", operator);
  checkOptionNames(options, ["carrier"]);
  const certificate = decodeCertificate(text);
  const question = questionIn(certificate, operator, carrierOf(operator, options));
  const verdict = checkAgainst(certificate, question, operator);
  if (certificate.closure === undefined) {
    if (question.carrier === undefined || question.law === "closed" || verdict.kind === "refuted")
      return ownVerdict(verdict);
    throw refused("with the verdict that its carrier is closed", undefined);
  }
  const closed = questionIn(certificate.closure, operator, question.carrier);
  if (closed.law !== "closed") throw refused("with closure of the carrier", closed.law);
  const closure = checkAgainst(certificate.closure, closed, operator);
  if (closure.kind === "refuted") throw refused("on a carrier that is closed", "one that is not");
  return ownVerdict({ ...verdict, closure });
}

function carrierOf(operator: AnyOperator, { carrier }: CheckOptions): Term | undefined {
  if (carrier === undefined) return operator.claims?.carrier;
  const element = operator.kind === "operator" ? operator.types[0] : undefined;
  return checkTerms("carrier", bodyOf(operator, element).columns, [carrier])[0];
}

/** The question that a certificate is about, in terms of the operator at hand and not of its own. */
function questionIn(certificate: Certificate, operator: AnyOperator, carrier: Term | undefined): LawQuestion {
  const element = operator.kind === "operator" ? elementIn(certificate) : undefined;
  if (element !== undefined && operator.kind === "operator" && !operator.types.includes(element)) {
    throw refused(`on ${operator.types.join(" or ")}`, element);
  }
  const { columns, terms } = bodyOf(operator, element);
  if (!LAWS.includes(certificate.law)) throw refused("of a law that can be asked", certificate.law);
  if (!EQUALITIES.includes(certificate.equality))
    throw refused("with equality bits or value", certificate.equality);
  const isOnCarrier = certificate.carrier !== undefined;
  if (isOnCarrier && carrier === undefined) throw refused("about every value", "one on a carrier");
  if (certificate.law === "closed" && !isOnCarrier)
    throw refused("with carrier, as closure has one", undefined);
  const { identity } = certificate;
  if (identity === undefined && asksForIdentity(certificate.law))
    throw refused("with an identity", undefined);
  if (identity !== undefined && identity.length !== columns.length) {
    throw refused(`with an identity of ${columns.length} columns`, String(identity.length));
  }
  return {
    law: certificate.law,
    body: { columns, terms },
    type: typeOf(operator, element),
    equality: certificate.equality,
    ...(identity === undefined ? {} : { identity: identity.map((hex, i) => bitsFrom(columns[i].type, hex)) }),
    ...(isOnCarrier && carrier !== undefined ? { carrier } : {}),
  };
}

function elementIn({ operator }: Certificate): ElementType {
  const found = ELEMENT_TYPES.find((type) => type === operator.type);
  if (found === undefined) throw refused("of an operator over single elements", operator.type);
  return found;
}

/** The verdict that a certificate is evidence of, for a question that is known. @throws FormatError where it is not one of that question */
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
function bitsFrom(type: Parameters<typeof fromHex>[0], hex: string): ReturnType<typeof fromHex> {
  try {
    return fromHex(type, hex);
  } catch (error) {
    if (error instanceof InvalidArgumentError)
      throw refused(`with bits that are ${error.expected}`, error.actual);
    throw error;
  }
}

/** A certificate that is not one of this question. */
function refused(expected: string, actual: string | undefined): FormatError {
  return new FormatError("certificate", expected, actual ?? "none");
}
