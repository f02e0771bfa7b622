import { wgslWords } from "../../codegen/wgsl/wgsl-words.ts";
import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { bodyOf, type OperatorBody } from "../../operators/operator.ts";
import { swapSides } from "../../operators/term.ts";
import { bitsOf } from "../../values/bits.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { Arithmetic, KernelSetting } from "./kernels/kernel-setting.ts";
import { inputTypes, type MappedInput } from "./kernels/mapped-input.ts";
import {
  chooseBlockTile,
  chooseNetworkTile,
  chooseTile,
  filledByBlocks,
  filledByNetwork,
  type TileLimits,
  type TileShape,
  tileLength,
} from "./kernels/tile-shape.ts";
import { FIRST_COLUMN, wordCount } from "./kernels/value.wgsl.ts";
import { blockNetwork } from "./network/block-network.ts";

type AnyContract = TypedContract | RecordContract;

/** Storage buffers that a kernel of any device may bind. */
const LEAST_BINDINGS = 8;

/** The types of a contract's columns: as they come, and as they go. */
export function columnTypes(contract: AnyContract): {
  readonly types: readonly ScalarType[];
  readonly sums: readonly ScalarType[];
} {
  if (contract.kind === "typed") return { types: [contract.type], sums: [contract.accumulate] };
  const types = contract.operator.columns.map(({ type }) => type);
  return { types, sums: types };
}

/** What a setting does not take from its contract. None of it changes a bit, "native" excepted. */
export interface SettingOptions {
  readonly shape?: TileShape | undefined;
  readonly isInspected?: boolean | undefined;
  readonly arithmetic?: Arithmetic | undefined;
  readonly plantedCombine?: string | undefined;
  readonly subgroups?: KernelSetting["subgroups"] | undefined; // default "none"
  readonly loads?: "words" | "vectors" | undefined; // of input; default "vectors", where values are one word and bindings are left
  readonly network?: KernelSetting["network"] | undefined; // default "dyadic"; one for associative operators is not heeded for others
  readonly mapped?: MappedInput | undefined; // default: the elements' columns are bound
}

/** What a device lets kernels have. */
export function tileLimits({ limits }: GPUDevice): TileLimits {
  return {
    threads: limits.maxComputeInvocationsPerWorkgroup,
    bytes: limits.maxComputeWorkgroupStorageSize,
    bindings: limits.maxStorageBuffersPerShaderStage,
  };
}

/** What the kernels of a contract are written for. @throws InternalError for an expression that has no kernels */
export function kernelSetting(
  contract: AnyContract,
  observation: KernelSetting["observation"],
  limits: TileLimits,
  {
    shape,
    isInspected = false,
    arithmetic = "integer",
    plantedCombine,
    subgroups = "none",
    network = "dyadic",
    loads = "vectors",
    mapped,
  }: SettingOptions = {},
): KernelSetting {
  const { types, sums } = columnTypes(contract);
  const isAgnostic = network === "agnostic" && takesAnyTree(contract);
  const blocks = blocksOf(contract, isAgnostic, shape, limits);
  return {
    ...blocks,
    network: isAgnostic ? "agnostic" : "dyadic",
    isVectorised:
      loads === "vectors" &&
      blocks.shape.run === 4 &&
      mapped?.isSelected !== true &&
      canVectorise(blocks, { types: inputTypes({ types, mapped }), sums, limits }),
    types,
    sums,
    mapped,
    operator: operatorOf(contract),
    observation,
    placement: contract.initial?.placement ?? "none",
    isBackward: contract.direction === "backward",
    isInspected,
    arithmetic,
    plantedCombine,
    subgroups,
  };
}

