import { checkWidth, defineNetwork, type Network, type Pair } from "../../networks/network.ts";
import { askSmt } from "../../solvers/ask-solver.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { checkFunction, checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { LARGEST_EXAMPLE, synthesizeLeaf } from "../leaf/synthesize-leaf.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { printCondition, printTerm } from "../programs/print-program.ts";
import type { Affine } from "./affine.ts";
import { checkValues } from "./check-values.ts";
import { type OraclePick, type RuleCandidate, rulesOf } from "./pick-rules.ts";
import { checkSketch, type Sketch } from "./sketch.ts";
import { isMet } from "./sketch-constraint.ts";
import { SketchEvaluator, type SketchValues } from "./sketch-evaluator.ts";
import { sketchPhases } from "./sketch-phase.ts";
import { type PickRule, SketchFiller, type SketchSolution } from "./sketch-program.ts";
import { sketchScript, solutionOf } from "./sketch-script.ts";
import { isScanAt } from "./solve-sketch.ts";
import { knownStepCounts, type UnrolledSketch, unrollSketch } from "./unroll-sketch.ts";

/** Options of `askOracle`. */
export interface OracleOptions {
  readonly width: number; // N
  readonly values?: SketchValues; // of names beside N
  readonly mostTables?: number; // of picks, until there is a program behind one; default: 8
  readonly timeoutMs: number; // in all
  readonly now: () => number; // milliseconds of any clock
}

/** Picks with which the sketch is a scan, and the program behind them; that there are none; or no answer in time. */
export type OracleResult =
  | (OraclePicks & { readonly status: "found" })
  | { readonly status: "none" }
  | { readonly status: "unknown"; readonly reason: string };

/** A table of picks. */
export interface OraclePicks {
  readonly picks: readonly OraclePick[]; // those that matter: of bits, all; of numbers, those of threads that work
  readonly network: Network; // what the sketch makes with them
  readonly rules: readonly string[]; // what stands in the place of each hole: "pick(i, j) = j - 2^i"
  readonly program?: NetworkProgram; // the sketch with these rules or, where there are none, the program of the network
  readonly validAt: readonly number[]; // widths, of those tried, at which it makes a scan
  readonly tables: number; // that were asked for
}

const DEFAULT_TABLES = 8;
const MOST_TABLES = 1000;
const SCALES = [2, 4, 8];
const FURTHER_WIDTHS = [5, 7, 13, 37, 100];

/** Combinations of rules that are tried for one table. */
const MOST_COMBINED = 200;

/**
 * Picks for a sketch's oracles `!!`, one for each place, with which it scans, and the program behind the picks.
 *
 * Z3 picks at one width: every step joins neighbours, and in the end every wire holds its prefix. Then each hole is given a rule that says all its picks,
 * in the language of leaf synthesis, such that the sketch scans at 2, 4 and 8 times the width; else the network is given to `synthesizeLeaf`. Where neither has a
 * program the oracle is asked for another table.
 *
 * @throws NetworkSyntaxError as `solveSketch` does, and for loops whose bounds hold holes
 */
export async function askOracle(
  sketch: Sketch,
  solver: SmtSolver,
  options: OracleOptions,
): Promise<OracleResult> {
  checkSketch(sketch);
  checkSolver(solver, "check");
  checkOptionNames(options, ["width", "values", "mostTables", "timeoutMs", "now"]);
  const { width, mostTables = DEFAULT_TABLES, timeoutMs, now } = options;
  const values = checkValues(options.values ?? {});
  checkWidth(width);
  checkInteger("mostTables", mostTables, 1, MOST_TABLES);
  checkTimeout(timeoutMs);
  checkFunction("now", now);
  const oracle = new Oracle(sketch, width, values);
  const end = now() + timeoutMs;
  const excluded: SketchSolution[] = [];
  let first: OraclePicks | undefined;
  while (excluded.length < mostTables) {
    const left = Math.ceil(end - now());
    const answer =
      left > 0
        ? await askSmt(solver, oracle.script(excluded), left)
        : ({ status: "unknown", reason: "timeout" } as const);
    if (answer.status === "sat") {
      const table = oracle.table(answer.model, { tables: excluded.length + 1, end, now });
      if (table.program !== undefined) return { status: "found", ...table };
      first ??= table;
      excluded.push(new Map(table.picks.map((pick) => [unknownOf(pick), pick.value])));
    } else if (first === undefined) {
      return answer.status === "unsat" ? { status: "none" } : answer;
    } else break;
  }
  return first === undefined ? { status: "none" } : { status: "found", ...first, tables: excluded.length };
}

function unknownOf({ hole, place }: OraclePick): string {
  return `${hole}(${place.join(", ")})[0]`;
}

interface Asked {
  readonly tables: number; // this one among them
  readonly end: number; // of the time
  readonly now: () => number;
}

/** Undefined where it is not supported, or not in time. */
function supported<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

class Oracle {
  readonly #sketch: Sketch;
  readonly #width: number;
  readonly #values: SketchValues;
  readonly #evaluator: SketchEvaluator;
  readonly #unrolled: UnrolledSketch;

