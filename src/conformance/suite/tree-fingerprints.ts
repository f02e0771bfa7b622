import { DIRECTIONS } from "../../contracts/checks.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import { treeHash } from "../../operators/built-in.ts";
import type { Columns } from "../../values/value-types.ts";
import { columnContractOf } from "../contract-of.ts";
import { generateData } from "../data/generate-data.ts";
import { againstReference, reducesAgainstReference } from "./against-reference.ts";
import type { Case } from "./checks.ts";
import { initialOf, lengthsFor, PLACEMENTS, SUITE_SEED, type UnderTest } from "./tiers.ts";

/**
 * Proof by tree: with the operator treeHash each output value is a fingerprint of the tree that made it, so that equal values at
 * every position mean, up to 2^−64, equal trees. Every expression, observation, direction and placement of an initial value.
 */
export function* treeFingerprints({ expressions, fingerprintLength }: UnderTest): Generator<Case> {
  const input = [generateData({ data: "bits", type: "u64", length: fingerprintLength, seed: SUITE_SEED })];
  for (const expression of expressions) {
    for (const direction of DIRECTIONS) {
      for (const placement of PLACEMENTS) {
        const initial = initialOf("u64", placement);
        const contract = columnContractOf({
          operator: treeHash,
          type: "u64",
          expression,
          direction,
          initial,
        });
        yield* ofContract(contract, input);
      }
    }
  }
}

function* ofContract(contract: ColumnContract, input: Columns): Generator<Case> {
  const { expression } = contract;
  const lengths = lengthsFor(expression, input[0].length);
  const longestScan = Math.min(longestScanOf(expression), input[0].length);
  const scanned = lengths.filter((length) => length <= longestScan);
  const first = input.map((column) => column.slice(0, longestScan));
  yield* againstReference(contract, first, "bits", scanned);
  const reduced = lengths.filter((length) => length > longestScan);
  yield* reducesAgainstReference(contract, input, "bits", reduced);
}

/** Combines that one scan may take, by definition; above it, an expression's reduces are tried alone. */
const SCAN_COMBINES = 2 ** 17;

function longestScanOf(expression: Expression): number {
  switch (expression.kind) {
    case "interleaved": // each prefix joins all its lanes anew
      return Math.max(Math.floor(SCAN_COMBINES / expression.laneCount), Math.floor(Math.sqrt(SCAN_COMBINES)));
    case "bisection": // and here, at worst, all its elements
    case "custom":
      return Math.floor(Math.sqrt(SCAN_COMBINES));
    case "leftFold":
    case "iteratedPairwise":
    case "blockDyadic":
    case "linearCarry":
    case "network":
    case "binned": // without trees, and never here
    case "exact":
      return Number.POSITIVE_INFINITY;
    default:
      return expression satisfies never;
  }
}
