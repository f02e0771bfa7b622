import { describeFinding, printType, type Verdict } from "../../../laws.ts";
import type { AnyOperator } from "../../../operators.ts";
import type { JsonValue } from "../../json-line.ts";
import { jsonScalar } from "../../report.ts";

/** What was found of an operator on one type. */
export interface Findings {
  readonly verdicts: readonly Verdict[];
  readonly explanations: readonly string[];
}

/** What a person reads: for each type a line for each law, what was tried in vain below it, and explanations. */
export function lawsText(operator: AnyOperator, findings: readonly Findings[]): string {
  const blocks = findings.map(({ explanations, verdicts }) => {
    const width = Math.max(...verdicts.map(({ question }) => question.law.length));
    const lines = verdicts.flatMap((verdict) => [
      `  ${verdict.question.law.padEnd(width)}  ${describeFinding(verdict)}`,
      ...verdict.notes.map((note) => `  ${" ".repeat(width)}  - ${note}`),
    ]);
    const head = `${operator.name} on ${typeText(verdicts)}`;
    return `${[head, ...lines].join("\n")}\n${explanations.map((text) => `\n${text}`).join("")}`;
  });
  return blocks.join("\n");
}

/** The same as an object. Values are in the shape of the operator's type, numbers as `jsonScalar` has them. */
export function lawsJson(operator: AnyOperator, findings: readonly Findings[]): JsonValue {
  const types = findings.map(({ explanations, verdicts }) => ({
    type: typeText(verdicts),
    hash: verdicts[0]?.hash,
    laws: verdicts.map(verdictJson),
    explanations: explanations.length === 0 ? undefined : explanations,
  }));
  return { operator: operator.name, types };
}

function typeText(verdicts: readonly Verdict[]): string {
  return verdicts.length === 0 ? "" : printType(verdicts[0].question.type);
}

export function verdictJson(verdict: Verdict): Readonly<Record<string, JsonValue | undefined>> {
  const { closure, kind, notes, question } = verdict;
  const counterexample = "counterexample" in verdict ? verdict.counterexample : undefined;
  return {
    law: question.law,
    equality: question.equality,
    onCarrier: question.carrier !== undefined && question.law !== "closed",
    verdict: kind,
    finding: describeFinding(verdict),
    method: "proof" in verdict ? verdict.proof.method : undefined,
    solver: "proof" in verdict && "solver" in verdict.proof ? verdict.proof.solver : undefined,
    rule: kind === "provedByCombinator" ? verdict.rule : undefined,
    samples: kind === "tested" ? verdict.count : undefined,
    counterexample: counterexample && {
      ...Object.fromEntries(counterexample.operands.map(({ name, value }) => [name, shapedJson(value)])),
      bits: Object.fromEntries(counterexample.operands.map(({ name, columns }) => [name, columns])),
      left: shapedJson(counterexample.left),
      right: shapedJson(counterexample.right),
    },
    closure: closure?.kind,
    notes,
  };
}

function shapedJson(value: unknown): JsonValue | undefined {
  if (typeof value === "number" || typeof value === "bigint") return jsonScalar(value);
  if (typeof value === "boolean" || value === undefined) return value;
  const fields = Object.entries(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(fields.map(([field, inner]) => [field, shapedJson(inner)]));
}
