// What has to be shown, as one script each: no model means that it is so for all N.
import { askSmt } from "../../solvers/ask-solver.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import type { JoinRule } from "../leaf/span-state.ts";
import { add, all, COUNTER, integer, partsOf, THREAD } from "../programs/build-terms.ts";
import type { IndexCondition } from "../programs/network-program.ts";
import { type SpanCases, substituteInCases } from "./certificate.ts";
import type { LoopStage, ProgramStage, StageStatement, StepStage } from "./program-stages.ts";
import { levelsOffset, SmtEncoder } from "./smt-encoder.ts";

/** Something to be shown for all N from some width on: the script is unsatisfiable where it is so. */
export interface Obligation {
  readonly name: string;
  readonly script: string;
}

/** What all obligations of a program have in common. */
export interface ProofGround {
  readonly leastLevels: number;
  readonly rule: JoinRule;
}

/** Before the first step each wire holds its own element. */
export const INITIAL_SPANS: SpanCases = { cases: [], otherwise: THREAD };

/** At the end each wire holds its prefix. */
export const FINAL_SPANS: SpanCases = { cases: [], otherwise: integer(0) };

/** The spans before a stage begins, by what is claimed of it; of a loop, those of its invariant where it enters. */
export function spansOnLeaving(stage: ProgramStage, claimed: SpanCases): SpanCases {
  return stage.kind === "step" ? claimed : substituteInCases(claimed, { i: stage.leave });
}

/** That spans of two kinds are the same on all wires. */
export function sameSpans(name: string, one: SpanCases, other: SpanCases, ground: ProofGround): Obligation {
  const encoder = new SmtEncoder({ leastLevels: ground.leastLevels, leastCounter: 0 });
  const goal = `(= ${encoder.cases(one)} ${encoder.cases(other)})`;
  return obligation(name, encoder, [], goal);
}

/** That a single step joins neighbours, and leads from spans to others. */
function stepIsRight(
  name: string,
  stage: StepStage,
  spans: { readonly before: SpanCases; readonly after: SpanCases },
  ground: ProofGround,
): Obligation {
  const encoder = new SmtEncoder({ leastLevels: ground.leastLevels, leastCounter: 0 });
  return obligation(name, encoder, [], stepGoal(encoder, stage.statements[0], spans, ground.rule));
}

/** That every step of a loop joins neighbours, and the last one of a turn leads back to the invariant. */
function loopIsRight(
  name: string,
  stage: LoopStage,
  invariant: SpanCases,
  ground: ProofGround,
): readonly Obligation[] {
  const { leastLevels, rule } = ground;
  const { statements } = stage;
  const next = add(COUNTER, integer(stage.direction === "up" ? 1 : -1));
  let before = invariant;
  return statements.map((statement, index) => {
    const encoder = new SmtEncoder({ leastLevels, leastCounter: stage.first });
    const isLast = index === statements.length - 1;
    const spans = { before, ...(isLast && { after: substituteInCases(invariant, { i: next }) }) };
    const goal = stepGoal(encoder, statement, spans, rule);
    before = spansAfterStatement(before, statement);
    const which = statements.length === 1 ? "every step" : `step ${index + 1} of every turn`;
    return obligation(`${name}, ${which}`, encoder, rangeOf(encoder, stage), goal);
  });
}

/** What the wires hold after a step of a turn, by what they held before it: nothing has to be claimed in between. */
function spansAfterStatement(before: SpanCases, { guard, source }: StageStatement): SpanCases {
  const taken = substituteInCases(before, { j: source });
  return {
    cases: [
      ...taken.cases.map(({ when, start }) => ({ when: all([guard, when].flatMap(partsOf)), start })),
      { when: guard, start: taken.otherwise },
      ...before.cases,
    ],
    otherwise: before.otherwise,
  };
}

/** What is known of the counter within a loop. */
function rangeOf(encoder: SmtEncoder, { first, count }: LoopStage): readonly string[] {
  const end = add(count, integer(first));
  const bounds = [`(<= ${first} i)`, `(< i ${encoder.term(end)})`, `(= (= i ${first}) (= P 1))`];
  if (levelsOffset(end) === undefined) return bounds;
  const [mine, last] = [encoder.power(add(COUNTER, integer(1))), encoder.power(end)];
  return [...bounds, `(<= (* ${mine.scale} ${mine.base}) (* ${last.scale} ${last.base}))`];
}

function stepGoal(
  encoder: SmtEncoder,
  { guard, source }: StageStatement,
  { before, after }: { readonly before: SpanCases; readonly after?: SpanCases },
  rule: JoinRule,
): string {
  const works = encoder.condition(guard);
  const from = encoder.term(source);
  const start = encoder.cases(before);
  const startOfSource = encoder.cases(substituteInCases(before, { j: source }));
  const joins =
    rule === "associative"
      ? `(= ${start} (+ ${from} 1))`
      : `(and (<= ${start} (+ ${from} 1)) (<= ${startOfSource} ${start}))`;
  const isPair = `(and (<= 0 ${from}) (< ${from} j))`;
  if (after === undefined) return `(=> ${works} (and ${isPair} ${joins}))`;
  const startAfter = encoder.cases(after);
  return `(ite ${works} (and ${isPair} ${joins} (= ${startAfter} ${startOfSource})) (= ${startAfter} ${start}))`;
}

function obligation(name: string, encoder: SmtEncoder, known: readonly string[], goal: string): Obligation {
  const asserted = known.map((each) => `(assert ${each})`);
  return {
    name,
    script: [...encoder.lines(), ...asserted, `(assert (not ${goal}))`, "(check-sat)"].join("\n"),
  };
}

/** All that is to be shown of a stage: that the spans follow from those before it, and that its steps keep to them. */
export function stageObligations(
  index: number,
  stage: ProgramStage,
  { before, spans }: { readonly before: SpanCases; readonly spans: SpanCases },
  ground: ProofGround,
): readonly Obligation[] {
  const name = `stage ${index + 1}`;
  if (stage.kind === "step") return [stepIsRight(name, stage, { before, after: spans }, ground)];
  const entered = substituteInCases(spans, { i: stage.enter });
  return [
    sameSpans(`${name}, on entering`, before, entered, ground),
    ...loopIsRight(name, stage, spans, ground),
  ];
}

/** That after a stage those wires begin with element 0 for which `entry` holds, and the last one, for which it does not. */
export function enteringObligation(
  stage: ProgramStage,
  claimed: SpanCases,
  entry: IndexCondition,
  leastLevels: number,
): Obligation {
  const encoder = new SmtEncoder({ leastLevels, leastCounter: 0 });
  const start = encoder.cases(spansOnLeaving(stage, claimed));
  const [entering, isLast] = [encoder.condition(entry), "(= j (- N 1))"];
  const goal = `(and (= (= ${start} 0) (or ${entering} ${isLast})) (not (and ${entering} ${isLast})))`;
  return obligation("what enters", encoder, [], goal);
}

/** Whether a solver finds that an obligation's negation cannot be. */
export async function isShown(
  solver: SmtSolver,
  { script }: Obligation,
  timeoutMs: number,
): Promise<boolean> {
  const answer = await askSmt(solver, script, timeoutMs);
  return answer.status === "unsat";
}
