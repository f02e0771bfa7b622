import { wrongAnswer } from "../../solvers/ask-solver.ts";
import { describeText } from "../../values/describe.ts";
import type { Affine } from "./affine.ts";
import type { SketchConstraint } from "./sketch-constraint.ts";
import type { SketchUnknown } from "./sketch-evaluator.ts";
import type { SketchSolution } from "./sketch-program.ts";
import type { UnrolledSketch, UnrolledThread } from "./unroll-sketch.ts";

/** What is asked of a sketch at one width, as an SMT script is made of it. */
interface SketchScriptQuestion {
  readonly width: number;
  readonly unrolled: UnrolledSketch;
  readonly unknowns: ReadonlyMap<string, SketchUnknown>;
  readonly constraints: readonly SketchConstraint[];
  readonly hasExample: boolean; // whether the constraints say which pairs there are; if not, they have to be pairs
  readonly isScan?: boolean; // whether each step has to join neighbours, and all wires to hold their prefixes in the end
  readonly excluded?: readonly SketchSolution[]; // fillings that are not wanted
  readonly inputs: readonly number[]; // elements c for which the input that is 1 at c, 0 elsewhere, has to be scanned rightly
}

/**
 * A sketch over bit vectors: unknowns as signed numbers wide enough for every sum, and for each input a circuit of the network that runs on it.
 *
 * Which wire a thread reads and writes is decided once for all inputs. A value is how often the input's 1 is in it, at most 2^steps.
 */
export function sketchScript(question: SketchScriptQuestion): string {
  const writer = new ScriptWriter(question);
  for (const [index, [, { lowest, highest }]] of [...question.unknowns].entries()) {
    writer.line(`(declare-const u${index} ${writer.sort})`);
    writer.assert(`(bvsle ${writer.number(lowest)} u${index})`);
    writer.assert(`(bvsle u${index} ${writer.number(highest)})`);
  }
  for (const constraint of question.constraints) writer.assert(writer.constraint(constraint));
  if (question.inputs.length > 0 || !question.hasExample || question.isScan) writer.places();
  for (const input of question.inputs) writer.run(input);
  if (question.isScan) writer.spans();
  for (const each of question.excluded ?? []) writer.exclude(each);
  return writer.text();
}

/** The values of a model of such a script. */
export function solutionOf(
  unknowns: ReadonlyMap<string, SketchUnknown>,
  model: ReadonlyMap<string, string>,
): SketchSolution {
  return new Map([...unknowns.keys()].map((name, index) => [name, signed(model.get(`u${index}`) ?? "#b0")]));
}

