// The one table of what each family of expressions is to a GPU. The machine, plans, primitives and stages ask a row, never an expression's kind.

import type { Observation } from "../../contracts/contract.ts";
import { checkNetworkExpression } from "../../expressions/check-network-expression.ts";
import { blockDyadic, type Expression } from "../../expressions/expression.ts";
import { sklansky } from "../../networks/generators/sklansky.ts";
import type { Network } from "../../networks/network.ts";
import type { FloatType } from "../../summaries/accumulators/accumulator.ts";
import { InternalError } from "../../values/errors.ts";
import type { Refusal } from "../executor.ts";
import { type CertifiedBlocks, dyadicPrefixes, networkPrefixes } from "./certificates/certified-blocks.ts";
import { isSklansky } from "./families/network/block-network.ts";
import { bisectionReduce, interleavedReduce } from "./families/parts/raked-reduce.ts";
import { binnedSum } from "./families/sums/binned-sum.wgsl.ts";
import { exactSum } from "./families/sums/exact-sum.wgsl.ts";
import type { SumText } from "./families/sums/sum-of-terms.wgsl.ts";
import type { KernelSetting } from "./kernels/kernel-setting.ts";
import {
  carriedBlocks,
  dyadicBlocks,
  networkBlocks,
  type TileBlocks,
  type TileWish,
} from "./kernels/tile-blocks.ts";
import { chooseNetworkTile, type TileLimits } from "./kernels/tile-shape.ts";
import type { Algorithm } from "./stage/algorithm.ts";
import type { Staging } from "./stage/staging.ts";

/** What an expression is to a GPU. Elsewhere in this folder nothing asks for its kind. */
interface Family {
  readonly serves: readonly Observation[]; // those with kernels
  readonly refusal?: Refusal; // of the others
  readonly algorithm: Algorithm; // whose bracket is its own
  /** The tile, and the blocks in it. */
  readonly blocks: (wish: TileWish) => TileBlocks;
  /** Looks at what a caller may have made up. @throws InvalidArgumentError for a network that is no scan */
  readonly check?: () => void;
  /** Why kernels of a device have no room for it, for values of so many words. */
  readonly unfit?: (words: number, limits: TileLimits) => Refusal | undefined;
  /** An expression with the same bits and faster kernels, if there is one. */
  readonly standIn?: () => Expression | undefined;
  readonly hasTable?: boolean; // kernels bind one more buffer: the pairs of a network
  readonly hasOwnBlocks?: boolean; // which are not needed where any bracket has the bits
  readonly isWhole?: boolean; // its tree depends on the length: a call is one chunk
  readonly isDyadic?: boolean; // its trees are dyadic: then so are those of segments
  readonly certified?: CertifiedBlocks; // what a certificate compares with; without one f32 are added on bits
  /** Its own reduce. Default: tile by tile. `most` are the positions of the longest call that is to be one chunk. */
  readonly reduceStages?: (setting: KernelSetting, most: number) => Staging;
  /** A sum without an order: an initial value is one more term, wherever it stands. */
  readonly sum?: (type: FloatType) => SumText;
  /** What trees of segments are made of that are not dyadic themselves. */
  readonly parts?: Parts;
}

/**
 * Lanes, which take elements out of their order, or halves of halves: dyadic trees of dyadic trees. Blocks, by dyadic trees or by a network, joined by a dyadic tree
 * or carried from one to the next. Or elements, one after the other.
 */
export type Parts =
  | { readonly kind: "lanes"; readonly laneCount: number }
  | { readonly kind: "halves" }
  | {
      readonly kind: "blocks";
      readonly blockLength: number;
      readonly isCarried?: boolean;
      readonly network?: Network;
    }
  | { readonly kind: "chain" };

/** Whether the kernels of segments serve an array too, as one segment. */
export function isOneSegment(
  { expression }: { readonly expression: Expression },
  observation: Observation,
): boolean {
  const kind = familyOf(expression).parts?.kind;
  return observation !== "reduce" && (kind === "lanes" || kind === "halves");
}

const known = new WeakMap<Expression, Family>();

export function familyOf(expression: Expression): Family {
  const rowOf = FAMILIES[expression.kind] as (of: Expression) => Family;
  const family = known.get(expression) ?? rowOf(expression);
  known.set(expression, family);
  return family;
}

const ALL: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];

const ONE_BLOCK = (wish: TileWish): TileBlocks => dyadicBlocks(Number.POSITIVE_INFINITY, wish);

const DYADIC = { serves: ALL, algorithm: "dyadic-look-back", isDyadic: true } as const;
const SUM = { serves: ALL, algorithm: "reduce-then-scan", blocks: ONE_BLOCK } as const;

