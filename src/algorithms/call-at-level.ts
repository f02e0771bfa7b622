// Why: every function meets a level of determinism in the same way. What a level frees on an executor is an expression, and the call is made with that one named.
import { type Achieved, type Served, servedEverywhere } from "../contracts/levels.ts";
import { type ContractOptions, checkLevel, requirementOf } from "../contracts/resolve.ts";
import { type Executor, freedBy } from "../executors/executor.ts";
import type { Call } from "./call.ts";
import { roundedCall, withoutRounding } from "./rounded-call.ts";
import { checkRequests } from "./run-call.ts";

type Requests = Pick<Call<unknown>, "requests">;

/** A call as an executor makes it: everywhere, or by an expression that less than that frees. */
export interface LevelledCall<Asked extends Requests> {
  readonly call: Asked;
  readonly freed: Served | undefined;
}

/**
 * The call of a function on an executor. At a level below "everywhere" it is that with the executor's own expression in the options, where it has one for
 * one of the sums and the caller names none: so each level has the bits of an expression with a name.
 *
 * @throws InvalidArgumentError from the arguments
 * @throws UnsupportedError, before anything runs, where the executor refuses a contract
 */
export function callAtLevel<Asked extends Requests>(
  executor: Executor,
  callOf: (...given: readonly unknown[]) => Asked,
  given: readonly unknown[],
): LevelledCall<Asked> {
  const options = levelOptions(given);
  if (options !== undefined) checkLevel(options);
  const own = callOf(...given);
  const freed = options && freedOf(executor, own, options);
  const named = freed && { ...options, determinism: undefined, expression: freed.expression };
  const call = named === undefined ? own : callOf(...given.map((each) => (each === options ? named : each)));
  checkRequests(executor, call.requests);
  return { call, freed };
}

/**
 * The same of a function's call whose options may name half floats as its `output`: what it computes is then rounded. Of a function
 * without contracts it is an option of its own, if it is one.
 */
export function askedCall<Result>(
  executor: Executor,
  callOf: (...given: readonly unknown[]) => Call<Result>,
  given: readonly unknown[],
): LevelledCall<Call<Result>> {
  const asked = withoutRounding(given);
  if (asked === undefined) return callAtLevel(executor, callOf, given);
  const found = callAtLevel(executor, callOf, asked.given);
  if (found.call.requests === undefined) return callAtLevel(executor, callOf, given);
  return { ...found, call: roundedCall(found.call, asked.rounding) };
}

/** What a call meets: of the levels of its sums the weakest. Where nothing is combined, or by no executor, the expression is "none". */
export function achievedOf(executor: Executor, { call, freed }: LevelledCall<Requests>): Achieved {
  const [first] = call.requests ?? [];
  const { determinism, expression } =
    freed ?? (first === undefined ? NOTHING : servedEverywhere(first.contract));
  return { determinism, executor: executor.name, expression };
}

/** What is met where nothing is combined. */
export const NOTHING: Served = { determinism: "everywhere", expression: "none" };

/** The options that say a level: no other argument has a text of that name. */
function levelOptions(given: readonly unknown[]): ContractOptions | undefined {
  return given.find(
    (each) => typeof (each as ContractOptions | null | undefined)?.determinism === "string",
  ) as ContractOptions | undefined;
}

function freedOf(
  executor: Executor,
  { requests = [] }: Requests,
  options: ContractOptions,
): Served | undefined {
  const requirement = requirementOf(options);
  for (const request of requests) {
    const freed = freedBy(executor, { ...request, requirement });
    if (freed !== undefined) return freed;
  }
  return undefined;
}
