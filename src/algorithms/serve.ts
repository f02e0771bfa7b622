import { type ColumnContract, columnsOfChecked } from "../contracts/column-contract.ts";
import type { FunctionContract, Observation, RecordContract, TypedContract } from "../contracts/contract.ts";
import { type Achieved, isAtLeast, servedEverywhere } from "../contracts/levels.ts";
import { type ContractOptions, contractOf, requirementOf } from "../contracts/resolve.ts";

import type {
  Executor,
  FunctionPlan,
  Plan,
  Request,
  SynchronousExecutor,
  SynchronousPlan,
} from "../executors/executor.ts";
import { printExpression } from "../expressions/print.ts";
import type { StorageType } from "../values/element-types.ts";
import { InternalError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { RecentMap } from "../values/recent-map.ts";
import { type CallShape, callShape } from "./call-shape.ts";

/** A contract as callers see it, the plan that runs it, and the way from one to the other. */
export interface Served<Kind extends Plan> {
  readonly contract: TypedContract | RecordContract;
  readonly shape: CallShape;
  readonly plan: Kind;
}

/** A plain function's contract, and the plan that runs it. */
interface ServedFunction {
  readonly contract: FunctionContract;
  readonly plan: FunctionPlan;
}

/**
 * Resolves options over elements of `type`, or over the records of their operator, and plans them; nothing has run when it throws.
 *
 * @throws InvalidArgumentError from the options
 * @throws UnsupportedError where the executor refuses
 */
export function serve(
  executor: SynchronousExecutor,
  observation: Observation,
  options: ContractOptions,
  type: StorageType | undefined,
): Served<SynchronousPlan>;
export function serve(
  executor: Executor,
  observation: Observation,
  options: ContractOptions,
  type: StorageType | undefined,
): Served<Plan>;
export function serve(
  executor: Executor,
  observation: Observation,
  options: ContractOptions,
  type: StorageType | undefined,
): Served<Plan> {
  const contract = resolve(options, observation, type);
  const columns = columnsOfChecked(contract);
  checkServed(executor, columns, observation, options);
  return { contract, shape: callShape(contract), plan: executor.plan(columns, requirementOf(options)) };
}

/** The same for a plain function, over values of any kind. */
export function serveFunction(
  executor: SynchronousExecutor,
  observation: Observation,
  options: ContractOptions,
  type: StorageType | "any",
): ServedFunction {
  const contract = resolveFunction(options, observation, type);
  checkServed(executor, contract, observation, options);
  return { contract, plan: planOfFunction(executor, contract) };
}

/** That the executor serves a request. Nothing has run. @throws UnsupportedError where it refuses */
export function checkServed(
  executor: Executor,
  contract: Request["contract"],
  observation: Observation,
  options: ContractOptions,
): void {
  const refused = refusalError(executor, contract, observation, options);
  if (refused !== undefined) throw refused;
}

/** The error of a request that the executor refuses, undefined where it serves it. Nothing has run. */
export function refusalError(
  executor: Executor,
  contract: Request["contract"],
  observation: Observation,
  options: ContractOptions,
): UnsupportedError | undefined {
  return errorOf(executor, requestOf(contract, observation, options));
}

/** The same of a request as an executor gets it. @throws UnsupportedError where it refuses */
export function checkRequest(executor: Executor, request: Request): void {
  const refused = errorOf(executor, request);
  if (refused !== undefined) throw refused;
}

function errorOf(executor: Executor, request: Request): UnsupportedError | undefined {
  const refused = executor.refusal(request);
  if (refused === undefined) return undefined;
  const { contract, observation, requirement } = request;
  const operator = contract.kind === "function" ? "a plain function" : contract.operator.name;
  const asked = `${observation} of ${operator} by ${printExpression(contract.expression)}`;
  const level = requirement?.determinism ?? "everywhere";
  const subject = `${asked} at level "${level}" on executor "${executor.name}"`;
  return new UnsupportedError(subject, refused.reason, refused.remedy);
}

/** What a request that the executor does not refuse will meet. Nothing has run. */
export function achievedBy(
  executor: Executor,
  contract: Request["contract"],
  observation: Observation,
  options: ContractOptions,
): Achieved {
  const request = requestOf(contract, observation, options);
  const { name } = executor;
  const { determinism, expression } = executor.served?.(request) ?? servedEverywhere(contract);
  const asked = requirementOf(options).determinism;
  if (isAtLeast(determinism, asked)) return { determinism, executor: name, expression };
  throw new InternalError(`executor ${name} would serve level ${determinism} where ${asked} was asked for`);
}

function requestOf(
  contract: Request["contract"],
  observation: Observation,
  options: ContractOptions,
): Request {
  const { allowQuadratic = false } = options;
  return { contract, observation, allowQuadratic, requirement: requirementOf(options) };
}

/** The plan of a plain function's contract that the executor does not refuse. */
export function planOfFunction(executor: SynchronousExecutor, contract: FunctionContract): FunctionPlan {
  const plan = executor.planFunction?.(contract);
  if (plan === undefined)
    throw new InternalError("an executor neither refuses a plain function nor plans it");
  return ofSynchronousFunction(plan);
}

/** The contract of options over elements of `type`, or over the records of their operator. @throws InvalidArgumentError */
export function resolve(
  options: ContractOptions,
  observation: Observation,
  type?: StorageType | undefined,
): TypedContract | RecordContract {
  const contract = contractOf(options, observation, type);
  if (contract.kind === "function") throw new InternalError("a plain function was taken for an operator");
  return contract;
}

/** Contracts of options that are names and scalars, as those of functions over columns are: each call asks for its own again. */
const RESOLVED = new RecentMap<string, ColumnContract>(64);

/** Tells values of an option apart; undefined for objects, which are the caller's and may change, and for what no option may be. */
function keyOfScalar(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) ? "-0" : `${value}`;
    case "bigint":
      return `${value}n`;
    case "boolean":
    case "undefined":
      return `${value}`;
    default:
      return undefined;
  }
}

