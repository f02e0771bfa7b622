import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RecordOptions,
  RoundedOptions,
  StoredColumnsOf,
  SumOf,
  TypedOptions,
} from "../../contracts/options.ts";
import type { SegmentRuleOption } from "../../contracts/over-segments.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnsOf, RecordType, ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Moved, shapeColumns } from "../move-columns.ts";
import { shortReduceByKey } from "../short/combined.ts";
import { keysAndValues, typed } from "../template-rule.ts";
import { type ByKeyOptions, givenByKey, groupSteps, type Keys } from "./given-by-key.ts";
import { givenSegmentedContract, SEGMENT_OPTIONS } from "./given-segmented-contract.ts";
import { withSegmentContract } from "./segment-template.ts";
import { segmentedRequests, segmentedSteps } from "./segmented-steps.ts";

/** Each key once, and the reduce of its values. */
interface KeyValues<KeyColumns, Values> {
  readonly keys: KeyColumns;
  readonly values: Values;
}

/**
 * For each key the reduce of its values, in the order of the elements: `{ keys, values }` with each key once, in the order of `sort`.
 *
 * Equal are keys for which `Object.is` holds; of equal NaNs the first keeps its bits. With `adjacent: true` only neighbours count as equal, and
 * results come in the order of their runs. Each reduce is that of the key's values alone, by the contract, so that floats have the same bits
 * everywhere, whatever is between them.
 *
 * Work O(n) by digit of 8 bits in which keys differ; O(n + range) for 32-bit keys of a narrow range, and O(n) where few keys are distinct.
 *
 * @throws InvalidArgumentError for keys or values that are no columns
 * @throws LengthMismatchError where there are not as many values as keys
 * @see docs/what-scans-are-for.md
 */
export interface ReduceByKey<When extends "now" | "later"> {
  <KeyColumns extends Keys, Type extends RecordType>(
    keys: KeyColumns,
    values: StoredColumnsOf<Type>,
    options: RecordOptions<Type> & ByKeyOptions & SegmentRuleOption,
  ): Answer<When, KeyValues<Moved<KeyColumns>, ColumnsOf<Type>>>;
  <KeyColumns extends Keys>(
    keys: KeyColumns,
    values: ElementArray | ConvertibleInput,
    options: RoundedOptions & ByKeyOptions & SegmentRuleOption,
  ): Answer<When, KeyValues<Moved<KeyColumns>, Uint16Array>>;
  <
    KeyColumns extends Keys,
    Values extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Values>> = SumOf<ElementTypeOf<Values>>,
  >(
    keys: KeyColumns,
    values: Values,
    options?: TypedOptions<ElementTypeOf<Values>, Sum> & ByKeyOptions & SegmentRuleOption,
  ): Answer<When, KeyValues<Moved<KeyColumns>, ElementArray<Sum>>>;
  <KeyColumns extends Keys, Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    keys: KeyColumns,
    values: ConvertibleInput,
    options: TypedOptions<Type, Sum> & ByKeyOptions & SegmentRuleOption & { readonly type: Type },
  ): Answer<When, KeyValues<Moved<KeyColumns>, ElementArray<Sum>>>;
}

/** The options of functions by key before they are checked. */
export interface GivenByKeyOptions extends ContractOptions, SegmentRuleOption {
  readonly adjacent?: unknown;
  readonly keyType?: ValueType | undefined; // what keys without types of their own are read as
}

/** The call of `reduceByKey`. */
export function reduceByKeyCall(
  keys: unknown,
  values: unknown,
  options: GivenByKeyOptions = {},
): Call<KeyValues<unknown, unknown>> {
  checkOptionNames(options, [...SEGMENT_OPTIONS, "adjacent", "keyType"]);
  const { adjacent, keyType, ...contractOptions } = options;
  const given = givenSegmentedContract(values, contractOptions, "reduce", "values");
  const { contract, columns, length, type } = given;
  const byKey = givenByKey(keys, length, { adjacent, keyType });
  const keyCount = byKey.columns.length;
  const isAlone = keyCount === 1 && !byKey.isAdjacent && contract.segments !== "lifted";
  return {
    input: [...byKey.columns, ...columns],
    requests: segmentedRequests(given),
    *steps(on, vectors) {
      const [keyVectors, elements] = [vectors.slice(0, keyCount), vectors.slice(keyCount)];
      const fast = isAlone ? on.reduceByKey?.(contract, keyVectors[0], elements) : undefined;
      if (fast !== undefined) {
        const found = yield* done(fast);
        return [found.keys, ...found.values];
      }
      const groups = yield* groupSteps(on, byKey, keyVectors, elements);
      const asked = { contract, observation: "reduce", empty: undefined } as const;
      const reduced = yield* segmentedSteps(on, asked, groups.values, groups.offsets);
      return [...(yield* done(on.compact(groups.keys, groups.heads))), ...reduced];
    },
    movedCount: keyCount,
    result: (found) => ({
      keys: shapeColumns(byKey.type, found.slice(0, keyCount)),
      values: shapeColumns(type, found.slice(keyCount)),
    }),
  };
}

/** `reduceByKey(keys, values, options?)` gives each key once and the reduce of its values; with `adjacent` for each run of equal keys */
export const reduceByKey: AlgorithmRow = {
  call: reduceByKeyCall,
  short: shortReduceByKey,
  template: {
    types: ["keys", "values"],
    arguments: keysAndValues,
    options: /* @__PURE__ */ withSegmentContract("adjacent"),
    results: ({ keys, values, accumulate }) => [
      typed("groupKeys", keys),
      typed("output", accumulate ?? values),
    ],
  },
};
