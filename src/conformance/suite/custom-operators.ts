import type { InitialValue, RecordContract, TypedContract } from "../../contracts/contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Operator, RecordOperator } from "../../operators/operator.ts";
import { referenceScan } from "../../reference/reference.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { compareArrays } from "../compare.ts";
import { contractOf, recordContractOf } from "../contract-of.ts";
import {
  COLUMN_FINGERPRINTS,
  RECORD_FINGERPRINTS,
  RECORD_SAMPLES,
  SCALAR_FINGERPRINTS,
  SCALAR_SAMPLES,
} from "../custom/sample-operators.ts";
import { dataSetsOf } from "../data/data-sets.ts";
import { generateColumns } from "../data/generate-columns.ts";
import { generateData } from "../data/generate-data.ts";
import { specialArrays, specialInitials } from "../data/special-arrays.ts";
import { againstReference } from "./against-reference.ts";
import { associativeOperators } from "./associative-operators.ts";
import { fewLengthsFor } from "./lengths.ts";
import { recordsAgainstReference } from "./records-against-reference.ts";
import type { Tier } from "./report.ts";
import { type Case, caseOf, type Step } from "./step.ts";
import { INITIAL_SEED, initialOf, PLACEMENTS, SUITE_SEED, type UnderTest, waysOf } from "./under-test.ts";

/**
 * Operators that are not built in, over elements and over records: fingerprints of trees in every type, by every expression, and
 * operators such as users write, on hostile data. Every direction, observation and placement of an initial value, the operator's own
 * start among them, in fresh arrays and in place; and every expression for those that are proved associative.
 *
 * An executor that plans no records may refuse them all.
 */
export function* customOperators(sizes: UnderTest): Generator<Step> {
  for (const operator of SCALAR_FINGERPRINTS) yield* scalarFingerprints(operator, sizes);
  for (const operator of SCALAR_SAMPLES) yield* scalarSamples(operator, sizes);
  const { customExpressions, columnExpressions, customLength } = sizes;
  const ofRecords = { expressions: customExpressions, longest: customLength };
  const ofColumns = { expressions: columnExpressions, longest: COLUMN_LENGTH };
  for (const operator of RECORD_FINGERPRINTS) yield* recordFingerprints(operator, sizes.tier, ofRecords);
  for (const operator of COLUMN_FINGERPRINTS) yield* recordFingerprints(operator, sizes.tier, ofColumns);
  for (const operator of RECORD_SAMPLES) yield* recordSamples(operator, sizes);
  yield* associativeOperators();
}

function* scalarFingerprints(
  operator: Operator,
  { tier, customExpressions, customLength }: UnderTest,
): Generator<Case> {
  const [type] = operator.types;
  const data = dataSetsOf(type)[0];
  const input = generateData({ data, type, length: customLength, seed: SUITE_SEED });
  for (const expression of customExpressions) {
    for (const way of waysOf(tier, scalarInitials(operator))) {
      const contract = contractOf({ operator, type, expression, ...way });
      yield* againstReference(contract, input, data, fewLengthsFor(expression, customLength));
      if (way.initial === undefined) yield inPlace(contract, input, data);
    }
  }
}

function* scalarSamples(operator: Operator, sizes: UnderTest): Generator<Case> {
  const [type] = operator.types;
  const longest = Math.max(...sizes.typeLengths);
  const inputs = [
    ...dataSetsOf(type).map((data) => ({
      name: data,
      elements: generateData({ data, type, length: longest, seed: SUITE_SEED }),
      initials: scalarInitials(operator),
      lengths: sizes.typeLengths,
    })),
    ...specialArrays(type).map(({ name, elements }, index) => ({
      name,
      elements,
      initials: index === 0 ? [undefined, ...specialInitials(type)] : [undefined],
      lengths: [...sizes.specialLengths, elements.length],
    })),
  ];
  for (const { name, elements, initials, lengths } of inputs) {
    for (const expression of sizes.fewExpressions) {
      for (const way of waysOf(sizes.tier, initials)) {
        const contract = contractOf({ operator, type, expression, ...way });
        yield* againstReference(contract, elements, name, lengths);
      }
    }
  }
}

function* recordFingerprints(
  operator: RecordOperator,
  tier: Tier,
  { expressions, longest }: { readonly expressions: readonly Expression[]; readonly longest: number },
): Generator<Step> {
  const input = columnsFor(operator, "narrow", longest);
  for (const expression of expressions) {
    const lengths = fewLengthsFor(expression, longest);
    for (const contract of recordContracts(operator, expression, tier)) {
      yield* recordsAgainstReference(contract, input, "narrow", lengths);
    }
  }
}

function* recordSamples(operator: RecordOperator, sizes: UnderTest): Generator<Step> {
  const lengthsOf = { narrow: sizes.typeLengths, special: [1, SPECIAL_LENGTH] } as const;
  for (const data of ["narrow", "special"] as const) {
    const lengths = lengthsOf[data];
    const input = columnsFor(operator, data, Math.max(...lengths));
    for (const expression of sizes.fewExpressions) {
      for (const contract of recordContracts(operator, expression, sizes.tier)) {
        yield* recordsAgainstReference(contract, input, data, lengths);
      }
    }
  }
}

/** Elements of records of one column: more than two of the longest blocks in the quick tier, more than one in the full one. */
const COLUMN_LENGTH = 67;

/** Elements of special data for records: enough for one of each kind. */
const SPECIAL_LENGTH = 37;

function* recordContracts(
  operator: RecordOperator,
  expression: RecordContract["expression"],
  tier: Tier,
): Generator<RecordContract> {
  for (const way of waysOf(tier, recordInitials(operator))) {
    yield recordContractOf({ operator, expression, ...way });
  }
}

/** None, in both placements; outside it is what the operator starts an exclusive scan with, where it says so. */
function scalarInitials(operator: Operator): readonly (InitialValue<Scalar> | undefined)[] {
  const [type] = operator.types;
  const start = operator.start(type);
  return PLACEMENTS.map((placement) =>
    start === undefined || placement !== "outside" ? initialOf(type, placement) : { value: start, placement },
  );
}

function recordInitials(operator: RecordOperator): readonly (InitialValue<readonly Scalar[]> | undefined)[] {
  const request = { columns: operator.columns, data: "narrow", length: 1, seed: INITIAL_SEED } as const;
  const value = generateColumns(request).map((column): Scalar => column[0]);
  return PLACEMENTS.map((placement) => {
    if (placement === undefined) return undefined;
    return { value: placement === "outside" ? (operator.start ?? value) : value, placement };
  });
}

function columnsFor(
  operator: RecordOperator,
  data: "narrow" | "special",
  length: number,
): readonly ColumnArray[] {
  return generateColumns({ columns: operator.columns, data, length, seed: SUITE_SEED });
}

function inPlace(contract: TypedContract, input: ElementArray, data: string): Case {
  const detail = `${data}, n = ${input.length}, in place`;
  return caseOf({ contract, observation: "inclusive-scan" }, detail, async (plan) => {
    const both = input.slice();
    await plan.inclusiveScan(both, both);
    return compareArrays(referenceScan(contract, "inclusive-scan", input), both);
  });
}
