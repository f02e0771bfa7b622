import { type ColumnContract, derivedContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { contractsInTwo } from "../../../contracts/part-elsewhere.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import { type ElementArray, SCALAR_TYPE_FACTS, type Scalar } from "../../../values/element-types.ts";
import { EmptyInputError } from "../../../values/errors.ts";
import { type ColumnArray, type Columns, newColumn } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { type Blocks, fitOf } from "../families/dyadic/dyadic-kernels.ts";
import { generatedFor } from "../generated-javascript.ts";
import { isInLibrary } from "../memory/arena.ts";
import { canonicalScalar } from "../memory/elements.ts";
import type { RunnerSetting } from "../runner.ts";
import { type Machine, servingExpression } from "../serving.ts";
import { settingOf } from "../setting.ts";
import { longestShort } from "./kernels/segment-short.ts";
import type { SegmentTrees } from "./kernels/segment-walk.ts";
import { gather } from "./move-columns.ts";
import { checkServed, type WasmParts } from "./parts.ts";

import { segmentedByKernels } from "./segmented-columns.ts";
import { LONGEST_IN_TWO, type SegmentedServing } from "./segmented-family.ts";
import { segmentedServing } from "./segmented-serving.ts";

/** The longest segment that is folded where any tree serves: a chain of combines waits for each, and those of floats take four cycles. */
const LONGEST_FOLD = 64;
const LONGEST_FLOAT_FOLD = 32;

/** By which trees kernels serve a contract over segments; undefined where they do not, and each segment is a call of its own. */
function segmentTrees(
  machine: Machine,
  setting: RunnerSetting,
  purpose: "scan" | "reduce",
  offsets: Uint32Array,
): SegmentTrees | undefined {
  const { contract, subject } = setting;
  if (contract.initial?.placement === "first") return undefined;
  const isFree = takesAnyTree(contract); // any tree serves
  const { blocksFor } = segmentedServing(servingExpression(machine, setting, purpose));
  const found = blocksFor?.(() => longestOf(offsets));
  if (found === undefined) return undefined;
  if (found === "none") return { ...CHAIN, short: "fold", longest: Number.POSITIVE_INFINITY };
  const blocks = isFree && found.length === Number.POSITIVE_INFINITY ? FREE_BLOCKS : found;
  const { straight, inUnits, inRanges, grouped } = fitOf(setting, blocks);
  const fit = { straight, inUnits, inRanges, grouped: grouped && purpose === "scan" };
  const { columns, list } = subject.terms;
  if (isFree) {
    const isFloat = columns.some((type) => SCALAR_TYPE_FACTS[type].isFloat);
    return {
      blockLength: blocks.length,
      join: blocks.join,
      ...fit,
      short: "fold",
      longest: isFloat ? LONGEST_FLOAT_FOLD : LONGEST_FOLD,
    };
  }
  const longest = Math.min(longestShort(list.nodes.length), blocks.length);
  return { blockLength: blocks.length, join: blocks.join, ...fit, short: "dyadic", longest };
}

const CHAIN = {
  blockLength: Number.POSITIVE_INFINITY,
  join: "linear",
  inRanges: false,
  straight: false,
  grouped: false,
  inUnits: false,
} as const;

/** Where any tree serves, blocks: what is left behind them is folded. */
const FREE_BLOCKS: Blocks = { length: 32, join: "dyadic" };

function longestOf(offsets: Uint32Array): number {
  let longest = 0;
  for (let i = 1; i < offsets.length; i++) longest = Math.max(longest, offsets[i] - offsets[i - 1]);
  return longest;
}

/** The primitive over segments: by kernels that go from one to the next, or where there are none, by a plan for each that is not short. */
export function wasmSegments(parts: WasmParts): Pick<Primitives<ColumnArray>, "segmented"> {
  return {
    segmented(contract, observation, columns, places, empty) {
      const offsets = places as Uint32Array;
      checkServed(parts, `segmented ${observation}`, contract, observation);
      if (observation === "reduce" && empty === undefined) checkNoneEmpty(offsets);
      const asked = { observation, columns, offsets, empty };
      const output = inPlace(parts, contract, asked) ?? byKernels(parts, contract, asked);
      if (output !== undefined) return output;
      return segmentBySegment(parts.executor, contract, asked, shortSegments(parts, contract, asked));
    },
  };
}

/** Segments of fewer elements, in the mean, go by kernels: each costs a view. */
const SHORTEST_IN_PLACE = 512;

/** Long segments that JavaScript owns, read once where they lie; undefined where generated code does not serve them. */
function inPlace(
  { machine }: WasmParts,
  contract: ColumnContract,
  { observation, columns, offsets, empty }: Asked,
): Columns | undefined {
  const [column] = columns;
  const count = offsets.length - 1;
  if (observation !== "reduce" || columns.length > 1 || column.length < SHORTEST_IN_PLACE * count)
    return undefined;
  if (isInLibrary(machine, columns)) return undefined;
  const { isLong, reduce } = generatedFor(machine, settingOf(machine, contract));
  if (!isLong(column.length)) return undefined;
  const output = newColumn(contract.sums[0], count);
  for (let i = 0; i < count; i++) {
    const isEmpty = offsets[i] === offsets[i + 1];
    const value = isEmpty ? empty?.[0] : reduce(column.subarray(offsets[i], offsets[i + 1]) as ElementArray);
    output[i] = canonicalScalar(value as Scalar);
  }
  return [output];
}

/** By kernels; undefined where none serve the contract. */
function byKernels(parts: WasmParts, contract: ColumnContract, asked: Asked): Columns | undefined {
  const { machine, work, counts } = parts;
  const setting = settingOf(machine, contract);
  const purpose = asked.observation === "reduce" ? "reduce" : "scan";
  const trees = segmentTrees(machine, setting, purpose, asked.offsets);
  if (trees === undefined) return undefined;
  counts.segmented += asked.columns[0].length;
  const segmented = { contract, setting, trees, ...asked };
  return work.on(asked.columns, (space) => segmentedByKernels(space, segmented));
}

/** What segments need no plan of their own for, because they are short. */
interface ShortSegments {
  readonly output: Columns;
  readonly left: readonly number[]; // the other segments, none of them empty
}

function shortSegments(parts: WasmParts, contract: ColumnContract, asked: Asked): ShortSegments | undefined {
  const { observation, offsets } = asked;
  if (offsets.length < 2) return undefined;
  const serving = segmentedServing(contract.expression);
  if (serving.shortSums !== undefined) return sumsOfShort(parts, contract, asked, serving.shortSums);
  const { partsOf, shortScan } = serving;
  const isReduce = observation === "reduce";
  const longest = isReduce ? LONGEST_IN_TWO : (shortScan?.longest ?? 0);
  const left: number[] = [];
  for (let i = 1; i < offsets.length; i++) if (offsets[i] - offsets[i - 1] > longest) left.push(i - 1);
  if (left.length === offsets.length - 1) return undefined;
  const output = isReduce
    ? partsOf && reduceInTwo(parts, contract, asked, partsOf)
    : shortScan && byKernels(parts, derivedContract(contract, { expression: shortScan.expression }), asked);
  return output && { output, left };
}

function sumsOfShort(
  { counts }: WasmParts,
  contract: ColumnContract,
  { observation, columns, offsets, empty }: Asked,
  shortSums: NonNullable<SegmentedServing["shortSums"]>,
): ShortSegments | undefined {
  const isReduce = observation === "reduce";
  const output = allocateColumn(contract.sums[0], isReduce ? offsets.length - 1 : columns[0].length);
  const sums = shortSums(contract, observation, columns[0], output);
  if (sums === undefined) return undefined;
  const { longest, sumOf } = sums;
  const left: number[] = [];
  let end = 0;
  for (let segment = 0; segment < offsets.length - 1; segment++) {
    const start = end;
    end = offsets[segment + 1];
    if (start === end) {
      if (isReduce) output[segment] = empty?.[0] as never;
    } else if (end - start <= longest && sumOf(start, end, segment)) counts.segmentedSums += end - start;
    else left.push(segment);
  }
  return { output: [output], left };
}

/** Segments that are too long for it get some value. */
function reduceInTwo(
  parts: WasmParts,
  contract: ColumnContract,
  asked: Asked,
  partsOf: NonNullable<SegmentedServing["partsOf"]>,
): Columns | undefined {
  const { observation, columns, offsets, empty } = asked;
  const { inner, outer } = contractsInTwo(contract);
  const { order, parts: places, segments } = partsOf(offsets, contract.direction === "backward");
  const ordered = order === undefined ? columns : columns.map((column) => gather(column, order));
  const first = { observation, columns: ordered, offsets: places, empty: undefined };
  const values = byKernels(parts, inner, first);
  return values && byKernels(parts, outer, { observation, columns: values, offsets: segments, empty });
}

function checkNoneEmpty(offsets: Uint32Array): void {
  for (let i = 1; i < offsets.length; i++) {
    if (offsets[i - 1] === offsets[i]) throw new EmptyInputError(`segment ${i - 1}`);
  }
}

/** What is asked of segments. */
interface Asked {
  readonly observation: Observation;
  readonly columns: Columns;
  readonly offsets: Uint32Array;
  readonly empty: readonly Scalar[] | undefined;
}

/** Each segment that is not short as a call of its own: for expressions whose kernels know one sequence at a time. */
function segmentBySegment(
  executor: WasmParts["executor"],
  contract: ColumnContract,
  { observation, columns, offsets, empty }: Asked,
  short: ShortSegments | undefined,
): Columns {
  const plan = executor.plan(contract);
  const scan = observation === "inclusive-scan" ? plan.inclusiveScan : plan.exclusiveScan;
  const segmentCount = short?.left.length ?? Math.max(0, offsets.length - 1);
  const length = observation === "reduce" ? segmentCount : columns[0].length;
  const output = short?.output ?? contract.sums.map((type) => allocateColumn(type, length));
  for (let i = 0; i < segmentCount; i++) {
    const segment = short?.left[i] ?? i;
    const start = offsets[segment];
    const end = offsets[segment + 1];
    const part = (column: ColumnArray): ColumnArray => column.subarray(start, end);
    if (observation !== "reduce") {
      if (start < end) scan(columns.map(part), output.map(part));
      continue;
    }
    const value = start < end ? plan.reduce(columns.map(part)) : empty;
    if (value !== undefined) for (const [j, column] of output.entries()) column[segment] = value[j] as never;
  }
  return output;
}
