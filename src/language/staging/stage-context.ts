// What one staging carries along: its recorder, its fuel, and where errors and refusals point.

import type { Steps } from "../../algorithms/call.ts";
import type { Expression } from "../../expressions/expression.ts";
import { placeOf } from "../../text/source-text.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { programError } from "../program-error.ts";
import type { ArrayTerm } from "../term.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import type { Recorder } from "./recorder.ts";
import type { Elements, Staged, StagedNames } from "./staged.ts";

/** The two halves of laying a program out, each of which needs the other. */
interface Stager {
  stageTerm(term: ArrayTerm, scope: Scope): Steps<Staged>;
  apply(
    callee: Staged,
    operands: readonly Staged[],
    context: StageContext,
    elements: Elements | undefined,
  ): Steps<Staged>;
}

/** What a term is laid out among: the names that it sees, and the elements of the map that it is in, if it is in one. */
export interface Scope {
  readonly names: StagedNames;
  readonly context: StageContext;
  readonly elements: Elements | undefined;
}

/** What a use of a function may read and write as one turn. */
const BYTES_OF_TURN = 2 ** 16;

/** How large an array may be for each turn that was given, and with few of them. */
const BYTES_OF_FUEL = 2 ** 10;
const LEAST_ROOM = 2 ** 28;

/** What one run of a program on an executor carries along. */
export class StageContext {
  readonly recorder: Recorder;
  readonly typed: TypedProgram;
  readonly expression: Expression;
  private readonly stager: Stager;
  private fuel: number;
  last = 0; // the place that was reached
  readonly partTerms = new WeakSet<ArrayTerm>(); // choices that are laid out part by part, and loops whose turns are
  private readonly fuelGiven: number;
  private readonly refused = new WeakSet<UnsupportedError>(); // those that tell where

  constructor(
    recorder: Recorder,
    typed: TypedProgram,
    { expression, fuel }: { readonly expression: Expression; readonly fuel: number },
    stager: Stager,
  ) {
    this.stager = stager;
    this.recorder = recorder;
    this.typed = typed;
    this.expression = expression;
    this.fuel = fuel;
    this.fuelGiven = fuel;
  }

  stage(term: ArrayTerm, names: StagedNames, elements: Elements | undefined): Steps<Staged> {
    return this.stager.stageTerm(term, { names, context: this, elements });
  }

  apply(callee: Staged, operands: readonly Staged[], elements: Elements | undefined): Steps<Staged> {
    return this.stager.apply(callee, operands, this, elements);
  }

  /** One turn of a loop, or one use of a function over arrays; over many bytes it is as many. @throws ProgramError when the fuel is gone */
  turn(at: number, bytes = 0): void {
    const place = this.reach(at);
    this.recorder.weigh(bytes);
    this.fuel -= 1 + Math.floor(bytes / BYTES_OF_TURN);
    if (this.fuel >= 0) return;
    const expected = `an end within ${this.fuelGiven} turns ("fuel")`;
    throw programError(this.typed.program, place, expected, "a longer way", "fuel");
  }

  /** A place of the text; for what stands in none, as the prelude's definitions do, the one that was reached before it. */
  reach(at: number): number {
    if (at >= 0) this.last = at;
    return this.last;
  }

  /** That there is memory for an array that is about to be made. @throws ProgramError where it is larger than the fuel lets it be */
  allocate(bytes: number, at = this.last): void {
    const most = Math.max(LEAST_ROOM, this.fuelGiven * BYTES_OF_FUEL);
    if (bytes <= most) return;
    const expected = `arrays of at most ${most} bytes ("fuel")`;
    throw programError(this.typed.program, this.reach(at), expected, `${bytes}`, "fuel");
  }

  /** @throws ProgramError */
  fail(at: number, expected: string, actual: string): never {
    throw programError(this.typed.program, this.reach(at), expected, actual);
  }

  /** What this executor has no way to do, where the interpreter has. @throws UnsupportedError */
  refuse(at: number, construct: string, reason: string): never {
    const subject = `${construct} on "${this.recorder.on.executor}"`;
    throw this.refusal(at, subject, reason, "the interpreter has it: run the program on that");
  }

  /** Steps whose refusals tell where in the program they are. */
  *placed<Result>(at: number, steps: Steps<Result>): Steps<Result> {
    try {
      return yield* steps;
    } catch (error) {
      if (!(error instanceof UnsupportedError) || this.refused.has(error)) throw error;
      throw this.refusal(at, error.subject, error.reason, error.remedy);
    }
  }

  private refusal(at: number, subject: string, reason: string, remedy: string): UnsupportedError {
    const { source } = this.typed.program;
    const { line, column } = placeOf(this.typed.program, this.reach(at));
    const refusal = new UnsupportedError(`${subject} (${source}:${line}:${column})`, reason, remedy);
    this.refused.add(refusal);
    return refusal;
  }
}
