// The cheapest stages of a shape, with proof: a solver is asked for something cheaper until there is nothing.
import { askSat } from "../../solvers/ask-solver.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import { CnfBuilder, lateAfterThird, unlessLate } from "../../solvers/cnf-builder.ts";
import type { SatSolver } from "../../solvers/sat.ts";
import { type WeightedLiteral, weightedCounter } from "../../solvers/weighted-counter.ts";
import { checkFunction, checkInteger } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";

import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import { checkHierarchical, OPERATORS } from "./check-hierarchical.ts";
import { addsAndTransfers, type CostOf, costOf, weightedChoices } from "./choice.ts";
import { decodeHierarchical, type EncodedScan, encodeHierarchical } from "./encode-hierarchical.ts";
import {
  type HierarchicalOperators,
  type HierarchicalProblem,
  requireFamily,
  type StageFamily,
  type Wiring,
} from "./encode-stages.ts";
import {
  blockLengthOf,
  checkShape,
  copyHierarchical,
  type HierarchicalScan,
  type HierarchicalShape,
  type Row,
} from "./hierarchical-scan.ts";

/** What is searched, by which cost, and for how long. */
export interface HierarchicalOptions {
  readonly wiring?: Wiring; // "shared"
  readonly operators?: HierarchicalOperators; // "associative"
  readonly cost?: CostOf; // addsAndTransfers
  readonly goal?: "any" | "cheapest"; // "cheapest"
  readonly stages?: Partial<Readonly<Record<"first" | "middle" | "last", StageFamily>>>; // none fixed
  readonly sent?: "anywhere" | "ends of parts"; // the rows that are sent: of a choice, or the last ones of T equal parts; "anywhere"
  readonly start?: HierarchicalScan; // a scan of the shape, from which cheaper ones are looked for
  readonly timeoutMs?: number; // of each question to the solver; 60,000
  readonly budgetMs?: number; // of all together, by `now`; none
  readonly now?: () => number; // milliseconds; needed for a budget
}

/** What was found, and what is known of its cost. */
export type HierarchicalAnswer =
  | {
      readonly status: "cheapest"; // proved: there is none that costs less
      readonly scan: HierarchicalScan;
      readonly cost: number;
      readonly questions: number; // to the solver
    }
  | {
      readonly status: "found";
      readonly scan: HierarchicalScan;
      readonly cost: number;
      readonly provedAtLeast: number; // no scan of the shape costs less than this
      readonly questions: number;
      readonly reason: string; // why it is not known to be the cheapest
    }
  | { readonly status: "none"; readonly questions: number } // there is no such scan
  | { readonly status: "unknown"; readonly questions: number; readonly reason: string };

const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Finds the stage functions f, g, h of a hierarchical scan of N elements in K blocks with T values sent, and the cheapest of them with proof: a solver is
 * asked for any, then for one that costs less than the best, until there is none.
 *
 * Every answer is checked by running it over words, apart from the clauses. Out of time it gives the best so far and what is proved.
 * N = 16 takes 0.1 s, N = 128 with K = 8 a few seconds.
 *
 * @throws InvalidArgumentError for a shape that does not divide, a cost that is not a whole number, a start that is not a scan of the shape
 */
export async function synthesizeHierarchical(
  shape: HierarchicalShape,
  solver: SatSolver,
  options: HierarchicalOptions = {},
): Promise<HierarchicalAnswer> {
  checkShape(shape);
  checkSolver(solver, "solve");
  checkOptions(options);
  const search = unlessLate(() => newSearch(shape, solver, options));
  if (search === undefined) return { status: "unknown", reason: "timeout", questions: 0 };
  if (options.start !== undefined) {
    const start = copyHierarchical(options.start, "start");
    checkStart(shape, start, search.problem.operators);
    return cheapen(search, start);
  }
  const found = await ask(search, []);
  if (found.status === "unsat") return { status: "none", questions: search.questions };
  if (found.status === "unknown") return { ...found, questions: search.questions };
  if (options.goal === "any") {
    const { scan } = found;
    const cost = costOf(scan, search.cost);
    const reason = "any was asked for";
    return { status: "found", scan, cost, provedAtLeast: 0, questions: search.questions, reason };
  }
  return cheapen(search, found.scan);
}

