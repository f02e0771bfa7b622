import { type AnyOperator, checkOwnOperator } from "../operators/operator.ts";
import { printKnownTerm } from "../operators/print-term.ts";
import type { Term } from "../operators/term.ts";
import { checkInteger } from "../values/check-arguments.ts";
import type { Scalar } from "../values/element-types.ts";
import {
  type Column,
  pathText,
  printType,
  shapeValue,
  shownScalar,
  type ValueType,
} from "../values/value-types.ts";
import { analyseCases, type Case, type CaseAnalysis } from "./case-analysis.ts";
import { solverAccess } from "./decide.ts";
import { describeValue, SIDES_TEXT } from "./describe-verdict.ts";
import { type LawSides, lawSides } from "./law-sides.ts";
import type { Law, LawQuestion } from "./question.ts";
import { checkLawOptions, type LawOptions, questionOf } from "./question-of.ts";
import { samplerOf } from "./sampler.ts";

/** Options of `explain`. */
export interface ExplainOptions extends LawOptions {
  readonly mostCases?: number | undefined; // default 16, which fit on a screen
}

const MOST_CASES = 16;
const MOST_CASES_ASKED = 4096;
const SAMPLE_COUNT = 2000;
const TIMEOUT_MS = 2000;
/** Operations of one side that are printed; the rest is "…". */
const MOST_OPERATIONS = 30;

/**
 * A law as a case analysis: the conditions of the operator's choices, the combinations of them that can occur, and what both sides of
 * the law come to in each.
 *
 * A combination can occur if a sample shows it or a solver finds one; without a solver those that no sample shows are counted as not
 * seen. The text is the same for the same operator, law, seed and solver.
 *
 * @throws InvalidArgumentError as `checkLaw` does, except that closure of a carrier is not looked at
 */
export async function explain(
  operator: AnyOperator,
  law: Law,
  options: ExplainOptions = {},
): Promise<string> {
  checkLawOptions(options, ["mostCases"]);
  checkOwnOperator("operator", operator);
  if (options.mostCases !== undefined) checkInteger("mostCases", options.mostCases, 1, MOST_CASES_ASKED);
  const question = questionOf(operator, law, options);
  const sides = lawSides(question);
  const access = solverAccess(options);
  try {
    const columns = Array.from({ length: sides.operandCount }, () => question.body.columns).flat();
    const analysis = await analyseCases({
      sides,
      equality: question.equality,
      columnTypes: columns.map(({ type }) => type),
      samples: samplesOf(question, sides, options),
      solver: { open: access.open, columns, timeoutMs: options.timeoutMs ?? TIMEOUT_MS },
      mostCases: options.mostCases ?? MOST_CASES,
    });
    return textOf(operator, question, sides, analysis, options.sampleCount ?? SAMPLE_COUNT);
  } finally {
    await access.close();
  }
}

function samplesOf(
  question: LawQuestion,
  { operandCount }: LawSides,
  options: ExplainOptions,
): readonly (readonly Scalar[])[] {
  const sampler = samplerOf(question, options.seed ?? 0n);
  if (sampler.isEmpty) return [];
  const count = options.sampleCount ?? SAMPLE_COUNT;
  return Array.from({ length: count }, () => sampler.sample(operandCount).flat());
}

function textOf(
  operator: AnyOperator,
  question: LawQuestion,
  sides: LawSides,
  analysis: CaseAnalysis,
  sampleCount: number,
): string {
  const { carrier, law, type } = question;
  const { cases, conditions } = analysis;
  const printer = printerOf(question, sides);
  const [leftText, rightText] = SIDES_TEXT[law];
  const letters = conditions.map((_, i) => (i < 26 ? String.fromCharCode(97 + i) : `c${i}`));
  const lines = [
    `${operator.name} on ${printType(type)}: ${law}, ${leftText} = ${rightText}`,
    ...(carrier === undefined ? [] : [`for values where ${printer.term(carrier, "left")}`]),
    "",
  ];
  if (conditions.length > 0) {
    lines.push(...conditions.map((condition, i) => `  ${letters[i]}  ${printer.term(condition)}`), "");
    lines.push(countsOf(analysis, sampleCount), "", `  ${letters.join(" ")}`);
  }
  for (const each of cases) lines.push(...linesOfCase(each, letters, printer));
  lines.push("", conclusionOf(analysis));
  return `${lines.join("\n")}\n`;
}

