import type { Observation, TypedContract } from "../contracts/contract.ts";
import { reduceOfNothing } from "../contracts/empty.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { binnedPrefixes } from "./binned-sum.ts";
import { exactPrefixes } from "./exact-sum.ts";

/** The reduce of an order-free contract: the sum of its terms, of which the initial value is one. */
export function orderFreeReduce(contract: TypedContract, input: ElementArray): Scalar {
  if (input.length === 0) return reduceOfNothing(contract);
  const prefixes = prefixesOf(contract, termsOf(contract, input));
  return prefixes[prefixes.length - 1];
}

/** A scan of an order-free contract: the sums of the terms so far, from the end for a backward contract. */
export function orderFreeScan(
  contract: TypedContract,
  observation: Exclude<Observation, "reduce">,
  input: ElementArray,
): readonly Scalar[] {
  const { initial, direction } = contract;
  const prefixes = prefixesOf(contract, termsOf(contract, input));
  if (observation === "exclusive-scan") {
    if (initial === undefined) {
      throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
    }
    prefixes[0] = Number(initial.value); // itself, whatever the sum of one term is
  }
  const skipped = observation === "inclusive-scan" && initial !== undefined ? 1 : 0;
  const values = prefixes.slice(skipped, skipped + input.length);
  return direction === "backward" ? values.reverse() : values;
}

function termsOf({ direction, initial }: TypedContract, input: ElementArray): number[] {
  const elements = Array.from(input, Number); // f32 in f64 is exact
  if (direction === "backward") elements.reverse();
  return initial === undefined ? elements : [Number(initial.value), ...elements];
}

function prefixesOf({ expression, accumulate }: TypedContract, terms: readonly number[]): number[] {
  const type = accumulate === "f32" ? "f32" : "f64";
  return expression.kind === "binned"
    ? binnedPrefixes(terms, expression.fold, type)
    : exactPrefixes(terms, type);
}
