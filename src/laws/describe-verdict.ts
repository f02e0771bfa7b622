import { evaluateColumns } from "../operators/evaluate.ts";
import type { LawQuestion } from "./question.ts";
import { type Counterexample, checkOwnVerdict, type Verdict } from "./verdict.ts";

/** The two sides of each law, as people write them. */
export const SIDES_TEXT: Readonly<Record<LawQuestion["law"], readonly [left: string, right: string]>> = {
  associative: ["(x · y) · z", "x · (y · z)"],
  "left-identity": ["e · x", "x"],
  "right-identity": ["x · e", "x"],
  commutative: ["x · y", "y · x"],
  idempotent: ["x · x", "x"],
  closed: ["x · y", "in the carrier"],
  "left-distributive": ["z · (x + y)", "z · x + z · y"],
  "right-distributive": ["(x + y) · z", "x · z + y · z"],
  "left-zero": ["e · x", "e"],
  "right-zero": ["x · e", "e"],
};

/** A verdict as one line: `commutative: refuted: x = 1, y = 0: x · y = 1, but y · x = -1`. */
export function describeVerdict(verdict: Verdict): string {
  checkOwnVerdict("verdict", verdict);
  return `${verdict.question.law}: ${findingText(verdict)}`;
}

/** What a verdict says of its law, and how that is known. @throws InvalidArgumentError for a verdict that no check has given */
export function describeFinding(verdict: Verdict): string {
  checkOwnVerdict("verdict", verdict);
  return findingText(verdict);
}

/** The same of verdicts that are still on their way out, and of parts of them. */
export function findingText(verdict: Verdict): string {
  switch (verdict.kind) {
    case "proved":
      return `proved${onCarrier(verdict.question)} (${describeProof(verdict.proof)})`;
    case "provedByCombinator":
      return `proved${onCarrier(verdict.question)} (${verdict.rule})`;
    case "holdsWithoutOverflow":
      return `holds${onCarrier(verdict.question)} if nothing overflows (integers, ${verdict.proof.solver})${where(verdict)}`;
    case "tested":
      return `tested${onCarrier(verdict.question)}, no counterexample in ${verdict.count} samples`;
    case "refuted":
      return `refuted${onCarrier(verdict.question)}${verdict.isOnlyByOverflow ? " by overflow" : ""}: ${describeCounterexample(verdict)}`;
    default:
      return verdict satisfies never;
  }
}

function where({ question, counterexample }: Extract<Verdict, { kind: "holdsWithoutOverflow" }>): string {
  return counterexample === undefined ? "" : `, but ${describeCounterexample({ question, counterexample })}`;
}

/** A counterexample: the operands, and what both sides of the law make of them. */
export function describeCounterexample(refutation: {
  readonly question: LawQuestion;
  readonly counterexample: Counterexample;
}): string {
  const { question, counterexample } = refutation;
  const [leftText, rightText] = SIDES_TEXT[question.law];
  const operands = counterexample.operands
    .map(({ name, value }) => `${name} = ${describeValue(value)}`)
    .join(", ");
  if (question.law === "closed") {
    if (hasIdentityOutside(question)) return "an identity that is not in the carrier";
    return `${operands}: x · y = ${describeValue(counterexample.left)} is not in the carrier`;
  }
  const left = `${leftText} = ${describeValue(counterexample.left)}`;
  // Of the sides x and e nothing is computed.
  const right =
    rightText.length === 1 ? `not ${rightText}` : `but ${rightText} = ${describeValue(counterexample.right)}`;
  return `${operands}: ${left}, ${right}`;
}

function hasIdentityOutside({ carrier, identity }: LawQuestion): boolean {
  return carrier !== undefined && identity !== undefined && evaluateColumns([carrier], identity, [])[0] !== 1;
}

/** A value in the shape of its type: `{ value: 5, index: 0 }`, `-0`, `true`. */
export function describeValue(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    return `{ ${Object.entries(value)
      .map(([field, inner]) => `${field}: ${describeValue(inner)}`)
      .join(", ")} }`;
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

function describeProof(proof: Extract<Verdict, { kind: "proved" }>["proof"]): string {
  switch (proof.method) {
    case "exhaustion":
      return `all ${proof.count} operands tried`;
    case "normal form":
      return "equal normal forms";
    case "bits":
    case "integers, ring operations only":
      return `${proof.method}, ${proof.solver}`;
    default:
      return proof satisfies never;
  }
}

function onCarrier({ carrier, law }: LawQuestion): string {
  return carrier === undefined || law === "closed" ? "" : " on the carrier";
}
