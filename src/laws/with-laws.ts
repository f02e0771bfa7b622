import { hashOf } from "../operators/define-operator.ts";
import {
  type AnyOperator,
  bodyOf,
  checkOwnOperator,
  OPERATORS,
  type Operator,
} from "../operators/operator.ts";
import { describe } from "../values/describe.ts";
import type { ElementType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { printType } from "../values/value-types.ts";
import type { Law } from "./question.ts";
import { checkOwnVerdict, isProof, type Verdict } from "./verdict.ts";

/**
 * The operator, known to be associative or commutative as far as the verdicts prove it: for every value, bit for bit.
 *
 * A verdict on a carrier, by value, or short of a proof changes nothing. Terms and contracts stay the same; executors may now choose
 * their brackets where all give the same bits.
 *
 * @throws InvalidArgumentError for a verdict of other terms, and for one that no check has given
 */
export function withLaws<Kind extends AnyOperator>(operator: Kind, verdicts: readonly Verdict[]): Kind {
  const known = checkOwnOperator("operator", operator);
  if (!Array.isArray(verdicts)) {
    throw new InvalidArgumentError("verdicts", "an array of verdicts", describe(verdicts));
  }
  for (const verdict of verdicts.values()) {
    checkOwnVerdict("verdicts", verdict);
    checkTerms(operator, verdict);
  }
  if (known.kind === "record-operator") {
    return OPERATORS.mark({
      ...operator,
      isAssociative: known.isAssociative || verdicts.some((verdict) => proves(verdict, "associative")),
      isCommutative: known.isCommutative || verdicts.some((verdict) => proves(verdict, "commutative")),
    });
  }
  const proved = (law: Law): readonly ElementType[] =>
    known.types.filter((type) =>
      verdicts.some((verdict) => verdict.question.type === type && proves(verdict, law)),
    );
  const [associative, commutative] = [proved("associative"), proved("commutative")];
  const facts: Pick<Operator, "isAssociative" | "isCommutative"> = {
    isAssociative: (type) => associative.includes(type) || known.isAssociative(type),
    isCommutative: known.isCommutative || known.types.every((type) => commutative.includes(type)),
  };
  return OPERATORS.mark({ ...operator, ...facts });
}

function proves(verdict: Verdict, law: Law): boolean {
  const { question } = verdict;
  return (
    question.law === law && question.equality === "bits" && question.carrier === undefined && isProof(verdict)
  );
}

function checkTerms(operator: AnyOperator, { hash, operator: name, question }: Verdict): void {
  const type = printType(question.type);
  if (operator.kind === "record-operator") {
    if (hash === operator.hash) return;
  } else {
    const element = operator.types.find((each) => each === question.type);
    if (element !== undefined && hash === hashOf(element, bodyOf(operator, element).terms)) return;
  }
  const fact = `${question.law} of ${name} on ${type} with hash ${hash}`;
  throw new InvalidArgumentError("verdicts", `of the terms of ${operator.name}`, fact);
}
