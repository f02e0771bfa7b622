import type { Observation } from "../../contracts/contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import { checkExecutor, type Executor } from "../../executors/executor.ts";
import { checkExpression } from "../../expressions/check-expression.ts";
import {
  binned,
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  isOrderFree,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { printExpression } from "../../expressions/print.ts";
import { BUILT_IN_OPERATORS, treeHash } from "../../operators/built-in.ts";
import { type AnyOperator, checkOwnOperator, typeOf } from "../../operators/operator.ts";
import {
  checkFunction,
  checkInteger,
  checkList,
  checkSeed,
  checkSignal,
} from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import type { ElementType } from "../../values/element-types.ts";
import { frozen } from "../../values/frozen.ts";
import { printType } from "../../values/value-types.ts";
import { generateColumns, generateData } from "../data/generate-data.ts";
import { mirrored } from "../data/other-orders.ts";
import { mixingOperator, WITNESS_SAMPLES } from "../sample-operators.ts";
import { checkGoldenVectors, type GoldenVector } from "../vectors/golden-vector.ts";
import {
  type Compared,
  compareExecutors,
  DEFAULT_SEED,
  judge,
  NOT_ASKED,
  type Oracle,
  WITHOUT_TREES,
} from "./judge.ts";
import type { Asked } from "./observe.ts";
import { hasRow, type IsTried, shapeOf, triedRows } from "./tried-rows.ts";

/** Which contracts are asked for, on how many elements. */
export interface WitnessOptions {
  readonly length?: number | undefined; // default 4,099, the longest that the literal reference checks
  readonly seed?: bigint | undefined; // default 2026
  readonly expressions?: readonly Expression[] | undefined; // default: every built-in one, at a few parameters
  readonly operators?: readonly AnyOperator[] | undefined; // default: WITNESS_OPERATORS
  readonly vectors?: readonly GoldenVector[] | undefined; // check longer lengths where one has the same request
  /** How many contracts an executor is asked for, as different from one another as possible: for those that take seconds to plan each. Default: all. */
  readonly rowLimit?: ((executor: Executor) => number | undefined) | undefined;
  readonly signal?: AbortSignal | undefined; // looked at before every row
  readonly onRow?: ((row: WitnessRow) => void | Promise<void>) | undefined; // awaited, so that it may yield
}

/** One executor on one contract: what it computed, and whether that is right. */
export interface WitnessRow {
  readonly executor: string;
  readonly expression: string; // as on the command line
  readonly operator: string;
  readonly type: string; // as in contracts: f64, {value:f32,index:u32}
  readonly contract: string; // canonical line
  readonly observation: Observation; // every prefix, or the reduce alone where the expression has no cheap scan
  readonly fingerprint: string | undefined; // which trees: hash of treeHash's values, or of mixingOperator's over a record's type; a sum without an order has none
  readonly hash: string | undefined; // hash of the values on hostile data; undefined when refused
  readonly verdict: "PASS" | "FAIL" | "refused" | "skipped" | "unchecked";
  readonly checkedBy: Oracle["by"];
  readonly message: string | undefined; // why it failed, was refused, or could not be checked
}

/** All rows of a witness, counted. */
export interface WitnessReport {
  readonly length: number; // elements
  readonly rows: readonly WitnessRow[];
  readonly passCount: number;
  readonly failCount: number;
  readonly refusedCount: number;
  readonly skippedCount: number; // rows beyond the executor's limit
  readonly uncheckedCount: number; // nobody to compare with: not a failure, and no proof
  readonly passed: boolean; // something passed and nothing failed
  readonly summary: string;
}

/** Every built-in operator, and a few such as users write, over elements and records. */
export const WITNESS_OPERATORS: readonly AnyOperator[] = frozen([...BUILT_IN_OPERATORS, ...WITNESS_SAMPLES]);

const DEFAULT_LENGTH = 4099;

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(16),
  interleaved(128),
  blockDyadic(16),
  blockDyadic(32),
  blockDyadic(256),
  linearCarry(16),
  linearCarry(256),
  networkExpression("sklansky", 16),
  networkExpression("brent-kung", 8),
  networkExpression("kogge-stone", 12),
  binned(2),
  binned(3),
  binned(4),
  exact,
];

/**
 * Every executor × expression × operator, built-in and users', on one hostile input: a fingerprint of the trees, a hash of the values, and a verdict.
 * Sums without an order (binned, exact) have no trees: a row for add, judged by its values on data that cancel.
 *
 * A row passes when both are those of the literal reference (up to 4,099 elements), of a golden vector, or of another executor, and
 * when the scan's last value is the executor's own reduce. A refusal is not a failure.
 *
 * @throws the signal's reason when it is aborted
 */
export async function witness(
  executors: readonly Executor[],
  options: WitnessOptions = {},
): Promise<WitnessReport> {
  for (const executor of checkList("executors", executors, "executors")) checkExecutor(executor as Executor);
  const { length, expressions, operators } = checkWitnessOptions(options);
  if (executors.length === 0) return reportOf(length, []);
  const rows: WitnessRow[] = [];
  const isTried = triedRows(executors, expressions, operators, options.rowLimit);
  for (const expression of expressions) {
    const treesOver = treesOf({ executors, expression, operators, isTried, options });
    for (const operator of operators) {
      if (!hasRow(operator, expression)) continue;
      const request = requestOf(operator, expression, options);
      const trees = await treesOver(operator);
      const asked = (executor: Executor): boolean => isTried(executor, expression, operator);
      const values =
        operator === treeHash ? trees : await compareExecutors(executors, request, asked, options);
      for (const [i, executor] of executors.entries()) {
        options.signal?.throwIfAborted();
        const row = rowOf(
          executor,
          request,
          operator === treeHash || asked(executor) ? trees[i] : NOT_ASKED,
          values[i],
        );
        rows.push(row);
        await options.onRow?.(row);
      }
    }
  }
  return reportOf(length, rows);
}

