import type { LawFinding } from "../../../language.ts";
import { describeFinding, printType, type Verdict } from "../../../laws.ts";
import type { AnyOperator } from "../../../operators.ts";
import { fact, type JsonValue, jsonScalar, type Report, report } from "../../report.ts";

/** What was found of an operator on one type. */
export interface Findings {
  readonly verdicts: readonly Verdict[];
  readonly explanations: readonly string[];
}

/** For each type a line for each law, what was tried in vain below it, and explanations. Values are in the shape of the operator's type. */
export function lawsReport(operator: AnyOperator, findings: readonly Findings[]): Report {
  const types = findings.map(({ explanations, verdicts }) => ({
    type: typeText(verdicts),
    hash: verdicts[0]?.hash,
    laws: verdicts.map(verdictJson),
    explanations: explanations.length === 0 ? undefined : explanations,
  }));
  return report({ operator: fact(operator.name), types: fact(types) }, () => [
    findings.map((found) => typeLines(operator, found)).join("\n"),
  ]);
}

function typeLines(operator: AnyOperator, { explanations, verdicts }: Findings): string {
  const width = Math.max(...verdicts.map(({ question }) => question.law.length));
  const lines = verdicts.flatMap((verdict) => [
    `  ${verdict.question.law.padEnd(width)}  ${describeFinding(verdict)}`,
    ...verdict.notes.map((note) => `  ${" ".repeat(width)}  - ${note}`),
  ]);
  const head = `${operator.name} on ${typeText(verdicts)}`;
  return `${[head, ...lines].join("\n")}\n${explanations.map((text) => `\n${text}`).join("")}`;
}

function typeText(verdicts: readonly Verdict[]): string {
  return verdicts.length === 0 ? "" : printType(verdicts[0].question.type);
}

/** The laws on which an array program relies: a line for each, where it does. */
export function programLawsReport(file: string, findings: readonly LawFinding[]): Report {
  const laws = findings.map(({ line, column, construct, verdict }) => {
    return { line, column, construct, ...verdictJson(verdict) };
  });
  return report({ program: fact(file), laws: fact(laws) }, () => {
    if (findings.length > 0) return findings.flatMap((finding) => findingLines(file, finding));
    return [`${file} relies on no law: its operators are built in, or their tree is named`];
  });
}

function findingLines(file: string, { line, column, construct, verdict }: LawFinding): readonly string[] {
  const place = `${file}:${line}:${column}: ${construct}`;
  return [
    `${place}  ${verdict.question.law}  ${describeFinding(verdict)}`,
    ...verdict.notes.map((note) => `  - ${note}`),
  ];
}

function verdictJson(verdict: Verdict): Readonly<Record<string, JsonValue | undefined>> {
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
