// Why: three judges, the best at hand: the literal reference, a golden vector, another executor. Whoever is judged is never asked about itself.

import { lineOf } from "../../contracts/contract-key.ts";
import { printContract } from "../../contracts/print.ts";
import type { Executor } from "../../executors/executor.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import { hashColumns } from "../../values/hash.ts";
import { referencePlan } from "../reference-executor.ts";
import type { GoldenVector } from "../vectors/golden-vector.ts";
import { type Asked, alone, type Outcome, observe } from "./observe.ts";

export const DEFAULT_SEED = 2026n;

/** What a judge is given besides a request. */
interface JudgeOptions {
  readonly seed?: bigint | undefined; // of the input
  readonly vectors?: readonly GoldenVector[] | undefined;
  readonly signal?: AbortSignal | undefined; // looked at before every executor
}

/** Who says what is right, and the hash they say. */
export type Oracle =
  | { readonly by: "reference" | "vectors" | "executors"; readonly hash: string }
  | { readonly by: "none" };

/** The longest input that the literal reference takes part in. */
const REFERENCE_LENGTH = 4099;

/** A judge that needs no executor: the literal reference, else a golden vector; undefined beyond the reach of both. */
function findOracle(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): Oracle | undefined {
  if (asked.input[0].length <= REFERENCE_LENGTH) return { by: "reference", hash: referenceHash(asked) };
  const golden = goldenHash(asked, vectors, seed);
  return golden === undefined ? undefined : { by: "vectors", hash: golden };
}

/** The judge of last resort: another executor that served the request, if there is one. */
function askOthers(others: readonly Outcome[]): Oracle {
  const other = others.find((outcome) => outcome.kind === "served");
  return other === undefined ? { by: "none" } : { by: "executors", hash: other.hash };
}

function referenceHash({ contract, observation, input }: Asked): string {
  const plan = referencePlan(contract);
  return hashColumns(
    observation === "reduce" ? alone(contract, plan.reduce(input)) : plan.inclusiveScan(input),
  );
}

function goldenHash(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): string | undefined {
  const line = lineOf(asked.contract);
  const isMirrored = isOrderFree(asked.contract.expression);
  const data = isMirrored ? "mirrored" : asked.contract.types[0] === "f64" ? "narrow" : "bits";
  const found = vectors.find(
    ({ contract, observation, input }) =>
      observation === asked.observation &&
      input.length === asked.input[0].length &&
      input.seed === seed &&
      input.data === data &&
      printContract(contract) === line,
  );
  return found?.expected.scanHash;
}

/** What one executor made of a request, and who says what is right. */
export interface Compared {
  readonly outcome: Outcome;
  readonly oracle: Oracle;
}

/** For a sum without an order: there is no wrong tree for it. */
export const WITHOUT_TREES: Compared = {
  outcome: { kind: "refused", message: "a sum without an order has no trees" },
  oracle: { by: "none" },
};

export const NOT_ASKED: Compared = { outcome: { kind: "skipped" }, oracle: { by: "none" } };

/** What each executor makes of a request, beside what the best judge at hand says; one entry for each executor. */
export async function compareExecutors(
  executors: readonly Executor[],
  request: Asked,
  isAsked: (executor: Executor) => boolean,
  { vectors = [], seed = DEFAULT_SEED, signal }: JudgeOptions,
): Promise<readonly Compared[]> {
  const outcomes: Outcome[] = [];
  for (const executor of executors) {
    signal?.throwIfAborted();
    outcomes.push(isAsked(executor) ? await observe(executor, request) : { kind: "skipped" });
  }
  const settled = findOracle(request, vectors, seed);
  return outcomes.map((outcome, i) => {
    const others = outcomes.filter((_, j) => j !== i);
    return { outcome, oracle: settled ?? askOthers(others) };
  });
}

/** Whether an executor is right about one thing, and why not. */
export function judge(
  what: string,
  { outcome, oracle }: Compared,
): {
  readonly verdict: "PASS" | "FAIL" | "unchecked";
  readonly message: string | undefined;
} {
  // The trees are unknown where an executor serves the operator, which is associative, but not treeHash, or where there are none: the values
  // must do.
  if (outcome.kind === "refused") return { verdict: "PASS", message: undefined };
  if (outcome.kind === "skipped") return { verdict: "unchecked", message: `${what}: not asked for` };
  if (outcome.kind === "failed") return { verdict: "FAIL", message: `${what}: ${outcome.message}` };
  if (!outcome.lastIsReduce)
    return { verdict: "FAIL", message: `${what}: the last prefix is not the reduce` };
  if (oracle.by === "none") return { verdict: "unchecked", message: `${what}: nothing to compare with` };
  if (outcome.hash === oracle.hash) return { verdict: "PASS", message: undefined };
  const message = `${what}: expected hash ${oracle.hash} (${oracle.by}), got ${outcome.hash}`;
  return { verdict: "FAIL", message };
}
