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

/** Elements of a tree that is drawn whole. */
export const MOST_DRAWN = 512;

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
}

type Built = number | { readonly left: Built; readonly right: Built };

const INITIAL = -1;

/** The drawn tree of a reduce, or undefined for an order-free sum, which has none. */
export function treeOfSum(contract: TypedContract, input: ElementArray): readonly DrawnNode[] | undefined {
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
  return drawn(tree, contract, input);
}

function drawn(tree: Built, contract: TypedContract, input: ElementArray): readonly DrawnNode[] {
  const nodes: DrawnNode[] = [];
  const values: Scalar[] = [];
  const arithmetic = arithmeticOf(contract);
  const shift = contract.initial === undefined ? 0 : 1; // the initial value stands in a column of its own
  walk(tree, (leaf, children) => {
    const [left, right] = children;
    const value =
      leaf === undefined
        ? arithmetic.combine(values[left], values[right])
        : leaf === INITIAL
          ? (contract.initial?.value as Scalar)
          : input[leaf];
    values.push(value);
    const node = leaf === undefined ? joined(nodes, left, right) : leafNode(leaf, shift);
    const errors =
      leaf === undefined
        ? arithmetic.errors(values[left], values[right], value, () => termsOf(node.mask, contract, input))
        : {};
    nodes.push({
      ...node,
      value: printScalar(value),
      bits: toHex(contract.accumulate, value),
      ownError: undefined,
      inheritedError: undefined,
      ...errors,
    });
    return nodes.length - 1;
  });
  return nodes;
}

/** A left fold is as deep as it is long, so what is open is on a list. */
function walk(tree: Built, visit: (leaf: number | undefined, children: readonly number[]) => number): void {
  const open: { readonly tree: Built; readonly isEntered: boolean }[] = [{ tree, isEntered: false }];
  const done: number[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree: part, isEntered } = next;
    if (typeof part === "number") done.push(visit(part, []));
    else if (isEntered) done.push(visit(undefined, done.splice(done.length - 2)));
    else {
      open.push(
        { tree: part, isEntered: true },
        { tree: part.right, isEntered: false },
        { tree: part.left, isEntered: false },
      );
    }
  }
}

type Placed = Omit<DrawnNode, "value" | "bits" | "ownError" | "inheritedError">;

function leafNode(element: number, shift: number): Placed {
  const column = element + shift;
  const covers = element === INITIAL ? "the initial value" : `x${element}`;
  return { left: -1, right: -1, element, level: 0, column, covers, mask: 1n << BigInt(element + 1) };
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
