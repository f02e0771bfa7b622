import {
  type Correction,
  type IrregularExample,
  type LeafProgram,
  type LeafSynthesis,
  type Network,
  type ProgramProof,
  printProgram,
} from "../../../networks.ts";
import type { JsonValue } from "../../json-line.ts";
import { alignedLines } from "../../report.ts";

/** `samebits network synthesize`, for a person: the program, and what is known of it. */
export function programText(found: LeafProgram, proof: ProgramProof | undefined): string {
  const lines = alignedLines({
    phases: String(found.program.phases.length),
    serves: `every ${found.serves === "idempotent" ? "associative and idempotent" : "associative"} operator`,
    tested: `N = ${found.widths.join(", ")}`,
    proved: proof && printProof(proof),
  });
  return `${printProgram(found.program)}\n${lines}`;
}

function printProof(proof: ProgramProof): string {
  if (proof.kind === "tested") return `no, tested only: ${proof.reason}`;
  const { solver } = proof.certificate;
  return `for every N, by induction over its steps: ${proof.obligationCount} statements shown by ${solver}`;
}

/** The same where there is no program: which step is to blame, and the nearest program. */
export function irregularText({ verdict, reason, nearest }: IrregularExample): string {
  const wrong =
    verdict?.holds === false ? [`y${verdict.output} is ${verdict.computes}, not ${verdict.expected}`] : [];
  const mended =
    nearest === undefined
      ? ["no program comes near"]
      : [
          "the nearest program",
          "",
          printProgram(nearest.program).trimEnd(),
          "",
          "makes the example with these corrections:",
          ...nearest.corrections.map(printCorrection),
        ];
  return `${["FAIL  no program makes this example", ...wrong, reason, "", ...mended].join("\n")}\n`;
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

/** Either as one JSON object. */
export function synthesisJson(found: LeafSynthesis, proof: ProgramProof | undefined): JsonValue {
  if (found.kind === "program") {
    const { program, ...facts } = found;
    return { ...facts, text: printProgram(program), program: asJson(program), proof: proof && asJson(proof) };
  }
  const { kind, verdict, step, reason, nearest } = found;
  return { kind, step, reason, verdict: verdict && { ...verdict }, nearest: nearest && asJson(nearest) };
}

/** Data without functions, as JSON has it. */
function asJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
