// What one run of the interpreter carries along: its meter, its fuel and memory, and where errors point.

import type { Expression } from "../../expressions/expression.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { CostModel } from "../cost/construct-costs.ts";
import { type Cost, CountingMeter, type Meter, NO_METER } from "../cost/meter.ts";
import { ProgramError, programError } from "../program-error.ts";
import type { ArrayTerm } from "../term.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import type { Environment, Value } from "./value.ts";

/** Units of work after which it is not asked any longer what a function would give. */
const PROBE_FUEL = 1e5;

interface ContextOptions {
  readonly evaluate: Evaluate;
  readonly meter?: Meter;
  readonly model: CostModel;
  readonly fuel: number; // units of work
  readonly expression: Expression; // of reduces and scans that name none
}

/** Units of memory of an element that is made, some 32 bytes; of one that is there already and stands in another array as well. */
export const MADE = 16;
export const MOVED = 4;

/** What there is room for with little fuel: 16 million elements. */
const LEAST_ROOM = 2 ** 28;

/** The value of a term: terms and what is applied need each other. */
type Evaluate = (term: ArrayTerm, names: Environment | undefined, context: Context) => Value;

/** What one run of a program carries along: its meter, its fuel, and where errors point. */
export class Context {
  readonly typed: TypedProgram;
  readonly model: CostModel;
  readonly expression: Expression;
  private readonly evaluateTerm: Evaluate;
  private meter: Meter;
  private fuel: number;
  private room: number; // units of memory
  last = -1; // the place that was reached
  private readonly fuelGiven: number;
  private probes = 0;

  constructor(typed: TypedProgram, { evaluate, meter = NO_METER, model, fuel, expression }: ContextOptions) {
    this.typed = typed;
    this.evaluateTerm = evaluate;
    this.meter = meter;
    this.model = model;
    this.expression = expression;
    this.fuel = fuel;
    this.fuelGiven = fuel;
    this.room = Math.max(fuel, LEAST_ROOM);
  }

  evaluate(term: ArrayTerm, names: Environment | undefined): Value {
    return this.evaluateTerm(term, names, this);
  }

  get isMetered(): boolean {
    return this.meter !== NO_METER;
  }

  /** @throws ProgramError when the fuel is gone */
  spend(at: number, work: number, span: number): void {
    const place = this.reach(at);
    this.fuel -= Math.max(work, 1);
    if (this.fuel < 0) {
      const expected = `an end within ${this.fuelGiven} units of work ("fuel")`;
      throw programError(this.typed.program, place, expected, "a longer way", "fuel");
    }
    this.meter.spend(place, work, span);
  }

  /** A place of the text; for what stands in none, as the prelude's definitions do, the one that was reached before it. */
  private reach(at: number): number {
    if (at >= 0) this.last = at;
    return this.last;
  }

  /** Takes memory for what is about to be made. Garbage counts as well, since it may be collected late. @throws ProgramError when none is left */
  allocate(at: number, units: number): void {
    this.room -= units;
    if (this.room >= 0) return;
    const expected = `arrays within ${Math.max(this.fuelGiven, LEAST_ROOM)} units of memory ("fuel")`;
    throw programError(this.typed.program, this.reach(at), expected, "more", "fuel");
  }

  /** The same for operands and results, which stand at no place. @throws InvalidArgumentError */
  allocateData(argument: string, elements: number): void {
    const units = elements * MADE;
    if (units > this.room) {
      const most = `of at most ${Math.floor(this.room / MADE)} elements with this "fuel"`;
      throw new InvalidArgumentError(argument, most, String(elements));
    }
    this.room -= units;
  }

  /** Runs tasks that do not wait for each other: the span is that of the longest. */
  parallel<Result>(count: number, run: (index: number) => Result): Result[] {
    const start = this.meter.mark();
    const ends: unknown[] = [];
    const results: Result[] = [];
    for (let index = 0; index < count; index++) {
      this.meter.moveTo(start);
      results.push(run(index));
      ends.push(this.meter.mark());
    }
    this.waitFor(count === 0 ? [start] : ends);
    return results;
  }

  mark(): unknown {
    return this.meter.mark();
  }

  /** What follows begins when all of these are done. */
  waitFor(marks: readonly unknown[]): void {
    this.meter.moveTo(this.meter.join(marks));
  }

  /** Runs something that is not part of the cost. */
  unmetered<Result>(run: () => Result): Result {
    return this.withMeter(NO_METER, run);
  }

  /** Whether what runs has stand-ins in place of missing elements: then any index will do. */
  get isProbing(): boolean {
    return this.probes > 0;
  }

  /** The result of something for a stand-in, which is not part of the cost; undefined where it has none, or takes too long to be of use. */
  probe<Result>(run: () => Result): Result | undefined {
    const { fuel } = this;
    const lent = Math.min(fuel, PROBE_FUEL);
    this.fuel = lent;
    this.probes++;
    try {
      return this.unmetered(run);
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      return undefined;
    } finally {
      this.probes--;
      this.fuel = fuel - (lent - Math.max(this.fuel, 0));
    }
  }

  /** What running something costs, which is not charged yet. */
  costOf(run: () => void): Cost {
    const meter = new CountingMeter();
    this.withMeter(meter, run);
    return meter;
  }

  private withMeter<Result>(other: Meter, run: () => Result): Result {
    const { meter } = this;
    this.meter = other;
    try {
      return run();
    } finally {
      this.meter = meter;
    }
  }

  /** @throws ProgramError */
  fail(at: number, expected: string, actual: string): never {
    throw programError(this.typed.program, this.reach(at), expected, actual);
  }
}
