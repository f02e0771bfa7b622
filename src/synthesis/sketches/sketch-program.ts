import { UnsupportedError } from "../../values/errors.ts";
import {
  add,
  all,
  and,
  COUNTER,
  ceilLog2,
  compare,
  divide,
  integer,
  maximum,
  minimum,
  modulo,
  multiply,
  shiftLeft,
  shiftRight,
  subtract,
  THREAD,
  WIDTH,
} from "../programs/build-terms.ts";
import type {
  IndexCondition,
  IndexOperation,
  IndexTerm,
  NetworkProgram,
  ProgramPhase,
} from "../programs/network-program.ts";
import { printTerm } from "../programs/print-program.ts";
import type { Sketch, SketchComparison, SketchHole, SketchLoop, SketchTerm } from "./sketch.ts";
import type { SketchValues } from "./sketch-evaluator.ts";
import { type SketchPhase, sketchPhases } from "./sketch-phase.ts";

/** The coefficients of the holes. */
export type SketchSolution = ReadonlyMap<string, number>;

/** A function of a sketch whose hole was filled. */
export interface FilledFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly term: IndexTerm;
  readonly text: string; // f(i, j) = …
}

const BUILD: Readonly<Record<IndexOperation, (left: IndexTerm, right: IndexTerm) => IndexTerm>> = {
  add,
  subtract,
  multiply,
  shiftLeft,
  shiftRight,
  divide,
  modulo,
  and,
  minimum,
  maximum,
};

/** A sketch with its holes filled, as terms of programs. */
export class SketchFiller {
  readonly #sketch: Sketch;
  readonly #solution: SketchSolution;
  readonly #globals: ReadonlyMap<string, IndexTerm>;

  constructor(sketch: Sketch, solution: SketchSolution, globals: SketchValues = {}) {
    this.#sketch = sketch;
    this.#solution = solution;
    const given = Object.entries(globals).map(([name, value]): [string, IndexTerm] => [name, integer(value)]);
    this.#globals = new Map([...given, ["N", WIDTH]]);
  }

  /** The functions that are holes. */
  functions(): readonly FilledFunction[] {
    return this.#sketch.functions
      .filter(({ body }) => body.kind === "hole" && !body.isEach)
      .map(({ name, parameters, body }) => {
        const names = parameters.map((each): [string, IndexTerm] => [each, { kind: "variable", name: each }]);
        const term = this.#term(body, new Map(names));
        return { name, parameters, term, text: `${name}(${parameters.join(", ")}) = ${printTerm(term)}` };
      });
  }

  /** @throws UnsupportedError for a hole with other coefficients in every place: no loop over all widths has it */
  program(): NetworkProgram {
    return { phases: sketchPhases(this.#sketch).map((phase) => this.#phase(phase)) };
  }

  #phase({ counter, threads, conditions, update }: SketchPhase): ProgramPhase {
    const names = new Map<string, IndexTerm>();
    if (counter !== undefined) names.set(counter.variable, COUNTER);
    const range =
      counter === undefined ? { first: integer(0), count: integer(1) } : this.#range(counter, new Map());
    const guards: IndexCondition[] = [];
    if (threads === undefined) guards.push(compare(THREAD, "equal", integer(0)));
    else {
      const { first, count } = this.#range(threads, names);
      const end = add(count, first);
      if (printTerm(first) !== "0") guards.push(compare(first, "lessOrEqual", THREAD));
      if (printTerm(end) !== "N") guards.push(compare(THREAD, "less", end));
      names.set(threads.variable, THREAD);
    }
    guards.push(...conditions.map((condition) => this.#condition(condition, names)));
    return {
      ...range,
      direction: counter?.direction ?? "up",
      guard: all(guards),
      source: this.#term(update.source, names),
      destination: this.#term(update.destination, names),
    };
  }

  /** The lowest value of a loop's counter, and how many it takes. */
  #range({ start, bound, comparison, direction }: SketchLoop, names: ReadonlyMap<string, IndexTerm>) {
    const [low, high] = direction === "up" ? [start, bound] : [bound, start];
    const isIncluded = comparison.endsWith("=");
    const lowest = this.#term(low, names);
    const first = direction === "up" || isIncluded ? lowest : add(lowest, integer(1));
    const end = add(this.#term(high, names), integer(direction === "up" && !isIncluded ? 0 : 1));
    return { first, count: printTerm(first) === "0" ? end : subtract(end, first) };
  }

  #condition(
    { comparison, left, right }: SketchComparison,
    names: ReadonlyMap<string, IndexTerm>,
  ): IndexCondition {
    const [one, other] = [this.#term(left, names), this.#term(right, names)];
    switch (comparison) {
      case "==":
        return compare(one, "equal", other);
      case "!=":
        return compare(one, "notEqual", other);
      case "<":
        return compare(one, "less", other);
      case "<=":
        return compare(one, "lessOrEqual", other);
      case ">":
        return compare(other, "less", one);
      case ">=":
        return compare(other, "lessOrEqual", one);
      default:
        return comparison satisfies never;
    }
  }

  #term(term: SketchTerm, names: ReadonlyMap<string, IndexTerm>): IndexTerm {
    switch (term.kind) {
      case "integer":
        return integer(term.value);
      case "variable":
        return names.get(term.name) ?? this.#globals.get(term.name) ?? { kind: "variable", name: term.name };
      case "log": {
        const of = this.#term(term.of, names);
        return of.kind === "integer" ? integer(Math.ceil(Math.log2(of.value))) : ceilLog2(of);
      }
      case "hole":
        return this.#hole(term, names);
      case "call":
        return this.#call(term, names);
      case "binary":
        return BUILD[term.operation](this.#term(term.left, names), this.#term(term.right, names));
      default:
        return term satisfies never;
    }
  }

  #call(
    { name, operands }: Extract<SketchTerm, { kind: "call" }>,
    names: ReadonlyMap<string, IndexTerm>,
  ): IndexTerm {
    const called = this.#sketch.functions.find((each) => each.name === name);
    if (called === undefined) return { kind: "variable", name }; // the evaluator has refused it before
    const given = operands.map((operand) => this.#term(operand, names));
    return this.#term(called.body, new Map(called.parameters.map((each, index) => [each, given[index]])));
  }

  /** Positive summands first, the constant last. */
  #hole({ name, members, isEach }: SketchHole, names: ReadonlyMap<string, IndexTerm>): IndexTerm {
    if (isEach) {
      throw new UnsupportedError(
        "a loop program of this sketch",
        `"${name}" is chosen for each place`,
        "fill it with an expression",
      );
    }
    const summands = members
      .map(({ term }, index) => ({
        times: this.#solution.get(`${name}[${index}]`) ?? 0,
        of: this.#term(term, names),
      }))
      .filter(({ times }) => times !== 0)
      .sort((one, other) => rankOf(one) - rankOf(other));
    return summands.reduce<IndexTerm>((sum, { times, of }, index) => {
      if (index === 0) return multiply(integer(times), of);
      const part = multiply(integer(Math.abs(times)), of);
      return times < 0 ? subtract(sum, part) : add(sum, part);
    }, integer(0));
  }
}

function rankOf({ times, of }: { readonly times: number; readonly of: IndexTerm }): number {
  return (times < 0 ? 2 : 0) + (of.kind === "integer" ? 1 : 0);
}
