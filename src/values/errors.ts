// All errors that are thrown on purpose. Their texts are escaped and bounded here, once for all.

import { errorText, LONGEST_MESSAGE, printable } from "./printable.ts";

/**
 * Every error that samebits throws on purpose. Its message names the argument, what was expected and what came.
 *
 * Messages may be printed as they are: text from outside is escaped in them, and they have an end. So have the fields that are sentences.
 */
export class SamebitsError extends Error {
  override readonly name: string = "SamebitsError";

  constructor(message: string) {
    super(errorText(message));
  }
}

// Fields that a constructor sets are declared only: their definitions would be code in every bundle.

/** An argument of the wrong kind, name or value. */
export class InvalidArgumentError extends SamebitsError {
  override readonly name = "InvalidArgumentError";
  declare readonly argument: string;
  declare readonly expected: string;
  declare readonly actual: string;

  constructor(argument: string, expected: string, actual: string) {
    super(`"${argument}" must be ${expected}, got ${actual}`);
    this.argument = argument;
    this.expected = errorText(expected);
    this.actual = errorText(actual);
  }
}

/** An array whose length does not fit the other arguments. Lengths are in elements. */
export class LengthMismatchError extends SamebitsError {
  override readonly name = "LengthMismatchError";
  declare readonly argument: string;
  declare readonly expected: number;
  declare readonly actual: number;

  constructor(argument: string, expected: number, actual: number) {
    super(`"${argument}" must have length ${expected}, got ${actual}`);
    this.argument = argument;
    this.expected = expected;
    this.actual = actual;
  }
}

/** What functions ask for that have no initial value to be given. */
export const SOME_ELEMENT = "at least one element";

/** A reduce of nothing, with no initial value to give back. */
export class EmptyInputError extends SamebitsError {
  override readonly name = "EmptyInputError";
  declare readonly argument: string;
  declare readonly expected: string;

  constructor(argument = "input", expected = `${SOME_ELEMENT} when no "initial" is given`) {
    super(`"${argument}" must have ${expected}, got none`);
    this.argument = argument;
    this.expected = expected;
  }
}

/** A request that cannot be met here; known before anything runs. Says why, and who or what can meet it. */
export class UnsupportedError extends SamebitsError {
  override readonly name = "UnsupportedError";
  declare readonly subject: string;
  declare readonly reason: string;
  declare readonly remedy: string;

  constructor(subject: string, reason: string, remedy: string) {
    super(`${subject} is not possible here: ${reason}; ${remedy}`);
    this.subject = subject;
    this.reason = errorText(reason);
    this.remedy = errorText(remedy);
  }
}

/** A law that is needed and does not hold of an operator, or is not known to. */
export class LawError extends SamebitsError {
  override readonly name = "LawError";
  declare readonly operator: string;
  declare readonly law: string;
  declare readonly fact: string;

  constructor(operator: string, law: string, fact: string) {
    super(`"${operator}" must be ${law}, which is ${fact}`);
    this.operator = operator;
    this.law = law;
    this.fact = errorText(fact);
  }
}

/** Memory could not be had: the library's, or a device's. */
export class OutOfMemoryError extends SamebitsError {
  override readonly name = "OutOfMemoryError";
  declare readonly requestedBytes: number;

  constructor(requestedBytes: number, memory: string, what = '"length"') {
    super(`${what} must fit in ${memory}, got a request for ${requestedBytes} bytes`);
    this.requestedBytes = requestedBytes;
  }
}

/** A file or text that is not what its format demands. */
export class FormatError extends SamebitsError {
  override readonly name = "FormatError";
  declare readonly source: string;
  declare readonly expected: string;
  declare readonly actual: string;

  constructor(source: string, expected: string, actual: string) {
    super(`"${source}" must be ${expected}, got ${actual}`);
    this.source = source;
    this.expected = errorText(expected);
    this.actual = errorText(actual);
  }
}

/**
 * Something wrong at a place of a text: `SOURCE:LINE:COLUMN: expected …, got …`, and where the text has several lines the one at fault, with a
 * caret below it. Lines and columns count from 1, columns in UTF-16 units.
 */
export class TextError extends SamebitsError {
  declare readonly source: string; // the file, or what the text is
  declare readonly line: number;
  declare readonly column: number;
  declare readonly expected: string;
  declare readonly actual: string;
  declare readonly frame: string; // the line of the text, and below it a caret

  constructor(place: TextPlace, expected: string, actual: string) {
    const frame = frameOf(place);
    super(messageOf(sentenceOf(place, expected, actual), place, frame));
    this.source = place.source;
    this.line = place.line;
    this.column = place.column;
    this.expected = errorText(expected);
    this.actual = errorText(actual);
    this.frame = frame;
  }

  /** The message without the frame. */
  get sentence(): string {
    return errorText(sentenceOf(this, this.expected, this.actual));
  }
}

