// Folds by operators that no primitive has, those over arrays above all: the trees of the expression level by level, each level one map over its nodes.

import type { Steps } from "../../algorithms/call.ts";
import type { Observation } from "../../contracts/contract.ts";
import { type Expression, isOrderFree, type Tree, type TreeNode } from "../../expressions/expression.ts";
import { parseExpression } from "../../expressions/parse.ts";
import { prefixTrees, treeOf } from "../../expressions/prefix-trees.ts";
import { printExpression } from "../../expressions/print.ts";
import { binary, constant, left } from "../../operators/term.ts";
import { type ArrayUse, arrayOfFrame } from "./array-use.ts";
import { columnSource } from "./columns.ts";
import { Frame } from "./frame.ts";
import { elementsAtPlaces, newPassage, passed } from "./passage.ts";
import type { Column } from "./recorder.ts";
import { joinedAll, withRows } from "./row-parts.ts";
import { counted, settle } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import { bytesOfArrays, isElement, type Staged, type StagedArray, stagedArray } from "./staged.ts";
import type { Work } from "./tape.ts";

/*
 * Level 0 are the elements, level k the nodes whose deeper side is of level k - 1. A left fold has as many levels as elements; the trees of other
 * expressions have some log2 n. Rows of a map have their levels together: as many maps as the deepest of their trees has levels.
 */

/** Rows one after another, and the frame whose elements they are of; of an array alone there is none. */
interface FoldedRows {
  readonly array: StagedArray;
  readonly lengths: readonly number[];
  readonly outer?: Frame;
}

/** Where a node's value lies. */
interface Place {
  readonly level: number;
  readonly index: number;
}

/** The operands of a level's nodes, and the row that each is of. */
interface Level {
  readonly left: Place[];
  readonly right: Place[];
  readonly row: number[];
}

/**
 * The reduce of each row, or all prefixes of all rows: each row by its own tree. What is said of a row without elements means nothing.
 *
 * @throws UnsupportedError for a sum without an order
 */
export function* foldByLevels(
  use: ArrayUse,
  observation: Observation,
  rows: FoldedRows,
  context: StageContext,
): Steps<StagedArray> {
  const expression = expressionOf(use, context);
  const { levels, roots } = nodesOf(rows.lengths, (length) => {
    if (observation !== "reduce") return prefixTrees(expression, length);
    return [length === 0 ? 0 : treeOf(expression, length)];
  });
  const values = [stagedArray(yield* settle(rows.array, context))];
  for (const level of levels) {
    const frame = new Frame(level.row.length);
    const first = yield* valuesAt(level.left, values, frame, context);
    const second = yield* valuesAt(level.right, values, frame, context);
    const callee = yield* operatorIn(use.operands[0], level.row, rows.outer, frame, context);
    const made = yield* combined(use, callee, [first, second], frame, context);
    context.turn(use.at, bytesOfArrays(made));
    values.push(made);
  }
  const frame = new Frame(roots.length);
  return arrayOfFrame(frame, yield* valuesAt(roots, values, frame, context));
}

/** The value of nothing, and then that combined with every prefix but the last. */
export function* afterNeutral(
  use: ArrayUse,
  prefixes: StagedArray,
  context: StageContext,
): Steps<StagedArray> {
  const [callee, neutral] = use.operands;
  const first = { kind: "array", sources: [], element: elementOf(use, neutral, context), length: 1 } as const;
  if (prefixes.length === 1) return first;
  const frame = new Frame(prefixes.length - 1);
  const before = left("u32", frame.add({ kind: "numbers" }));
  const pair = [neutral, yield* elementsAtPlaces(prefixes, before, frame, context)];
  return yield* joinedAll([first, yield* combined(use, callee, pair, frame, context)], context);
}

/** The expression whose trees are followed. @throws UnsupportedError for a sum without an order */
export function expressionOf(use: ArrayUse, context: StageContext): Expression {
  const expression = use.expression === undefined ? context.expression : parseExpression(use.expression);
  if (!isOrderFree(expression)) return expression;
  const construct = `"${use.name}" by ${printExpression(expression)} with this operator`;
  return context.refuse(use.at, construct, "a sum without an order has no tree to follow");
}

