// A run of the look-back protocol as something to look at: which tile is at what, from which step to which, and what each step did.
import type { LookBackChoice, LookBackSimulation, LookBackState, ScheduleOptions } from "samebits/simulator";

/** What a tile is at while a workgroup has it. */
type Stage = "publishing" | "waiting" | "folding";

/** A stretch of steps, both included. */
export interface Stretch {
  readonly tile: number;
  readonly workgroup: number;
  readonly stage: Stage;
  readonly from: number;
  to: number;
}

/** A root that was there for the first time after a step. */
interface Publication {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly workgroup: number;
}

interface Writing {
  readonly tile: number;
  readonly step: number;
  readonly workgroup: number;
}

/** One atomic operation, in words. */
interface ToldStep {
  readonly workgroup: number;
  readonly tile: number | undefined;
  readonly text: string;
}

export interface Timeline {
  readonly steps: readonly ToldStep[]; // steps count from 1: steps[0] is step 1
  readonly stretches: readonly Stretch[];
  readonly publications: readonly Publication[];
  readonly writings: readonly Writing[];
}

/** Listens to runs of one simulation. */
export class TimelineRecorder {
  private readonly steps: ToldStep[] = [];
  private readonly stretches: Stretch[] = [];
  private readonly publications: Publication[] = [];
  private readonly writings: Writing[] = [];
  private readonly open = new Map<number, Stretch>(); // by workgroup
  private readonly published = new Set<string>();
  private readonly simulation: LookBackSimulation;
  private before: LookBackState;

  constructor(simulation: LookBackSimulation) {
    this.simulation = simulation;
    this.before = simulation.state();
  }

  /** Goes on by a schedule. Gives the number of steps. */
  run(schedule: ScheduleOptions, stepLimit: number): number {
    return this.simulation.run(schedule, stepLimit, (done) => this.note(done));
  }

  get timeline(): Timeline {
    const { steps, stretches, publications, writings } = this;
    return { steps, stretches, publications, writings };
  }

  private note(done: LookBackChoice): void {
    const { workgroup } = done;
    const after = this.simulation.state();
    const step = after.stepCount;
    const { phase, tile } = after.workgroups[workgroup];
    const held = tile ?? this.before.workgroups[workgroup].tile;
    this.steps.push({ workgroup, tile: held, text: textOf(done, this.before, after) });
    this.stretch(workgroup, held, stageOf(phase), step);
    for (const { first, last, root } of after.entries) {
      const name = `${first}-${last}`;
      if (root === undefined || this.published.has(name)) continue;
      this.published.add(name);
      this.publications.push({ first, last, step, workgroup });
    }
    for (const written of after.written.slice(this.before.written.length)) {
      this.writings.push({ tile: written.tile, step, workgroup });
      this.open.delete(workgroup);
    }
    this.before = after;
  }

  /** A workgroup that stands still stays at what it was: stretches reach to the next step of their workgroup. */
  private stretch(workgroup: number, tile: number | undefined, stage: Stage | undefined, step: number): void {
    const current = this.open.get(workgroup);
    if (current !== undefined) current.to = step;
    if (tile === undefined || stage === undefined) {
      this.open.delete(workgroup);
    } else if (current?.tile !== tile || current.stage !== stage) {
      const next: Stretch = { tile, workgroup, stage, from: step, to: step };
      this.open.set(workgroup, next);
      this.stretches.push(next);
    }
  }
}

function stageOf(phase: LookBackState["workgroups"][number]["phase"]): Stage | undefined {
  return phase === "publishing" || phase === "waiting" || phase === "folding" ? phase : undefined;
}

function textOf(done: LookBackChoice, before: LookBackState, after: LookBackState): string {
  const { word, range } = done;
  const isWritten = after.written.length > before.written.length;
  const ending = isWritten ? ", and writes its tile" : "";
  return (
    (word === "table" && range !== undefined
      ? tableText(done, range, before, after)
      : counterText(done, after)) + ending
  );
}

/** What is done with the words that all tiles share. */
function counterText({ workgroup, operation, word }: LookBackChoice, after: LookBackState): string {
  const { tile } = after.workgroups[workgroup];
  switch (word) {
    case "ticket":
      return operation === "add" ? "draws a ticket" : "sets the tickets back";
    case "arrivals":
      return operation === "add" ? "arrives, as it has no more to do" : "sets the arrivals back";
    default:
      if (operation === "store") return "ends the run";
      return tile === undefined ? "finds that no tile is left" : `begins with tile ${tile}`;
  }
}

function tableText(
  { operation }: LookBackChoice,
  range: NonNullable<LookBackChoice["range"]>,
  before: LookBackState,
  after: LookBackState,
): string {
  const root = range.first === range.last ? `tile ${range.first}` : `tiles ${range.first} to ${range.last}`;
  const wasThere = rootIn(before, range) !== undefined;
  if (operation !== "store")
    return `looks for the root of ${root}: ${wasThere ? "it is there" : "not there yet"}`;
  const isWhole = rootIn(after, range) !== undefined && !wasThere;
  return isWhole ? `publishes the root of ${root}` : `stores a part of the root of ${root}`;
}

function rootIn({ entries }: LookBackState, range: NonNullable<LookBackChoice["range"]>) {
  return entries.find(({ first, last }) => first === range.first && last === range.last)?.root;
}
