// Invariants from examples: what the wires held in runs, and the cheapest decision lists that say so.
import type { Step } from "../../networks/network.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import { integer, THREAD } from "../programs/build-terms.ts";
import { compileCondition, compileTerm, type IndexValues } from "../programs/evaluate-term.ts";
import { compileStatement, countersOf } from "../programs/expand-program.ts";
import type { SpanCases } from "./certificate.ts";
import type { ProgramStage } from "./program-stages.ts";
import type { CaseCondition, StartTerm } from "./start-terms.ts";

/** Candidates that are kept: the cheapest may fit the samples and still be no invariant. */
const MOST_CANDIDATES = 12;

/** Which samples a term or a condition is right for. */
interface Judged<Item> {
  readonly item: Item;
  readonly cost: number;
  readonly isRight: Uint8Array;
}

interface Candidate {
  readonly spans: SpanCases;
  readonly cost: number;
}

/** The decision lists of at most three cases that give every sample its start, cheapest first. */
export function learnCases(
  samples: readonly SpanSample[],
  terms: readonly StartTerm[],
  conditions: readonly CaseCondition[],
): readonly SpanCases[] {
  const starts = terms
    .map(({ term, cost }): Judged<StartTerm["term"]> => {
      const evaluate = compileTerm(term);
      return { item: term, cost, isRight: judged(samples, (sample) => evaluate(sample) === sample.start) };
    })
    .filter(({ isRight }) => isRight.some((right) => right === 1))
    .sort((one, other) => one.cost - other.cost);
  const splits = conditions
    .map(({ condition, cost }): Judged<CaseCondition["condition"]> => {
      const holds = compileCondition(condition);
      return { item: condition, cost, isRight: judged(samples, holds) };
    })
    .sort((one, other) => one.cost - other.cost);
  const whole = new Uint8Array(samples.length).fill(1);
  return candidates(whole, starts, splits, 3)
    .slice(0, MOST_CANDIDATES)
    .map(({ spans }) => spans);
}

/** 1 for the samples for which it is so; 0 also for those that have no value. */
function judged(
  samples: readonly SpanSample[],
  isSo: (sample: IndexValues & SpanSample) => boolean,
): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    try {
      return isSo({ ...sample }) ? 1 : 0;
    } catch (error) {
      if (error instanceof InvalidArgumentError) return 0;
      throw error;
    }
  });
}

/** The lists of at most so many cases for some of the samples. */
function candidates(
  part: Uint8Array,
  starts: readonly Judged<StartTerm["term"]>[],
  splits: readonly Judged<CaseCondition["condition"]>[],
  most: number,
): readonly Candidate[] {
  const alone = starts
    .filter(({ isRight }) => part.every((inPart, index) => inPart === 0 || isRight[index] === 1))
    .map(({ item, cost }): Candidate => ({ spans: { cases: [], otherwise: item }, cost }));
  if (alone.length > 0 || most === 1) return alone.slice(0, 3);
  const found = splits.flatMap((split): readonly Candidate[] => {
    const inside = part.map((inPart, index) => inPart & split.isRight[index]);
    const outside = part.map((inPart, index) => inPart & ~split.isRight[index]);
    if (isEmpty(inside) || isEmpty(outside)) return [];
    const [first] = candidates(inside, starts, [], 1);
    if (first === undefined) return [];
    return candidates(outside, starts, splits, most - 1).map((rest) => ({
      spans: {
        cases: [{ when: split.item, start: first.spans.otherwise }, ...rest.spans.cases],
        otherwise: rest.spans.otherwise,
      },
      cost: split.cost + first.cost + rest.cost,
    }));
  });
  return found.sort((one, other) => one.cost - other.cost).slice(0, MOST_CANDIDATES);
}

function isEmpty(part: Uint8Array): boolean {
  return part.every((inPart) => inPart === 0);
}

/** Where the interval of wire j began before the step of counter i (after a single step: i is 0), at a width. */
export interface SpanSample {
  readonly i: number;
  readonly j: number;
  readonly N: number;
  readonly start: number;
}

/**
 * What the wires held, stage by stage: before every step of a loop and after its last one; after a single step. The program has to be a scan at
 * these widths.
 */
export function spanSamples(
  stages: readonly ProgramStage[],
  widths: readonly number[],
): readonly (readonly SpanSample[])[] {
  const samples = stages.map((): SpanSample[] => []);
  for (const width of widths) {
    let starts: readonly number[] = Array.from({ length: width }, (_, wire) => wire);
    stages.forEach((stage, index) => {
      const record = (i: number): void => {
        starts.forEach((start, j) => {
          samples[index].push({ i, j, N: width, start });
        });
      };
      const stepsOf = stage.statements.map((each) =>
        compileStatement({ ...each, destination: THREAD }, width),
      );
      const counters = stage.kind === "step" ? [0] : loopCounters(stage, width);
      for (const counter of counters) {
        if (stage.kind === "loop") record(counter);
        for (const stepOf of stepsOf) starts = startsAfter(starts, stepOf(counter));
      }
      const last = counters.at(-1);
      if (stage.kind === "step") record(0);
      else if (last !== undefined) record(last + (stage.direction === "up" ? 1 : -1));
    });
  }
  return samples;
}

function loopCounters(stage: Extract<ProgramStage, { kind: "loop" }>, width: number): readonly number[] {
  return countersOf({ first: integer(stage.first), count: stage.count, direction: stage.direction }, width);
}

function startsAfter(before: readonly number[], step: Step): readonly number[] {
  const after = [...before];
  for (const [source, destination] of step) {
    if (before[source] === undefined) throw new InternalError(`a program takes up wire ${source}`);
    after[destination] = before[source];
  }
  return after;
}
