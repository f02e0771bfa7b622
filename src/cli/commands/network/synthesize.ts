import type { Command } from "commander";
import {
  type Bracketing,
  type Correction,
  checkProgramCertificate,
  decodeProgramCertificate,
  type ExpressionSynthesis,
  encodeProgramCertificate,
  FormatError,
  GENERATOR_NAMES,
  InvalidArgumentError,
  type IrregularExample,
  type LeafProgram,
  type LeafSynthesis,
  type Network,
  type PairIndexResult,
  type ProgramProof,
  parseBracketing,
  printPairIndex,
  printProgram,
  synthesizeExpression,
  synthesizeLeaf,
} from "../../../networks.ts";
import { type Deadline, deadlineIn, expectTime } from "../../deadline.ts";
import { readNamedFile } from "../../input/named-file.ts";
import { readNetworkArgument } from "../../input/network.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, wholeNumber } from "../../options/parse.ts";
import { expectOutputFile, writeOutputFile } from "../../output/output-file.ts";
import { asJson, eachFact, fact, printReport, type Report, report, words } from "../../report.ts";
import {
  findPairIndex,
  noPairIndexReport,
  type PairIndexArguments,
  parseLanguage,
  parsePhases,
} from "./pair-index.ts";
import { printProof, prove, withZ3 } from "./prove.ts";

const FORMS = ["guards", "pair-index"] as const;

interface SynthesizeOptions extends PairIndexArguments {
  readonly form: (typeof FORMS)[number];
  readonly expression?: Bracketing;
  readonly n?: readonly number[];
  readonly backward?: boolean;
  readonly prove?: boolean;
  readonly certificate?: string;
  readonly timeout: number; // seconds
  readonly output?: string;
  readonly json?: boolean;
}

const DEFAULT_WIDTHS = [16];
const DEFAULT_TIMEOUT = 60;
const parseSeconds = wholeNumber("timeout", 1, 99_999, "whole seconds, from 1 to 99999");

/** `samebits network synthesize`: a loop program from examples, and the proof that it is a scan at every width. */
export function synthesizeCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .argument(
      "[NAME|FILE...]",
      "examples: a generator, or files of nested pairs or JSON; - is standard input",
    )
    .option(
      "--expression <name>",
      "instead of examples: the tree that every prefix is to have",
      parseBracketing,
    )
    .option("--n <widths>", "widths of a generator's examples, as in 16 or 8,16; default: 16", parseWidths)
    .option("--backward", "the networks for suffixes instead of prefixes")
    .option(
      "--form <form>",
      "guards: thread j writes wire j; pair-index: h, f and g as published, by integer programming",
      choiceOf("form", FORMS),
      "guards",
    )
    .option("--language <language>", "of pair-index: published, the default, or extended", parseLanguage)
    .option("--phases <cuts>", "of pair-index: all, greedy as published, or steps, as in 1,3", parsePhases)
    .option("--prove", "prove by z3 that it is a scan at every width, or say that it is tested only")
    .option("--certificate <file>", "write the proof, as JSON")
    .option("--timeout <seconds>", "for the search and the proof", parseSeconds, DEFAULT_TIMEOUT)
    .option("-o, --output <file>", "write the program, as JSON")
    .option("--json", "print one JSON object")
    .action(async (names: readonly string[], options: SynthesizeOptions) => {
      if (!(await synthesize(names, options, io))) failCheck();
    });
}

type Found = LeafSynthesis | ExpressionSynthesis | PairIndexResult;

