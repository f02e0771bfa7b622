import type { ConvertibleInput, ElementTypeOf } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, convert, left, right } from "../../operators/term.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
} from "../../values/element-types.ts";
import type { HalfType } from "../../values/halves.ts";
import { imageBits } from "../../values/total-order.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { type Moved, shapeColumns } from "../move-columns.ts";
import { perType } from "../per-type.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, floatSum } from "../reductions/float-elements.ts";
import { meanCall } from "../reductions/mean.ts";
import { standardDeviationCall } from "../reductions/standard-deviation.ts";
import { givenByKey, groupSteps, type Keys } from "../segments/given-by-key.ts";
import { lengthSteps, offsetSteps } from "../segments/offset-steps.ts";
import { resolveColumns } from "../serve.ts";
import { shortGroupedDescribe } from "../short/described.ts";
import { keysAndValues, type NamedType, type Options, typed } from "../template-rule.ts";
import type { QuantileMethod } from "./quantile-places.ts";
import { quantileSteps } from "./quantile-steps.ts";
import { type SegmentedColumn, segmentedFoldSteps } from "./segmented-fold.ts";

interface DescribeOptions extends Omit<FloatSumOptions, "output"> {
  readonly correction?: number | undefined; // of the standard deviation: by default 0, for a population; 1 for a sample
  readonly method?: QuantileMethod | undefined; // of the quartiles; default: 7
}

/** What there is to say of the values of each key: columns with an element for each, in the order of the keys. */
interface GroupedDescription<KeyColumns, Values> {
  readonly keys: KeyColumns; // each once
  readonly count: Uint32Array; // values that are numbers
  readonly missingCount: Uint32Array; // NaNs, which nothing else looks at
  readonly mean: Float64Array | Float32Array;
  readonly standardDeviation: Float64Array | Float32Array;
  readonly min: Values;
  readonly lowerQuartile: Float64Array;
  readonly median: Float64Array;
  readonly upperQuartile: Float64Array;
  readonly max: Values;
  readonly sum: ElementArray; // of integers in 64 bits, of floats in the type of the mean
}

/** The same with bits of half floats for all but keys and counts, and the sums of integers. */
type RoundedDescription<KeyColumns> = {
  readonly [Field in keyof GroupedDescription<KeyColumns, unknown>]: Field extends
    | "keys"
    | "count"
    | "missingCount"
    ? GroupedDescription<KeyColumns, unknown>[Field]
    : Uint16Array;
};

/**
 * For each key count, mean, standard deviation, minimum, quartiles, maximum and sum of its values, NaNs left out and counted.
 *
 * Each number has the bits of the plain function, `mean`, `standardDeviation`, `minMax`, `quantile`, `reduce` with `add`, of that key's numbers in
 * the order of the elements, with the same options. Of a key without numbers the sum is 0, all else NaN. Keys are equal where `Object.is` holds,
 * and come in the order of `sort`.
 *
 * One grouping by key and one sort of the values; work O(n) by digit in which keys and values differ, whatever the number of keys.
 *
 * @throws InvalidArgumentError for keys or values that are no columns, a method or a correction that is none
 * @throws LengthMismatchError where there are not as many values as keys
 */
export interface GroupedDescribe<When extends "now" | "later"> {
  <KeyColumns extends Keys>(
    keys: KeyColumns,
    values: ElementArray | ConvertibleInput,
    options: DescribeOptions & { readonly output: HalfType },
  ): Answer<When, RoundedDescription<Moved<KeyColumns>>>;
  <KeyColumns extends Keys, Values extends ElementArray>(
    keys: KeyColumns,
    values: Values,
    options?: DescribeOptions,
  ): Answer<When, GroupedDescription<Moved<KeyColumns>, ElementArray<ElementTypeOf<Values>>>>;
  <KeyColumns extends Keys, Type extends ElementType>(
    keys: KeyColumns,
    values: ConvertibleInput,
    options: DescribeOptions & { readonly type: Type },
  ): Answer<When, GroupedDescription<Moved<KeyColumns>, ElementArray<Type>>>;
}

const DESCRIBE_OPTIONS = [...FLOAT_SUM_OPTIONS, "correction", "method", "keyType"];

