import { checkInputColumns } from "../../contracts/check-columns.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
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
import { CONTRACT_OPTIONS, type ContractOptions } from "../../contracts/resolve.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../../values/errors.ts";
import { indexArray } from "../../values/index-array.ts";
import type { ColumnArray, Columns, ColumnsOf, RecordType, Row } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type GivenContract, givenContract, withContract } from "../given-contract.ts";
import { givenElements } from "../given-elements.ts";
import { outputColumns, shapeColumns } from "../move-columns.ts";
import { shortReduceByIndex } from "../short/combined.ts";
import { typed } from "../template-rule.ts";
import { checkBinCount } from "./bins.ts";
import { intoSteps, reduceByIndexSteps } from "./reduce-by-index-steps.ts";

/** A value for each bin, and how many indices had none. */
interface BinValues<Values> {
  readonly values: Values;
  readonly outsideCount: number;
}

/** How many bins there are, and what is in them already. */
interface BinOptions<Values> {
  readonly binCount?: number | undefined; // default: that of `into`, which may stand for it
  readonly into?: Values | undefined; // default: nothing; else every bin's value is combined with its reduce, and without elements stays
  readonly output?: Values | undefined; // default: a fresh array
}

/**
 * The generalised histogram: `values[k] = reduce(input[i] for i with indices[i] = k)`, in the order of the elements.
 *
 * With `into`, `values[k] = into[k] ∘ reduce(…)`, as a loop over `into[indices[i]] ∘= input[i]` has it. Each reduce is that of the elements of
 * its bin alone, by the contract, so that floats have the same bits everywhere. A bin without elements is the `initial` value, or the operator's
 * start. Indices beyond the bins are ignored and counted. Work O(n + bins), at most a sort by index.
 *
 * @throws LengthMismatchError for indices of another length than the input
 * @throws EmptyInputError for a bin without elements, where there is neither `into`, `initial` nor a start
 * @see docs/what-scans-are-for.md (Futhark's reduce_by_index)
 */
export interface ReduceByIndex<When extends "now" | "later"> {
  (
    input: ElementArray | ConvertibleInput,
    indices: Indices,
    options: RoundedOptions & Omit<BinOptions<ElementArray>, "output">,
  ): Answer<When, BinValues<Uint16Array>>;
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    indices: Indices,
    options: RecordOptions<Type> & BinOptions<ColumnsOf<Type>>,
  ): Answer<When, BinValues<ColumnsOf<Type>>>;
  <
    Input extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>,
  >(
    input: Input,
    indices: Indices,
    options: TypedOptions<ElementTypeOf<Input>, Sum> & BinOptions<ElementArray<Sum>>,
  ): Answer<When, BinValues<ElementArray<Sum>>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    indices: Indices,
    options: TypedOptions<Type, Sum> & BinOptions<ElementArray<Sum>> & { readonly type: Type },
  ): Answer<When, BinValues<ElementArray<Sum>>>;
}

/** Indices of bins. A negative one is beyond them. */
type Indices = Uint32Array | Int32Array | readonly number[];

/** The options of `reduceByIndex` before they are checked. */
interface ReduceByIndexOptions extends ContractOptions, BinOptions<unknown> {}

/** The call of `reduceByIndex`. */
export function reduceByIndexCall(
  input: unknown,
  indices: unknown,
  options: ReduceByIndexOptions,
): Call<BinValues<unknown>> {
  checkOptionNames(options, [...CONTRACT_OPTIONS, "binCount", "into", "output"]);
  const { binCount: givenCount, into: givenInto, output: givenOutput, ...contractOptions } = options;
  const given = givenContract(input, contractOptions, "reduce");
  const { contract, request, columns, length, type } = given;
  const places = indexArray("indices", indices);
  if (places.length !== length) throw new LengthMismatchError("indices", length, places.length);
  const into = givenInto === undefined ? undefined : checkInto(given, givenInto);
  const binCount = binCountOf(givenCount, into?.[0].length);
  const bins = { argument: "input", type, names: contract.columns, columns: [], length: 0 };
  const output = outputColumns(bins, givenOutput, binCount);
  return {
    input: [places, ...columns, ...(into ?? [])],
    requests: [{ ...request, isSegmented: true }],
    *steps(on, [placeVector, ...rest]) {
      const [elements, before] = [rest.slice(0, columns.length), rest.slice(columns.length)];
      const { counts, outsideCount } = yield* done(on.countIndices(placeVector, binCount));
      const empty = into === undefined ? (contract.initial?.value ?? contract.start) : zerosOf(contract);
      const bins = { binCount, counts, empty };
      const values = yield* reduceByIndexSteps(on, contract, [placeVector, elements], bins);
      const joined = into === undefined ? values : yield* intoSteps(on, contract, [before, values], counts);
      return [outsideCount, ...joined];
    },
    output: [undefined, ...(output ?? [])],
    result: ([outsideCount, ...values]) => ({
      values: shapeColumns(type, values),
      outsideCount: Number(outsideCount[0]),
    }),
  };
}

/** @throws InvalidArgumentError, LengthMismatchError */
function binCountOf(given: unknown, intoLength: number | undefined): number {
  if (given === undefined && intoLength !== undefined) return intoLength;
  const binCount = checkBinCount("binCount", given, 0);
  if (intoLength === undefined || intoLength === binCount) return binCount;
  throw new LengthMismatchError("into", binCount, intoLength);
}

/** What is in the bins already: of the type of the results, all columns of one length. */
function checkInto({ contract }: GivenContract, into: unknown): readonly ColumnArray[] {
  if (contract.initial !== undefined) {
    throw new InvalidArgumentError("initial", 'left out where "into" has a value for each bin', "one");
  }
  const { operator, sums } = contract;
  if (operator.kind === "record-operator") return checkInputColumns(operator, into, "into") as Columns;
  return [givenElements(into, sums[0] as ElementType, "into").elements];
}

function zerosOf({ sums }: ColumnContract): Row {
  return sums.map((type) => (type === "i64" || type === "u64" ? 0n : 0));
}

/** `reduceByIndex(input, indices, { binCount | into, … })` gives for each bin the reduce of its elements, by any operator */
export const reduceByIndex: AlgorithmRow = {
  call: reduceByIndexCall,
  short: shortReduceByIndex,
  template: {
    options: /* @__PURE__ */ withContract("binCount"),
    arguments: ({ input }) => [typed("indices", "u32", "input"), typed("input", input)],
    results: ({ input, accumulate = input }) => [typed("outsideCount", "u32"), typed("output", accumulate)],
    call: (columns, { input: _, ...asked }, callOf) => callOf(columns.input, columns.indices, asked),
  },
};