function sentenceOf(
  { source, line, column }: Omit<TextPlace, "lineText">,
  expected: string,
  actual: string,
): string {
  return `${source}:${line}:${column}: expected ${expected}, got ${actual}`;
}

/** Of several lines a message shows the one at fault, whole or not at all: a shortened one would have its caret elsewhere. */
function messageOf(sentence: string, { isOneOfMany = false }: TextPlace, frame: string): string {
  const text = errorText(sentence);
  const isShown = isOneOfMany && text.length + frame.length < LONGEST_MESSAGE;
  return isShown ? `${text}\n${frame}` : text;
}

/** An operator's text that does not parse or whose types do not fit. */
export class OperatorSyntaxError extends TextError {
  override readonly name = "OperatorSyntaxError";
}

/** A network's text that does not parse, or whose pairs are not pairs of its wires. */
export class NetworkSyntaxError extends TextError {
  override readonly name = "NetworkSyntaxError";
}

/** Where in a text something is wrong. */
export interface TextPlace {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly lineText: string;
  readonly isOneOfMany?: boolean; // whether the text has other lines
}

/** UTF-16 units of a line shown on either side of what is wrong: a line of generated text has no end. */
const FRAME_REACH = 100;

function frameOf({ lineText, column }: TextPlace): string {
  const at = column - 1;
  const from = Math.max(0, at - FRAME_REACH);
  const before = printable((from > 0 ? "…" : "") + lineText.slice(from, at));
  const behind = lineText.slice(at, at + FRAME_REACH) + (lineText.length > at + FRAME_REACH ? "…" : "");
  // Tabs before the caret stay tabs, so that it stands below its character whatever a tab is wide.
  return `${before}${printable(behind)}\n${before.replace(/[^\t]/g, " ")}^`;
}

/** An executor that was closed, before the call or while it ran. */
export class ExecutorClosedError extends SamebitsError {
  override readonly name = "ExecutorClosedError";
  declare readonly executor: string;

  constructor(executor: string, fact: string) {
    super(`executor "${executor}" must be open, it was closed ${fact}`);
    this.executor = executor;
  }
}

/** A worker was lost, and with it something that cannot be computed again. */
export class WorkerLostError extends SamebitsError {
  override readonly name = "WorkerLostError";
  declare readonly fact: string;

  constructor(expected: string, fact: string) {
    super(`a worker must live until ${expected}, but ${fact}`);
    this.fact = errorText(fact);
  }
}

/** A GPU device was lost: driver reset, unplugged, destroyed by its owner. What is in its memory is gone; another one must be opened. */
export class DeviceLostError extends SamebitsError {
  override readonly name = "DeviceLostError";
  declare readonly reason: string; // as WebGPU names it: "unknown" or "destroyed"
  declare readonly fact: string;

  constructor(reason: string, fact: string) {
    super(
      `the device must live until the call is done, but it was lost (${reason}): ${fact || "no more is known"}`,
    );
    this.reason = errorText(reason);
    this.fact = errorText(fact);
  }
}

/** Two computations of the same piece of a run, with different bits: a machine is broken, or one of the two is not of this package. */
export class DisagreementError extends SamebitsError {
  override readonly name = "DisagreementError";
  declare readonly piece: string; // a file of the run's folder
  declare readonly first: string; // who made what is there
  declare readonly second: string; // who made something else

  constructor(piece: string, first: string, second: string) {
    super(
      `"${piece}" must have the same bits whoever computes it, got two results, by ${first} and by ${second}`,
    );
    this.piece = piece;
    this.first = errorText(first);
    this.second = errorText(second);
  }
}

/** A piece of a run that failed again and again. What was done of the run is kept. */
export class PieceFailedError extends SamebitsError {
  override readonly name = "PieceFailedError";
  declare readonly piece: string; // a file of the run's folder
  declare readonly fact: string; // what it failed with the last time

  constructor(piece: string, tries: number, fact: string) {
    super(`"${piece}" must be computed, it failed ${tries === 1 ? "once" : `${tries} times`}: ${fact}`);
    this.piece = piece;
    this.fact = errorText(fact);
  }
}

/** An engine of many machines that cannot be reached, or does not start what it is asked to. */
export class EngineError extends SamebitsError {
  override readonly name = "EngineError";
  declare readonly engine: string;
  declare readonly fact: string;

  constructor(engine: string, expected: string, fact: string) {
    super(`engine "${engine}" must ${expected}, but ${fact}`);
    this.engine = errorText(engine);
    this.fact = errorText(fact);
  }
}

/** Our own bug, always. */
export class InternalError extends SamebitsError {
  override readonly name = "InternalError";

  constructor(fact: string) {
    super(`samebits has a bug, please report it: ${fact}`);
  }
}
