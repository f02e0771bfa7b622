import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  leftFold,
} from "../../expressions/expression.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import { columnContractOf } from "../contract-of.ts";
import { ASSOCIATIVE_SAMPLES } from "../custom/sample-operators.ts";
import { generateColumns } from "../data/generate-columns.ts";
import { againstReference } from "./against-reference.ts";
import { rightFold } from "./refusals.ts";
import type { Case, Step } from "./step.ts";
import { DIRECTIONS, SUITE_SEED } from "./under-test.ts";

const EXPRESSIONS: readonly Expression[] = [leftFold, blockDyadic(4), bisection, interleaved(4), rightFold];
const LENGTHS: readonly number[] = [0, 1, 2, 3, 31, 67];
const LONGEST = 67;

/**
 * Where an operator is proved associative every tree over elements in their order has the same bits: a scan by bisection is nothing that
 * needs to be asked for twice. Interleaved lanes take another order, so that they have their own bits unless it is commutative too; and so
 * may a caller's own expression, which is served everywhere only then.
 */
export function* associativeOperators(): Generator<Step> {
  for (const operator of ASSOCIATIVE_SAMPLES) {
    for (const expression of EXPRESSIONS) {
      if (expression.kind === "custom" && !operator.isCommutative) continue;
      for (const direction of DIRECTIONS) {
        for (const step of casesOf(operator, expression, direction)) {
          yield { ...step, request: { ...step.request, allowQuadratic: false } };
        }
      }
    }
  }
}

function casesOf(
  operator: AnyOperator,
  expression: Expression,
  direction: (typeof DIRECTIONS)[number],
): Generator<Case> {
  const contract = columnContractOf(
    operator.kind === "record-operator"
      ? { operator, expression, direction }
      : { operator, type: operator.types[0], expression, direction },
  );
  const { columns } = contract;
  const input = generateColumns({ columns, data: "special", length: LONGEST, seed: SUITE_SEED });
  return againstReference(contract, input, "special, proved associative", LENGTHS, ["fresh", "in place"]);
}
