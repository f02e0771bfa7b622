import type { Step } from "../../networks/network.ts";
import { InternalError } from "../../values/errors.ts";
import { integer } from "../programs/build-terms.ts";
import { compileCondition, compileTerm } from "../programs/compile-term.ts";
import { countersOf } from "../programs/expand-program.ts";
import type { ProgramStage } from "./program-stages.ts";

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
      const stepOf = compileStage(stage, width);
      const counters = stage.kind === "step" ? [0] : loopCounters(stage, width);
      for (const counter of counters) {
        if (stage.kind === "loop") record(counter);
        starts = startsAfter(starts, stepOf(counter));
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

function compileStage({ guard, source }: ProgramStage, width: number): (counter: number) => Step {
  const works = compileCondition(guard);
  const sourceOf = compileTerm(source);
  return (counter) =>
    Array.from({ length: width }, (_, j) => ({ i: counter, j, N: width }))
      .filter(works)
      .map((thread) => [sourceOf(thread), thread.j]);
}

function startsAfter(before: readonly number[], step: Step): readonly number[] {
  const after = [...before];
  for (const [source, destination] of step) {
    if (before[source] === undefined) throw new InternalError(`a program takes up wire ${source}`);
    after[destination] = before[source];
  }
  return after;
}
