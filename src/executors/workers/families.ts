import { unaskedQuadratic } from "../../contracts/quadratic-scan.ts";
import { checkNetworkExpression } from "../../expressions/check-network-expression.ts";
import type { Expression, NetworkExpression } from "../../expressions/expression.ts";
import type { Network } from "../../networks/network.ts";
import { encodeNetwork } from "../../networks/text/decode-network.ts";
import type { Root, State } from "../../summaries/summary.ts";
import type { Row } from "../../values/value-types.ts";
import type { Refusal, Request } from "../executor.ts";
import { networkRoomBytes } from "../wasm/families/network/network-room.ts";

// The one table of what a pool needs to know of each kind of expression.

/** What an expression is to a pool. Nothing else in this folder asks for its kind. */
interface Family {
  /** Elements: subtrees end at multiples of this times any power of two, whatever follows. Infinity where none does: one piece. */
  readonly unit: number;
  /** Whether pieces have summaries; a sequence without them is halved, and halved again. */
  readonly hasSummaries: boolean;
  /** The state of a piece that is one subtree, of its root. Absent where a summary tells more. */
  readonly stateOfRoot?: (root: Root<Row>) => State<Row>;
  /** Where scans are computed in halves: combines of a prefix in its block, for each of those that join it. */
  readonly scanPerJoin?: number;
  /** Bytes that a worker needs besides what all expressions do. */
  readonly roomBytes?: (columnCount: number, length: number) => number;
  /** Why a pool cannot serve it, where no other tree has the same bits. */
  readonly refusal?: (request: Request) => Refusal | undefined;
  /** Looks at what a caller may have made by hand. @throws InvalidArgumentError */
  readonly check?: () => void;
  /** The expression as it goes to a worker, where it does not go as it is. */
  readonly posted?: () => PostedNetwork;
}

/** A network goes as one text: cloned pair by pair it takes longer than most scans. */
export interface PostedNetwork extends Omit<NetworkExpression, "network"> {
  readonly text: string;
}

/** What an expression is to a pool. */
export function familyOf(expression: Expression): Family {
  return (FAMILIES[expression.kind] as (expression: Expression) => Family)(expression);
}

type Families = {
  readonly [Kind in Expression["kind"]]: (of: Extract<Expression, { readonly kind: Kind }>) => Family;
};

const FAMILIES: Families = {
  iteratedPairwise: () => ({
    unit: 1,
    hasSummaries: true,
    stateOfRoot: (root) => ({ kind: "roots", roots: [root] }),
  }),
  blockDyadic: ({ blockLength }) => ({
    unit: blockLength,
    hasSummaries: true,
    stateOfRoot: stateOfBlocks,
    // Of an element in a block of B the join and its part of the carry, some 8 combines for a block, where its prefix alone took log2(B) / 2.
    scanPerJoin: 1 + Math.log2(blockLength) / 2 / (1 + 8 / blockLength),
  }),
  network: (expression) => ({
    unit: expression.network.width,
    hasSummaries: true,
    stateOfRoot: stateOfBlocks,
    roomBytes: (columnCount) => networkRoomBytes(expression, columnCount),
    check: () => checkNetworkExpression(expression),
    posted: () => ({ kind: "network", name: expression.name, text: textOf(expression.network) }),
  }),
  interleaved: ({ laneCount }) => ({
    unit: laneCount,
    hasSummaries: true,
    roomBytes(columnCount, length) {
      // Room for the roots of some rows, twice over while it doubles their levels, and the tree over the lanes.
      const levels = Math.ceil(Math.log2(Math.max(2 ** 16, (2 * length) / laneCount))) + 2;
      return (3 * levels + 4) * (laneCount + 64) * 8 * columnCount;
    },
  }),
  // Its inner ranges are lists of all their blocks.
  linearCarry: () => ({ unit: Number.POSITIVE_INFINITY, hasSummaries: true }),
  binned: () => ({ unit: 1, hasSummaries: true }),
  exact: () => ({ unit: 1, hasSummaries: true }),
  // One chain, of which no second worker can begin a part.
  leftFold: () => ({ unit: Number.POSITIVE_INFINITY, hasSummaries: true }),
  bisection: () => ({
    unit: 1, // of a reduce in any order
    hasSummaries: false,
    refusal: unaskedQuadratic,
  }),
  custom: ({ name }) => ({
    unit: Number.POSITIVE_INFINITY,
    hasSummaries: false,
    refusal: () => ({
      reason: `the tree of "${name}" is a function, which only the javascript executor calls`,
      remedy: 'use the javascript executor ("samebits/javascript")',
    }),
  }),
};

function stateOfBlocks(block: Root<Row>): State<Row> {
  return { kind: "blocks", head: [], blocks: [block], tail: [] };
}

const networkTexts = new WeakMap<Network, string>();

function textOf(network: Network): string {
  const text = networkTexts.get(network) ?? encodeNetwork(network);
  networkTexts.set(network, text);
  return text;
}
