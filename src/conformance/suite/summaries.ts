import { DIRECTIONS } from "../../contracts/checks.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ColumnSummary, Plan } from "../../executors/executor.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import { type ColumnSummaries, columnSummaries } from "../../summaries/summary-algebra.ts";
import type { Columns } from "../../values/value-types.ts";
import { compareRecords, type Mismatch } from "../compare.ts";

import { columnContractOf } from "../contract-of.ts";
import { type Case, caseOf } from "./checks.ts";
import { inputFor } from "./placement.ts";
import { initialOf, PLACEMENTS, type UnderTest } from "./tiers.ts";

const LENGTHS: readonly number[] = [1, 2, 33, 100, 259];

/**
 * Summaries compose to what the executor computes: an input cut into pieces, summarised piece by piece, joined from the left and
 * from the right, through bits and back, is observed with the bits of the executor's reduce; and both groupings encode alike.
 */
export function* summaries({ expressions }: UnderTest): Generator<Case> {
  for (const expression of expressions) {
    if (expression.kind === "bisection" || expression.kind === "custom") continue; // they have no summaries
    for (const direction of DIRECTIONS) {
      for (const placement of PLACEMENTS) {
        for (const [operator, type] of [
          [treeHash, "u64"],
          [add, "f32"],
        ] as const) {
          const contract = columnContractOf({
            operator,
            type,
            expression,
            direction,
            initial: initialOf(type, placement),
          });
          yield* summariesOf(contract);
        }
      }
    }
  }
}

/** The summaries of one contract, at a few lengths. */
export function* summariesOf(contract: ColumnContract): Generator<Case> {
  for (const length of LENGTHS) {
    const input = inputFor(contract, length);
    const detail = `n = ${length}, summaries`;
    yield caseOf({ contract, observation: "reduce" }, detail, (plan) =>
      observesAsReduced(
        plan,
        contract,
        input.map((column) => column.slice()),
      ),
    );
  }
}

async function observesAsReduced(
  plan: Plan,
  contract: ColumnContract,
  input: Columns,
): Promise<Mismatch | undefined> {
  const algebra = columnSummaries(contract);
  const pieces = piecesOf(algebra, inPositionOrder(contract, input));
  const fromLeft = pieces.reduce((joined, piece) => algebra.concat(joined, piece));
  const fromRight = pieces.reduceRight((joined, piece) => algebra.concat(piece, joined));
  const reduced = await plan.reduce(input);
  for (const summary of [fromLeft, fromRight]) {
    const observed = algebra.observe(algebra.decode(algebra.encode(summary)));
    const mismatch = compareRecords(contract.columns, observed, reduced);
    if (mismatch !== undefined) return mismatch;
  }
  const [expected, actual] = [algebra.encode(fromLeft), algebra.encode(fromRight)];
  return expected === actual ? undefined : { expected, actual, position: undefined };
}

/** Positions of a backward contract count from the end of the input. */
function inPositionOrder(contract: ColumnContract, input: Columns): Columns {
  return contract.direction === "forward" ? input : input.map((column) => column.slice().reverse());
}

/** Summaries of pieces that cut through blocks; of one piece where an inner range has no summary. */
function piecesOf(algebra: ColumnSummaries, input: Columns): readonly ColumnSummary[] {
  const { length } = input[0];
  const isWhole = algebra.contract.expression.kind === "leftFold";
  const cuts = isWhole ? [] : [Math.floor(length / 7), Math.floor(length / 2), length - 1];
  const bounds = [0, ...cuts, length];
  return bounds.slice(1).map((end, i) => {
    const piece = input.map((column) => column.subarray(bounds[i], end));
    return algebra.append(algebra.empty(bounds[i]), piece);
  });
}
