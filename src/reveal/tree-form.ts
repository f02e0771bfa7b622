// What a tree can be called: an expression of ours, or a composition of a few rules that libraries are written in. A form is a rule: it has
// a tree for every length, and a name is given only where that tree is the one that was revealed.
import type { TreeExpression } from "../expressions/expression.ts";
import { treeOf } from "../expressions/prefix-trees.ts";
import { printExpression } from "../expressions/print.ts";
import { bracketMaker } from "../networks/brackets/bracket.ts";
import { prefixMaker } from "../networks/brackets/prefix-brackets.ts";
import { foldTree, nodeOf, type RevealedTree } from "./revealed-tree.ts";

/** The rule of a tree. */
export type TreeForm =
  | { readonly kind: "expression"; readonly expression: TreeExpression }
  /** `x0·(x1·(x2·…))`. */
  | { readonly kind: "rightFold" }
  /** Bracketings of networks: `mirror` has the larger part on the right, `dyadic-left` folds the blocks of the length's binary digits. */
  | { readonly kind: "bracketing"; readonly name: "mirror" | "dyadicLeft" }
  /** The first element beside the rest. */
  | { readonly kind: "first"; readonly rest: TreeForm }
  /** Element i in lane i mod laneCount; "singly": elements beyond the last full row are added one by one at the end. */
  | {
      readonly kind: "lanes";
      readonly laneCount: number;
      readonly rest: "ragged" | "singly";
      readonly lane: TreeForm;
      readonly over: TreeForm;
    }
  /** Blocks of a length; what is left over stands as one operand at the end, as one block more, or is added one by one. */
  | {
      readonly kind: "blocks";
      readonly blockLength: number;
      readonly tail: "carry" | "peer" | "singly";
      readonly within: TreeForm;
      readonly over: TreeForm;
    }
  /** Halves, the left one a multiple of a length, down to ranges of at most so many elements. */
  | {
      readonly kind: "halves";
      readonly multiple: number;
      readonly most: number;
      readonly within: TreeForm;
    };

/**
 * A form as text: an expression by its name, `lanes(8, left-fold, iterated-pairwise)`: number, within a lane, over the lanes; "singly" at the
 * end where what is left over is added one by one.
 */
export function printTreeForm(form: TreeForm): string {
  switch (form.kind) {
    case "expression":
      return printExpression(form.expression);
    case "rightFold":
      return "right-fold";
    case "bracketing":
      return form.name === "mirror" ? "mirror" : "dyadic-left";
    case "first":
      return `first(${printTreeForm(form.rest)})`;
    case "lanes": {
      const rest = form.rest === "singly" ? ", singly" : "";
      return `lanes(${form.laneCount}, ${printTreeForm(form.lane)}, ${printTreeForm(form.over)}${rest})`;
    }
    case "blocks":
      return `blocks(${form.blockLength}, ${printTreeForm(form.within)}, ${printTreeForm(form.over)}, ${form.tail})`;
    case "halves":
      return `halves(${form.multiple}, ${form.most}, ${printTreeForm(form.within)})`;
    default:
      return form satisfies never;
  }
}

/** The form in one sentence, without its capital and full stop. */
export function describeTreeForm(form: TreeForm): string {
  switch (form.kind) {
    case "expression":
    case "rightFold":
    case "bracketing":
      return printTreeForm(form);
    case "first":
      return `the first element, beside the others by ${describeTreeForm(form.rest)}`;
    case "lanes": {
      const rest = form.rest === "singly" ? "; what is left over is added one by one" : "";
      return `${form.laneCount} lanes, each by ${describeTreeForm(form.lane)}, joined by ${describeTreeForm(form.over)}${rest}`;
    }
    case "blocks":
      return `blocks of ${form.blockLength}, each by ${describeTreeForm(form.within)}, joined by ${describeTreeForm(form.over)}; ${TAILS[form.tail]}`;
    case "halves":
      return `halves, the left one a multiple of ${form.multiple}, down to ${form.most} elements; these by ${describeTreeForm(form.within)}`;
    default:
      return form satisfies never;
  }
}