/** The call of `groupedDescribe`. */
export function groupedDescribeCall(
  keys: unknown,
  values: unknown,
  options: FloatSumOptions & {
    readonly correction?: number;
    readonly method?: unknown;
    readonly keyType?: ValueType | undefined;
  } = {},
): Call<GroupedDescription<unknown, ElementArray>> {
  checkOptionNames(options, DESCRIBE_OPTIONS);
  const { correction, method: givenMethod = 7, keyType, ...sumOptions } = options;
  const { type, elements } = givenElements(values, options.type, "values");
  const byKey = givenByKey(keys, elements.length, { adjacent: undefined, keyType });
  const method = checkInteger("method", givenMethod, 1, 9) as QuantileMethod;
  const measures = measuresOf(type, sumOptions, correction);
  const keyCount = byKey.columns.length;
  return {
    input: [...byKey.columns, elements],
    requests: measures.contracts.map((contract) => ({
      contract,
      observation: "reduce" as const,
      allowQuadratic: false,
      isSegmented: true,
    })),
    *steps(on, vectors) {
      const groups = yield* groupSteps(on, byKey, vectors.slice(0, keyCount), [vectors[keyCount]]);
      const firsts = yield* done(on.compact(groups.keys, groups.heads));
      const { numbers, missing } = yield* numberSteps(on, type, groups.values[0], groups.offsets);
      const measured = yield* measureSteps(on, measures, numbers);
      const quartiles = yield* quartileSteps(on, numbers, method);
      return [...firsts, numbers.lengths, missing, ...measured, ...quartiles];
    },
    movedCount: keyCount,
    result(found) {
      const [count, missingCount, mean, deviation, min, max, sum, ...quartiles] = found.slice(keyCount);
      const [lowerQuartile, median, upperQuartile] = quartiles as Float64Array[];
      return {
        keys: shapeColumns(byKey.type, found.slice(0, keyCount)),
        count: count as Uint32Array,
        missingCount: missingCount as Uint32Array,
        mean: mean as Float64Array,
        standardDeviation: deviation as Float64Array,
        min: min as ElementArray,
        lowerQuartile,
        median,
        upperQuartile,
        max: max as ElementArray,
        sum: sum as ElementArray,
      };
    },
  };
}

type Measures = ReturnType<typeof measuresOf>;

/** The folds and contracts of the plain functions. @throws InvalidArgumentError */
function measuresOf(type: ElementType, options: FloatSumOptions, correction: number | undefined) {
  const { isFloat, isSigned } = ELEMENT_TYPE_FACTS[type];
  const one = newElementArray(type, 1); // the folds of a type, of which no element is looked at
  const mean = meanCall(one, options).folded;
  const deviation = standardDeviationCall(one, { ...options, correction }).folded;
  const { expression } = options;
  const sum = isFloat
    ? floatSum(type, options).contract
    : resolveColumns({ operator: "add", expression }, "reduce", isSigned ? "i64" : "u64");
  const min = resolveColumns({ operator: "min" }, "reduce", type);
  const max = resolveColumns({ operator: "max" }, "reduce", type);
  return {
    type,
    mean,
    deviation,
    sum,
    min,
    max,
    contracts: [floatSum(type, options).contract, sum, min, max],
  };
}

const IS_NUMBER = /* @__PURE__ */ perType((type: ElementType) => binary("equal", left(type), left(type)));
const LESS = binary("subtract", left("u32"), right("u32"));

/** The segments of values without their NaNs, and how many of these each has had. */
function* numberSteps<Vector>(
  on: Primitives<Vector>,
  type: ElementType,
  values: Vector,
  offsets: Vector,
): Steps<{ readonly numbers: SegmentedColumn<Vector>; readonly missing: Vector }> {
  const ids = yield* done(on.segmentIds(offsets, values));
  const all = yield* lengthSteps(on, offsets);
  if (!ELEMENT_TYPE_FACTS[type].isFloat) {
    const missing = yield* done(on.fill("u32", 0, all));
    return { numbers: { elements: values, offsets, lengths: all, ids }, missing };
  }
  const [flags] = yield* done(on.map([IS_NUMBER(type)], [values]));
  const [ones] = yield* done(on.map([convert("u32", left("bool"))], [flags]));
  const count = resolveColumns({ operator: "add" }, "reduce", "u32");
  const [lengths] = yield* done(on.segmented(count, "reduce", [ones], offsets, [0]));
  const [missing] = yield* done(on.map([LESS], [all], [lengths]));
  const [elements, numberIds] = yield* done(on.compact([values, ids], flags));
  const numberOffsets = yield* offsetSteps(on, lengths);
  return { numbers: { elements, offsets: numberOffsets, lengths, ids: numberIds }, missing };
}

