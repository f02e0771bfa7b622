import {
  type HierarchicalAnswer,
  type HierarchicalProgram,
  type HierarchicalProgramAnswer,
  type HierarchicalShape,
  printCondition,
  printHierarchical,
  printProgram,
} from "../../../networks.ts";
import type { JsonValue } from "../../json-line.ts";

interface HierarchicalReport {
  readonly shape: HierarchicalShape;
  readonly answer: HierarchicalAnswer;
  readonly made: HierarchicalProgramAnswer | undefined;
  readonly solver: string;
}

export function hierarchicalText({ shape, answer, made, solver }: HierarchicalReport): string {
  const { width, blockCount, sentCount } = shape;
  const scan = "scan" in answer ? printHierarchical(answer.scan) : "";
  const program = made === undefined ? "" : `\n${programText(made)}`;
  return `shape  N = ${width}, K = ${blockCount}, T = ${sentCount}\ncost   ${costText(answer, solver)}\n${scan}${program}`;
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

/** Through text and back, as values that are not there have no place in it. */
export function hierarchicalJson({ shape, answer, made, solver }: HierarchicalReport): JsonValue {
  const json = {
    n: shape.width,
    blocks: shape.blockCount,
    sent: shape.sentCount,
    solver,
    ...answer,
    ...(made === undefined ? {} : { generalization: made }),
  };
  return JSON.parse(JSON.stringify(json));
}
