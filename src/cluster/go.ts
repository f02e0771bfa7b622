// All of a run, by an engine: what is missing is started, again and again, until the folder has all of it. Who asks again goes on where it stopped.

import { DisagreementError, FormatError, PieceFailedError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import { indexOfRank } from "./cut.ts";
import type { Engine, EngineEvent, EngineJob, ToldError } from "./engine.ts";
import { fileOf, type PieceRecord, RUN_FOLDERS, type Step } from "./folder/run-files.ts";
import { expectGroups } from "./groups/group-result.ts";
import { finishRun, type Receipt, type ReceiptTools, readReceipt } from "./receipt.ts";
import type { RunPlan } from "./run-plan.ts";
import { expectAll, joinSummaries, readRecords } from "./steps/join.ts";

export interface GoTools extends ReceiptTools {
  readonly engine: Engine;
  readonly audit?: number | undefined; // the share of pieces that is computed twice; default: 0
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** What happens in a run, for whoever watches. */
export type RunEvent =
  | {
      readonly kind: "step";
      readonly step: Step;
      readonly done: number;
      readonly of: number;
      readonly again: boolean;
    }
  | { readonly kind: "damaged"; readonly error: FormatError } // a file that is made again
  | ({ readonly step: Step } & EngineEvent)
  | { readonly kind: "joining" }
  | { readonly kind: "finished"; readonly receipt: Receipt };

/** Times that a piece may fail before the run stops. */
export const MOST_TRIES = 3;

/**
 * Computes a run, and gives its receipt.
 *
 * @throws PieceFailedError where a piece fails three times; DisagreementError where one comes twice with different bits; EngineError. What is done is kept.
 */
export async function goRun(tools: GoTools): Promise<Receipt> {
  const { plan, store, onEvent } = tools;
  const known = await knownReceipt(tools);
  if (known !== undefined && !tools.audit) return known;
  await runStage(tools, "summary");
  onEvent?.({ kind: "joining" });
  const joined = await joinSummaries(tools);
  if (plan.passCount === 2) await runStage(tools, "output");
  const receipt = await finishRun(tools, joined);
  if (receipt === undefined) {
    expectAll(store, plan, "output", await readRecords(store, plan, "output"));
    throw new FormatError(store.name, "a run whose outputs stay where they are", "some that went");
  }
  await store.tidy(RUN_FOLDERS);
  onEvent?.({ kind: "finished", receipt });
  return receipt;
}

/** A receipt that is damaged is written again. */
async function knownReceipt({ store, plan, onEvent }: GoTools): Promise<Receipt | undefined> {
  try {
    const receipt = await readReceipt(store, plan);
    if (receipt?.groups !== undefined) await expectGroups(store, plan, receipt.output ?? []);
    return receipt;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    onEvent?.({ kind: "damaged", error });
    return undefined;
  }
}

/** One step of all pieces; then the audit's share of it once more. */
async function runStage(tools: GoTools, step: Step): Promise<void> {
  const { plan, store, onEvent } = tools;
  const read = await readRecords(store, plan, step);
  for (const error of read.damaged) onEvent?.({ kind: "damaged", error });
  // Outputs that are there are hashed by workers: their record says nothing of an array that was changed since.
  const isHashed = step === "output" && plan.grouping === undefined;
  const asked = isHashed ? [...Array(plan.pieceCount).keys()] : inOrder(plan, read.missing);
  await runUntilDone(tools, step, asked);
  const { audit = 0 } = tools;
  if (audit === 0) return;
  const { records } = await readRecords(store, plan, step);
  const chosen = [...Array(plan.pieceCount).keys()].filter((index) => isAudited(plan, step, index, audit));
  await runOnce(tools, { step, indices: chosen, again: true, records });
}

function outputsOf({ pieceCount }: RunPlan): EngineJob["next"] {
  return { step: "output", indices: [...Array(pieceCount).keys()] };
}

function inOrder(plan: RunPlan, missing: readonly number[]): readonly number[] {
  return plan.isChained && indexOfRank(plan, 0) !== 0 ? [...missing].reverse() : missing;
}

/** A share of the pieces that no one can foresee without the run: by a hash of its name. */
function isAudited({ id }: RunPlan, step: Step, index: number, share: number): boolean {
  const digits = hashBytes(new TextEncoder().encode(`${id} ${step} ${index}`));
  return Number.parseInt(digits.slice(0, 8), 16) / 2 ** 32 < share;
}

/** Starts what is missing until nothing is. @throws PieceFailedError */
async function runUntilDone(tools: GoTools, step: Step, asked: readonly number[]): Promise<void> {
  const { plan, store } = tools;
  const tries = new Map<number, number>();
  for (let missing = asked; missing.length > 0; ) {
    const failures = await runOnce(tools, { step, indices: missing, again: false, records: new Map() });
    missing = inOrder(plan, (await readRecords(store, plan, step, missing)).missing);
    for (const index of missing) {
      const count = (tries.get(index) ?? 0) + 1;
      tries.set(index, count);
      const fact = failures.get(index)?.message ?? `engine "${tools.engine.name}" left nothing of it`;
      if (count >= MOST_TRIES)
        throw new PieceFailedError(store.place(fileOf(plan, step, index)), count, fact);
    }
  }
}

interface OnceJob {
  readonly step: Step;
  readonly indices: readonly number[];
  readonly again: boolean;
  readonly records: ReadonlyMap<number, PieceRecord>;
}

/** Starts pieces once, and gives those that failed. @throws DisagreementError */
async function runOnce(tools: GoTools, job: OnceJob): Promise<ReadonlyMap<number, ToldError>> {
  const { plan, engine, signal, onEvent } = tools;
  const { step, indices, again, records } = job;
  const failures = new Map<number, ToldError>();
  const of = again ? indices.length : plan.pieceCount;
  let done = of - indices.length;
  const stop = new AbortController();
  const heard = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  onEvent?.({ kind: "step", step, done, of, again });
  const avoid = new Map([...records].map(([index, { made }]) => [index, made.worker]));
  await engine.run({
    ...{ run: tools.store.name, step, indices, again, avoid, signal: heard },
    inOrder: plan.isChained && step === "summary" && !again,
    next: step === "summary" && !again && plan.passCount === 2 ? outputsOf(plan) : undefined,
    tell(event) {
      onEvent?.({ step, ...event });
      if (event.kind === "done") onEvent?.({ kind: "step", step, done: ++done, of, again });
      if (event.kind !== "failed") return;
      failures.set(event.index, event.error);
      if (event.error.name === "DisagreementError") stop.abort(disagreementOf(event.error));
    },
  });
  heard.throwIfAborted();
  if (again && failures.size > 0) {
    const [[index, { message }]] = failures;
    throw new PieceFailedError(tools.store.place(fileOf(plan, step, index)), 1, message);
  }
  return failures;
}

function disagreementOf({ fields = {} }: ToldError): DisagreementError {
  return new DisagreementError(fields.piece, fields.first, fields.second);
}