const PAIRWISE: Family = {
  ...DYADIC,
  blocks: ONE_BLOCK,
  certified: { length: Number.POSITIVE_INFINITY, prefixes: dyadicPrefixes },
};

function carry(blockLength: number): Family {
  return {
    serves: ALL,
    algorithm: "chained-scan",
    blocks: (wish) => carriedBlocks(blockLength, wish),
    hasOwnBlocks: true,
    parts: blockLength === 1 ? { kind: "chain" } : { kind: "blocks", blockLength, isCarried: true },
  };
}

type Rows = {
  readonly [Kind in Expression["kind"]]: (expression: Extract<Expression, { readonly kind: Kind }>) => Family;
};

const FAMILIES: Rows = {
  iteratedPairwise: () => PAIRWISE,
  blockDyadic: ({ blockLength }) =>
    Number.isInteger(Math.log2(blockLength))
      ? {
          ...DYADIC,
          blocks: (wish) => dyadicBlocks(blockLength, wish),
          certified: {
            length: blockLength > 1 ? blockLength : Number.POSITIVE_INFINITY,
            prefixes: dyadicPrefixes,
          },
        }
      : // Sklansky's network has their trees at any width.
        byPairs({ kind: "blocks", blockLength }, () => sklansky(blockLength), {
          subject: `blocks of ${blockLength}, which is no power of two,`,
          remedy: 'use a power of two, the wasm executor ("samebits") or the workers ("samebits/workers")',
        }),
  linearCarry: ({ blockLength }) => carry(blockLength),
  network: (expression) => ({
    ...byPairs(blocksBy(expression.network), () => expression.network, {
      subject: `the ${expression.network.width} wires of a network`,
      remedy: 'use a narrower network, "samebits/networks" or the workers ("samebits/workers")',
    }),
    check: () => checkNetworkExpression(expression),
    standIn: () => (isSklansky(expression.network) ? blockDyadic(expression.network.width) : undefined),
  }),
  interleaved: ({ laneCount }) =>
    laneCount === 1
      ? PAIRWISE
      : {
          serves: ALL,
          algorithm: "dyadic-look-back",
          blocks: ONE_BLOCK,
          parts: { kind: "lanes", laneCount },
          reduceStages: (setting, most) => interleavedReduce(setting, laneCount, most),
        },
  bisection: () => ({
    serves: ALL,
    algorithm: "dyadic-look-back",
    blocks: ONE_BLOCK,
    parts: { kind: "halves" },
    reduceStages: bisectionReduce,
    isWhole: true,
  }),
  exact: () => ({ ...SUM, sum: exactSum }),
  binned: ({ fold }) => ({ ...SUM, sum: (type) => binnedSum(type, fold) }),
  // A chain whose blocks are elements.
  leftFold: () => carry(1),
  custom: () => ({
    ...withoutKernels("custom"),
    refusal: {
      reason: "the tree is a function, which only the javascript executor calls",
      remedy: 'use the javascript executor ("samebits/javascript")',
    },
  }),
};

function withoutKernels(kind: Expression["kind"]): Family {
  const blocks = (): never => {
    throw new InternalError(`${kind} has no kernels`);
  };
  return { serves: [], algorithm: "dyadic-look-back", blocks };
}

/** Blocks by a table of pairs, which one workgroup does: those of a network of so many wires. */
function byPairs(
  parts: Extract<Parts, { readonly kind: "blocks" }>,
  networkOf: () => Network,
  tooWide: TooWide,
): Family {
  const { blockLength: width } = parts;
  return {
    serves: ALL,
    parts,
    algorithm: "dyadic-look-back",
    blocks: (wish) => networkBlocks(networkOf(), wish),
    unfit: (words, limits) => unfitWidth(width, tooWide, words, limits),
    hasTable: true,
    hasOwnBlocks: true,
    certified: { length: width, prefixes: (block) => networkPrefixes(networkOf(), block) },
  };
}

function blocksBy(network: Network): Extract<Parts, { readonly kind: "blocks" }> {
  return { kind: "blocks", blockLength: network.width, network };
}

/** What is told of blocks that are longer than a tile. */
interface TooWide {
  readonly subject: string;
  readonly remedy: string;
}

/** The pairs of a network are done where one workgroup has all its wires. */
function unfitWidth(
  width: number,
  { subject, remedy }: TooWide,
  words: number,
  limits: TileLimits,
): Refusal | undefined {
  const fits = (wires: number): boolean => chooseNetworkTile(words, wires, limits) !== undefined;
  if (fits(width)) return undefined;
  let [widest, beyond] = [0, width];
  while (beyond - widest > 1) {
    const middle = Math.floor((widest + beyond) / 2);
    if (fits(middle)) widest = middle;
    else beyond = middle;
  }
  return {
    reason: `${subject} are done within a tile, which has at most ${widest} of these elements on this device`,
    remedy,
  };
}
