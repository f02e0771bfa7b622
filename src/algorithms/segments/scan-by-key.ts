import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RecordScanOptions,
  RoundedOptions,
  StoredColumnsOf,
  SumOf,
  TypedScanOptions,
} from "../../contracts/options.ts";
import type { SegmentRuleOption } from "../../contracts/over-segments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ColumnsOf, RecordType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { outputColumns, shapeColumns } from "../move-columns.ts";
import { shortScanByKey } from "../short/combined.ts";
import { keysAndValues, typed } from "../template-rule.ts";
import { type ByKeyOptions, givenByKey, groupSteps, type Keys } from "./given-by-key.ts";
import { givenSegmentedContract, SEGMENT_OPTIONS } from "./given-segmented-contract.ts";
import type { GivenByKeyOptions } from "./reduce-by-key.ts";
import { withSegmentContract } from "./segment-template.ts";
import { segmentedRequests, segmentedSteps } from "./segmented-steps.ts";

/** What is said of a call of `scanByKey` besides its contract. */
interface ScanByKeyOptions extends ByKeyOptions, SegmentRuleOption {
  readonly prefixes?: "inclusive" | "exclusive" | undefined; // default: "inclusive"
}

/**
 * The prefixes of the values of each key: `out[i] = values[j₀] ∘ values[j₁] ∘ … ∘ values[i]` over all j ≤ i with the key of i.
 *
 * Results are in the order of the elements. Equal are keys for which `Object.is` holds, anywhere; with `adjacent: true` only neighbours. Each
 * key's values are scanned as if they were alone, bit for bit. Exclusive prefixes leave out element i and begin with the initial value.
 *
 * Work O(n) by digit of 8 bits in which keys differ, with `adjacent` O(n).
 *
 * @throws InvalidArgumentError for keys or values that are no columns
 * @throws LengthMismatchError where there are not as many values as keys
 */
export interface ScanByKey<When extends "now" | "later"> {
  (
    keys: Keys,
    values: ElementArray | ConvertibleInput,
    options: RoundedOptions & ScanByKeyOptions,
  ): Answer<When, Uint16Array>;
  <Type extends RecordType>(
    keys: Keys,
    values: StoredColumnsOf<Type>,
    options: RecordScanOptions<Type> & ScanByKeyOptions,
  ): Answer<When, ColumnsOf<Type>>;
  <
    Values extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Values>> = SumOf<ElementTypeOf<Values>>,
  >(
    keys: Keys,
    values: Values,
    options?: TypedScanOptions<ElementTypeOf<Values>, Sum> & ScanByKeyOptions,
  ): Answer<When, ElementArray<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    keys: Keys,
    values: ConvertibleInput,
    options: TypedScanOptions<Type, Sum> & ScanByKeyOptions & { readonly type: Type },
  ): Answer<When, ElementArray<Sum>>;
}

/** The call of `scanByKey`. */
export function scanByKeyCall(
  keys: unknown,
  values: unknown,
  options: GivenByKeyOptions & { readonly prefixes?: unknown; readonly output?: unknown } = {},
): Call<unknown> {
  checkOptionNames(options, [...SEGMENT_OPTIONS, "adjacent", "keyType", "prefixes", "output"]);
  const { adjacent, keyType, prefixes, output, ...contractOptions } = options;
  const observation = observationOf(prefixes);
  const given = givenSegmentedContract(values, contractOptions, observation, "values");
  const { contract, columns, length, type } = given;
  const byKey = givenByKey(keys, length, { adjacent, keyType });
  const keyCount = byKey.columns.length;
  const results = { argument: "values", type, names: contract.columns, columns: [], length };
  return {
    input: [...byKey.columns, ...columns],
    requests: segmentedRequests(given),
    output: outputColumns(results, output, length),
    *steps(on, vectors) {
      const [keyVectors, elements] = [vectors.slice(0, keyCount), vectors.slice(keyCount)];
      const groups = yield* groupSteps(on, byKey, keyVectors, elements, "indices");
      const asked = { contract, observation, empty: undefined };
      const scanned = yield* segmentedSteps(on, asked, groups.values, groups.offsets);
      if (groups.indices === undefined) return scanned;
      return yield* done(on.scatter(scanned, groups.indices, scanned)); // a permutation: all is written over
    },
    result: (found) => shapeColumns(type, found),
  };
}

function observationOf(prefixes: unknown): "inclusive-scan" | "exclusive-scan" {
  if (prefixes === undefined || prefixes === "inclusive") return "inclusive-scan";
  if (prefixes === "exclusive") return "exclusive-scan";
  throw new InvalidArgumentError("prefixes", '"inclusive" or "exclusive"', describe(prefixes));
}

/** `scanByKey(keys, values, options?)` gives the prefixes of the values of each key, in place */
export const scanByKey: AlgorithmRow = {
  call: scanByKeyCall,
  short: shortScanByKey,
  template: {
    types: ["keys", "values"],
    arguments: keysAndValues,
    options: /* @__PURE__ */ withSegmentContract("adjacent", "prefixes"),
    results: ({ values, accumulate }) => [typed("output", accumulate ?? values)],
  },
};
