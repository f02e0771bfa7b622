import { InvalidArgumentError } from "../../values/errors.ts";
import { applyIndexOperation } from "../programs/evaluate-term.ts";
import { type Affine, addMultiple, constantAffine, isConstant, unknownAffine } from "./affine.ts";
import type { Sketch, SketchComparison, SketchHole, SketchTerm } from "./sketch.ts";
import { compareAffine, type SketchConstraint } from "./sketch-constraint.ts";
import { LAST_WIRE, sketchError } from "./sketch-text.ts";

/** What names stand for: the counters of loops, parameters, N. */
export type SketchValues = Readonly<Record<string, number>>;

/** A coefficient that is to be found. */
export interface SketchUnknown {
  readonly lowest: number;
  readonly highest: number;
  readonly cost: number; // of one unit of it
}

const MOST_CALLS = 50;

/** Evaluates the terms of a sketch to sums over unknown coefficients, and remembers which there are. */
export class SketchEvaluator {
  readonly unknowns = new Map<string, SketchUnknown>();
  readonly #sketch: Sketch;
  readonly #globals: SketchValues;
  #depth = 0;

  constructor(sketch: Sketch, globals: SketchValues) {
    this.#sketch = sketch;
    this.#globals = globals;
  }

  /** @throws NetworkSyntaxError, where it stands, for an unknown name and for what is not linear in the holes */
  term(term: SketchTerm, values: SketchValues): Affine {
    switch (term.kind) {
      case "integer":
        return constantAffine(term.value);
      case "variable":
        return constantAffine(this.#variable(term.name, term.at, values));
      case "log":
        return constantAffine(this.#logarithm(this.number(term.of, values), term.at));
      case "hole":
        return this.#hole(term, values);
      case "call":
        return this.#call(term, values);
      case "binary":
        return this.#binary(term, values);
      default:
        return term satisfies never;
    }
  }

  /** A term without holes. */
  number(term: SketchTerm, values: SketchValues): number {
    const value = this.term(term, values);
    return isConstant(value) ? value.constant : this.fail(term.at, "a term without ??", "one with");
  }

  comparison(
    { comparison, left, right }: SketchComparison,
    values: SketchValues,
  ): SketchConstraint | boolean {
    return compareAffine(this.term(left, values), comparison, this.term(right, values));
  }

  fail(at: number, expected: string, actual: string): never {
    throw sketchError(this.#sketch.origin, at, expected, actual);
  }

  #variable(name: string, at: number, values: SketchValues): number {
    if (Object.hasOwn(values, name)) return values[name];
    if (Object.hasOwn(this.#globals, name)) return this.#globals[name];
    const known = [...Object.keys(values), ...Object.keys(this.#globals)].join(", ");
    return this.fail(at, `a name that is known here (${known})`, `"${name}"`);
  }

  #logarithm(value: number, at: number): number {
    return value >= 1
      ? Math.ceil(Math.log2(value))
      : this.fail(at, "log of a positive number", String(value));
  }

  #hole({ name, members, isEach }: SketchHole, values: SketchValues): Affine {
    const place = isEach ? `(${Object.values(values).join(", ")})` : "";
    let sum = constantAffine(0);
    for (const [index, { term, lowest, highest }] of members.entries()) {
      const unknown = `${name}${place}[${index}]`;
      const weight = this.number(term, values);
      const most = highest === LAST_WIRE ? (this.#globals.N ?? 1) - 1 : highest;
      this.unknowns.set(unknown, { lowest, highest: most, cost: costOf(term) });
      if (weight !== 0) sum = addMultiple(sum, weight, unknownAffine(unknown));
    }
    return sum;
  }

  #call({ name, operands, at }: Extract<SketchTerm, { kind: "call" }>, values: SketchValues): Affine {
    const called = this.#sketch.functions.find((each) => each.name === name);
    if (called === undefined) return this.fail(at, "a function that is defined", `"${name}"`);
    const { parameters, body } = called;
    if (operands.length !== parameters.length) {
      this.fail(at, `${name}(${parameters.join(", ")})`, `${operands.length} operands`);
    }
    if (this.#depth >= MOST_CALLS) this.fail(at, "a function that does not call itself", `"${name}"`);
    const given = operands.map((operand) => this.number(operand, values));
    this.#depth++;
    const result = this.term(body, Object.fromEntries(parameters.map((each, index) => [each, given[index]])));
    this.#depth--;
    return result;
  }

  #binary(term: Extract<SketchTerm, { kind: "binary" }>, values: SketchValues): Affine {
    const { operation, at } = term;
    const [left, right] = [this.term(term.left, values), this.term(term.right, values)];
    if (operation === "add") return addMultiple(left, 1, right);
    if (operation === "subtract") return addMultiple(left, -1, right);
    if (operation === "multiply" && isConstant(left)) return scaled(right, left.constant);
    if (operation === "multiply" && isConstant(right)) return scaled(left, right.constant);
    if (!isConstant(left) || !isConstant(right)) {
      this.fail(at, "a term that is linear in its holes", "one of ?? in an operation that is not");
    }
    try {
      return constantAffine(applyIndexOperation(operation, left.constant, right.constant));
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      return this.fail(at, `a ${error.argument} that is ${error.expected}`, error.actual);
    }
  }
}

function scaled(value: Affine, times: number): Affine {
  return times === 0 ? constantAffine(0) : addMultiple(constantAffine(0), times, value);
}

/** How much there is to read in a term; exponents and places of shifts are free. */
function costOf(term: SketchTerm): number {
  switch (term.kind) {
    case "binary":
      if (term.operation === "shiftLeft" && term.left.kind === "integer") return 1;
      if (term.operation === "shiftRight" || term.operation === "shiftLeft") return costOf(term.left) + 1;
      return costOf(term.left) + costOf(term.right) + 1;
    case "log":
      return costOf(term.of);
    case "call":
      return 2;
    default:
      return 1;
  }
}
