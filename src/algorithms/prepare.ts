import { checkAnyOutput } from "../contracts/check-columns.ts";
import { columnContract } from "../contracts/column-contract.ts";
import { type ContractOptions, requirementOf } from "../contracts/resolve.ts";
import type { SynchronousExecutor, SynchronousPlan } from "../executors/executor.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Columns, StoredColumns } from "../values/value-types.ts";
import { callShape } from "./call-shape.ts";
import { checkAnyInput } from "./check-input.ts";
import { checkOptions } from "./check-options.ts";
import { prepareObservations } from "./prepare-observations.ts";
import type { PreparedFunctionPlan } from "./prepared-plan.ts";
import { planOfFunction, resolve, resolveFunction } from "./serve.ts";

/** Resolves and checks a contract once, on an executor. What `Prepare` types for the caller is checked here. */
export function prepare(executor: SynchronousExecutor, options: ContractOptions): unknown {
  checkOptions(options);
  refuseOutput(options);
  return typeof options.operator === "function"
    ? prepareFunction(executor, options)
    : preparePlan(executor, options);
}

/** Results of plans go where calls say. @throws InvalidArgumentError */
function refuseOutput({ output }: ContractOptions & { readonly output?: unknown }): void {
  if (output === undefined) return;
  const expected = "left out of prepare: a scan of a plan takes an array of results, and rounds none";
  throw new InvalidArgumentError("output", expected, describe(output));
}

/**
 * Refuses options given to a call of a plan, which would not be looked at. What `map` passes along, an index and the array itself, is let through.
 *
 * @throws InvalidArgumentError
 */
function refuseOptions(given: unknown): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return;
  throw new InvalidArgumentError("options", "given to prepare: a plan has had its own", describe(given));
}

/** A plain function's contract, checked once. */
function prepareFunction(
  executor: SynchronousExecutor,
  given: ContractOptions,
): PreparedFunctionPlan<unknown> {
  const options = { ...given };
  const { contract, exclusiveContract, check, achieved, achievedOf } = prepareObservations(
    executor,
    options,
    (observation) => resolveFunction(options, observation, undefined),
  );
  const plan = planOfFunction(executor, contract);
  const placed = (input: ArrayLike<unknown>, output: unknown): unknown[] | undefined =>
    output === undefined ? undefined : checkAnyOutput(input, output);
  return {
    contract,
    exclusiveContract,
    achieved,
    achievedOf,
    reduce(input, unlooked?: unknown) {
      refuseOptions(unlooked);
      check("reduce");
      return plan.reduce(checkAnyInput(input, options.type));
    },
    inclusiveScan(input, output, unlooked?: unknown) {
      refuseOptions(unlooked);
      check("inclusive-scan");
      const values = checkAnyInput(input, options.type);
      return plan.inclusiveScan(values, placed(values, output));
    },
    exclusiveScan(input, output, unlooked?: unknown) {
      refuseOptions(unlooked);
      check("exclusive-scan");
      const values = checkAnyInput(input, options.type);
      // A plain function has no start, so that both contracts have the same initial value: the caller's.
      return plan.exclusiveScan(values, placed(values, output));
    },
  };
}

/** A contract over elements or records, checked once: a call pays for a look at its arrays, and at every bool. */
function preparePlan(executor: SynchronousExecutor, given: ContractOptions) {
  const options = { ...given };
  const { contract, exclusiveContract, check, achieved, achievedOf } = prepareObservations(
    executor,
    options,
    (observation) => resolve(options, observation),
  );
  const shape = callShape(contract);
  const requirement = requirementOf(options);
  const plan = executor.plan(columnContract(contract), requirement);
  let exclusivePlan: SynchronousPlan | undefined;

  /** An initial value of the caller's is in both contracts, an operator's start in one; where there is neither, `check` has thrown. */
  function planExclusive(): SynchronousPlan {
    const hasStart = contract.initial === undefined && exclusiveContract !== undefined;
    return hasStart ? executor.plan(columnContract(exclusiveContract), requirement) : plan;
  }
  type Run = (columns: StoredColumns, outputs?: Columns) => Columns;
  function scan(run: Run, input: unknown, output: unknown): unknown {
    const columns = shape.columnsOf(input);
    if (output === undefined) return shape.prefixesOf(run(columns));
    run(columns, shape.outputOf(columns, output));
    return output;
  }
  return {
    contract,
    exclusiveContract,
    achieved,
    achievedOf,
    reduce(input: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("reduce");
      return shape.valueOf(plan.reduce(shape.columnsOf(input)));
    },
    inclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("inclusive-scan");
      return scan(plan.inclusiveScan, input, output);
    },
    exclusiveScan(input: unknown, output?: unknown, unlooked?: unknown): unknown {
      refuseOptions(unlooked);
      check("exclusive-scan");
      exclusivePlan ??= planExclusive();
      return scan(exclusivePlan.exclusiveScan, input, output);
    },
  };
}