/** The words of the initial value, as the GPU has them; none without one. */
export function initialWords(contract: AnyContract): readonly number[] {
  const { sums } = columnTypes(contract);
  if (contract.initial === undefined) return [];
  const values = contract.kind === "record" ? contract.initial.value : [contract.initial.value];
  return values.flatMap((value, column) => {
    const bits = bitsOf(sums[column], value);
    const low = Number(bits & 0xffffffffn);
    return SCALAR_TYPE_FACTS[sums[column]].bytes === 8 ? [low, Number(bits >> 32n)] : [low];
  });
}

function operatorOf(contract: AnyContract): OperatorBody {
  const { columns, terms } =
    contract.kind === "record" ? contract.operator : bodyOf(contract.operator, contract.accumulate);
  return contract.direction === "backward" ? { columns, terms: swapSides(terms) } : { columns, terms };
}

/** Binding an input twice is sound, since nobody writes it; an output cannot be bound twice. */
function canVectorise(
  { blockNetwork }: Blocks,
  { types, sums, limits: { bindings = LEAST_BINDINGS } }: ColumnsAndLimits,
): boolean {
  const needed = FIRST_COLUMN + 2 * types.length + sums.length + (blockNetwork === undefined ? 0 : 1);
  return types.length > 0 && types.every((type) => wgslWords(type) === 1) && needed <= bindings;
}

interface ColumnsAndLimits {
  readonly types: readonly ScalarType[];
  readonly sums: readonly ScalarType[];
  readonly limits: TileLimits;
}

type Blocks = Pick<KernelSetting, "shape" | "blockLength" | "blockNetwork" | "carried">;

/** The tile and the blocks in it. @throws InternalError for a network that the tile is too small for, which the refusal says beforehand */
function blocksOf(
  contract: AnyContract,
  isAgnostic: boolean,
  given: TileShape | undefined,
  limits: TileLimits,
): Blocks {
  const { expression } = contract;
  const words = wordCount(columnTypes(contract).sums);
  if (expression.kind === "network" && !isAgnostic) {
    const { width } = expression.network;
    const shape =
      given === undefined ? chooseNetworkTile(words, width, limits) : filledByNetwork(given, width);
    if (shape === undefined) throw new InternalError(`a network of ${width} wires, which fits no tile`);
    return { shape, blockLength: width, blockNetwork: blockNetwork(expression.network, shape) };
  }
  if (expression.kind === "linearCarry" && !isAgnostic) {
    return carriedBlocks(expression.blockLength, words, { given, limits });
  }
  const asked = isAgnostic ? Number.POSITIVE_INFINITY : blockLengthOf(contract);
  const shape = given ?? chooseTile(words, asked, limits);
  return { shape, blockLength: isAgnostic ? tileLength(shape) : asked };
}

/** Blocks that are a power of two of a tile's elements are done as those of dyadic trees; others fill a tile, or have tiles of their own. */
function carriedBlocks(
  length: number,
  words: number,
  { given, limits }: { readonly given: TileShape | undefined; readonly limits: TileLimits },
): Blocks {
  if (Number.isInteger(Math.log2(length))) {
    const shape = given ?? chooseTile(words, length, limits);
    if (length <= tileLength(shape)) return { shape, blockLength: length };
  }
  const filled = given === undefined ? chooseBlockTile(words, length, limits) : filledByBlocks(given, length);
  const shape = filled ?? given ?? chooseTile(words, Number.POSITIVE_INFINITY, limits);
  const place = filled === undefined ? "of-tiles" : "in-tile";
  return { shape, blockLength: Number.POSITIVE_INFINITY, carried: { place, length } };
}

/** Blocks of one element are the dyadic tree over all of them, as one block is. What has no blocks is reduced in a bracket of its own. */
function blockLengthOf({ expression }: AnyContract): number {
  switch (expression.kind) {
    case "blockDyadic":
      return expression.blockLength === 1 ? Number.POSITIVE_INFINITY : expression.blockLength;
    case "iteratedPairwise":
    case "interleaved":
    case "bisection":
    case "binned":
    case "exact":
      return Number.POSITIVE_INFINITY;
    default:
      throw new InternalError(`${expression.kind} has no kernels`);
  }
}
