import type { Achieved } from "../contracts/levels.ts";
import type { SumOf } from "../contracts/options.ts";
import type { Executor } from "../executors/executor.ts";
import { isElementFunction } from "../operators/element-function.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  type ElementArray,
  type ElementType,
  elementTypeOf,
  newElementArray,
  STORAGE_TYPES,
  type StorageType,
} from "../values/element-types.ts";
import {
  InternalError,
  InvalidArgumentError,
  LengthMismatchError,
  UnsupportedError,
} from "../values/errors.ts";
import type { Row } from "../values/value-types.ts";
import { type BoundCall, type BoundFold, boundCall, boundFold } from "./bound-folds.ts";
import type { Call, Folded } from "./call.ts";
import { achievedOf, askedCall, type LevelledCall, NOTHING } from "./call-at-level.ts";
import { foldText } from "./fold-text.ts";
import { givenElements } from "./given-elements.ts";
import { type FoldInput, type OnlineFold, ofNothing, onlineFold } from "./online-fold.ts";
import type { TopK } from "./order/top-k.ts";
import type { Differences } from "./recurrences/differences.ts";
import { runCall } from "./run-call.ts";
import type { Quantile } from "./statistics/quantile.ts";

/** One function with its type and options, checked once and ready to be used often. */
export interface PreparedAlgorithm<Result> {
  /** The formula: each sum with its contract, and each operation, rounded by itself, that is made of sums. */
  readonly composition: string;
  /** What runs meet: level, executor and expression, which is "none" where nothing is combined. */
  readonly achieved: Achieved;
  /** The result of whole columns. @throws as the function does */
  run(...columns: readonly FoldInput[]): Result;
  /**
   * A run over columns that keep arriving, from the first element on or from where a snapshot was taken.
   *
   * @throws UnsupportedError for what is no fold, or reads its input twice
   * @throws FormatError for what is no snapshot of this fold
   */
  online(snapshot?: string): OnlineFold<Result>;
}

interface PrepareAlgorithmOptions {
  readonly type: StorageType; // of the columns; narrow ones come as what they widen to
  readonly predicate?: unknown; // of functions that take one: a typed term
  readonly [option: string]: unknown; // those of the function
}

/** Whether two types are one. */
type IsSame<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;

/** What the function gives of columns of such a type. */
type PreparedResult<Algorithm extends (...given: never) => unknown, Options extends PrepareAlgorithmOptions> =
  IsSame<Algorithm, Quantile<"now">> extends true
    ? Options extends { readonly q: readonly number[] }
      ? Float64Array
      : number
    : IsSame<Algorithm, TopK<"now">> extends true
      ? { readonly values: ElementArray<SumOf<Options["type"]>>; readonly indices: Uint32Array }
      : IsSame<Algorithm, Differences<"now">> extends true
        ? ElementArray<SumOf<Options["type"]>>
        : ReturnType<Algorithm>;

/**
 * Checks a function of this entry point once, for many calls: `prepareAlgorithm(mean, { type: "f64" }).run(x) = mean(x)`, to the bit.
 *
 * For sum, mean, variance, standardDeviation, covariance, correlation, dot, squaredDistance, norm, minMax, argMin, argMax, logSumExp, softmax, median, cumulativeProduct,
 * differences, with a `q` quantile, with a `count` topK, and with a typed `predicate` count, any and all. The other options are those of the function.
 * `composition` prints its formula; `online()` runs it over chunks, where it is a fold that reads its input once.
 *
 * @throws InvalidArgumentError for another function, and from the options
 * @throws UnsupportedError as the function does
 */
export function prepareAlgorithm<
  Algorithm extends (...given: never) => unknown,
  const Options extends PrepareAlgorithmOptions,
>(algorithm: Algorithm, options: Options): PreparedAlgorithm<PreparedResult<Algorithm, Options>> {
  const bound = boundFold(algorithm);
  const other = bound === undefined ? boundCall(algorithm) : undefined;
  if (bound === undefined && other === undefined) {
    throw new InvalidArgumentError(
      "algorithm",
      "a function of this entry point, not its name: a fold, median, quantile, topK, softmax, cumulativeProduct or differences",
      describe(algorithm),
    );
  }
  if (typeof options !== "object" || options === null) checkOptionNames(options, []);
  const { type: asked, ...given } = options;
  const stored = checkName("type", STORAGE_TYPES, asked);
  const prepared = bound
    ? preparedFold(bound, stored, given)
    : preparedCall(other as BoundCall, stored, given);
  return prepared as PreparedAlgorithm<PreparedResult<Algorithm, Options>>;
}

