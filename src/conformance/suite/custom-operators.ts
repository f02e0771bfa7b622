import { DIRECTIONS } from "../../contracts/checks.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { InitialValue } from "../../contracts/contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  leftFold,
} from "../../expressions/expression.ts";
import type { AnyOperator, Operator, RecordOperator } from "../../operators/operator.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { Columns, Row } from "../../values/value-types.ts";
import { columnContractOf } from "../contract-of.ts";
import { type DataSet, dataSetsOf, generateColumns, generateData } from "../data/generate-data.ts";
import { specialArrays, specialInitials } from "../data/special-arrays.ts";
import {
  ASSOCIATIVE_SAMPLES,
  COLUMN_FINGERPRINTS,
  RECORD_FINGERPRINTS,
  RECORD_SAMPLES,
  SCALAR_FINGERPRINTS,
  SCALAR_SAMPLES,
} from "../sample-operators.ts";
import { againstReference } from "./against-reference.ts";
import type { Case, Place, Step } from "./checks.ts";
import { rightFold } from "./refusals.ts";
import type { Tier } from "./report.ts";
import {
  fewLengthsFor,
  INITIAL_SEED,
  initialOf,
  PLACEMENTS,
  SUITE_SEED,
  type UnderTest,
  waysOf,
} from "./tiers.ts";

const EXPRESSIONS: readonly Expression[] = [leftFold, blockDyadic(4), bisection, interleaved(4), rightFold];
const LENGTHS: readonly number[] = [0, 1, 2, 3, 31, 67];
const LONGEST = 67;

/**
 * Where an operator is proved associative every tree over elements in their order has the same bits: a scan by bisection is nothing that
 * needs to be asked for twice. Interleaved lanes take another order, so that they have their own bits unless it is commutative too; and so
 * may a caller's own expression, which is served everywhere only then.
 */
function* associativeOperators(): Generator<Step> {
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

/**
 * Operators that are not built in, over elements and over records: fingerprints of trees in every type, by every expression, and
 * operators such as users write, on hostile data. Every direction, observation and placement of an initial value, the operator's own
 * start among them, in fresh arrays and in place; and every expression for those that are proved associative.
 *
 * An executor may refuse all records.
 */
export function* customOperators(sizes: UnderTest): Generator<Step> {
  const { customExpressions, columnExpressions, customLength } = sizes;
  const ofAll = { expressions: customExpressions, longest: customLength };
  const ofColumns = { expressions: columnExpressions, longest: COLUMN_LENGTH };
  for (const operator of SCALAR_FINGERPRINTS) yield* fingerprints(operator, sizes.tier, ofAll);
  for (const operator of SCALAR_SAMPLES) yield* scalarSamples(operator, sizes);
  for (const operator of RECORD_FINGERPRINTS) yield* fingerprints(operator, sizes.tier, ofAll);
  for (const operator of COLUMN_FINGERPRINTS) yield* fingerprints(operator, sizes.tier, ofColumns);
  for (const operator of RECORD_SAMPLES) yield* recordSamples(operator, sizes);
  yield* associativeOperators();
}

/** Elements of records of one column: more than two of the longest blocks in the quick tier, more than one in the full one. */
const COLUMN_LENGTH = 67;

/** Elements of special data for records: enough for one of each kind. */
const SPECIAL_LENGTH = 37;

const EITHER_PLACE: readonly Place[] = ["fresh", "in place"];

function* fingerprints(
  operator: AnyOperator,
  tier: Tier,
  { expressions, longest }: { readonly expressions: readonly Expression[]; readonly longest: number },
): Generator<Case> {
  const data = operator.kind === "operator" ? "wide" : "narrow";
  for (const expression of expressions) {
    const lengths = fewLengthsFor(expression, longest);
    for (const contract of contractsOf(operator, expression, tier)) {
      const input = columnsFor(contract, data, longest);
      yield* againstReference(contract, input, data, lengths, EITHER_PLACE);
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
        const contract = columnContractOf({ operator, type, expression, ...way });
        yield* againstReference(contract, [elements], name, lengths);
      }
    }
  }
}

function* recordSamples(operator: RecordOperator, sizes: UnderTest): Generator<Case> {
  const lengthsOf = { narrow: sizes.typeLengths, special: [1, SPECIAL_LENGTH] } as const;
  for (const data of ["narrow", "special"] as const) {
    const lengths = lengthsOf[data];
    for (const expression of sizes.fewExpressions) {
      for (const contract of contractsOf(operator, expression, sizes.tier)) {
        const input = columnsFor(contract, data, Math.max(...lengths));
        yield* againstReference(contract, input, data, lengths, EITHER_PLACE);
      }
    }
  }
}

/** The contracts of an operator, on its first type, in each direction and with each initial value. */
function* contractsOf(operator: AnyOperator, expression: Expression, tier: Tier): Generator<ColumnContract> {
  if (operator.kind === "record-operator") {
    for (const way of waysOf(tier, recordInitials(operator))) {
      yield columnContractOf({ operator, expression, ...way });
    }
    return;
  }
  for (const way of waysOf(tier, scalarInitials(operator))) {
    yield columnContractOf({ operator, type: operator.types[0], expression, ...way });
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

function recordInitials({ columns, start }: RecordOperator): readonly (InitialValue<Row> | undefined)[] {
  const request = { columns, data: "narrow", length: 1, seed: INITIAL_SEED } as const;
  const value = generateColumns(request).map((column): Scalar => column[0]);
  return PLACEMENTS.map((placement) => {
    if (placement === undefined) return undefined;
    return { value: placement === "outside" ? (start ?? value) : value, placement };
  });
}

function columnsFor({ columns }: ColumnContract, data: DataSet, length: number): Columns {
  return generateColumns({ columns, data, length, seed: SUITE_SEED });
}
