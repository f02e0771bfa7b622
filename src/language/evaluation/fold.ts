// Reduces and scans by the tree of a named expression, charged as algorithms with the work and span that cost models give them.

import type { Tree, TreeNode } from "../../expressions/expression.ts";
import { type Expression, isOrderFree } from "../../expressions/expression.ts";
import { parseExpression } from "../../expressions/parse.ts";
import { prefixTrees, treeOf } from "../../expressions/prefix-trees.ts";
import { printExpression } from "../../expressions/print.ts";
import { placeOf } from "../../text/source-text.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { levels } from "../cost/construct-costs.ts";
import { apply, arrayOf, type Call, charge, checkSameLength, itemsOf, scalarsOf } from "./call.ts";
import type { Context } from "./context.ts";
import { arrayLike, type Value } from "./value.ts";

/*
 * A reduce and a scan have the values of a named expression. Their cost is that of algorithms with the work and span that cost models give
 * them, over the same operands: for the reduce the expression's own tree, for the scan an up-sweep and a down-sweep.
 */

/** The value of a reduce, charged. `neutral` is that of nothing, and is combined with nothing. */
export function combineAll(call: Call, items: readonly Value[], neutral: Value): Value {
  const { context } = call;
  const combine = combineOf(call);
  const value = (): Value => {
    if (items.length === 0) return neutral;
    return foldTrees([treeOf(expressionOf(call), items.length)], items, combine, context)[0];
  };
  if (context.isMetered && context.model === "verbatim") {
    chargeByFormula(call, items, neutral);
    return context.unmetered(value);
  }
  return value();
}

/** All prefixes, charged. */
export function combinePrefixes(call: Call, items: readonly Value[], neutral: Value): readonly Value[] {
  const { context } = call;
  if (context.isMetered) {
    if (context.model === "verbatim") chargeByFormula(call, items, neutral);
    else sweep(call, items);
  }
  if (items.length === 0) return [];
  return context.unmetered(() => {
    return foldTrees(prefixTrees(expressionOf(call), items.length), items, combineOf(call), context);
  });
}

function combineOf(call: Call): (left: Value, right: Value) => Value {
  return (left, right) => apply(call, 0, left, right);
}

/** @throws UnsupportedError for a sum without an order, which has no tree */
function expressionOf({ name, expression: named, context, at }: Call): Expression {
  const expression = named === undefined ? context.expression : parseExpression(named); // its name was checked with the types
  if (!isOrderFree(expression)) return expression;
  const { source } = context.typed.program;
  const { line, column } = placeOf(context.typed.program, at);
  throw new UnsupportedError(
    `${name} by ${printExpression(expression)} on the interpreter (${source}:${line}:${column})`,
    "a sum without an order has no tree that it could follow",
    "run the program on an executor, such as javascript or wasm",
  );
}

/** W = n·W(op) and S = ⌈log2 n⌉·S(op): what the operator costs is seen by folding from the neutral element. */
function chargeByFormula(call: Call, items: readonly Value[], neutral: Value): void {
  const { context, at } = call;
  let sum = neutral;
  const costs = items.map((item) =>
    context.costOf(() => {
      sum = apply(call, 0, sum, item);
    }),
  );
  const work = costs.reduce((total, cost) => total + cost.work, 0);
  const longest = costs.reduce((most, cost) => Math.max(most, cost.span), 0);
  context.spend(at, work, levels(items.length) * longest);
}

/** The prefixes of an up-sweep and a down-sweep (Brent and Kung's network): at most 2n combines, 2·log2 n deep. Only their cost is of use. */
function sweep(call: Call, items: readonly Value[]): void {
  const { context } = call;
  const start = context.mark();
  const wires = items.map((value) => ({ value, end: start }));
  const combine = (from: number, into: number): void => {
    context.waitFor([wires[from].end, wires[into].end]);
    const value = apply(call, 0, wires[from].value, wires[into].value);
    wires[into] = { value, end: context.mark() };
  };
  const { length } = wires;
  let distance = 1;
  for (; distance < length; distance *= 2) {
    for (let into = 2 * distance - 1; into < length; into += 2 * distance) combine(into - distance, into);
  }
  for (; distance >= 1; distance /= 2) {
    for (let into = 3 * distance - 1; into < length; into += 2 * distance) combine(into - distance, into);
  }
  context.waitFor([start, ...wires.map(({ end }) => end)]);
}

interface Done {
  readonly value: Value;
  readonly end: unknown; // the mark at which it is there
}

/**
 * The values of trees over elements. A subtree that several trees share is combined once; each combine begins when both of its sides are there.
 */
function foldTrees(
  trees: readonly Tree[],
  elements: readonly Value[],
  combine: (left: Value, right: Value) => Value,
  context: Context,
): readonly Value[] {
  const start = context.mark();
  const done = new Map<TreeNode, Done>();
  const ends: unknown[] = [start];
  const doneOf = (tree: Tree): Done | undefined => {
    return typeof tree === "number" ? { value: elements[tree], end: start } : done.get(tree);
  };
  const results = trees.map((tree) => {
    // An own stack, because a left fold is as deep as it is long.
    const open: Tree[] = [tree];
    for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
      if (typeof node === "number" || done.has(node)) {
        open.pop();
        continue;
      }
      const left = doneOf(node.left);
      const right = doneOf(node.right);
      if (left !== undefined && right !== undefined) {
        context.waitFor([left.end, right.end]);
        done.set(node, { value: combine(left.value, right.value), end: context.mark() });
        ends.push(context.mark());
        open.pop();
      } else {
        if (right === undefined) open.push(node.right);
        if (left === undefined) open.push(node.left);
      }
    }
    return doneOf(tree)?.value ?? 0;
  });
  context.waitFor(ends);
  return results;
}

/** exscan op ne xs: `ne`, and then `ne` combined with every prefix but the last. */
export function exclusivePrefixes(call: Call): Value {
  const items = itemsOf(call, 2);
  const neutral = call.operands[1];
  const prefixes = combinePrefixes(call, items, neutral);
  const before = prefixes.slice(0, -1);
  // The sweeps give exclusive prefixes at the same cost.
  const values = call.context.unmetered(() => before.map((prefix) => apply(call, 0, neutral, prefix)));
  charge(call, items.length);
  return arrayLike(arrayOf(call, 2), items.length === 0 ? [] : [neutral, ...values]);
}

/** The prefixes of every segment alone. A true flag begins a segment; index 0 always does. */
export function segmentedPrefixes(call: Call): Value {
  const segments = segmentsOf(call);
  const neutral = call.operands[1];
  const prefixes = call.context.parallel(segments.length, (index) => {
    return combinePrefixes(call, segments[index], neutral);
  });
  charge(call, itemsOf(call, 3).length);
  return arrayLike(arrayOf(call, 3), prefixes.flat());
}

/** The reduce of every segment alone. */
export function segmentedTotals(call: Call): Value {
  const segments = segmentsOf(call);
  const neutral = call.operands[1];
  const totals = call.context.parallel(segments.length, (index) =>
    combineAll(call, segments[index], neutral),
  );
  charge(call, itemsOf(call, 3).length);
  return arrayLike(arrayOf(call, 3), totals);
}

function segmentsOf(call: Call): readonly (readonly Value[])[] {
  const flags = scalarsOf(call, 2);
  const items = itemsOf(call, 3);
  checkSameLength(call, [itemsOf(call, 2), items]);
  const segments: Value[][] = [];
  items.forEach((item, index) => {
    if (index === 0 || flags[index] === 1) segments.push([]);
    segments[segments.length - 1].push(item);
  });
  return segments;
}