function countsOf(
  { cases, impossibleCount, isComplete, unseenCount }: CaseAnalysis,
  sampleCount: number,
): string {
  const parts = [
    ...(impossibleCount > 0 ? [`${impossibleCount} cannot occur`] : []),
    ...(unseenCount > 0 ? [`${unseenCount} not seen among ${sampleCount} samples`] : []),
  ];
  if (!isComplete) return [`the first ${cases.length} cases of more`, ...parts].join(", ");
  const total = cases.length + impossibleCount + unseenCount;
  return [`${total} combinations`, ...parts, `${cases.length} to look at`].join(", ");
}

interface Printer {
  readonly term: (term: Term, plainSide?: "left") => string;
  readonly side: (terms: readonly Term[]) => string;
  readonly operands: (values: readonly Scalar[]) => string;
}

function linesOfCase(
  { comparison, example, left, right, truths }: Case,
  letters: readonly string[],
  printer: Printer,
): string[] {
  const marks = truths.map((truth, i) =>
    (truth === undefined ? "·" : truth ? "T" : "F").padEnd(letters[i].length),
  );
  const head = `  ${marks.join(" ")}${marks.length > 0 ? "   " : ""}`;
  const [leftText, rightText] = [printer.side(left), printer.side(right)];
  if (comparison !== "different" && leftText === rightText) return [`${head}both  ${leftText}`];
  const fact =
    comparison === "different" ? `they differ: ${printer.operands(example)}` : `they are ${comparison}`;
  const indent = " ".repeat(head.length);
  return [`${head}left  ${leftText}`, `${indent}right ${rightText}`, `${indent}${fact}`];
}

function conclusionOf({ cases, isComplete, unseenCount }: CaseAnalysis): string {
  const differing = cases.filter(({ comparison }) => comparison === "different").length;
  if (differing > 0) return `The sides differ in ${differing} of ${cases.length} cases.`;
  const isSure = isComplete && unseenCount === 0 && cases.every(({ comparison }) => comparison === "equal");
  return isSure
    ? "The sides are equal in every case that can occur."
    : "No case was seen in which the sides differ.";
}

function printerOf({ body: { columns }, type }: LawQuestion, { operandCount }: LawSides): Printer {
  const named = (operand: string, { path }: Column): string => [operand, ...path].join(".");
  const nameOf = (_: "left" | "right", column: number): string =>
    named("xyz"[Math.floor(column / columns.length)], columns[column % columns.length]);
  const plainName = (_: "left" | "right", column: number): string => pathText(columns[column]) || "x";
  return {
    term: (term, plainSide) =>
      printKnownTerm(term, plainSide === undefined ? nameOf : plainName, MOST_OPERATIONS),
    side: (terms) => {
      const texts = terms.map((term) => printKnownTerm(term, nameOf, MOST_OPERATIONS));
      return terms.length === columns.length ? shapedText(type, texts) : texts.join(", ");
    },
    operands: (values) =>
      Array.from({ length: operandCount }, (_, operand) => {
        const own = values.slice(operand * columns.length, (operand + 1) * columns.length);
        return `${"xyz"[operand]} = ${describeValue(shapeValue(type, own, shownScalar))}`;
      }).join(", "),
  };
}

function shapedText(type: ValueType, texts: readonly string[]): string {
  return describeValue(shapeValue(type, texts, (text) => text));
}