/** Mean, standard deviation, minimum, maximum and sum of each segment. */
function* measureSteps<Vector>(
  on: Primitives<Vector>,
  { type, mean, deviation, sum, min, max }: Measures,
  numbers: SegmentedColumn<Vector>,
): Steps<readonly Vector[]> {
  const { elements, offsets } = numbers;
  const means = yield* segmentedFoldSteps(on, mean.fold, numbers, mean.parameters);
  const deviations = yield* segmentedFoldSteps(on, deviation.fold, numbers, deviation.parameters);
  const none = ELEMENT_TYPE_FACTS[type].isFloat ? [Number.NaN] : undefined; // of integers none is missing
  const lowest = yield* done(on.segmented(min, "reduce", [elements], offsets, none));
  const highest = yield* done(on.segmented(max, "reduce", [elements], offsets, none));
  const [sumType] = sum.sums;
  const terms =
    sumType === type ? [elements] : yield* done(on.map([convert(sumType, left(type))], [elements]));
  const zero = ELEMENT_TYPE_FACTS[type].isFloat ? 0 : 0n;
  const sums = yield* done(on.segmented(sum, "reduce", terms, offsets, [zero]));
  return [...means, ...deviations, ...lowest, ...highest, ...sums];
}

/** Each segment in order: all elements, and then by segment. */
function* orderedSteps<Vector>(
  on: Primitives<Vector>,
  { elements, ids }: SegmentedColumn<Vector>,
): Steps<Vector> {
  const bits = [0, imageBits(on.typeOf(elements))] as const;
  const sorted = yield* done(on.sort(elements, [ids], { isDescending: false, bits }));
  const back = { isDescending: false, bits: [0, 32] } as const;
  return (yield* done(on.sort(sorted.payload[0], [sorted.keys], back))).payload[0];
}

const QUARTILES = [1 / 4, 1 / 2, 3 / 4];

/** The quartiles of each segment; NaNs where it is empty. */
function* quartileSteps<Vector>(
  on: Primitives<Vector>,
  numbers: SegmentedColumn<Vector>,
  method: QuantileMethod,
): Steps<readonly Vector[]> {
  const { offsets, lengths } = numbers;
  const ordered = yield* orderedSteps(on, numbers);
  const starts = yield* done(on.slice(offsets, 0, -1));
  const found: Vector[] = [];
  for (const q of QUARTILES) {
    const shares = yield* done(on.fill("f64", q, lengths));
    found.push(yield* quantileSteps(on, ordered, { starts, lengths, shares }, method));
  }
  return found;
}

/** `groupedDescribe(keys, values, { expression?, accumulate?, correction?, method? })` gives for each key count, mean, standard deviation, minimum, quartiles, maximum and sum of its values */
export const groupedDescribe: AlgorithmRow = {
  call: groupedDescribeCall,
  short: shortGroupedDescribe,
  template: {
    types: ["keys", "values"],
    arguments: keysAndValues,
    options: ["expression", "accumulate", "correction", "method"],
    results: describedColumns,
  },
};

/** What a device gives for each key. */
function describedColumns({ keys, values, accumulate }: Options): readonly NamedType[] {
  const type = values as ElementType;
  const { float } = floatSum(type, { accumulate: accumulate as "f64" | undefined });
  const { isFloat, isSigned } = ELEMENT_TYPE_FACTS[type];
  return [
    typed("groupKeys", keys),
    typed("counts", "u32"),
    typed("missingCounts", "u32"),
    typed("mean", float),
    typed("standardDeviation", float),
    typed("min", type),
    typed("max", type),
    typed("sum", isFloat ? float : isSigned ? "i64" : "u64"),
    typed("lowerQuartile", "f64"),
    typed("median", "f64"),
    typed("upperQuartile", "f64"),
  ];
}
