import { checkTerms } from "../operators/check-terms.ts";
import { type AnyOperator, bodyOf, checkOwnOperator, typeOf } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import { ELEMENT_TYPES, type ElementType } from "../values/element-types.ts";
import { type Certificate, decodeCertificate } from "./certificate.ts";
import { bitsFrom, checkAgainst, refused } from "./check-against.ts";
import { asksForIdentity, EQUALITIES, LAWS, type LawQuestion } from "./question.ts";
import { ownVerdict, type Verdict } from "./verdict.ts";

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
 * @throws FormatError with the reason, for text that is no certificate, or is altered, stale or of something else
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