/** Names of the options, for callers that pass them on. */
export const HIERARCHICAL_OPTIONS: readonly string[] =
  "wiring operators cost goal stages sent start timeoutMs budgetMs now".split(" ");

function checkOptions(options: HierarchicalOptions): void {
  checkOptionNames(options, HIERARCHICAL_OPTIONS);
  const { wiring = "shared", operators = "associative", cost = addsAndTransfers, goal = "any" } = options;
  const { stages = {}, sent = "anywhere", timeoutMs = DEFAULT_TIMEOUT_MS, budgetMs = 1, now } = options;
  checkName("wiring", ["shared", "free"], wiring);
  checkName("operators", OPERATORS, operators);
  checkFunction("cost", cost);
  checkName("goal", ["any", "cheapest"], goal);
  checkOptionNames(stages, ["first", "middle", "last"]);
  for (const [stage, family] of Object.entries(stages)) {
    if (family !== undefined) checkName(`stages.${stage}`, ["scan", "reduce", "nothing"], family);
  }
  checkName("sent", ["anywhere", "ends of parts"], sent);
  checkTimeout(timeoutMs);
  checkInteger("budgetMs", budgetMs, 0, Number.MAX_SAFE_INTEGER);
  if (now !== undefined) checkFunction("now", now);
}

interface Search {
  readonly problem: HierarchicalProblem;
  readonly solver: SatSolver;
  readonly builder: CnfBuilder;
  readonly encoded: EncodedScan;
  readonly weighted: readonly WeightedLiteral[];
  readonly cost: CostOf;
  readonly remaining: () => number; // milliseconds for the next question
  readonly writing: { isLate: () => boolean }; // asked while clauses are added
  questions: number;
}

function newSearch(shape: HierarchicalShape, solver: SatSolver, options: HierarchicalOptions): Search {
  const { wiring = "shared", operators = "associative", cost = addsAndTransfers } = options;
  const problem = { ...shape, wiring, operators };
  const remaining = clockOf(options);
  const writing = { isLate: lateAfterThird(remaining) };
  const builder = new CnfBuilder(() => writing.isLate());
  const encoded = encodeHierarchical(builder, problem);
  for (const stage of ["first", "middle", "last"] as const) {
    const family = options.stages?.[stage];
    if (family !== undefined) requireFamily(builder, encoded[stage], family);
  }
  if (options.sent === "ends of parts") requireParts(builder, encoded.sent, blockLengthOf(shape));
  const weighted = weightedChoices(encoded, problem, cost);
  return { problem, solver, builder, encoded, weighted, cost, remaining, writing, questions: 0 };
}

/** @throws InvalidArgumentError for a start of another shape, or one that is not a scan */
function checkStart(
  shape: HierarchicalShape,
  start: HierarchicalScan,
  operators: HierarchicalOperators,
): void {
  const keys = ["width", "blockCount", "sentCount"] as const;
  const wrong = keys.find((key) => start[key] !== shape[key]);
  if (wrong !== undefined) {
    throw new InvalidArgumentError(`start.${wrong}`, String(shape[wrong]), String(start[wrong]));
  }
  const fault = checkHierarchical(start, operators);
  if (fault === undefined) return;
  throw new InvalidArgumentError("start", "a scan", `${fault.computes} on output ${fault.output}`);
}

/** @throws InvalidArgumentError where a block has no T equal parts */
function requireParts(builder: CnfBuilder, sent: EncodedScan["sent"], length: number): void {
  const part = length / sent.length;
  if (!Number.isInteger(part)) {
    throw new InvalidArgumentError(
      "sentCount",
      `a divisor of the block length ${length}`,
      String(sent.length),
    );
  }
  sent.forEach((rows, place) => {
    builder.add(rows[part * (place + 1) - 1]);
  });
}