/** Whether there is a program, and a proof where one is to be written. */
async function synthesize(
  names: readonly string[],
  options: SynthesizeOptions,
  io: CommandIo,
): Promise<boolean> {
  checkForm(options);
  const { certificate, output } = options;
  if (output !== undefined) await expectOutputFile(output);
  if (certificate !== undefined) await expectOutputFile(certificate, "certificate");
  const deadline = deadlineIn(options.timeout, io);
  const found = await find(names, options, { io, deadline });
  const made = madeOf(found);
  const isToProve = options.prove || certificate !== undefined;
  const proof = made && isToProve ? await prove(made.program, made.serves, deadline) : undefined;
  await io.stdout.write(printReport(synthesisReport(found, proof), options));
  if (made === undefined) return false;
  if (output !== undefined) await writeOutputFile(output, `${JSON.stringify(made.program)}\n`, io);
  if (certificate === undefined) return true;
  if (proof?.kind !== "proved") return false;
  await writeOutputFile(certificate, encodeProgramCertificate(proof.certificate), io, "certificate");
  return true;
}

/** Options that say nothing of the form that is asked for. */
function checkForm({ form, expression, ...rest }: SynthesizeOptions): void {
  if (form === "pair-index") {
    if (expression === undefined) return;
    throw new InvalidArgumentError("form", "guards with --expression", '"pair-index"');
  }
  const stray = (["language", "phases"] as const).find((name) => rest[name] !== undefined);
  if (stray === undefined) return;
  throw new InvalidArgumentError(stray, "left out without --form pair-index", String(rest[stray]));
}

async function find(
  names: readonly string[],
  options: SynthesizeOptions,
  { io, deadline }: { readonly io: CommandIo; readonly deadline: Deadline },
): Promise<Found> {
  const { expression, form } = options;
  if (expression !== undefined && names.length > 0) {
    const expected = "given without examples, or examples without it";
    throw new InvalidArgumentError("expression", expected, `${names[0]} too`);
  }
  const examples = expression === undefined ? await readExamples(names, options, io) : [];
  const time = { budgetMs: Math.max(0, deadline.leftMs()), now: io.now };
  if (expression !== undefined) return synthesizeExpression(expression, time);
  return form === "guards" ? synthesizeLeaf(examples, time) : findPairIndex(examples, options, deadline);
}

/** The program that was found, in the form that every prover and emitter takes. */
function madeOf(found: Found): Pick<LeafProgram, "program" | "serves"> | undefined {
  if ("kind" in found) return found.kind === "program" ? found : undefined;
  return found.status === "found" ? { program: found.networkProgram, serves: "associative" } : undefined;
}

/** `samebits network check-certificate`: whether such a proof holds. */
export function checkCertificateCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .argument("FILE", "as synthesize --certificate writes it")
    .option("--timeout <seconds>", "for all questions to z3", parseSeconds, DEFAULT_TIMEOUT)
    .action(async (file: string, { timeout }: { readonly timeout: number }) => {
      const text = await readNamedFile(file, (code) => {
        return new InvalidArgumentError("FILE", "a file that can be read", `"${file}": ${code}`);
      });
      const certificate = decodeProgramCertificate(text.toString("utf8"), file);
      const deadline = deadlineIn(timeout, io);
      const fault = await withZ3(deadline, async (z3) => {
        try {
          await checkProgramCertificate(certificate, z3, timeout * 1000);
          return undefined;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expectTime("a check", deadline);
          return error.message;
        }
      });
      const verdict = fault === undefined ? "PASS  a scan at every width" : `FAIL  ${fault}`;
      await io.stdout.write(`${printProgram(certificate.program)}\n${verdict}\n`);
      if (fault !== undefined) failCheck();
    });
}

async function readExamples(
  names: readonly string[],
  { n, backward = false }: SynthesizeOptions,
  io: CommandIo,
): Promise<readonly Network[]> {
  if (names.length === 0)
    throw new InvalidArgumentError("NAME|FILE", "given: an example, or --expression", "none");
  const examples: Network[] = [];
  for (const name of names) {
    const isGenerated = GENERATOR_NAMES.includes(name.split(":")[0]);
    const widths = isGenerated ? (n ?? DEFAULT_WIDTHS) : [undefined];
    for (const width of widths) {
      const at = width === undefined ? {} : { n: width };
      examples.push(await readNetworkArgument(name, { ...at, backward }, io));
    }
  }
  return examples;
}

