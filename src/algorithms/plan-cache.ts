import type { Observation } from "../contracts/contract.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import { areSameOptions, copyOfOptions } from "../contracts/same-options.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import type { ElementType } from "../values/element-types.ts";
import { flattenValue, type RecordType, shapeValue } from "../values/value-types.ts";
import { type ServedRecords, type ServedTyped, serveRecords, serveTyped } from "./serve.ts";

/** Calls with options that are remembered per executor and observation. A program has few of them, and a miss costs microseconds. */
const REMEMBERED_CALLS = 8;

interface RememberedCall<Served> {
  readonly type: ElementType | undefined; // of the input; undefined over records, whose type is the operator's
  readonly options: ContractOptions;
  readonly served: Served;
}

interface PlansOfObservation {
  readonly withoutOptions: { [type in ElementType]?: ServedTyped };
  readonly typed: RememberedCall<ServedTyped>[]; // the oldest first
  readonly records: RememberedCall<ServedRecords>[];
}

type PlansOfExecutor = Readonly<Record<Observation, PlansOfObservation>>;

// Plans are what the same options would give again, so remembering them changes no result.
const plansByExecutor = new WeakMap<SynchronousExecutor, PlansOfExecutor>();
let lastExecutor: SynchronousExecutor | undefined; // a look-up in the map costs more than all the checks of a call
let lastPlans: PlansOfExecutor | undefined;

/** The plan for elements of `type` and these options, resolved and checked at the first such call and remembered. */
export function cachedPlan(
  executor: SynchronousExecutor,
  observation: Observation,
  type: ElementType,
  options: ContractOptions | undefined,
): ServedTyped {
  const plans = plansOf(executor)[observation];
  if (options === undefined) {
    plans.withoutOptions[type] ??= serveTyped(executor, observation, {}, type);
    return plans.withoutOptions[type];
  }
  const found = findCall(plans.typed, type, options);
  if (found !== undefined) return found;
  const copy = copyOfOptions(options);
  const served = serveTyped(executor, observation, copy, type);
  remember(plans.typed, { type, options: copy, served });
  return served;
}

/** The same for options with an operator over records. */
export function cachedRecordPlan(
  executor: SynchronousExecutor,
  observation: Observation,
  options: ContractOptions,
): ServedRecords {
  const plans = plansOf(executor)[observation];
  const found = findCall(plans.records, undefined, options);
  if (found !== undefined) return found;
  const served = serveRecords(executor, observation, options);
  const { type } = served.contract;
  // A copy that does not change with the caller's objects. That the initial value has the type's shape was checked just now.
  const initial = options.initial === undefined ? undefined : copyOfInitial(type, options.initial);
  remember(plans.records, {
    type: undefined,
    options: { ...copyOfOptions(options), type: undefined, initial },
    served,
  });
  return served;
}

function findCall<Served>(
  calls: readonly RememberedCall<Served>[],
  type: ElementType | undefined,
  options: ContractOptions,
): Served | undefined {
  for (const call of calls) {
    if (call.type === type && areSameOptions(call.options, options)) return call.served;
  }
  return undefined;
}

function copyOfInitial(type: RecordType, initial: unknown): unknown {
  return shapeValue(type, flattenValue(type, initial, "initial"), (leaf) => leaf);
}

function plansOf(executor: SynchronousExecutor): PlansOfExecutor {
  if (executor === lastExecutor && lastPlans !== undefined) return lastPlans;
  const plans = plansByExecutor.get(executor) ?? newPlans();
  plansByExecutor.set(executor, plans);
  lastExecutor = executor;
  lastPlans = plans;
  return plans;
}

function newPlans(): PlansOfExecutor {
  const none = (): PlansOfObservation => ({
    withoutOptions: {},
    typed: [],
    records: [],
  });
  return { reduce: none(), "inclusive-scan": none(), "exclusive-scan": none() };
}

function remember<Served>(calls: RememberedCall<Served>[], call: RememberedCall<Served>): void {
  if (calls.push(call) > REMEMBERED_CALLS) calls.shift();
}
