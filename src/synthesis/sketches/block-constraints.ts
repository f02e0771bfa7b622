import { type Affine, addMultiple, constantAffine, isConstant } from "./affine.ts";
import type { Sketch, SketchExpectation, SketchLoop, SketchStatement, SketchUpdate } from "./sketch.ts";
import { compareAffine, type SketchConstraint } from "./sketch-constraint.ts";
import type { SketchEvaluator, SketchValues } from "./sketch-evaluator.ts";

/** An array as a run has it: how often each input element is in each of its own. */
type Contents = Map<number, Map<number, Affine>>;

const MOST_TURNS = 1 << 16;

/**
 * What makes a sketch over arrays meet what it expects of them: the sketch is run on inputs that are letters, and each element is how often each letter
 * is in it, a sum over the unknowns.
 *
 * An update under a condition that is unknown, as `if (choose(i, j))` with a hole of 0 or 1, counts that many times.
 * Nothing where no unknown can make it so.
 *
 * @throws NetworkSyntaxError for what is not linear: such an update of something that holds unknowns, two such conditions in each other
 */
export function blockConstraints(
  sketch: Sketch,
  evaluator: SketchEvaluator,
): readonly SketchConstraint[] | undefined {
  const run = new BlockRun(sketch, evaluator);
  run.statements(sketch.body, {}, constantAffine(1));
  const found: SketchConstraint[] = [];
  for (const expectation of sketch.expectations) {
    const constraints = run.expected(expectation);
    if (constraints === undefined) return undefined;
    for (const each of constraints) found.push(each);
  }
  return found;
}

class BlockRun {
  readonly #evaluator: SketchEvaluator;
  readonly #arrays = new Map<string, Contents>();
  readonly #origins = new Map<string, string>();
  #turns = 0;

  constructor(sketch: Sketch, evaluator: SketchEvaluator) {
    this.#evaluator = evaluator;
    for (const { name, from } of sketch.copies) this.#origins.set(name, this.#origins.get(from) ?? from);
  }

  statements(body: readonly SketchStatement[], values: SketchValues, times: Affine): void {
    for (const statement of body) {
      if (statement.kind === "for") this.#loop(statement, values, times);
      else if (statement.kind === "if") this.#if(statement, values, times);
      else this.#update(statement, values, times);
    }
  }

  expected({ array, of, ranges, at }: SketchExpectation): readonly SketchConstraint[] | undefined {
    if (this.#origins.get(array) !== of && array !== of) {
      this.#evaluator.fail(
        at,
        `sums of what "${array}" began as, "${this.#origins.get(array) ?? array}"`,
        `"${of}"`,
      );
    }
    const contents = this.#arrays.get(array) ?? new Map<number, Map<number, Affine>>();
    const indices = [...contents.keys()].sort((one, other) => one - other);
    if (indices.length === 0) this.#evaluator.fail(at, "an array that is written", `"${array}"`);
    const last = indices[indices.length - 1];
    const wanted = wantedRanges(ranges, last);
    const found: SketchConstraint[] = [];
    for (const [index, [from, to]] of wanted) {
      const element = this.#element(array, index);
      for (const letter of new Set([...element.keys(), ...lettersOf(from, to)])) {
        const count = element.get(letter) ?? constantAffine(0);
        const equal = compareAffine(count, "==", constantAffine(letter >= from && letter <= to ? 1 : 0));
        if (equal === false) return undefined;
        if (equal !== true) found.push(equal);
      }
    }
    return found;
  }

  #loop(loop: SketchLoop, values: SketchValues, times: Affine): void {
    const isUp = loop.direction === "up";
    const bound = this.#evaluator.number(loop.bound, values);
    const isInside = (value: number): boolean =>
      loop.comparison.endsWith("=") && value === bound ? true : isUp ? value < bound : value > bound;
    for (let value = this.#evaluator.number(loop.start, values); isInside(value); value += isUp ? 1 : -1) {
      if (++this.#turns > MOST_TURNS) this.#evaluator.fail(loop.at, `at most ${MOST_TURNS} turns`, "more");
      this.statements(loop.body, { ...values, [loop.variable]: value }, times);
    }
  }

  #if(
    { conditions, body, at }: Extract<SketchStatement, { kind: "if" }>,
    values: SketchValues,
    times: Affine,
  ): void {
    let inside = times;
    for (const condition of conditions) {
      const holds = this.#evaluator.comparison(condition, values);
      if (holds === false) return;
      if (holds === true) continue;
      const bit = this.#bitOf(holds, at);
      if (!isConstant(inside)) this.#evaluator.fail(at, "one condition with ??", "another one around it");
      inside = bit;
    }
    this.statements(body, values, inside);
  }

  /** The hole of 0 or 1 that a condition asks to be 1. */
  #bitOf({ value, relation }: SketchConstraint, at: number): Affine {
    const [[name, coefficient] = ["", 0]] = value.parts;
    const range = this.#evaluator.unknowns.get(name);
    const isBit =
      value.parts.size === 1 && value.constant === 0 && range?.lowest === 0 && range.highest === 1;
    if (!isBit || relation !== "!=")
      this.#evaluator.fail(at, "a hole of 0 or 1 as a condition", "another one");
    return { constant: 0, parts: new Map([[name, Math.abs(coefficient)]]) };
  }

  #update({ to, destination, from, source, at }: SketchUpdate, values: SketchValues, times: Affine): void {
    const target = this.#element(to, this.#evaluator.number(destination, values));
    const taken = [...this.#element(from, this.#evaluator.number(source, values))];
    for (const [letter, count] of taken) {
      if (!isConstant(count) && !isConstant(times)) {
        this.#evaluator.fail(at, "an update of what is known, which is linear", "one of what holds unknowns");
      }
      const [known, other] = isConstant(count) ? [count, times] : [times, count];
      target.set(letter, addMultiple(target.get(letter) ?? constantAffine(0), known.constant, other));
    }
  }

  /** An element, which begins as its own letter. */
  #element(array: string, index: number): Map<number, Affine> {
    const contents = this.#arrays.get(array) ?? new Map<number, Map<number, Affine>>();
    this.#arrays.set(array, contents);
    const element = contents.get(index) ?? new Map([[index, constantAffine(1)]]);
    contents.set(index, element);
    return element;
  }
}

function wantedRanges(
  ranges: SketchExpectation["ranges"],
  last: number,
): readonly (readonly [index: number, range: readonly [number, number]])[] {
  if (ranges === "reduce") return [[last, [0, last]]];
  if (ranges === "scan") return lettersOf(0, last).map((index) => [index, [0, index]]);
  return ranges.map((range, index) => [index, range]);
}

function lettersOf(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
