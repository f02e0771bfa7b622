// What is true of a reader's operator: each law proved, tested or refuted, with operands that show it and both sides worked out.

import { printContract, printType, resolveContract } from "samebits/javascript";
import { checkLaws, describeFinding, type Verdict } from "samebits/laws";
import { type AnyOperator, parseOperator } from "samebits/operators";
import { readExpression } from "./contract-line.ts";
import type { CopiedTexts } from "./copied-texts.ts";

export interface LawsQuestion {
  readonly text: string; // of the operator
  readonly contract: string; // whose expression is kept
}

export interface LawsAnswer {
  readonly name: string;
  readonly type: string;
  readonly line: string; // the contract of the operator
  readonly laws: readonly LawFinding[];
  readonly copies: CopiedTexts;
}

export interface LawFinding {
  readonly law: string;
  readonly kind: Verdict["kind"];
  readonly finding: string; // in words
  readonly notes: readonly string[];
  readonly refuted: Refutation | undefined;
}

/** Operands for which a law fails, with both sides. */
interface Refutation {
  readonly operands: readonly (readonly [name: string, value: string])[];
  readonly left: string;
  readonly right: string;
}

/** Without a solver: z3 has some thirty megabytes. @throws OperatorSyntaxError, InvalidArgumentError */
export async function answerLaws({ text, contract }: LawsQuestion): Promise<LawsAnswer> {
  const operator = parseOperator(text);
  const verdicts = await checkLaws(operator, { solver: "none" });
  return {
    name: operator.name,
    type: typeText(operator),
    line: await lineOf(operator, contract),
    laws: verdicts.map(findingOf),
    copies: copyOf(text),
  };
}

function findingOf(verdict: Verdict): LawFinding {
  return {
    law: verdict.question.law,
    kind: verdict.kind,
    finding: describeFinding(verdict),
    notes: verdict.notes,
    refuted:
      verdict.kind === "refuted"
        ? {
            operands: verdict.counterexample.operands.map(({ name, value }) => [name, show(value)]),
            left: show(verdict.counterexample.left),
            right: show(verdict.counterexample.right),
          }
        : undefined,
  };
}

/** A value in the shape of its type: numbers as JavaScript writes them, a record as its fields. */
function show(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${show(each)}`);
  return `{ ${fields.join(", ")} }`;
}

function typeText(operator: AnyOperator): string {
  return operator.kind === "record-operator" ? printType(operator.type) : operator.types.join(", ");
}

/** The operator's contract by the expression of the given line; by the default one where it ends before that. */
async function lineOf(operator: AnyOperator, contract: string): Promise<string> {
  const word = contract
    .split(" ")
    .slice(2)
    .find((each) => !each.startsWith("sum="));
  const expression = word === undefined ? undefined : await readExpression(word);
  const type = operator.kind === "record-operator" ? {} : { type: operator.types[0] };
  const resolved = resolveContract({ operator, expression, ...type }, "reduce");
  return printContract(resolved);
}

function copyOf(text: string): CopiedTexts {
  const quoted = text.trim().replaceAll("'", "'\\''");
  return {
    typescript: [
      'import { checkLaws, describeVerdict } from "samebits/laws";',
      'import { parseOperator } from "samebits/operators";',
      "",
      `const operator = parseOperator(${JSON.stringify(text.trim())});`,
      'const verdicts = await checkLaws(operator, { solver: "none" });',
      "for (const verdict of verdicts) console.log(describeVerdict(verdict));",
      "",
    ].join("\n"),
    command: `printf '%s\\n' '${quoted}' > operator.op\nsamebits laws operator.op\n`,
  };
}
