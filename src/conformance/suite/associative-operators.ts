import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  leftFold,
} from "../../expressions/expression.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import { contractOf, recordContractOf } from "../contract-of.ts";
import { ASSOCIATIVE_SAMPLES } from "../custom/sample-operators.ts";
import { dataSetsOf } from "../data/data-sets.ts";
import { generateColumns } from "../data/generate-columns.ts";
import { generateData } from "../data/generate-data.ts";
import { againstReference } from "./against-reference.ts";
import { recordsAgainstReference } from "./records-against-reference.ts";
import { rightFold } from "./refusals.ts";
import type { Step } from "./step.ts";
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
          yield { ...step, request: { ...step.request, allowQuadratic: false } } as typeof step;
        }
      }
    }
  }
}

function* casesOf(
  operator: AnyOperator,
  expression: Expression,
  direction: (typeof DIRECTIONS)[number],
): Generator<Exclude<Step, { readonly kind: "skip" | "refusal" }>> {
  const length = LONGEST;
  if (operator.kind === "record-operator") {
    const { columns } = operator;
    const input = generateColumns({ columns, data: "special", length, seed: SUITE_SEED });
    const contract = recordContractOf({ operator, expression, direction });
    yield* recordsAgainstReference(contract, input, "special, proved associative", LENGTHS);
    return;
  }
  const [type] = operator.types;
  const data = dataSetsOf(type).includes("special") ? "special" : "bits";
  const input = generateData({ data, type, length, seed: SUITE_SEED });
  const contract = contractOf({ operator, type, expression, direction });
  yield* againstReference(contract, input, `${data}, proved associative`, LENGTHS);
}
