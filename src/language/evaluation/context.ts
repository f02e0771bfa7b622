import type { Expression } from "../../expressions/expression.ts";
import type { CostModel } from "../cost/construct-costs.ts";
import { type Cost, CountingMeter, type Meter, NO_METER } from "../cost/meter.ts";
import { ProgramError } from "../program-error.ts";
import { programError } from "../text/source-text.ts";
import type { TypedProgram } from "../types/infer-program.ts";

/** Units of work after which it is not asked any longer what a function would give. */
const PROBE_FUEL = 1e5;

export interface ContextOptions {
  readonly meter?: Meter;
  readonly model: CostModel;
  readonly fuel: number; // units of work
  readonly expression: Expression; // of reduces and scans that name none
}

/** What one run of a program carries along: its meter, its fuel, and where errors point. */
export class Context {
  readonly typed: TypedProgram;
  readonly model: CostModel;
  readonly expression: Expression;
  private meter: Meter;
  private fuel: number;
  private readonly fuelGiven: number;
  private probes = 0;

  constructor(typed: TypedProgram, { meter = NO_METER, model, fuel, expression }: ContextOptions) {
    this.typed = typed;
    this.meter = meter;
    this.model = model;
    this.expression = expression;
    this.fuel = fuel;
    this.fuelGiven = fuel;
  }

  get isMetered(): boolean {
    return this.meter !== NO_METER;
  }

  /** @throws ProgramError when the fuel is gone */
  spend(at: number, work: number, span: number): void {
    this.fuel -= Math.max(work, 1);
    if (this.fuel < 0) {
      const expected = `an end within ${this.fuelGiven} units of work ("fuel")`;
      throw programError(this.typed.program, at, expected, "a longer way", "fuel");
    }
    this.meter.spend(at, work, span);
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

  /** Whether what runs has stand-ins for its elements, of which there are none: then any index will do. */
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

  /** What running something costs, which is charged to nobody yet. */
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
    throw programError(this.typed.program, at, expected, actual);
  }
}
