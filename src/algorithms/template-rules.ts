import type { Request } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { oneOf } from "../values/nearest-name.ts";
import type { ValueType } from "../values/value-types.ts";
import { done, type Steps } from "./call.ts";
import { CONTRACT_OPTIONS } from "./given-contract.ts";
import { histogramCall } from "./histograms/histogram.ts";
import { reduceByIndexCall } from "./histograms/reduce-by-index.ts";
import { argsortCall } from "./order/argsort.ts";
import { searchSortedCall } from "./order/search-sorted.ts";
import { sortCall } from "./order/sort.ts";
import { sortByCall } from "./order/sort-by.ts";
import { sortPairsCall } from "./order/sort-pairs.ts";
import { SEGMENT_OPTIONS } from "./segments/given-segmented-contract.ts";
import { segmentedExclusiveScanCall } from "./segments/segmented-exclusive-scan.ts";
import { segmentedInclusiveScanCall } from "./segments/segmented-inclusive-scan.ts";
import { segmentedReduceCall } from "./segments/segmented-reduce.ts";
import { filterCall } from "./selection/filter.ts";
import { filterIndicesCall } from "./selection/filter-indices.ts";
import { gatherCall } from "./selection/gather.ts";
import { partitionCall } from "./selection/partition.ts";
import { runLengthEncodeCall } from "./selection/run-length-encode.ts";
import { scatterCall } from "./selection/scatter.ts";
import { uniqueCall } from "./selection/unique.ts";

export interface NamedType {
  readonly name: string;
  readonly type: ValueType;
}

export interface TemplateArgument extends NamedType {
  readonly like?: string | undefined; // the argument before it that has the same length
}

export type Options = Readonly<Record<string, unknown>>;

/** What stands for a caller's columns: by argument, in the shape of its type. */
type StandIns = Readonly<Record<string, unknown>>;

/** How a function over columns is prepared for columns that are yet to come. */
interface Rule {
  readonly types: readonly string[]; // options that are types of arguments
  readonly options: readonly string[]; // the others
  readonly arguments: (options: Options) => readonly TemplateArgument[];
  readonly results: (options: Options) => readonly NamedType[];
  /** Steps over the columns of all arguments in their order, which depend on no length. */
  readonly call: (columns: StandIns, options: Options) => TemplateCall;
}

interface TemplateCall {
  readonly requests?: readonly Request[] | undefined;
  readonly steps: <Vector>(
    on: Primitives<Vector>,
    input: readonly Vector[],
    room: number,
  ) => Steps<readonly Vector[]>;
}

const typed = (name: string, type: unknown, like?: string): TemplateArgument => ({
  name,
  type: type as ValueType,
  like,
});

/** Flags are an argument where they are the predicate. */
const PREDICATE_FLAGS = "flags";

const withPredicate = ({ input, predicate }: Options): readonly TemplateArgument[] =>
  predicate === PREDICATE_FLAGS
    ? [typed("input", input), typed("flags", "bool", "input")]
    : [typed("input", input)];

const predicateOf = ({ flags }: StandIns, { predicate }: Options): unknown => flags ?? predicate;

const sameAsInput = ({ input }: Options): readonly NamedType[] => [typed("output", input)];

const indices: readonly NamedType[] = [typed("output", "u32")];

/** The options of a call that were given. */
function given(options: Options, names: readonly string[]): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}

function ruleOf(rule: Rule): Rule {
  return rule;
}

/** Segments as a column of the device's: nobody can look at it beforehand. */
const SEGMENT_KINDS = ["offsets", "lengths", "headFlags"] as const;

/** What stands for the segments of one element. */
const ONE_SEGMENT = {
  offsets: { offsets: Uint32Array.of(0, 1) },
  lengths: { lengths: Uint32Array.of(1) },
  headFlags: { headFlags: Uint8Array.of(1) },
} as const;

function segmentKind({ segments }: Options): (typeof SEGMENT_KINDS)[number] {
  const kind = SEGMENT_KINDS.find((each) => each === segments);
  if (kind !== undefined) return kind;
  throw new InvalidArgumentError("segments", oneOf(String(segments), SEGMENT_KINDS), describe(segments));
}

/** Options of contracts; the type is that of the input. */
const SEGMENT_CONTRACT = SEGMENT_OPTIONS.filter((name) => name !== "type");
const CONTRACT = CONTRACT_OPTIONS.filter((name) => name !== "type");

function segmentRule(callOf: (input: unknown, segments: unknown, options: Options) => TemplateCall): Rule {
  return {
    types: ["input"],
    options: ["segments", ...SEGMENT_CONTRACT],
    arguments(options) {
      const kind = segmentKind(options);
      const bounds = kind === "headFlags" ? typed(kind, "bool", "input") : typed(kind, "u32");
      return [bounds, typed("input", options.input)];
    },
    results: ({ input, accumulate = input }) => [typed("output", accumulate)],
    call: ({ input }, options) =>
      callOf(input, ONE_SEGMENT[segmentKind(options)], given(options, SEGMENT_CONTRACT)),
  };
}

const SORT_OPTIONS = ["descending", "bits"];

