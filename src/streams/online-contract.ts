import { expressionFrom } from "../contracts/checks.ts";
import { type ColumnContract, columnContract, derivedContract } from "../contracts/column-contract.ts";
import type { Contract, Observation, RecordContract, TypedContract } from "../contracts/contract.ts";
import { type ContractOptions, contractOf, requirementOf } from "../contracts/resolve.ts";
import { areSameOptions, copyOfOptions } from "../contracts/same-options.ts";
import { type ColumnSummary, freedBy, type OnlineExecutor, type OnlinePass } from "../executors/executor.ts";
import { UnsupportedError } from "../values/errors.ts";

/** A contract that can be computed while its input arrives, as callers see it. */
export type OnlineContract = TypedContract | RecordContract;

interface Resolved {
  readonly observation: Observation;
  readonly options: ContractOptions;
  readonly contract: ColumnContract;
}

/** The latest, oldest first: who computes many short streams opens each with the same options, and executors keep what they made for a contract. */
const latest: Resolved[] = [];
const MOST_LATEST = 8;

/**
 * The contract of options, which must be one to compute online.
 *
 * @throws InvalidArgumentError from the options
 * @throws UnsupportedError for bisection, a custom expression or a plain function
 */
export function resolveOnline(options: ContractOptions, observation: Observation): ColumnContract {
  const known = latest.find(
    (each) => each.observation === observation && areSameOptions(each.options, options),
  );
  if (known !== undefined) return known.contract;
  const contract = checkOnline(contractOf(options, observation), observation);
  // Types and initial values of records are the caller's objects, which may change.
  if (typeof options.type !== "object" && typeof options.initial !== "object") {
    if (latest.push({ observation, options: copyOfOptions(options), contract }) > MOST_LATEST) latest.shift();
  }
  return contract;
}

/** The contract over columns, if it can be computed online. @throws UnsupportedError naming what can */
export function checkOnline(contract: Contract, observation: Observation): ColumnContract {
  const { expression } = contract;
  if (expression.kind === "bisection" || expression.kind === "custom") {
    const name =
      expression.kind === "custom" ? `the caller's own expression "${expression.name}"` : expression.kind;
    throw new UnsupportedError(
      `an online ${observation} by ${name}`,
      "its trees may change with the length of the whole input, which is not known yet",
      "use iteratedPairwise (iterated-pairwise), or another expression that is fixed by position",
    );
  }
  if (contract.kind !== "function") return columnContract(contract);
  throw new UnsupportedError(
    `an online ${observation} by a plain function`,
    "its values have no bits that a snapshot could keep",
    "define the operator as a term, with samebits/operators",
  );
}

/**
 * What the executor computes where less than everywhere will do: the contract by the expression that it serves a whole call with. One
 * that has no name stays the executor's own, and a pass everywhere.
 */
export function chosenContract(
  executor: OnlineExecutor,
  contract: ColumnContract,
  observation: Observation,
  options: ContractOptions,
): ColumnContract {
  const requirement = requirementOf(options);
  const freed = freedBy(executor, { contract, observation, allowQuadratic: false, requirement });
  if (freed === undefined) return contract;
  return derivedContract(contract, { expression: expressionFrom(freed.expression) });
}

/** A pass of the executor, from the beginning or from a summary. @throws UnsupportedError where the executor refuses */
export function openPass(
  executor: OnlineExecutor,
  contract: ColumnContract,
  observation: Observation,
  from: ColumnSummary | undefined,
): OnlinePass {
  const subject = `an online ${observation} of ${contract.operator.name} on executor "${executor.name}"`;
  const refused = executor.refusal({ contract, observation, allowQuadratic: false });
  if (refused !== undefined) throw new UnsupportedError(subject, refused.reason, refused.remedy);
  if (typeof executor.openPass === "function") return executor.openPass(contract, from);
  throw new UnsupportedError(
    subject,
    "it takes whole arrays only",
    "use the executor javascript or wasm, as samebits/streams does",
  );
}
