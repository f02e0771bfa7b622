import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { type ElementType, InvalidArgumentError, oneOf } from "../../../index.ts";
import type { LawFinding } from "../../../language.ts";
import {
  type CertificateCache,
  checkLaws,
  describeFinding,
  type Equality,
  explain,
  isProof,
  LAWS,
  type Law,
  type LawsOptions,
  printType,
  type Verdict,
} from "../../../laws.ts";
import type { AnyOperator } from "../../../operators.ts";
import { type Deadline, deadlineIn } from "../../deadline.ts";
import { operatorName, readOperator } from "../../input/operator.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, parseType, repeated } from "../../options/parse.ts";
import { writeOutputFile } from "../../output/output-file.ts";
import { readProgram } from "../../programs/program.ts";
import { fact, type JsonValue, jsonScalar, printReport, type Report, report, wrapped } from "../../report.ts";

interface Options {
  readonly type?: ElementType;
  readonly law?: readonly Law[];
  readonly require?: readonly Law[];
  readonly equality: Equality;
  readonly timeout: number;
  readonly solver: "z3" | "none";
  readonly certificates?: string;
  readonly explain?: boolean;
  readonly json?: boolean;
}

/**
 * `samebits laws NAME|FILE`: which laws an operator has, or those on which an array program relies, proved or refuted.
 *
 * A refutation is an answer, and ends with 0; `--require` makes a law that is not proved a failed check.
 */
export function lawsCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .argument(
      "NAME|FILE",
      "a built-in operator, a file in the operator language, or a program (.sb)",
      operatorName,
    )
    .option("--type <type>", "of an operator on several types; without it all of them", parseType)
    .option(
      "--law <law>",
      `only this one; may be repeated: ${LAWS.join(", ")}`,
      repeated(choiceOf("law", LAWS)),
    )
    .option(
      "--require <law>",
      "end with 1 unless it is proved; may be repeated",
      repeated(choiceOf("require", LAWS)),
    )
    .option(
      "--equality <equality>",
      "bits, or value, by which -0 equals 0",
      choiceOf("equality", ["bits", "value"]),
      "bits",
    )
    .option("--timeout <seconds>", "for all questions to the solver", parseSeconds, 60)
    .option(
      "--solver <solver>",
      "z3 (where it is installed) or none",
      choiceOf("solver", ["z3", "none"]),
      "z3",
    )
    .option(
      "--certificates <folder>",
      "keep proofs and refutations there, and check those kept instead of asking again",
    )
    .option("--explain", "take each law apart into cases as well")
    .option("--json", "print one JSON object")
    .action(async (argument: string, options: Options) => {
      const asked = { ...options, io, deadline: deadlineIn(options.timeout, io) };
      if (argument.endsWith(".sb")) {
        checkForProgram(options);
        const found = await lawsOfProgram(argument, asked);
        await io.stdout.write(printReport(programLawsReport(argument, found), options));
        const { require: required = [] } = options;
        if (found.some(({ verdict }) => required.includes(verdict.question.law) && !isProof(verdict)))
          failCheck();
        return;
      }
      const operator = await readOperator(argument, "NAME|FILE");
      const findings: Findings[] = [];
      for (const type of typesOf(operator, options.type)) findings.push(await find(operator, type, asked));
      await io.stdout.write(
        printReport(lawsReport(operator, findings, io.stdout.terminal?.columns), options),
      );
      const lacks = (law: Law): boolean =>
        findings.some(
          ({ verdicts }) => !verdicts.some((verdict) => verdict.question.law === law && isProved(verdict)),
        );
      if (options.require?.some(lacks)) failCheck();
    });
}

function parseSeconds(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError("timeout", "seconds, more than 0 and at most 86400", JSON.stringify(text));
}

/** The types to look at; undefined for records, which have one. */
function typesOf(operator: AnyOperator, type: ElementType | undefined): readonly (ElementType | undefined)[] {
  if (operator.kind === "record-operator") {
    if (type === undefined) return [undefined];
    throw new InvalidArgumentError("type", "left out, as the operator is over records", `"${type}"`);
  }
  if (type === undefined) return operator.types;
  if (operator.types.includes(type)) return [type];
  throw new InvalidArgumentError("type", oneOf(type, operator.types), `"${type}"`);
}

