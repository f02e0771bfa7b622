import type { Observation } from "../contracts/contract.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import type { Expression } from "../expressions/expression.ts";
import type { ElementType } from "../values/element-types.ts";
import { type ServedTyped, serveTyped } from "./serve.ts";

/** Calls with options that are remembered per executor and observation. A program has few of them, and a miss costs microseconds. */
const REMEMBERED_CALLS = 8;

interface RememberedCall {
  readonly type: ElementType;
  readonly options: ContractOptions;
  readonly served: ServedTyped;
}

interface PlansOfObservation {
  readonly withoutOptions: { [type in ElementType]?: ServedTyped };
  readonly recent: RememberedCall[];
  oldest: number; // the place in `recent` to overwrite next, once it is full
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
  for (const call of plans.recent) {
    if (call.type === type && areSame(call.options, options)) return call.served;
  }
  const copy = copyOf(options);
  const served = serveTyped(executor, observation, copy, type);
  remember(plans, { type, options: copy, served });
  return served;
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
  const none = (): PlansOfObservation => ({ withoutOptions: {}, recent: [], oldest: 0 });
  return { reduce: none(), "inclusive-scan": none(), "exclusive-scan": none() };
}

function remember(plans: PlansOfObservation, call: RememberedCall): void {
  if (plans.recent.length < REMEMBERED_CALLS) {
    plans.recent.push(call);
    return;
  }
  plans.recent[plans.oldest] = call;
  plans.oldest = (plans.oldest + 1) % REMEMBERED_CALLS;
}

/** What is compared later must not change with the caller's objects. */
function copyOf(options: ContractOptions): ContractOptions {
  const { operator, type, accumulate, expression, direction, initial, initialPlacement } = options;
  return {
    operator,
    type,
    accumulate,
    expression: typeof expression === "object" && expression !== null ? { ...expression } : expression,
    direction,
    initial,
    initialPlacement,
    determinism: options.determinism,
    allowQuadratic: options.allowQuadratic,
  };
}

function areSame(left: ContractOptions, right: ContractOptions): boolean {
  return (
    left.operator === right.operator &&
    left.type === right.type &&
    left.accumulate === right.accumulate &&
    left.direction === right.direction &&
    Object.is(left.initial, right.initial) &&
    left.initialPlacement === right.initialPlacement &&
    left.determinism === right.determinism &&
    left.allowQuadratic === right.allowQuadratic &&
    areSameExpressions(left.expression, right.expression)
  );
}

type ExpressionOption = Expression | string | undefined;

function areSameExpressions(left: ExpressionOption, right: ExpressionOption): boolean {
  if (typeof left !== "object" || typeof right !== "object" || right === null) return left === right;
  switch (left.kind) {
    case "leftFold":
    case "iteratedPairwise":
    case "bisection":
      return left.kind === right.kind;
    case "interleaved":
      return left.kind === right.kind && left.laneCount === right.laneCount;
    case "blockDyadic":
    case "linearCarry":
      return left.kind === right.kind && left.blockLength === right.blockLength;
    case "custom":
      return left.kind === right.kind && left.name === right.name && left.tree === right.tree;
    default:
      return left satisfies never;
  }
}
