// What an engine and a worker say to one another: a line for each piece, and a line of JSON back. A worker is a process that computes, and nothing else, so
// that whoever keeps it is never kept from answering by a kernel.

import { DisagreementError, FormatError } from "../../values/errors.ts";
import type { ToldError } from "../engine.ts";
import { STEPS, type Step } from "../folder/run-files.ts";
import { type PieceStep, runStep, type StepTools } from "../steps/piece-steps.ts";

/** A worker's answer. */
export interface Answer {
  readonly step: Step;
  readonly index: number;
  readonly worker: string;
  readonly seconds: number;
  readonly error?: ToldError | undefined;
}

/** A piece's step as a line. */
export function printAsked({ step, index, again }: PieceStep): string {
  return `${step} ${index}${again ? " again" : ""}\n`;
}

const LINE = /^(\w+) (\d+)( again)?$/;

/** @throws FormatError */
function parseAsked(line: string, pieceCount: number): PieceStep {
  const [, word, digits, again] = LINE.exec(line) ?? [];
  const step = STEPS.find((each) => each === word);
  const index = Number(digits);
  if (step !== undefined && index < pieceCount) return { step, index, again: again !== undefined };
  const expected = `lines of a step (${STEPS.join(", ")}) and a piece from 0 to ${pieceCount - 1}`;
  throw new FormatError("standard input", expected, JSON.stringify(line));
}

/** Computes what lines name, one after the other, and answers each. An error is an answer, too. */
export async function serveLines(
  tools: StepTools,
  lines: AsyncIterable<string>,
  answer: (line: string) => Promise<void>,
): Promise<void> {
  for await (const line of lines) {
    const asked = parseAsked(line, tools.plan.pieceCount);
    const begun = tools.now();
    let error: ToldError | undefined;
    try {
      await runStep(tools, asked);
    } catch (cause) {
      error = toldError(cause);
    }
    const { step, index } = asked;
    const seconds = (tools.now() - begun) / 1000;
    const told: Answer = { step, index, worker: tools.maker.worker, seconds, ...(error && { error }) };
    await answer(`${JSON.stringify(told)}\n`);
  }
}

function toldError(cause: unknown): ToldError {
  if (!(cause instanceof Error)) return { name: "Error", message: String(cause) };
  const { name, message } = cause;
  if (!(cause instanceof DisagreementError)) return { name, message };
  const { piece, first, second } = cause;
  return { name, message, fields: { piece, first, second } };
}

/** Lines of bytes that come in chunks; what follows the last line's end is none. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = "";
  for await (const chunk of chunks) {
    pending += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = pending.split("\n");
    pending = lines.pop() ?? "";
    yield* lines;
  }
}