/** The options, until when they are to be answered. */
interface Asked extends Options {
  readonly io: CommandIo;
  readonly deadline: Deadline;
}

function lawsOptions({ solver, certificates, deadline, io }: Asked): LawsOptions {
  const budgetMs = Math.max(0, deadline.leftMs());
  return {
    timeoutMs: Math.max(1, budgetMs),
    budgetMs,
    now: io.now,
    solver: solver === "none" ? "none" : undefined,
    cache: certificates === undefined ? undefined : certificateFolder(certificates, io),
  };
}

/** What is known of the operators that a program hands to reduces and scans. @throws ProgramError for one that samples refute */
async function lawsOfProgram(file: string, asked: Asked): Promise<readonly LawFinding[]> {
  const { program } = await readProgram(file);
  return program.checkLaws(lawsOptions(asked));
}

/** A program says itself which laws of which operators it relies on. */
function checkForProgram({ type, law, explain: explanations, equality }: Options): void {
  const stray = { type, law, explain: explanations, equality: equality === "bits" ? undefined : equality };
  for (const [name, value] of Object.entries(stray)) {
    if (value !== undefined) throw new InvalidArgumentError(name, "left out for a program", String(value));
  }
}

async function find(operator: AnyOperator, type: ElementType | undefined, asked: Asked): Promise<Findings> {
  const { equality, explain: isToExplain, law, require = [] } = asked;
  const common: LawsOptions = { type, equality, ...lawsOptions(asked) };
  const laws = law === undefined ? undefined : [...new Set([...law, ...require])];
  const verdicts = await checkLaws(operator, { ...common, laws });
  const explanations: string[] = [];
  for (const { question } of isToExplain ? verdicts : []) {
    const carrier = question.carrier ?? "everything";
    explanations.push(await explain(operator, question.law, { ...common, ...lawsOptions(asked), carrier }));
  }
  return { verdicts, explanations };
}

/** A proof on a carrier counts if the carrier is proved to be closed. */
function isProved(verdict: Verdict): boolean {
  return isProof(verdict) && (verdict.closure === undefined || isProof(verdict.closure));
}

/** Certificates as files of a folder, made where it is missing, each written beside and renamed. */
function certificateFolder(folder: string, io: CommandIo): CertificateCache {
  const fileOf = (key: string): string => join(folder, `${key}.json`);
  return {
    async get(key) {
      try {
        return await readFile(fileOf(key), "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async set(key, certificate) {
      await mkdir(folder, { recursive: true });
      await writeOutputFile(fileOf(key), certificate, io, "certificates");
    },
  };
}

/** What was found of an operator on one type. */
interface Findings {
  readonly verdicts: readonly Verdict[];
  readonly explanations: readonly string[];
}

/** For each type a line for each law, what was tried in vain below it, and explanations. Values are in the shape of the operator's type. */
function lawsReport(
  operator: AnyOperator,
  findings: readonly Findings[],
  columns: number | undefined,
): Report {
  const types = findings.map(({ explanations, verdicts }) => ({
    type: typeText(verdicts),
    hash: verdicts[0]?.hash,
    laws: verdicts.map(verdictJson),
    explanations: explanations.length === 0 ? undefined : explanations,
  }));
  return report({ operator: fact(operator.name), types: fact(types) }, () => [
    findings.map((found) => typeLines(operator, found, columns)).join("\n"),
  ]);
}

function typeLines(
  operator: AnyOperator,
  { explanations, verdicts }: Findings,
  columns: number | undefined,
): string {
  const width = Math.max(...verdicts.map(({ question }) => question.law.length));
  const lines = verdicts.flatMap((verdict) => [
    ...wrapped(describeFinding(verdict), columns, `  ${verdict.question.law.padEnd(width)}  `),
    ...verdict.notes.map((note) => `  ${" ".repeat(width)}  - ${note}`),
  ]);
  const head = `${operator.name} on ${typeText(verdicts)}`;
  return `${[head, ...lines].join("\n")}\n${explanations.map((text) => `\n${text}`).join("")}`;
}

function typeText(verdicts: readonly Verdict[]): string {
  return verdicts.length === 0 ? "" : printType(verdicts[0].question.type);
}

/** The laws on which an array program relies: a line for each, where it does. */
function programLawsReport(file: string, findings: readonly LawFinding[]): Report {
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