function clockOf({ timeoutMs = DEFAULT_TIMEOUT_MS, budgetMs, now }: HierarchicalOptions): () => number {
  if (budgetMs === undefined) return () => timeoutMs;
  if (now === undefined) {
    throw new InvalidArgumentError("now", "a clock in milliseconds where there is a budget", "none");
  }
  const end = now() + budgetMs;
  return () => Math.min(timeoutMs, Math.floor(end - now()));
}

type Found =
  | { readonly status: "found"; readonly scan: HierarchicalScan }
  | { readonly status: "unsat" }
  | { readonly status: "unknown"; readonly reason: string };

/** One question, under further clauses. */
async function ask(search: Search, units: readonly number[]): Promise<Found> {
  const timeoutMs = search.remaining();
  if (timeoutMs < 1) return { status: "unknown", reason: "timeout" };
  search.questions++;
  const { variableCount, clauses } = search.builder.formula();
  const formula = { variableCount, clauses: [...clauses, ...units.map((unit) => [unit])] };
  const answer = await askSat(search.solver, formula, timeoutMs);
  if (answer.status !== "sat") return answer;
  const scan = trimHierarchical(decodeHierarchical(search.problem, search.encoded, answer.model));
  const fault = checkHierarchical(scan, search.problem.operators);
  if (fault === undefined) return { status: "found", scan };
  throw new InternalError(
    `a hierarchical scan that a solver found gives ${fault.computes} on ${fault.output}`,
  );
}

/**
 * Down from a first scan, one question below the best at a time. A question that stays open is left, and lesser bounds are tried: that
 * none is met proves less, but something.
 */
async function cheapen(search: Search, first: HierarchicalScan): Promise<HierarchicalAnswer> {
  let scan = first;
  let cost = costOf(first, search.cost);
  let provedAtLeast = 0;
  let open = cost; // the least cost of which a question stayed open, or the best
  let reason: string | undefined;
  search.writing.isLate = lateAfterThird(search.remaining);
  const counter = unlessLate(() => weightedCounter(search.builder, search.weighted, cost));
  if (counter === undefined) {
    return { status: "found", scan, cost, provedAtLeast, questions: search.questions, reason: "timeout" };
  }
  while (provedAtLeast < open) {
    const bound = open === cost ? cost - 1 : Math.floor((provedAtLeast + open - 1) / 2);
    const beyond = counter.reaches(bound + 1);
    const found: Found = beyond === undefined ? { status: "unsat" } : await ask(search, [-beyond]);
    if (found.status === "unsat") {
      provedAtLeast = bound + 1;
    } else if (found.status === "found") {
      scan = found.scan;
      cost = costOf(scan, search.cost);
      open = cost;
    } else {
      reason = found.reason;
      open = bound;
    }
  }
  const { questions } = search;
  if (provedAtLeast === cost) return { status: "cheapest", scan, cost, questions };
  return { status: "found", scan, cost, provedAtLeast, questions, reason: reason ?? "nothing" };
}

/**
 * The scan without what nobody uses: first rows that are neither sent nor a base, middle rows that enter nowhere. A first row of one element is called
 * that element. Its outputs are the same.
 */
function trimHierarchical(scan: HierarchicalScan): HierarchicalScan {
  const used = new Set([...scan.sent, ...scan.bases.flatMap((base, row) => (base === "first" ? [row] : []))]);
  const entering = new Set(scan.entries.flat());
  return {
    ...scan,
    first: scan.first.map((row, number) => (used.has(number) ? row : alone(number))),
    bases: scan.bases.map((base, row) =>
      base === "first" && scan.first[row].length === 1 ? "element" : base,
    ),
    middle: scan.middle.map((row, number) => (entering.has(number) ? row : alone(number))),
  };
}

function alone(number: number): Row {
  return [number];
}
