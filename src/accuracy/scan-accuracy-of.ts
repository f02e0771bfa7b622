// The error of every prefix of a scan, where `accuracyOf` has that of the sum alone.
import { columnContract } from "../contracts/column-contract.ts";
import type { TypedContract } from "../contracts/contract.ts";
import { checkExecutor, type Executor } from "../executors/executor.ts";
import { printExpression } from "../expressions/print.ts";
import type { FloatType } from "../summaries/accumulators/accumulator.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { toScaledInteger, ulpOfScaledInteger } from "../values/scaled-integers.ts";
import type { ColumnArray } from "../values/value-types.ts";
import { aPrioriBound } from "./a-priori-bound.ts";
import type { RefusedRow } from "./accuracy-of.ts";
import { type AccuracyOptions, askedContracts } from "./asked-contracts.ts";
import { judge } from "./judge.ts";
import { quotientOf, type SumFacts } from "./sum-exactly.ts";

/** How far the prefixes of one input are from the true ones. */
export interface ScanAccuracy {
  readonly executor: string;
  readonly type: FloatType;
  readonly accumulate: FloatType;
  readonly length: number;
  readonly rows: readonly (MeasuredScan | RefusedRow)[];
  readonly passed: boolean; // no prefix exceeds its bound
}

/** Of one expression, over all prefixes. */
export interface MeasuredScan {
  readonly kind: "measured";
  readonly expression: string;
  readonly contract: TypedContract;
  readonly worst: WorstPrefix; // the first of the largest error in ulps
  readonly usedBound: number; // the largest error/bound of any prefix
  readonly exceededCount: number; // prefixes beyond their bound
  readonly overflowedCount: number; // prefixes that are not finite, as partial sums beyond the largest float make them
}

/** The prefix with the largest error: its value, the error and its bound, both in ulps of the true prefix. */
export interface WorstPrefix {
  readonly position: number; // of its last element
  readonly value: number;
  readonly ulps: number;
  readonly boundUlps: number;
}

/**
 * The error of every prefix of an inclusive scan, against the true prefix: the worst of them, and whether any exceeds its bound.
 *
 * As `accuracyOf`, with the bound of each prefix's own length and terms. Costs the scans and about 5 µs for each prefix and expression.
 *
 * @throws EmptyInputError, InvalidArgumentError for elements that are not finite floats
 */
export async function scanAccuracyOf(
  executor: Executor,
  input: Float64Array | Float32Array,
  options: AccuracyOptions = {},
): Promise<ScanAccuracy> {
  checkExecutor(executor);
  const { type, accumulate, contracts } = askedContracts(input, options);
  const bad = input.findIndex((element) => !Number.isFinite(element));
  if (bad >= 0) throw new InvalidArgumentError("input", "finite", `${input[bad]} at ${bad}`);
  const rows: (MeasuredScan | RefusedRow)[] = [];
  for (const contract of contracts) {
    const expression = printExpression(contract.expression);
    const asked = columnContract(contract);
    const refusal = executor.refusal({
      contract: asked,
      observation: "inclusive-scan",
      allowQuadratic: false,
    });
    if (refusal !== undefined) {
      rows.push({ kind: "refused", expression, contract, ...refusal });
      continue;
    }
    const [prefixes] = await executor.plan(asked).inclusiveScan([input]);
    rows.push({ kind: "measured", expression, contract, ...overPrefixes(contract, input, prefixes) });
  }
  const passed = rows.every((row) => row.kind === "refused" || row.exceededCount === 0);
  return { executor: executor.name, type, accumulate, length: input.length, rows, passed };
}

function overPrefixes(
  { expression, accumulate }: TypedContract,
  input: Float64Array | Float32Array,
  prefixes: ColumnArray,
): Omit<MeasuredScan, "kind" | "expression" | "contract"> {
  const type = accumulate as FloatType;
  let worst: WorstPrefix = { position: 0, value: Number(prefixes[0]), ulps: 0, boundUlps: 0 };
  let [usedBound, exceededCount, overflowedCount] = [0, 0, 0];
  let position = 0;
  for (const facts of factsOfPrefixes(input)) {
    const value = Number(prefixes[position]);
    const bound = aPrioriBound(expression, type, facts);
    const judged = judge({ expression, value, bound, facts, type });
    usedBound = Math.max(usedBound, judged.usedBound);
    if (judged.verdict === "exceeded") exceededCount++;
    if (judged.verdict === "overflowed") overflowedCount++;
    const ulp = ulpOfScaledInteger(facts.sum, type);
    const ulps = judged.error === undefined ? Number.POSITIVE_INFINITY : quotientOf(judged.error, ulp);
    if (ulps > worst.ulps || position === 0) {
      const boundUlps =
        bound === undefined ? Number.POSITIVE_INFINITY : quotientOf(bound.numerator, bound.denominator * ulp);
      worst = { position, value, ulps, boundUlps };
    }
    position++;
  }
  return { worst, usedBound, exceededCount, overflowedCount };
}

function* factsOfPrefixes(input: Float64Array | Float32Array): Generator<SumFacts, void, undefined> {
  let [sum, magnitude, largest] = [0n, 0n, 0n];
  for (let i = 0; i < input.length; i++) {
    const term = toScaledInteger(input[i]);
    const size = term < 0n ? -term : term;
    sum += term;
    magnitude += size;
    if (size > largest) largest = size;
    yield { count: i + 1, sum, magnitude, largest };
  }
}
