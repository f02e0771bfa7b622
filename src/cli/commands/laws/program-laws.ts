import type { LawFinding } from "../../../language.ts";
import { describeFinding, isProof, type Law, type LawsOptions } from "../../../laws.ts";
import type { JsonValue } from "../../json-line.ts";
import { readProgram } from "../../programs/program.ts";
import { verdictJson } from "./report.ts";

/** What is known of the operators that a program hands to reduces and scans. @throws ProgramError for one that samples refute */
export async function lawsOfProgram(
  file: string,
  { solver, timeoutMs, cache }: LawsOptions,
): Promise<readonly LawFinding[]> {
  const { program } = await readProgram(file);
  return program.checkLaws({ solver, timeoutMs, cache });
}

/** A line for each law on which a program relies. */
export function programLawsText(file: string, findings: readonly LawFinding[]): string {
  if (findings.length === 0) {
    return `${file} relies on no law: its operators are built in, or their tree is named\n`;
  }
  const lines = findings.flatMap(({ line, column, construct, verdict }) => {
    const place = `${file}:${line}:${column}: ${construct}`;
    return [
      `${place}  ${verdict.question.law}  ${describeFinding(verdict)}`,
      ...verdict.notes.map((note) => `  - ${note}`),
    ];
  });
  return `${lines.join("\n")}\n`;
}

export function programLawsJson(file: string, findings: readonly LawFinding[]): JsonValue {
  const laws = findings.map(({ line, column, construct, verdict }) => {
    return { line, column, construct, ...verdictJson(verdict) };
  });
  return { program: file, laws };
}

/** Whether a law that is required lacks a proof somewhere. */
export function lacksProof(findings: readonly LawFinding[], required: readonly Law[]): boolean {
  return findings.some(({ verdict }) => required.includes(verdict.question.law) && !isProof(verdict));
}