const OPTION_NAMES = ["length", "seed", "expressions", "operators", "vectors", "rowLimit", "signal", "onRow"];

function checkWitnessOptions(options: WitnessOptions) {
  checkOptionNames(options, OPTION_NAMES);
  const { length = DEFAULT_LENGTH, expressions = EXPRESSIONS, operators = WITNESS_OPERATORS } = options;
  checkSignal(options.signal);
  checkSeed(options.seed ?? DEFAULT_SEED);
  if (options.vectors !== undefined) checkGoldenVectors("vectors", options.vectors);
  if (options.rowLimit !== undefined) checkFunction("rowLimit", options.rowLimit, "of an executor");
  if (options.onRow !== undefined) checkFunction("onRow", options.onRow, "of a row");
  return {
    length: checkInteger("length", length),
    expressions: checkList("expressions", expressions, "expressions").map(checkExpression),
    operators: checkList("operators", operators, "operators").map((each) =>
      checkOwnOperator("operators", each),
    ),
  };
}

interface Trees {
  readonly executors: readonly Executor[];
  readonly expression: Expression;
  readonly operators: readonly AnyOperator[];
  readonly isTried: IsTried;
  readonly options: WitnessOptions;
}

/** What each executor makes of the fingerprints of trees that an operator's values may have, asked for once for each type. */
function treesOf({
  executors,
  expression,
  operators,
  isTried,
  options,
}: Trees): (operator: AnyOperator) => Promise<readonly Compared[]> {
  const known = new Map<string, readonly Compared[]>();
  if (isOrderFree(expression)) return async () => executors.map(() => WITHOUT_TREES);
  return async (operator) => {
    const type = treesTypeOf(operator);
    const found = known.get(type);
    if (found !== undefined) return found;
    const alike = operators.filter((other) => treesTypeOf(other) === type);
    const asked = (executor: Executor): boolean =>
      alike.some((other) => isTried(executor, expression, other));
    const fingerprints = operator.kind === "record-operator" ? mixingOperator(operator.type) : treeHash;
    const request = requestOf(fingerprints, expression, options);
    const trees = await compareExecutors(executors, request, asked, options);
    known.set(type, trees);
    return trees;
  };
}

/** The type of the fingerprints that stand for an operator's trees. */
function treesTypeOf(operator: AnyOperator): string {
  return operator.kind === "record-operator" ? printType(operator.type) : "u64";
}

function requestOf(operator: AnyOperator, expression: Expression, options: WitnessOptions): Asked {
  const { length = DEFAULT_LENGTH, seed = DEFAULT_SEED } = options;
  const shape = shapeOf(operator, expression);
  const { columns } = shape.contract;
  const [{ type }] = columns;
  if (isOrderFree(expression) && (type === "f64" || type === "f32")) {
    return { ...shape, input: [mirrored(generateData({ data: "wide", type, length, seed }))] };
  }
  return { ...shape, input: generateColumns({ columns, data: "narrow", length, seed }) };
}

function rowOf(executor: Executor, request: Asked, trees: Compared, values: Compared): WitnessRow {
  const { contract, observation } = request;
  const about = {
    executor: executor.name,
    expression: printExpression(contract.expression),
    operator: contract.operator.name,
    type: printType(typeOf(contract.operator, contract.sums[0] as ElementType)), // bools are in records alone
    contract: lineOf(contract),
    observation,
    checkedBy: values.oracle.by,
  };
  const { outcome } = values;
  const fingerprint = trees.outcome.kind === "served" ? trees.outcome.hash : undefined;
  switch (outcome.kind) {
    case "refused":
      return {
        ...about,
        fingerprint: undefined,
        hash: undefined,
        verdict: "refused",
        message: outcome.message,
      };
    case "skipped": {
      const message = "beyond the contracts that this executor is asked for";
      return { ...about, fingerprint: undefined, hash: undefined, verdict: "skipped", message };
    }
    case "failed":
      return { ...about, fingerprint, hash: undefined, verdict: "FAIL", message: outcome.message };
    case "served": {
      const judged = [judge("trees", trees), judge("values", values)];
      const worst =
        judged.find(({ verdict }) => verdict === "FAIL") ?? judged.find(({ verdict }) => verdict !== "PASS");
      return { ...about, fingerprint, hash: outcome.hash, ...(worst ?? judged[0]) };
    }
    default:
      return outcome satisfies never;
  }
}

function reportOf(length: number, rows: readonly WitnessRow[]): WitnessReport {
  const count = (verdict: WitnessRow["verdict"]): number =>
    rows.filter((row) => row.verdict === verdict).length;
  const [passCount, failCount] = [count("PASS"), count("FAIL")];
  const [refusedCount, uncheckedCount] = [count("refused"), count("unchecked")];
  const skippedCount = count("skipped");
  const skipped = skippedCount === 0 ? "" : `, ${skippedCount} skipped`;
  const unchecked = uncheckedCount === 0 ? "" : `, ${uncheckedCount} unchecked`;
  return {
    length,
    rows,
    passCount,
    failCount,
    refusedCount,
    skippedCount,
    uncheckedCount,
    passed: passCount > 0 && failCount === 0,
    summary: `${passCount} PASS, ${failCount} FAIL, ${refusedCount} refused${skipped}${unchecked}`,
  };
}
