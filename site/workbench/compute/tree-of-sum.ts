// The tree of a contract with the value and the rounding error of every node. The library makes the tree itself: a reduce whose operator builds nodes.
import {
  columnContract,
  type ElementArray,
  type Expression,
  isOrderFree,
  javascriptExecutor,
  newElementArray,
  reduce,
  resolveContract,
  type Scalar,
  type TypedContract,
  toHex,
} from "samebits/javascript";
import { type Built, leavesOf, maskOf, NO_RANGES, partAt, rangesOf } from "./parts-of-tree.ts";

/** Elements of a tree that is drawn whole. */
export const MOST_DRAWN = 512;

/** Elements of a tree that is drawn by ranges: its largest additions, and what they add as one node each. */
export const MOST_RANGED = 20_000;

/** One node of a drawn tree, in the order of evaluation: children stand before their parents, leaves are nodes too. */
export interface DrawnNode {
  readonly left: number; // the child's place in the list; -1 for a leaf
  readonly right: number;
  readonly element: number; // of a leaf its index, -1 for the initial value; of other nodes -2
  readonly level: number; // combines on the longest path down to a leaf
  readonly column: number; // where it stands: of a leaf its index, of a node the middle of its children
  readonly covers: string; // "x3", "x0…x7", "x0, x2, x4"
  readonly mask: bigint; // bit i: the node holds element i
  readonly value: string;
  readonly bits: string;
  readonly ownError: number | undefined; // value − (left + right), exactly; undefined where no rounding is known of
  readonly inheritedError: number | undefined; // (left + right) − the true sum of all below
  readonly path?: string; // of a range that is drawn as one node: how to come there from the root
}

const INITIAL = -1;

/** The drawn tree of a reduce, or undefined for an order-free sum, which has none. Of more than 512 elements the part at a path, by ranges. */
export function treeOfSum(
  contract: TypedContract,
  input: ElementArray,
  path = "",
): readonly DrawnNode[] | undefined {
  const { expression, direction, initial } = contract;
  if (isOrderFree(expression)) return undefined;
  const indices = Array.from({ length: input.length }, (_, index) => index);
  const build = (left: Built, right: Built): Built => ({ left, right });
  const tree = reduce<Built>(indices, {
    operator: build,
    expression,
    direction,
    ...(initial === undefined ? {} : { initial: INITIAL, initialPlacement: initial.placement }),
  });
  if (input.length <= MOST_DRAWN) return drawn(tree, contract, input);
  return drawn(partAt(tree, path), contract, input, path);
}

function drawn(
  tree: Built,
  contract: TypedContract,
  input: ElementArray,
  path?: string,
): readonly DrawnNode[] {
  const nodes: DrawnNode[] = [];
  const values: Scalar[] = [];
  const arithmetic = arithmeticOf(contract);
  const shift = contract.initial === undefined ? 0 : 1; // the initial value stands in a column of its own
  const ranges = path === undefined ? NO_RANGES : rangesOf(tree, path);
  const valueAt = (leaf: number): Scalar =>
    leaf === INITIAL ? (contract.initial?.value as Scalar) : input[leaf];
  let columns = 0;
  const visit = (part: Built, [left, right]: readonly number[]): number => {
    const range = ranges.get(part);
    const isAddition = typeof part !== "number" && range === undefined;
    const value = isAddition
      ? arithmetic.combine(values[left], values[right])
      : valueOfPart(part, valueAt, arithmetic);
    const placed = isAddition ? joined(nodes, left, right) : leafNode(part, shift);
    const column = isAddition || path === undefined ? placed.column : columns++;
    const terms = (): readonly number[] => termsOf(placed.mask, contract, input);
    const errors = isAddition
      ? arithmetic.errors(values[left], values[right], value, terms)
      : range === undefined
        ? {}
        : arithmetic.errors(value, 0, value, terms);
    values.push(value);
    nodes.push({
      ...placed,
      column,
      value: printScalar(value),
      bits: toHex(contract.accumulate, value),
      ownError: undefined,
      inheritedError: undefined,
      ...errors,
      ...(range === undefined ? {} : { path: range }),
    });
    return nodes.length - 1;
  };
  walk(tree, visit, (part) => !ranges.has(part));
  return nodes;
}

/** The value of a leaf, or of all of a range. */
function valueOfPart(part: Built, valueAt: (leaf: number) => Scalar, { combine }: Arithmetic): Scalar {
  if (typeof part === "number") return valueAt(part);
  const values: Scalar[] = [];
  walk(part, (each, [left, right]) => {
    return values.push(typeof each === "number" ? valueAt(each) : combine(values[left], values[right])) - 1;
  });
  return values[values.length - 1];
}