/** How many rules a form is made of. */
export function partCount(form: TreeForm): number {
  switch (form.kind) {
    case "expression":
    case "rightFold":
    case "bracketing":
      return 1;
    case "first":
      return 1 + partCount(form.rest);
    case "lanes":
      return 1 + partCount(form.lane) + partCount(form.over);
    case "blocks":
      return 1 + partCount(form.within) + partCount(form.over);
    case "halves":
      return 1 + partCount(form.within);
    default:
      return form satisfies never;
  }
}

const TAILS = {
  carry: "what is left over is one operand of the last addition",
  peer: "what is left over is a block too",
  singly: "what is left over is added one by one",
} as const;

type Leaves = readonly RevealedTree[];

/** The tree of a form over some leaves, which may be trees. */
export function treeOfForm(form: TreeForm, leaves: Leaves): RevealedTree {
  if (leaves.length === 1) return leaves[0];
  switch (form.kind) {
    case "expression":
      return onLeaves(treeOf(form.expression, leaves.length) as RevealedTree, leaves);
    case "rightFold":
      return leaves.reduceRight((right, left) => ({ left, right }));
    case "bracketing":
      return onLeaves(prefixMaker({ kind: form.name }, bracketMaker())(leaves.length), leaves);
    case "first":
      return { left: leaves[0], right: treeOfForm(form.rest, leaves.slice(1)) };
    case "lanes":
      return treeOfLanes(form, leaves);
    case "blocks":
      return treeOfBlocks(form, leaves);
    case "halves":
      return treeOfHalves(form, leaves);
    default:
      return form satisfies never;
  }
}

function treeOfLanes(form: Extract<TreeForm, { readonly kind: "lanes" }>, leaves: Leaves): RevealedTree {
  const { laneCount, rest, lane, over } = form;
  const full = leaves.length - (leaves.length % laneCount);
  const covered = rest === "ragged" ? leaves.length : full;
  const lanes: RevealedTree[] = [];
  for (let first = 0; first < Math.min(laneCount, covered); first++) {
    const own = leaves.slice(0, covered).filter((_, index) => index % laneCount === first);
    lanes.push(treeOfForm(lane, own));
  }
  if (lanes.length === 0) return singly(leaves[0], leaves.slice(1));
  return singly(treeOfForm(over, lanes), leaves.slice(covered));
}

function treeOfBlocks(form: Extract<TreeForm, { readonly kind: "blocks" }>, leaves: Leaves): RevealedTree {
  const { blockLength, tail, within, over } = form;
  const full = leaves.length - (leaves.length % blockLength);
  const blocks: RevealedTree[] = [];
  for (let start = 0; start < full; start += blockLength) {
    blocks.push(treeOfForm(within, leaves.slice(start, start + blockLength)));
  }
  const left = leaves.slice(full);
  if (blocks.length === 0)
    return tail === "singly" ? singly(left[0], left.slice(1)) : treeOfForm(within, left);
  if (left.length === 0) return treeOfForm(over, blocks);
  if (tail === "singly") return singly(treeOfForm(over, blocks), left);
  const last = treeOfForm(within, left);
  return tail === "peer"
    ? treeOfForm(over, [...blocks, last])
    : { left: treeOfForm(over, blocks), right: last };
}

function treeOfHalves(form: Extract<TreeForm, { readonly kind: "halves" }>, leaves: Leaves): RevealedTree {
  const { multiple, most, within } = form;
  if (leaves.length <= most) return treeOfForm(within, leaves);
  const half = Math.floor(leaves.length / 2);
  const split = half - (half % multiple);
  if (split === 0) return treeOfForm(within, leaves);
  return { left: treeOfForm(form, leaves.slice(0, split)), right: treeOfForm(form, leaves.slice(split)) };
}

function singly(first: RevealedTree, rest: Leaves): RevealedTree {
  return rest.reduce((left, right) => ({ left, right }), first);
}

/** A tree over indices with other leaves in their places. */
function onLeaves(tree: RevealedTree, leaves: Leaves): RevealedTree {
  return foldTree<RevealedTree>(tree, (index) => leaves[index], nodeOf);
}
