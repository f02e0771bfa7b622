import type { TypedContract } from "../../contracts/contract.ts";
import type { Plan } from "../../executors/executor.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import type { Summary } from "../../summaries/summary.ts";
import { type SummaryAlgebra, summaryAlgebra } from "../../summaries/summary-algebra.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { compareScalars, type Mismatch } from "../compare.ts";
import { contractOf } from "../contract-of.ts";
import { dataSetsOf } from "../data/data-sets.ts";
import { generateData } from "../data/generate-data.ts";
import { type Case, caseOf } from "./step.ts";
import { DIRECTIONS, initialOf, PLACEMENTS, SUITE_SEED, type UnderTest } from "./under-test.ts";

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
          const contract = contractOf({
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
export function* summariesOf(contract: TypedContract): Generator<Case> {
  const data = dataSetsOf(contract.type)[0];
  for (const length of LENGTHS) {
    const input = generateData({ data, type: contract.type, length, seed: SUITE_SEED });
    const detail = `${data}, n = ${length}, summaries`;
    yield caseOf({ contract, observation: "reduce" }, detail, (plan) =>
      observesAsReduced(plan, contract, input.slice()),
    );
  }
}

async function observesAsReduced(
  plan: Plan,
  contract: TypedContract,
  input: ElementArray,
): Promise<Mismatch | undefined> {
  const algebra = summaryAlgebra(contract);
  const pieces = piecesOf(algebra, inPositionOrder(contract, input));
  const fromLeft = pieces.reduce((joined, piece) => algebra.concat(joined, piece));
  const fromRight = pieces.reduceRight((joined, piece) => algebra.concat(piece, joined));
  const reduced = await plan.reduce(input);
  for (const summary of [fromLeft, fromRight]) {
    const observed = algebra.observe(algebra.decode(algebra.encode(summary)));
    const mismatch = compareScalars(contract.accumulate, observed, reduced);
    if (mismatch !== undefined) return mismatch;
  }
  const [expected, actual] = [algebra.encode(fromLeft), algebra.encode(fromRight)];
  return expected === actual ? undefined : { expected, actual, position: undefined };
}

/** Positions of a backward contract count from the end of the input. */
function inPositionOrder(contract: TypedContract, input: ElementArray): ElementArray {
  return contract.direction === "forward" ? input : input.slice().reverse();
}

/** Summaries of pieces that respect no block; of one piece where an inner range has none. */
function piecesOf(algebra: SummaryAlgebra, input: ElementArray): readonly Summary[] {
  const isWhole = algebra.contract.expression.kind === "leftFold";
  const cuts = isWhole ? [] : [Math.floor(input.length / 7), Math.floor(input.length / 2), input.length - 1];
  const bounds = [0, ...cuts, input.length];
  return bounds
    .slice(1)
    .map((end, i) => algebra.append(algebra.empty(bounds[i]), input.subarray(bounds[i], end)));
}