/** A left fold is as deep as it is long, so what is open is on a list. What is not to be opened is visited as a leaf is. */
function walk(
  tree: Built,
  visit: (part: Built, children: readonly number[]) => number,
  isOpened: (part: Built) => boolean = () => true,
): void {
  const open: { readonly part: Built; readonly isEntered: boolean }[] = [{ part: tree, isEntered: false }];
  const done: number[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, isEntered } = next;
    if (typeof part === "number" || !isOpened(part)) done.push(visit(part, []));
    else if (isEntered) done.push(visit(part, done.splice(done.length - 2)));
    else {
      open.push(
        { part, isEntered: true },
        { part: part.right, isEntered: false },
        { part: part.left, isEntered: false },
      );
    }
  }
}

type Placed = Omit<DrawnNode, "value" | "bits" | "ownError" | "inheritedError">;

/** An element, the initial value, or a range of them in one node. */
function leafNode(part: Built, shift: number): Placed {
  if (typeof part === "number") {
    const covers = part === INITIAL ? "the initial value" : `x${part}`;
    const mask = 1n << BigInt(part + 1);
    return { left: -1, right: -1, element: part, level: 0, column: part + shift, covers, mask };
  }
  const mask = maskOf(leavesOf(part));
  return { left: -1, right: -1, element: -2, level: 0, column: 0, covers: coveredBy(mask), mask };
}

function joined(nodes: readonly DrawnNode[], left: number, right: number): Placed {
  const [one, other] = [nodes[left], nodes[right]];
  const mask = one.mask | other.mask;
  const level = 1 + Math.max(one.level, other.level);
  const column = (one.column + other.column) / 2;
  return { left, right, element: -2, level, column, covers: coveredBy(mask), mask };
}

/** The elements of a mask as a reader says them: a run as `x0…x7`, others one by one, the first few. */
function coveredBy(mask: bigint): string {
  const elements = elementsOf(mask);
  const names = elements.map((element) => (element === INITIAL ? "initial" : `x${element}`));
  const isRun = elements.every((element, i) => i === 0 || element === elements[i - 1] + 1);
  if (isRun && elements.length > 2) return `${names[0]}…${names[names.length - 1]}`;
  return names.length > 8 ? `${names.slice(0, 6).join(", ")}, … (${names.length})` : names.join(", ");
}

function elementsOf(mask: bigint): readonly number[] {
  const bits = mask.toString(2);
  return Array.from(bits, (_, i) => i)
    .filter((i) => bits[bits.length - 1 - i] === "1")
    .map((i) => i - 1);
}

function termsOf(mask: bigint, { initial }: TypedContract, input: ElementArray): readonly number[] {
  return elementsOf(mask).map((element) => Number(element === INITIAL ? initial?.value : input[element]));
}

interface Arithmetic {
  readonly combine: (left: Scalar, right: Scalar) => Scalar;
  readonly errors: (
    left: Scalar,
    right: Scalar,
    value: Scalar,
    terms: () => readonly number[],
  ) => Partial<Pick<DrawnNode, "ownError" | "inheritedError">>;
}

/** One combine by the library, and for sums of floats what it rounds away, by the library's exact sums. */
function arithmeticOf({ operator, accumulate }: TypedContract): Arithmetic {
  const pair = resolveContract({ operator, expression: "left-fold" }, "reduce", accumulate);
  const plan = javascriptExecutor.plan(columnContract(pair as TypedContract));
  const combine = (left: Scalar, right: Scalar): Scalar => {
    const both = newElementArray(accumulate, 2);
    both[0] = left as never;
    both[1] = right as never;
    return plan.reduce([both])[0] as Scalar;
  };
  const isFloatSum = operator.name === "add" && (accumulate === "f64" || accumulate === "f32");
  if (!isFloatSum) return { combine, errors: () => ({}) };
  return {
    combine,
    errors: (left, right, value, terms) => {
      const [a, b, s] = [Number(left), Number(right), Number(value)];
      if (![a, b, s].every(Number.isFinite)) return {};
      return {
        ownError: exactSum([s, -a, -b]),
        inheritedError: exactSum([a, b, ...terms().map((term) => -term)]),
      };
    },
  };
}

const EXACT: { readonly expression: Expression | string } = { expression: "exact" };

/** The true sum, rounded once; of nothing, and of what cancels, +0. */
function exactSum(terms: readonly number[]): number {
  return reduce(Float64Array.from(terms), EXACT) + 0;
}

/** A value as JavaScript writes it, with the sign of a zero. */
export function printScalar(value: Scalar): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