/** What is no fold. */
function preparedCall(
  { prepared, open }: BoundCall,
  stored: StorageType,
  given: Readonly<Record<string, unknown>>,
): PreparedAlgorithm<unknown> {
  const [type] = ACCUMULATION_TYPES[stored];
  const on = open();
  const {
    composition,
    short,
    call,
    achieved = { ...NOTHING, executor: on.executor },
  } = prepared(type, given);
  return {
    composition,
    achieved,
    run(...columns) {
      const [elements] = columnsOf(["input"], stored, columns);
      const found = short?.(on, elements);
      return found === undefined ? runCall(on, call(elements)) : found;
    },
    online() {
      const reason = "it is no fold: what it gives is of all of its input at once";
      throw new UnsupportedError("this function online", reason, "run it over all of the input");
    },
  };
}

function preparedFold(
  bound: BoundFold,
  stored: StorageType,
  { predicate, ...own }: Readonly<Record<string, unknown>>,
): PreparedAlgorithm<unknown> {
  const [type] = ACCUMULATION_TYPES[stored];
  const { foldOf, partsOf, open } = bound;
  const { executor } = partsOf();
  const levelled = foldedOf(executor, bound, type, predicate, own);
  const { folded } = levelled.call;
  const { fold, parameters, value } = folded;
  const names = foldOf === 2 ? ["left", "right"] : ["input"];
  const on = open();
  const plan = on.foldPlan?.(fold);
  if (plan === undefined) throw new InternalError("an executor of folds has no plan of one");
  const checked = (given: readonly unknown[]): readonly ElementArray[] => columnsOf(names, stored, given);
  const rounded = own.output === undefined ? "" : `\nresult rounded to ${own.output}`;
  const composition = `${foldText(fold, names)}${rounded}`;
  const isPlain = predicate === undefined && Object.keys(own).length === 0;
  const short = isPlain && foldOf === 1 ? bound.short : undefined;
  return {
    composition,
    achieved: achievedOf(executor, levelled),
    run(...given) {
      const columns = checked(given);
      const found = short?.(on, columns[0], undefined, undefined, undefined);
      if (found !== undefined) return found;
      return value(columns[0].length === 0 ? ofNothing(folded) : (plan(columns, parameters) as Row));
    },
    online: (from) => onlineFold(executor, on, folded, checked, { composition, from }),
  };
}

type FoldedCall = Call<unknown> & { readonly folded: Folded<unknown> };

/** The call of a fold over columns of one element. @throws as the function does */
function foldedOf(
  executor: Executor,
  { call, foldOf }: BoundFold,
  type: ElementType,
  predicate: unknown,
  own: Readonly<Record<string, unknown>>,
): LevelledCall<FoldedCall> {
  const one = newElementArray(type, 1);
  const callOf = call as (...given: readonly unknown[]) => Call<unknown>; // it checks what it is given
  const asked = askedCall(executor, callOf, [...standIns(foldOf, one, predicate), own]);
  const { folded } = asked.call;
  if (folded === undefined) {
    const remedy = "call it with its columns, or name another expression";
    throw new UnsupportedError("this function prepared", "with these options it is no fold", remedy);
  }
  return { ...asked, call: { ...asked.call, folded } };
}

function standIns(foldOf: BoundFold["foldOf"], one: ElementArray, predicate: unknown): readonly unknown[] {
  if (foldOf === "predicate") {
    if (isElementFunction(predicate)) return [one, predicate];
    const expected = "an element function, such as fn`(value: f64) => value > 0`";
    throw new InvalidArgumentError("predicate", expected, describe(predicate));
  }
  if (predicate !== undefined) checkOptionNames({ predicate }, []);
  return foldOf === 2 ? [one, one] : [one];
}

/** The caller's columns: of the type, and of one length. @throws InvalidArgumentError, LengthMismatchError */
function columnsOf(
  names: readonly string[],
  type: StorageType,
  given: readonly unknown[],
): readonly ElementArray[] {
  const columns = names.map((name, i) => {
    const column = given[i];
    const isReady = elementTypeOf(column) === type && (column as ElementArray).length > 0;
    return isReady ? (column as ElementArray) : givenElements(column, type, name).elements;
  });
  const [{ length }] = columns;
  for (let i = 1; i < names.length; i++) {
    if (columns[i].length !== length) throw new LengthMismatchError(names[i], length, columns[i].length);
  }
  return columns;
}
