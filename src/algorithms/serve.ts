import type {
  Contract,
  FunctionContract,
  Observation,
  RecordContract,
  TypedContract,
} from "../contracts/contract.ts";
import { type Achieved, checkDeterminismLevel, isAtLeast, type Requirement } from "../contracts/levels.ts";
import { type ContractOptions, contractOf } from "../contracts/resolve.ts";
import { servedEverywhere } from "../contracts/served-everywhere.ts";
import type {
  Executor,
  FunctionPlan,
  Request,
  SynchronousExecutor,
  SynchronousPlan,
  SynchronousRecordPlan,
} from "../executors/executor.ts";
import { printExpression } from "../expressions/print.ts";
import type { ElementType } from "../values/element-types.ts";
import { InternalError, UnsupportedError } from "../values/errors.ts";
import { ofSynchronousFunction } from "./synchronous-function.ts";

/** A contract over elements, and the plan that runs it. */
export interface ServedTyped {
  readonly contract: TypedContract;
  readonly plan: SynchronousPlan;
}

/** A contract over records, and the plan that runs it. */
export interface ServedRecords {
  readonly contract: RecordContract;
  readonly plan: SynchronousRecordPlan;
}

/** A plain function's contract, and the plan that runs it. */
export interface ServedFunction {
  readonly contract: FunctionContract;
  readonly plan: FunctionPlan;
}

/**
 * Resolves options over elements of `type` and plans them; nothing has run when it throws.
 *
 * @throws InvalidArgumentError from the options
 * @throws UnsupportedError where the executor refuses
 */
export function serveTyped(
  executor: SynchronousExecutor,
  observation: Observation,
  options: ContractOptions,
  type: ElementType,
): ServedTyped {
  const contract = resolveTyped(options, observation, type);
  checkServed(executor, contract, observation, options);
  return { contract, plan: executor.plan(contract, requirementOf(options)) };
}

/** The same for an operator over records, whose type is the operator's. */
export function serveRecords(
  executor: SynchronousExecutor,
  observation: Observation,
  options: ContractOptions,
): ServedRecords {
  const contract = resolveRecords(options, observation);
  checkServed(executor, contract, observation, options);
  return { contract, plan: planOfRecords(executor, contract, requirementOf(options)) };
}

/** The same for a plain function, over values of any kind. */
export function serveFunction(
  executor: SynchronousExecutor,
  observation: Observation,
  options: ContractOptions,
  type: ElementType | "any",
): ServedFunction {
  const contract = resolveFunction(options, observation, type);
  checkServed(executor, contract, observation, options);
  return { contract, plan: planOfFunction(executor, contract) };
}

/** That the executor serves a request. Nothing has run. @throws UnsupportedError where it refuses */
export function checkServed(
  executor: Executor,
  contract: Contract,
  observation: Observation,
  options: ContractOptions,
): void {
  const refused = refusalError(executor, contract, observation, options);
  if (refused !== undefined) throw refused;
}

/** The error of a request that the executor refuses, undefined where it serves it. Nothing has run. */
export function refusalError(
  executor: Executor,
  contract: Contract,
  observation: Observation,
  options: ContractOptions,
): UnsupportedError | undefined {
  const request = requestOf(contract, observation, options);
  const refused = executor.refusal(request);
  if (refused === undefined) return undefined;
  const operator = contract.kind === "function" ? "a plain function" : contract.operator.name;
  const asked = `${observation} of ${operator} by ${printExpression(contract.expression)}`;
  const level = requirementOf(options).determinism;
  const subject = `${asked} at level "${level}" on executor "${executor.name}"`;
  return new UnsupportedError(subject, refused.reason, refused.remedy);
}

/** What a request that the executor does not refuse will meet. Nothing has run. */
export function achievedBy(
  executor: Executor,
  contract: Contract,
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

/** What the options require of the bits, beside the contract. */
export function requirementOf({ determinism, expression }: ContractOptions): Requirement {
  const level = determinism === undefined ? "everywhere" : checkDeterminismLevel(determinism);
  return { determinism: level, isExpressionNamed: expression !== undefined };
}

function requestOf(contract: Contract, observation: Observation, options: ContractOptions): Request {
  const { allowQuadratic = false } = options;
  return { contract, observation, allowQuadratic, requirement: requirementOf(options) };
}

/** The plan of a plain function's contract that the executor does not refuse. */
export function planOfFunction(executor: SynchronousExecutor, contract: FunctionContract): FunctionPlan {
  return ofSynchronousFunction(planned(executor.planFunction?.(contract)));
}

/** The plan of a contract over records that the executor does not refuse. */
export function planOfRecords(
  executor: SynchronousExecutor,
  contract: RecordContract,
  requirement: Requirement,
): SynchronousRecordPlan {
  return planned(executor.planRecords?.(contract, requirement));
}

function planned<Plan>(plan: Plan | undefined): Plan {
  if (plan === undefined) throw new InternalError("an executor neither refuses a contract nor plans it");
  return plan;
}

/** The contract of options whose operator is over records. @throws InvalidArgumentError */
export function resolveRecords(options: ContractOptions, observation: Observation): RecordContract {
  return ofKind("record", contractOf(options, observation));
}

/** The contract of options whose operator is over single elements. @throws InvalidArgumentError */
export function resolveTyped(
  options: ContractOptions,
  observation: Observation,
  type: ElementType | undefined,
): TypedContract {
  return ofKind("typed", contractOf(options, observation, type));
}

/** The contract of options whose operator is a function. @throws InvalidArgumentError */
export function resolveFunction(
  options: ContractOptions,
  observation: Observation,
  type: ElementType | "any" | undefined,
): FunctionContract {
  return ofKind("function", contractOf(options, observation, type));
}

/** A contract that is known to be of a kind. */
function ofKind<Kind extends Contract["kind"]>(
  kind: Kind,
  contract: Contract,
): Extract<Contract, { readonly kind: Kind }> {
  if (contract.kind === kind) return contract as Extract<Contract, { readonly kind: Kind }>;
  throw new InternalError(`a ${contract.kind} contract was taken for a ${kind} one`);
}