export const TEMPLATE_RULES = {
  filter: ruleOf({
    types: ["input"],
    options: ["predicate"],
    arguments: withPredicate,
    results: sameAsInput,
    call: (columns, options) => filterCall(columns.input, predicateOf(columns, options)),
  }),
  partition: ruleOf({
    types: ["input"],
    options: ["predicate"],
    arguments: withPredicate,
    results: (options) => [...sameAsInput(options), typed("keptCount", "u32")],
    call: (columns, options) => partitionCall(columns.input, predicateOf(columns, options)),
  }),
  filterIndices: ruleOf({
    types: ["input"],
    options: ["predicate"],
    arguments: withPredicate,
    results: () => indices,
    call: (columns, options) => filterIndicesCall(columns.input, predicateOf(columns, options)),
  }),
  unique: ruleOf({
    types: ["input"],
    options: ["anywhere"],
    arguments: ({ input }) => [typed("input", input)],
    results: sameAsInput,
    call: ({ input }, options) => uniqueCall(input, given(options, ["anywhere"])),
  }),
  runLengthEncode: ruleOf({
    types: ["input"],
    options: [],
    arguments: ({ input }) => [typed("input", input)],
    results: ({ input }) => [typed("values", input), typed("lengths", "u32")],
    call: ({ input }) => runLengthEncodeCall(input),
  }),
  expand: ruleOf({
    types: ["input"],
    options: [],
    arguments: ({ input }) => [typed("input", input), typed("counts", "u32", "input")],
    results: sameAsInput,
    call: () => ({ steps: expandSteps }),
  }),
  gather: ruleOf({
    types: ["input"],
    options: [],
    arguments: ({ input }) => [typed("input", input), typed("indices", "u32")],
    results: sameAsInput,
    call: (columns) => gatherCall(columns.input, columns.indices),
  }),
  scatter: ruleOf({
    types: ["input"],
    options: [],
    arguments: ({ input }) => [typed("input", input), typed("indices", "u32", "input"), typed("into", input)],
    results: sameAsInput,
    call: ({ input, indices: places, into }) => scatterCall(input, places, into),
  }),
  sort: ruleOf({
    types: ["input"],
    options: SORT_OPTIONS,
    arguments: ({ input }) => [typed("input", input)],
    results: sameAsInput,
    call: ({ input }, options) => sortCall(input, given(options, SORT_OPTIONS)),
  }),
  argsort: ruleOf({
    types: ["input"],
    options: SORT_OPTIONS,
    arguments: ({ input }) => [typed("input", input)],
    results: () => indices,
    call: ({ input }, options) => argsortCall(input, given(options, SORT_OPTIONS)),
  }),
  sortPairs: ruleOf({
    types: ["keys", "values"],
    options: SORT_OPTIONS,
    arguments: ({ keys, values }) => [typed("keys", keys), typed("values", values, "keys")],
    results: ({ keys, values }) => [typed("sortedKeys", keys), typed("sortedValues", values)],
    call: ({ keys, values }, options) => sortPairsCall(keys, values, given(options, SORT_OPTIONS)),
  }),
  sortBy: ruleOf({
    types: ["input"],
    options: ["by", "descending"],
    arguments: ({ input }) => [typed("input", input)],
    results: sameAsInput,
    call: ({ input }, options) => sortByCall(input, options.by, given(options, ["descending"])),
  }),
  searchSorted: ruleOf({
    types: ["sorted"],
    options: ["side", "descending"],
    arguments: ({ sorted }) => [typed("sorted", sorted), typed("queries", sorted)],
    results: () => indices,
    call: ({ sorted, queries }, options) =>
      searchSortedCall(sorted, queries, given(options, ["side", "descending"])),
  }),
  segmentedReduce: segmentRule(segmentedReduceCall),
  segmentedInclusiveScan: segmentRule(segmentedInclusiveScanCall),
  segmentedExclusiveScan: segmentRule(segmentedExclusiveScanCall),
  reduceByIndex: ruleOf({
    types: ["input"],
    options: ["binCount", ...CONTRACT],
    arguments: ({ input }) => [typed("indices", "u32", "input"), typed("input", input)],
    results: ({ input, accumulate = input }) => [typed("outsideCount", "u32"), typed("output", accumulate)],
    call: ({ input, indices: places }, options) =>
      reduceByIndexCall(input, places, given(options, ["binCount", ...CONTRACT]) as never),
  }),
  histogram: ruleOf({
    types: [],
    options: ["categories"],
    arguments: () => [typed("input", "u32")],
    results: () => [typed("counts", "u32"), typed("outsideCount", "u32")],
    call: ({ input }, options) => histogramCall(input, given(options, ["categories"]) as never),
  }),
} as const;

export type TemplateName = keyof typeof TEMPLATE_RULES;

/** On a device the places are counted where they are allocated. */
function* expandSteps<Vector>(
  on: Primitives<Vector>,
  vectors: readonly Vector[],
  room: number,
): Steps<readonly Vector[]> {
  const elements = vectors.slice(0, -1);
  const counts = vectors[elements.length];
  return on.expand === undefined ? [] : yield* done(on.expand(elements, counts, room));
}
