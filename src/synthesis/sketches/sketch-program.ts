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
  partsOf,
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
  ProgramStatement,
} from "../programs/network-program.ts";
import { printTerm } from "../programs/print-program.ts";
import { type Substitution, substituteInCondition, substituteInTerm } from "../programs/substitute.ts";
import type { Sketch, SketchComparison, SketchHole, SketchLoop, SketchTerm } from "./sketch.ts";
import type { SketchValues } from "./sketch-evaluator.ts";
import { type SketchPart, type SketchPhase, sketchPhases } from "./sketch-phase.ts";

/** The coefficients of the holes. */
export type SketchSolution = ReadonlyMap<string, number>;

/** What stands for the picks of a hole: a term over the first name in its place, called i, and the second, j; of bits, a condition. */
export type PickRule =
  | { readonly kind: "term"; readonly term: IndexTerm }
  | { readonly kind: "condition"; readonly condition: IndexCondition };

/** By the name of the hole. */
type PickRules = ReadonlyMap<string, PickRule>;

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
  readonly #rules: PickRules;

  constructor(
    sketch: Sketch,
    solution: SketchSolution,
    globals: SketchValues = {},
    rules: PickRules = new Map(),
  ) {
    this.#rules = rules;
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

  #phase({ counter, parts }: SketchPhase): ProgramPhase {
    const range =
      counter === undefined ? { first: integer(0), count: integer(1) } : this.#range(counter, new Map());
    const [own, ...further] = parts.map((part) => this.#statement(part, counter));
    const direction = counter?.direction ?? "up";
    return { ...range, direction, ...own, ...(further.length > 0 && { further }) };
  }

  #statement({ threads, conditions, update }: SketchPart, counter: SketchLoop | undefined): ProgramStatement {
    const names = new Map<string, IndexTerm>();
    if (counter !== undefined) names.set(counter.variable, COUNTER);
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
      guard: all(guards.flatMap(partsOf)),
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
    const picked = comparison === "!=" ? this.#pickedCondition(left, names) : undefined;
    if (picked !== undefined) return picked;
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

  /** The rule of a bit that a lone condition picks. */
  #pickedCondition(term: SketchTerm, names: ReadonlyMap<string, IndexTerm>): IndexCondition | undefined {
    const called =
      term.kind === "call" ? this.#sketch.functions.find(({ name }) => name === term.name)?.body : term;
    const rule = called?.kind === "hole" && called.isEach ? this.#rules.get(called.name) : undefined;
    if (rule?.kind !== "condition") return undefined;
    const places =
      term.kind === "call" ? term.operands.map((operand) => this.#term(operand, names)) : [...names.values()];
    return substituteInCondition(rule.condition, placesOf(places));
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
    const rule = isEach ? this.#rules.get(name) : undefined;
    if (rule?.kind === "term") return substituteInTerm(rule.term, placesOf([...names.values()]));
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

function placesOf([i = COUNTER, j = THREAD]: readonly IndexTerm[]): Substitution {
  return { i, j };
}

function rankOf({ times, of }: { readonly times: number; readonly of: IndexTerm }): number {
  return (times < 0 ? 2 : 0) + (of.kind === "integer" ? 1 : 0);
}