function parseWidths(text: string): readonly number[] {
  const widths = text.split(",").map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0));
  if (widths.every((width) => width >= 1)) return widths;
  throw new InvalidArgumentError("n", "numbers of wires, as in 16 or 8,16", JSON.stringify(text));
}

/** What `samebits network synthesize` found: a program and what is known of it, or why there is none. */
function synthesisReport(found: Found, proof: ProgramProof | undefined): Report {
  if ("status" in found) return pairIndexReport(found, proof);
  switch (found.kind) {
    case "program":
      return programReport(found, proof);
    case "irregular":
      return irregularReport(found);
    case "none":
      return report({ kind: fact("none"), reason: fact(found.reason) }, () => [
        `FAIL  no program: ${found.reason}`,
      ]);
    default:
      return found satisfies never;
  }
}

function pairIndexReport(found: PairIndexResult, proof: ProgramProof | undefined): Report {
  if (found.status === "none") return noPairIndexReport(found);
  const { program, networkProgram, validAt, cost, questions } = found;
  const [formulas, text] = [printPairIndex(program), printProgram(networkProgram)];
  const facts = {
    kind: fact("program"),
    phases: words(String(program.phases.length)),
    cost: fact(cost),
    questions: fact(questions),
    widths: fact(validAt, `N = ${validAt.join(", ")}`, "a scan at"),
    formulas: fact(formulas),
    text: fact(text),
    program: fact(asJson(networkProgram)),
    proof: fact(proof && asJson(proof), proof && printProof(proof), "proved"),
  };
  return report(facts, () => [formulas, "", text, "", ["phases", "widths", "proof"]]);
}

function programReport(found: LeafProgram, proof: ProgramProof | undefined): Report {
  const { program, ...said } = found;
  const { serves, widths } = said;
  const text = printProgram(program);
  const facts = {
    ...eachFact({ ...said }),
    phases: words(String(program.phases.length)),
    serves: fact(
      serves,
      `every ${serves === "idempotent" ? "associative and idempotent" : "associative"} operator`,
    ),
    widths: fact(widths, `N = ${widths.join(", ")}`, "tested"),
    text: fact(text),
    program: fact(asJson(program)),
    proof: fact(proof && asJson(proof), proof && printProof(proof), "proved"),
  };
  return report(facts, () => [text, "", ["phases", "serves", "widths", "proof"]]);
}

/** Which step is to blame, and the nearest program. */
function irregularReport({ kind, step, reason, verdict, nearest }: IrregularExample): Report {
  const facts = {
    kind: fact(kind),
    step: fact(step),
    reason: fact(reason),
    verdict: fact(verdict && { ...verdict }),
    nearest: fact(nearest && asJson(nearest)),
  };
  return report(facts, () => [
    "FAIL  no program makes this example",
    verdict?.holds === false
      ? `y${verdict.output} is ${verdict.computes}, not ${verdict.expected}`
      : undefined,
    reason,
    "",
    ...(nearest === undefined ? ["no program comes near"] : nearestLines(nearest)),
  ]);
}

function nearestLines({ program, corrections }: NonNullable<IrregularExample["nearest"]>): readonly string[] {
  return [
    "the nearest program",
    "",
    printProgram(program),
    "",
    "makes the example with these corrections:",
    ...corrections.map(printCorrection),
  ];
}

function printCorrection({ step, remove, add }: Correction): string {
  const parts = [
    ...(remove.length === 0 ? [] : [`without ${printPairs(remove)}`]),
    ...(add.length === 0 ? [] : [`with ${printPairs(add)}`]),
  ];
  return `  step ${step + 1}: ${parts.join(", ")}`;
}

function printPairs(pairs: Network["steps"][number]): string {
  return pairs.map(([source, destination]) => `(${source}, ${destination})`).join(" ");
}
