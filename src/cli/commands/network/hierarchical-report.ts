import {
  type HierarchicalAnswer,
  type HierarchicalProgram,
  type HierarchicalProgramAnswer,
  type HierarchicalShape,
  printCondition,
  printHierarchical,
  printProgram,
} from "../../../networks.ts";
import { asJson, eachFact, fact, type Report, report } from "../../report.ts";

interface HierarchicalFound {
  readonly shape: HierarchicalShape;
  readonly answer: HierarchicalAnswer;
  readonly made: HierarchicalProgramAnswer | undefined;
  readonly solver: string;
}

export function hierarchicalReport({ shape, answer, made, solver }: HierarchicalFound): Report {
  const { width, blockCount, sentCount } = shape;
  const facts = {
    n: fact(width),
    blocks: fact(blockCount),
    sent: fact(sentCount),
    solver: fact(solver),
    ...eachFact(asJson(answer)),
    generalization: fact(made && asJson(made)),
  };
  return report(facts, () => [
    `shape  N = ${width}, K = ${blockCount}, T = ${sentCount}`,
    `cost   ${costText(answer, solver)}`,
    "scan" in answer ? printHierarchical(answer.scan) : undefined,
    ...(made === undefined ? [] : ["", programText(made)]),
  ]);
}

function costText(answer: HierarchicalAnswer, solver: string): string {
  const asked = `${answer.questions} ${answer.questions === 1 ? "question" : "questions"} to ${solver}`;
  switch (answer.status) {
    case "cheapest":
      return `${answer.cost} adds and transfers, and none costs less (${asked})`;
    case "found":
      return `${answer.cost} adds and transfers, and none costs less than ${answer.provedAtLeast} (${asked}; ${answer.reason})`;
    case "none":
      return `there is no such scan (${asked})`;
    case "unknown":
      return `not known: ${answer.reason} (${asked})`;
    default:
      return answer satisfies never;
  }
}

function programText(made: HierarchicalProgramAnswer): string {
  if (made.kind === "irregular") return `no program for every N and K: ${made.reason}\n`;
  const { program, tested } = made;
  const { widths, blockCounts } = tested;
  return [
    `In every block, N = its ${program.lengths === "any" ? "length" : "length, a power of two"}:`,
    stageText(program, "first"),
    "Over what the blocks sent, N = their number:",
    stageText(program, "middle"),
    `In every block but the first, the last value of the block before enters all j < N where ${printCondition(program.entry)}. Then:`,
    stageText(program, "last"),
    `A scan at every N of ${widths.length} up to ${widths.at(-1)} and K of ${blockCounts.join(", ")}.\n`,
  ].join("\n");
}

function stageText(program: HierarchicalProgram, stage: "first" | "middle" | "last"): string {
  return (
    printProgram(program[stage])
      .replace(/^(?=.)/gm, "  ")
      .trimEnd() || "  nothing"
  );
}
