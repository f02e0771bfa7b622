import { derivedContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import { type SegmentRuleOption, segmentRuleOf } from "../../contracts/over-segments.ts";
import { CONTRACT_OPTIONS, type ContractOptions } from "../../contracts/resolve.ts";
import { type GivenContract, givenContract } from "../given-contract.ts";

/** The names of the options that make a contract over segments. */
export const SEGMENT_OPTIONS: readonly string[] = [...CONTRACT_OPTIONS, "segmentRule"];

/** An input with the contract that its segments are to be combined by. @throws InvalidArgumentError, LengthMismatchError as `givenContract` does */
export function givenSegmentedContract(
  input: unknown,
  { segmentRule, ...options }: ContractOptions & SegmentRuleOption,
  observation: Observation,
  argument = "input",
): GivenContract {
  const given = givenContract(input, options, observation, argument);
  const segments = segmentRuleOf(given.contract.expression, { segmentRule });
  const contract = derivedContract(given.contract, { segments });
  return { ...given, contract, request: { ...given.request, contract } };
}
