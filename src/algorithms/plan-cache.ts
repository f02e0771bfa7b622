import type { Observation, RecordContract } from "../contracts/contract.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import { areSameOptions, copyOfOptions } from "../contracts/same-options.ts";
import type { Executor, Plan, SynchronousExecutor, SynchronousPlan } from "../executors/executor.ts";
import type { StorageType } from "../values/element-types.ts";
import { flattenValue, type StoredRecordType, shapeValue } from "../values/value-types.ts";
import { type Served, serve } from "./serve.ts";

/** Calls with options that are remembered per executor and observation. A program has few of them, and a miss costs microseconds. */
const REMEMBERED_CALLS = 16;

interface RememberedCall {
  readonly type: StorageType | undefined; // of the input; undefined over records, whose type is the operator's
  readonly options: ContractOptions;
  readonly served: Served<Plan>;
}

interface PlansOfObservation {
  readonly withoutOptions: { [type in StorageType]?: Served<Plan> };
  readonly calls: RememberedCall[]; // the oldest first
}

type PlansOfExecutor = Readonly<Record<Observation, PlansOfObservation>>;

// Plans are what the same options would give again, so remembering them changes no result.
const plansByExecutor = new WeakMap<Executor, PlansOfExecutor>();
let lastExecutor: Executor | undefined; // a look-up in the map costs more than all the checks of a call
let lastPlans: PlansOfExecutor | undefined;

/**
 * The plan for elements of `type`, or for the records of the options' operator, and these options: resolved and checked at the first such call and
 * remembered.
 */
export function cachedPlan(
  executor: SynchronousExecutor,
  observation: Observation,
  type: StorageType | undefined,
  options: ContractOptions | undefined,
): Served<SynchronousPlan>;
export function cachedPlan(
  executor: Executor,
  observation: Observation,
  type: StorageType | undefined,
  options: ContractOptions | undefined,
): Served<Plan>;
export function cachedPlan(
  executor: Executor,
  observation: Observation,
  type: StorageType | undefined,
  options: ContractOptions | undefined,
): Served<Plan> {
  const { withoutOptions, calls } = plansOf(executor)[observation];
  if (options === undefined && type !== undefined) {
    withoutOptions[type] ??= serve(executor, observation, {}, type);
    return withoutOptions[type];
  }
  const asked = options ?? {};
  for (const call of calls) {
    if (call.type === type && areSameOptions(call.options, asked)) return call.served;
  }
  const served = serve(executor, observation, asked, type);
  const { contract } = served;
  const copy = copyOfOptions(asked);
  // A copy that does not change with the caller's objects. That the initial value has the type's shape was checked just now.
  const kept = contract.kind === "record" ? ownRecordParts(copy, contract) : copy;
  if (calls.push({ type, options: kept, served }) > REMEMBERED_CALLS) calls.shift();
  return served;
}

function ownRecordParts(options: ContractOptions, { type, types }: RecordContract): ContractOptions {
  const { initial } = options;
  const stored = types && (shapeValue(type, types, (each) => each) as StoredRecordType);
  if (initial === undefined) return { ...options, type: stored };
  const copy = shapeValue(type, flattenValue(type, initial, "initial"), (leaf) => leaf);
  return { ...options, type: stored, initial: copy };
}

function plansOf(executor: Executor): PlansOfExecutor {
  if (executor === lastExecutor && lastPlans !== undefined) return lastPlans;
  const plans = plansByExecutor.get(executor) ?? newPlans();
  plansByExecutor.set(executor, plans);
  lastExecutor = executor;
  lastPlans = plans;
  return plans;
}

function newPlans(): PlansOfExecutor {
  const nothing = (): PlansOfObservation => ({ withoutOptions: {}, calls: [] });
  return { reduce: nothing(), "inclusive-scan": nothing(), "exclusive-scan": nothing() };
}
