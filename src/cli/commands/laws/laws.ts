import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { type ElementType, InvalidArgumentError, oneOf } from "../../../index.ts";
import type { LawFinding } from "../../../language.ts";
import {
  type CertificateCache,
  checkLaws,
  type Equality,
  explain,
  isProof,
  LAWS,
  type Law,
  type LawsOptions,
  type Verdict,
} from "../../../laws.ts";
import type { AnyOperator } from "../../../operators.ts";
import { readOperator } from "../../input/operator.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, parseType } from "../../options/parse.ts";
import { writeOutputFile } from "../../output/output-file.ts";
import { readProgram } from "../../programs/program.ts";
import { printReport } from "../../report.ts";
import { type Findings, lawsReport, programLawsReport } from "./report.ts";

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
    .argument("NAME|FILE", "a built-in operator, a file in the operator language, or a program (.sb)")
    .option("--type <type>", "of an operator on several types; without it all of them", parseType)
    .option(
      "--law <law>",
      `only this one; may be repeated: ${LAWS.join(", ")}`,
      listOf(choiceOf("law", LAWS)),
    )
    .option(
      "--require <law>",
      "end with 1 unless it is proved; may be repeated",
      listOf(choiceOf("require", LAWS)),
    )
    .option(
      "--equality <equality>",
      "bits, or value, by which -0 equals 0",
      choiceOf("equality", ["bits", "value"]),
      "bits",
    )
    .option("--timeout <seconds>", "for each question to the solver", parseSeconds, 10)
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
      if (argument.endsWith(".sb")) {
        checkForProgram(options);
        const found = await lawsOfProgram(argument, options, io);
        await io.stdout.write(printReport(programLawsReport(argument, found), options));
        const { require: required = [] } = options;
        if (found.some(({ verdict }) => required.includes(verdict.question.law) && !isProof(verdict)))
          failCheck();
        return;
      }
      const operator = await readOperator(argument, "NAME|FILE");
      const findings: Findings[] = [];
      for (const type of typesOf(operator, options.type))
        findings.push(await find(operator, type, options, io));
      await io.stdout.write(printReport(lawsReport(operator, findings), options));
      const lacks = (law: Law): boolean =>
        findings.some(
          ({ verdicts }) => !verdicts.some((verdict) => verdict.question.law === law && isProved(verdict)),
        );
      if (options.require?.some(lacks)) failCheck();
    });
}

function listOf<Value>(parse: (text: string) => Value) {
  return (text: string, before: readonly Value[] = []): readonly Value[] => [...before, parse(text)];
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

function lawsOptions({ timeout, solver, certificates }: Options, io: CommandIo): LawsOptions {
  return {
    timeoutMs: Math.ceil(timeout * 1000),
    solver: solver === "none" ? "none" : undefined,
    cache: certificates === undefined ? undefined : certificateFolder(certificates, io),
  };
}

/** What is known of the operators that a program hands to reduces and scans. @throws ProgramError for one that samples refute */
async function lawsOfProgram(file: string, options: Options, io: CommandIo): Promise<readonly LawFinding[]> {
  const { program } = await readProgram(file);
  return program.checkLaws(lawsOptions(options, io));
}

/** A program says itself which laws of which operators it relies on. */
function checkForProgram({ type, law, explain: explanations, equality }: Options): void {
  const stray = { type, law, explain: explanations, equality: equality === "bits" ? undefined : equality };
  for (const [name, value] of Object.entries(stray)) {
    if (value !== undefined) throw new InvalidArgumentError(name, "left out for a program", String(value));
  }
}

async function find(
  operator: AnyOperator,
  type: ElementType | undefined,
  options: Options,
  io: CommandIo,
): Promise<Findings> {
  const { equality, law, require = [] } = options;
  const common: LawsOptions = { type, equality, ...lawsOptions(options, io) };
  const laws = law === undefined ? undefined : [...new Set([...law, ...require])];
  const verdicts = await checkLaws(operator, { ...common, laws });
  const explanations: string[] = [];
  for (const { question } of options.explain ? verdicts : []) {
    const carrier = question.carrier ?? "everything";
    explanations.push(await explain(operator, question.law, { ...common, carrier }));
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