/** The same as executors compute it. */
export function resolveColumns(
  options: ContractOptions,
  observation: Observation,
  type?: StorageType | undefined,
): ColumnContract {
  const make = (): ColumnContract => columnsOfChecked(resolve(options, observation, type));
  let key = `${observation} ${type}`;
  for (const name in options) {
    const value = options[name as keyof ContractOptions];
    const text = keyOfScalar(value);
    if (text === undefined) return make();
    key += ` ${name}: ${text}`;
  }
  return RESOLVED.getOrMake(key, make);
}

/** The contract of options whose operator is a function. @throws InvalidArgumentError */
export function resolveFunction(
  options: ContractOptions,
  observation: Observation,
  type: StorageType | "any" | undefined,
): FunctionContract {
  const contract = contractOf(options, observation, type);
  if (contract.kind !== "function") throw new InternalError("an operator was taken for a plain function");
  return contract;
}

/** The same plan, which refuses results that are promises where no value was one: their operator would combine promises from then on. */
function ofSynchronousFunction(plan: FunctionPlan): FunctionPlan {
  return {
    reduce(input) {
      const value = plan.reduce(input);
      checkValue(value, input);
      return value;
    },
    inclusiveScan(input, output) {
      const values = plan.inclusiveScan(input, output);
      checkValue(values.at(-1), input);
      return values;
    },
    exclusiveScan(input, output) {
      const values = plan.exclusiveScan(input, output);
      checkValue(values.at(-1), input);
      return values;
    },
  };
}

function checkValue(value: unknown, input: ArrayLike<unknown>): void {
  if (!(value instanceof Promise)) return;
  if (input.length > 0 && input[0] instanceof Promise) return; // of an operator over promises
  throw new InvalidArgumentError(
    "operator",
    "a function that gives its value at once",
    "one that gives promises",
  );
}
