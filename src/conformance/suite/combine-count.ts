import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Awaitable } from "../../executors/executor.ts";
import { iteratedPairwise } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import { columnContractOf } from "../contract-of.ts";
import { type Case, type CountCase, caseOf, type Skip } from "./checks.ts";

/**
 * How many combines an executor's code really performs in an inclusive scan of `length` elements: counted by instrumented code, not
 * computed from a formula. An executor that can count passes one in; a fresh count for each call.
 */
export type CombineCounter = (contract: ColumnContract, length: number) => Awaitable<number>;

const LARGEST_POWER = 12;

/**
 * All prefixes of iteratedPairwise together take exactly (n/2)·log2 n combines at n = 2^k: its distinct subtrees, none evaluated
 * twice. (P4229R0 §6.3 and A.7 claim O(1) an output; that holds for a left-nested value with other bits.)
 */
export function* combineCounts(): Generator<CountCase> {
  const contract = columnContractOf({ operator: add, type: "f64", expression: iteratedPairwise });
  for (let power = 1; power <= LARGEST_POWER; power++) {
    const length = 2 ** power;
    const expected = (length / 2) * power;
    const request = { contract, observation: "inclusive-scan" } as const;
    yield { kind: "count", request, detail: `n = ${length}, combines counted`, length, expected };
  }
}

/** The case that a count makes for an executor that counts, or why it is skipped. */
export function countedBy(
  counter: CombineCounter | undefined,
  { request, detail, length, expected }: CountCase,
): Case | Skip {
  if (counter === undefined) return { kind: "skip", count: 1, reason: "the executor counts no combines" };
  return caseOf(request, detail, async () => {
    const actual = await counter(request.contract, length);
    if (actual === expected) return undefined;
    return { expected: `${expected} combines`, actual: String(actual), position: undefined };
  });
}