/** The nodes of each row's trees by their height, and where the trees' values are. */
function nodesOf(
  lengths: readonly number[],
  treesOf: (length: number) => readonly Tree[],
): { readonly levels: readonly Level[]; readonly roots: readonly Place[] } {
  const levels: Level[] = [];
  const roots: Place[] = [];
  const known = new Map<number, readonly Tree[]>();
  let start = 0;
  for (const [row, length] of lengths.entries()) {
    const trees = known.get(length) ?? treesOf(length);
    known.set(length, trees);
    for (const root of placesOf(trees, { row, start }, levels)) roots.push(root);
    start += length;
  }
  return { levels, roots };
}

/** Adds the nodes of a row's trees to the levels; what several trees share is there once. */
function placesOf(
  trees: readonly Tree[],
  { row, start }: { readonly row: number; readonly start: number },
  levels: Level[],
): readonly Place[] {
  const places = new Map<TreeNode, Place>();
  const placeOf = (tree: Tree): Place | undefined =>
    typeof tree === "number" ? { level: 0, index: start + tree } : places.get(tree);
  const open: Tree[] = []; // an own stack, because a left fold is as deep as it is long
  return trees.map((tree): Place => {
    for (;;) {
      const root = placeOf(tree);
      if (root !== undefined) return root;
      const node = open.pop() ?? tree;
      if (typeof node === "number" || places.has(node)) continue;
      const [first, second] = [placeOf(node.left), placeOf(node.right)];
      if (first === undefined || second === undefined) {
        open.push(node);
        if (second === undefined) open.push(node.right);
        if (first === undefined) open.push(node.left);
        continue;
      }
      const level = Math.max(first.level, second.level) + 1;
      levels[level - 1] ??= { left: [], right: [], row: [] };
      const nodes = levels[level - 1];
      places.set(node, { level, index: nodes.row.push(row) - 1 });
      nodes.left.push(first);
      nodes.right.push(second);
    }
  });
}

/** An operator as the nodes of a level see it, each from its row. */
function* operatorIn(
  callee: Staged,
  row: readonly number[],
  outer: Frame | undefined,
  frame: Frame,
  context: StageContext,
): Steps<Staged> {
  if (outer === undefined) return callee;
  const column = yield* placed(row, context);
  const passage = newPassage(outer, frame, left("u32", frame.add(columnSource(column))));
  return yield* passed(callee, passage, context);
}

/** An operator as a map over pairs. */
function* combined(
  use: ArrayUse,
  callee: Staged,
  pair: readonly Staged[],
  frame: Frame,
  context: StageContext,
): Steps<StagedArray> {
  const value = yield* counted(yield* context.apply(callee, pair, frame), context);
  return stagedArray(yield* settle(arrayOfFrame(frame, elementOf(use, value, context)), context));
}

function elementOf({ at, name }: ArrayUse, value: Staged, context: StageContext): Staged {
  const element = withRows(value);
  return isElement(element) ? element : context.refuse(at, `"${name}" of functions`, "columns hold scalars");
}

/** What stands at places of levels, for each element of a frame. */
function* valuesAt(
  places: readonly Place[],
  values: readonly StagedArray[],
  frame: Frame,
  context: StageContext,
): Steps<Staged> {
  const asked = [...new Set(places.map(({ level }) => level))];
  const all = yield* joinedAll(
    asked.map((level) => values[level]),
    context,
  );
  const starts = new Map<number, number>();
  let total = 0;
  for (const level of asked) {
    starts.set(level, total);
    total += values[level].length;
  }
  const numbers = places.map(({ level, index }) => (starts.get(level) ?? 0) + index);
  const [first] = numbers;
  const step = (numbers[1] ?? first + 1) - first;
  const isEven = step >= 0 && numbers.every((number, index) => number === first + step * index);
  if (isEven && first === 0 && step === 1 && total === frame.length) return frame.enter(all);
  if (isEven) {
    const scaled = binary("multiply", left("u32", frame.add({ kind: "numbers" })), constant("u32", step));
    return yield* elementsAtPlaces(all, binary("add", scaled, constant("u32", first)), frame, context);
  }
  const column = yield* placed(numbers, context);
  return yield* elementsAtPlaces(all, left("u32", frame.add(columnSource(column))), frame, context);
}

function* placed(numbers: readonly number[], { recorder }: StageContext): Steps<Column> {
  const [column] = yield* recorder.columns([], [], place(Uint32Array.from(numbers)));
  return column;
}

function place(numbers: Uint32Array): Work<readonly unknown[]> {
  // biome-ignore lint/correctness/useYield: work is a generator, and this one waits for nothing
  return function* (on) {
    return [on.place(numbers)];
  };
}
