import {
  type Correction,
  type ExpressionSynthesis,
  type IrregularExample,
  type LeafProgram,
  type LeafSynthesis,
  type Network,
  type ProgramProof,
  printProgram,
} from "../../../networks.ts";
import { asJson, fact, type Report, report, words } from "../../report.ts";

/** What `samebits network synthesize` found: a program and what is known of it, or why there is none. */
export function synthesisReport(
  found: LeafSynthesis | ExpressionSynthesis,
  proof: ProgramProof | undefined,
): Report {
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

function programReport(found: LeafProgram, proof: ProgramProof | undefined): Report {
  const { kind, program, bounds, serves, widths, triedCount } = found;
  const text = printProgram(program);
  const facts = {
    kind: fact(kind),
    bounds: fact(bounds),
    phases: words(String(program.phases.length)),
    serves: fact(
      serves,
      `every ${serves === "idempotent" ? "associative and idempotent" : "associative"} operator`,
    ),
    widths: fact(widths, `N = ${widths.join(", ")}`, "tested"),
    triedCount: fact(triedCount),
    text: fact(text),
    program: fact(asJson(program)),
    proof: fact(proof && asJson(proof), proof && printProof(proof), "proved"),
  };
  return report(facts, () => [text, "", ["phases", "serves", "widths", "proof"]]);
}

function printProof(proof: ProgramProof): string {
  if (proof.kind === "tested") return `no, tested only: ${proof.reason}`;
  const { solver } = proof.certificate;
  return `for every N, by induction over its steps: ${proof.obligationCount} statements shown by ${solver}`;
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
