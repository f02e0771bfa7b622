// A contract in the words of kernels. Whatever a text depends on is in the setting; equal settings are one kernel.

import { wgslWords } from "../../codegen/wgsl/wgsl-words.ts";
import { type ColumnContract, scalarTypesOf } from "../../contracts/column-contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { OperatorBody } from "../../operators/operator.ts";
import { swapSides } from "../../operators/term.ts";
import { bitsOf } from "../../values/bits.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import type { Row } from "../../values/value-types.ts";
import { NEEDED_LIMITS } from "./device/device-facts.ts";
import { familyOf } from "./families.ts";
import type { Arithmetic, KernelSetting } from "./kernels/kernel-setting.ts";
import { inputTypes, type MappedInput } from "./kernels/mapped-input.ts";
import { dyadicBlocks, type TileBlocks } from "./kernels/tile-blocks.ts";
import { type TileLimits, type TileShape, tileLength } from "./kernels/tile-shape.ts";
import { FIRST_COLUMN, wordCount } from "./kernels/value.wgsl.ts";

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
  contract: ColumnContract,
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
  const { sums } = contract;
  const types = scalarTypesOf(contract);
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
export function initialWords({ sums, initial }: ColumnContract): readonly number[] {
  return initial === undefined ? [] : deviceWords(sums, initial.value);
}

/** The words of one value by column, as the GPU has them: of 64 bits the lower half comes first. */
export function deviceWords(types: readonly ScalarType[], row: Row): readonly number[] {
  return types.flatMap((type, column) => {
    const bits = bitsOf(type, row[column]);
    const low = Number(bits & 0xffffffffn);
    return SCALAR_TYPE_FACTS[type].bytes === 8 ? [low, Number(bits >> 32n)] : [low];
  });
}

function operatorOf({ columns, terms, direction }: ColumnContract): OperatorBody {
  return { columns, terms: direction === "backward" ? swapSides(terms) : terms };
}

/** Binding an input twice is sound, since nobody writes it; an output cannot be bound twice. */
function canVectorise(
  { blockNetwork }: TileBlocks,
  { types, sums, limits: { bindings = NEEDED_LIMITS.maxStorageBuffersPerShaderStage } }: ColumnsAndLimits,
): boolean {
  const needed = FIRST_COLUMN + 2 * types.length + sums.length + (blockNetwork === undefined ? 0 : 1);
  return types.length > 0 && types.every((type) => wgslWords(type) === 1) && needed <= bindings;
}

interface ColumnsAndLimits {
  readonly types: readonly ScalarType[];
  readonly sums: readonly ScalarType[];
  readonly limits: TileLimits;
}

/** The tile and the blocks in it. @throws InternalError for what has no kernels, or fits no tile, which the refusal says beforehand */
function blocksOf(
  { expression, sums }: ColumnContract,
  isAgnostic: boolean,
  given: TileShape | undefined,
  limits: TileLimits,
): TileBlocks {
  const wish = { words: wordCount(sums), given, limits };
  if (!isAgnostic) return familyOf(expression).blocks(wish);
  const { shape } = dyadicBlocks(Number.POSITIVE_INFINITY, wish);
  return { shape, blockLength: tileLength(shape) };
}