/** @throws InvalidArgumentError for what is no bit vector */
function signed(text: string): number {
  if (!/^#(b[01]+|x[0-9a-f]+)$/.test(text)) {
    throw wrongAnswer("solver.check", "bit vectors", describeText(text));
  }
  const bits = text.startsWith("#x") ? (text.length - 2) * 4 : text.length - 2;
  const value = Number(BigInt(text.replace("#", "0")));
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

class ScriptWriter {
  readonly #lines: string[] = [];
  readonly #question: SketchScriptQuestion;
  readonly #names: ReadonlyMap<string, string>;
  readonly #bits: number;
  readonly sort: string;

  constructor(question: SketchScriptQuestion) {
    this.#question = question;
    this.#names = new Map([...question.unknowns.keys()].map((name, index) => [name, `u${index}`]));
    this.#bits = bitsOf(question);
    this.sort = `(_ BitVec ${this.#bits})`;
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  assert(text: string): void {
    this.line(`(assert ${text})`);
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  number(value: number): string {
    const wrapped = value < 0 ? 2 ** this.#bits + value : value;
    return `(_ bv${wrapped} ${this.#bits})`;
  }

  constraint({ value, relation }: SketchConstraint): string {
    const zero = this.number(0);
    if (relation === ">=") return `(bvsge ${this.#affine(value)} ${zero})`;
    const equal = `(= ${this.#affine(value)} ${zero})`;
    return relation === "=" ? equal : `(not ${equal})`;
  }

  /** Booleans: thread j of step t works, reads wire w, writes wire w. A working thread has two wires, and its destination for itself. */
  places(): void {
    const { width, unrolled } = this.#question;
    for (const [t, threads] of unrolled.steps.entries()) {
      for (const [j, thread] of threads.entries()) this.#thread(`${t}_${j}`, thread);
      for (let wire = 0; wire < width; wire++) {
        const writers = threads.map((_, j) => `w${t}_${j}_${wire}`);
        if (writers.length > 1) this.assert(`((_ at-most 1) ${writers.join(" ")})`);
      }
    }
  }

  /** The network at an input, and that its outputs are right. */
  run(input: number): void {
    const { width, unrolled } = this.#question;
    const sort = `(_ BitVec ${unrolled.steps.length + 1})`;
    const literal = (value: number): string => `(_ bv${value} ${unrolled.steps.length + 1})`;
    let values = Array.from({ length: width }, (_, wire) => literal(wire === input ? 1 : 0));
    for (const [t, threads] of unrolled.steps.entries()) {
      const read = threads.map((_, j) => {
        const name = `v${input}_${t}_${j}`;
        const chosen = values.map((value, wire) => `(ite r${t}_${j}_${wire} ${value} ${literal(0)})`);
        this.line(`(define-fun ${name} () ${sort} (bvor ${literal(0)} ${chosen.join(" ")}))`);
        return name;
      });
      values = values.map((value, wire) => {
        const name = `a${input}_${t}_${wire}`;
        const taken = read.map((each, j) => `(ite w${t}_${j}_${wire} ${each} ${literal(0)})`);
        this.line(`(define-fun ${name} () ${sort} (bvadd ${value} (bvor ${literal(0)} ${taken.join(" ")})))`);
        return name;
      });
    }
    for (const [wire, value] of values.entries())
      this.assert(`(= ${value} ${literal(wire >= input ? 1 : 0)})`);
  }

  /** Where the interval of each wire begins, step by step: a source ends where the interval of its destination begins. */
  spans(): void {
    const { width, unrolled } = this.#question;
    let starts = Array.from({ length: width }, (_, wire) => this.number(wire));
    for (const [t, threads] of unrolled.steps.entries()) {
      const taken = threads.map((_, j) => {
        const name = `f${t}_${j}`;
        const chosen = starts.map((start, wire) => `(ite r${t}_${j}_${wire} ${start} ${this.number(0)})`);
        this.line(`(define-fun ${name} () ${this.sort} (bvor ${this.number(0)} ${chosen.join(" ")}))`);
        return name;
      });
      starts = starts.map((start, wire) => {
        const name = `b${t}_${wire}`;
        const after = taken.reduce((rest, each, j) => `(ite w${t}_${j}_${wire} ${each} ${rest})`, start);
        for (const j of threads.keys()) {
          this.assert(`(=> w${t}_${j}_${wire} (= ${start} (bvadd s${t}_${j} ${this.number(1)})))`);
        }
        this.line(`(define-fun ${name} () ${this.sort} ${after})`);
        return name;
      });
    }
    for (const start of starts) this.assert(`(= ${start} ${this.number(0)})`);
  }

  exclude(solution: SketchSolution): void {
    const equal = [...solution].map(([name, value]) => `(= ${this.#names.get(name)} ${this.number(value)})`);
    this.assert(`(not (and true ${equal.join(" ")}))`);
  }

  #thread(place: string, { guards, source, destination }: UnrolledThread): void {
    const { width } = this.#question;
    const wires = Array.from({ length: width }, (_, wire) => wire);
    this.line(
      `(define-fun g${place} () Bool (and true ${guards.map((guard) => this.constraint(guard)).join(" ")}))`,
    );
    this.line(`(define-fun s${place} () ${this.sort} ${this.#affine(source)})`);
    this.line(`(define-fun d${place} () ${this.sort} ${this.#affine(destination)})`);
    for (const wire of wires) {
      this.line(`(define-fun r${place}_${wire} () Bool (and g${place} (= s${place} ${this.number(wire)})))`);
      this.line(`(define-fun w${place}_${wire} () Bool (and g${place} (= d${place} ${this.number(wire)})))`);
    }
    for (const role of ["r", "w"]) {
      this.assert(`(=> g${place} (or ${wires.map((wire) => `${role}${place}_${wire}`).join(" ")}))`);
    }
    this.assert(`(=> g${place} (not (= s${place} d${place})))`);
  }

  #affine({ constant, parts }: Affine): string {
    const terms = [...parts].map(([name, coefficient]) => {
      const unknown = this.#names.get(name) ?? "";
      return coefficient === 1 ? unknown : `(bvmul ${this.number(coefficient)} ${unknown})`;
    });
    if (constant !== 0 || terms.length === 0) terms.push(this.number(constant));
    return terms.length === 1 ? terms[0] : `(bvadd ${terms.join(" ")})`;
  }
}

/** Bits in which no sum of the question wraps round. */
function bitsOf({ unknowns, constraints, unrolled, width }: SketchScriptQuestion): number {
  const guards = unrolled.steps
    .flat()
    .flatMap(({ guards, source, destination }) => [...guards.map(({ value }) => value), source, destination]);
  let largest = width;
  for (const { constant, parts } of [...guards, ...constraints.map(({ value }) => value)]) {
    let size = Math.abs(constant);
    for (const [name, coefficient] of parts) {
      const { lowest = 0, highest = 0 } = unknowns.get(name) ?? {};
      size += Math.abs(coefficient) * Math.max(Math.abs(lowest), Math.abs(highest), 1);
    }
    largest = Math.max(largest, size);
  }
  return Math.ceil(Math.log2(largest + 1)) + 2;
}
