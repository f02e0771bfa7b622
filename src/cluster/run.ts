// A run in its folder, with all that can be done with it. Each is safe to repeat, anywhere and at any time.

import { namedContract } from "../contracts/column-contract.ts";
import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import type { OnlineExecutor } from "../executors/executor.ts";
import { FormatError, UnsupportedError } from "../values/errors.ts";
import type { Allocate } from "./data/element-source.ts";
import type { OpenBytes } from "./data/part-bytes.ts";
import type { Engine } from "./engine.ts";
import { linesOf, serveLines } from "./engines/worker-lines.ts";
import { type Maker, RUN_FILE, readRun } from "./folder/run-files.ts";
import type { RunStore } from "./folder/store.ts";
import { type GoTools, goRun } from "./go.ts";
import type { GroupFunctions } from "./groups/functions.ts";
import { type GroupsResult, readGroups } from "./groups/group-result.ts";
import { groupSetting } from "./groups/group-setting.ts";
import { edgesOf } from "./groups/grouping.ts";
import { finishRun, type Receipt, readReceipt } from "./receipt.ts";
import { planRun, printRun, type RunPlan, type RunRequest } from "./run-plan.ts";
import { type RunStatus, statusOf } from "./status.ts";
import { joinSummaries } from "./steps/join.ts";
import { type PieceStep, runStep } from "./steps/piece-steps.ts";

/** What a run is given of the machine that it is used on. */
export interface RunTools {
  readonly store: RunStore;
  readonly executor: OnlineExecutor;
  readonly open: OpenBytes;
  readonly allocate?: Allocate | undefined; // memory that the executor computes in; default: any
  readonly functions: () => Promise<GroupFunctions>; // loaded by runs that have groups
  readonly maker: Maker;
  readonly now: () => number; // milliseconds
}

/** How all of a run is computed. */
export type GoOptions = Pick<GoTools, "audit" | "signal" | "onEvent"> & { readonly engine: Engine };

/** A run in its folder: some of it, or all, computed here or by an engine; what is done stays done. */
export interface Run {
  readonly plan: RunPlan;
  readonly contract: TypedContract | RecordContract; // as callers name it
  /** Computes a step of a piece, unless it is done. */
  step(asked: PieceStep, signal?: AbortSignal): Promise<"kept" | "made">;
  /** Joins the summaries, and writes the receipt where all is there; undefined of a scan whose outputs are not. */
  join(): Promise<Receipt | undefined>;
  status(): Promise<RunStatus>;
  /** All of it. */
  go(options: GoOptions): Promise<Receipt>;
  /** Computes what lines ask for, and answers each. */
  serve(lines: AsyncIterable<Uint8Array>, answer: (line: string) => Promise<void>): Promise<void>;
  /** The receipt, if all is done. */
  receipt(): Promise<Receipt | undefined>;
  /** What a run by groups came to; undefined of other runs, and of one that is not done. */
  groups(): Promise<GroupsResult | undefined>;
}

/**
 * Makes the folder of a run, or finds it made.
 *
 * @throws FormatError where another run is there, or nothing can be written; UnsupportedError for what no executor here computes in pieces
 */
export async function createRun(request: RunRequest, tools: RunTools): Promise<Run> {
  const plan = planRun(request);
  const { observation } = plan;
  const contract = groupSetting(plan)?.contract ?? plan.contract;
  const refused = tools.executor.refusal({ contract, observation, allowQuadratic: false });
  if (refused !== undefined) throw new UnsupportedError("this run", refused.reason, refused.remedy);
  const { store, maker } = tools;
  const text = new TextEncoder().encode(printRun(plan, maker.samebits));
  if (!(await store.create(RUN_FILE, text))) {
    const there = await readRun(store);
    if (there.id !== plan.id) {
      throw new FormatError(
        store.name,
        "a folder without another run",
        `run ${there.id}, and not ${plan.id}`,
      );
    }
  }
  return runOf(plan, tools);
}

/** The run of a folder. @throws FormatError */
export async function openRun(tools: RunTools): Promise<Run> {
  return runOf(await readRun(tools.store), tools);
}

function runOf(plan: RunPlan, tools: RunTools): Run {
  const { store } = tools;
  const all = { plan, ...tools };
  return {
    plan,
    contract: namedContract(plan.contract),
    step: (asked, signal) => runStep({ ...all, signal }, asked),
    join: async () => finishRun(all, await joinSummaries(all)),
    status: () => statusOf(store, plan),
    go: (options) => goRun({ ...all, ...options }),
    serve: (lines, answer) => serveLines(all, linesOf(lines), answer),
    receipt: () => readReceipt(store, plan),
    async groups() {
      const { output, groups } = (await readReceipt(store, plan)) ?? {};
      if (output === undefined || groups === undefined) return undefined;
      const { grouping } = plan;
      const edges = grouping?.kind === "histogram" ? edgesOf(grouping.bins) : undefined;
      return { columns: await readGroups(store, plan, output), edges, beside: groups.beside };
    },
  };
}