  constructor(sketch: Sketch, width: number, values: SketchValues) {
    this.#sketch = sketch;
    this.#width = width;
    this.#values = values;
    this.#evaluator = new SketchEvaluator(sketch, { ...values, N: width });
    const phases = sketchPhases(sketch);
    const counts = knownStepCounts(phases, this.#evaluator);
    this.#unrolled = unrollSketch(phases, counts, this.#evaluator) ?? { constraints: [], steps: [] };
  }

  script(excluded: readonly SketchSolution[]): string {
    const { constraints } = this.#unrolled;
    const { unknowns } = this.#evaluator;
    const asked = { unrolled: this.#unrolled, unknowns, constraints, excluded };
    return sketchScript({ width: this.#width, ...asked, hasExample: false, isScan: true, inputs: [] });
  }

  table(model: ReadonlyMap<string, string>, { tables, ...time }: Asked): OraclePicks {
    const solution = solutionOf(this.#evaluator.unknowns, model);
    const working = this.#unrolled.steps.map((threads) =>
      threads.filter(({ guards }) => guards.every((guard) => isMet(guard, solution))),
    );
    const steps = working.map((threads) =>
      threads.map((thread): Pair => [sumOf(thread.source, solution), sumOf(thread.destination, solution)]),
    );
    const network = defineNetwork(
      this.#width,
      steps.filter((step) => step.length > 0),
    );
    const asked = this.#unrolled.steps.flat().flatMap(({ guards }) => guards.map(({ value }) => value));
    const used = working.flat().flatMap(({ source, destination }) => [source, destination]);
    const names = new Set([...asked, ...used].flatMap(({ parts }) => [...parts.keys()]));
    const picks = [...names].map((name) => pickOf(name, solution.get(name) ?? 0));
    return { picks, network, tables, ...this.#behind(picks, network, time) };
  }

  /** The program behind picks: of rules for the holes or, failing that, of the network. */
  #behind(
    picks: readonly OraclePick[],
    network: Network,
    time: Omit<Asked, "tables">,
  ): Pick<OraclePicks, "rules" | "program" | "validAt"> {
    const candidates = [...new Set(picks.map(({ hole }) => hole))].map((name) => {
      const mine = picks.filter(({ hole }) => hole === name);
      return { name, rules: rulesOf(mine, this.#isBit(mine[0]), this.#width) };
    });
    for (const rules of combined(candidates)) {
      const filler = new SketchFiller(this.#sketch, new Map(), this.#values, rules);
      const program = supported(() => filler.program()); // not where there is a hole at whose places nobody asked
      const found = program && this.#tested(program);
      if (program !== undefined && found?.isGeneral) {
        return { rules: [...rules].map((each) => this.#ruleText(each)), program, validAt: found.validAt };
      }
    }
    const isExample = network.width > 1 && network.width <= LARGEST_EXAMPLE;
    const budgetMs = Math.max(1, Math.ceil(time.end - time.now()));
    const leaf = isExample
      ? supported(() => synthesizeLeaf(network, { budgetMs, now: time.now }))
      : undefined;
    if (leaf?.kind !== "program") return { rules: [], validAt: [] };
    return { rules: [], program: leaf.program, validAt: leaf.widths };
  }

  #tested(program: NetworkProgram): { readonly isGeneral: boolean; readonly validAt: readonly number[] } {
    const needed = SCALES.map((scale) => scale * this.#width);
    if (!needed.every((width) => isScanAt(program, width))) return { isGeneral: false, validAt: [] };
    const widths = [...new Set([...FURTHER_WIDTHS, this.#width, ...needed])];
    const validAt = widths.filter((width) => isScanAt(program, width));
    return { isGeneral: true, validAt: validAt.sort((one, other) => one - other) };
  }

  #isBit(pick: OraclePick): boolean {
    const range = this.#evaluator.unknowns.get(unknownOf(pick));
    return range?.lowest === 0 && range.highest === 1;
  }

  #ruleText([name, rule]: readonly [string, PickRule]): string {
    const called = this.#sketch.functions.find((each) => each.name === name);
    const head = called === undefined ? `!!${name}` : `${name}(${called.parameters.join(", ")})`;
    return `${head} = ${rule.kind === "term" ? printTerm(rule.term) : printCondition(rule.condition)}`;
  }
}

function sumOf({ constant, parts }: Affine, solution: SketchSolution): number {
  let sum = constant;
  for (const [name, coefficient] of parts) sum += coefficient * (solution.get(name) ?? 0);
  return sum;
}

/** "pick(1, 3)[0]" as the evaluator names it. */
function pickOf(name: string, value: number): OraclePick {
  const [, hole = name, place = ""] = /^(.*?)\((.*)\)\[0\]$/.exec(name) ?? [];
  return { hole, place: place === "" ? [] : place.split(", ").map(Number), value };
}

/** Rules for all holes at once, the cheapest together first. */
function combined(
  holes: readonly { readonly name: string; readonly rules: readonly RuleCandidate[] }[],
): readonly ReadonlyMap<string, PickRule>[] {
  let found: readonly { readonly rules: readonly (readonly [string, PickRule])[]; readonly cost: number }[] =
    [{ rules: [], cost: 0 }];
  for (const { name, rules } of holes) {
    found = found
      .flatMap((before) =>
        rules.map(({ rule, cost }) => ({
          rules: [...before.rules, [name, rule] as const],
          cost: before.cost + cost,
        })),
      )
      .sort((one, other) => one.cost - other.cost)
      .slice(0, MOST_COMBINED);
  }
  return found.map(({ rules }) => new Map(rules));
}
