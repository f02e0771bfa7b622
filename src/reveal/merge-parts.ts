// A tree from fingerprints alone. treeHash is a bijection of either operand, so that both operands of a combine can be changed together without a
// change of what comes of them: where the answer stays as it was too, these two are combined with each other.
import { combineClosure } from "../codegen/closures.ts";
import { TREE_HASH, treeHash } from "../operators/built-in.ts";
import { foldTree, type RevealedTree } from "./revealed-tree.ts";

/** treeHash of two values. */
export const combine = combineClosure(treeHash.term("u64")) as (left: bigint, right: bigint) => bigint;

/** What a tree makes of elements; the index behind the last is an initial value of 0. */
export function hashOf(tree: RevealedTree, input: BigUint64Array): bigint {
  return foldTree<bigint>(
    tree,
    (index) => input[index] ?? 0n,
    ([left, right]) => combine(left, right),
  );
}

/** A part of the input that is combined to one value. */
interface Part {
  readonly tree: RevealedTree; // left and right as they are combined
  readonly value: bigint;
  readonly first: number; // its smallest index
  readonly reach: number; // combines from its root to the nearest element; Infinity of an initial value
  readonly children?: readonly [Part, Part];
}

function joined(left: Part, right: Part): Part {
  return {
    tree: { left: left.tree, right: right.tree },
    value: combine(left.value, right.value),
    first: Math.min(left.first, right.first),
    reach: 1 + Math.min(left.reach, right.reach),
    children: [left, right],
  };
}

/**
 * The tree by which `ask` combines `input` to `answer`, built from its elements up; a word on what was left where no two of several parts are
 * combined by treeHash.
 *
 * Two parts are asked about once, in both orders, neighbours first: at most 2n² questions without an initial value and four times as many with
 * one of 0, but some 4n where only neighbours are combined.
 */
export async function mergeParts(
  input: BigUint64Array,
  answer: bigint,
  ask: (input: BigUint64Array) => Promise<bigint>,
): Promise<RevealedTree | string> {
  const n = input.length;
  const initial: Part = { tree: n, value: 0n, first: n, reach: Number.POSITIVE_INFINITY };
  const apart = new WeakMap<Part, WeakSet<Part>>(); // by left part: right parts that it is not combined with
  const areCombined = async (left: Part, right: Part): Promise<boolean> => {
    const asked = apart.get(left) ?? new WeakSet();
    apart.set(left, asked);
    if (asked.has(right)) return false;
    asked.add(right);
    return (await ask(changedTogether(left, right, input))) === answer;
  };
  let parts = Array.from(input, (value, i): Part => ({ tree: i, value, first: i, reach: 0 }));
  let hasInitial = false;
  for (;;) {
    const found: Found | undefined =
      (await findPair(parts, areCombined)) ??
      (hasInitial ? undefined : await findWithInitial(parts, initial, areCombined));
    if (found === undefined) break;
    hasInitial ||= found.isBegun;
    parts = [...parts.filter((part) => !found.taken.includes(part)), joined(found.left, found.right)];
    parts.sort((one, other) => one.first - other.first);
  }
  if (parts.length > 1) return `${parts.length} parts of which no two are combined by treeHash`;
  const [whole] = parts;
  const roots = hasInitial ? [whole] : [whole, joined(initial, whole), joined(whole, initial)];
  return roots.find(({ value }) => value === answer)?.tree ?? "one tree that has another fingerprint";
}

interface Found {
  readonly left: Part;
  readonly right: Part;
  readonly taken: readonly Part[]; // parts that these hold
  readonly isBegun: boolean; // one of them with the initial value
}

type AreCombined = (left: Part, right: Part) => Promise<boolean>;

async function findPair(parts: readonly Part[], areCombined: AreCombined): Promise<Found | undefined> {
  for (let distance = 1; distance < parts.length; distance++) {
    for (let i = 0; i + distance < parts.length; i++) {
      const [one, other] = [parts[i], parts[i + distance]];
      const taken = [one, other];
      if (await areCombined(one, other)) return { left: one, right: other, taken, isBegun: false };
      if (await areCombined(other, one)) return { left: other, right: one, taken, isBegun: false };
    }
  }
  return undefined;
}

/** A pair of which one part is combined with the initial value before. */
async function findWithInitial(
  parts: readonly Part[],
  initial: Part,
  areCombined: AreCombined,
): Promise<Found | undefined> {
  for (const part of parts) {
    for (const begun of [joined(initial, part), joined(part, initial)]) {
      for (const other of parts) {
        if (other === part) continue;
        const taken = [part, other];
        if (await areCombined(begun, other)) return { left: begun, right: other, taken, isBegun: true };
        if (await areCombined(other, begun)) return { left: other, right: begun, taken, isBegun: true };
      }
    }
  }
  return undefined;
}

const BITS = 64;

function wrapped(value: bigint): bigint {
  return BigInt.asUintN(BITS, value);
}

function rotated(value: bigint, by: bigint): bigint {
  return wrapped((value << by) | (value >> (BigInt(BITS) - by)));
}

/** Of an odd number modulo 2^64: each step of Newton's doubles the digits that are right, of which the number itself has three. */
function inverseOf(odd: bigint): bigint {
  let inverse = odd;
  for (let digits = 3; digits < BITS; digits *= 2) inverse = wrapped(inverse * (2n - odd * inverse));
  return inverse;
}

const INVERSE = {
  left: inverseOf(TREE_HASH.left),
  right: inverseOf(TREE_HASH.right),
  mixed: inverseOf(TREE_HASH.mixed),
  rotation: BigInt(BITS) - TREE_HASH.rotation,
};

/** `left·A + rotl(right, 29)·B` of operands from which treeHash makes a value. */
function unmixed(value: bigint): bigint {
  const foldHalves = (word: bigint): bigint => word ^ (word >> 32n); // its own inverse
  return foldHalves(wrapped(foldHalves(value) * INVERSE.mixed)) - TREE_HASH.added;
}

/** The input in which two parts have other values, of which treeHash makes what it made before. */
function changedTogether(left: Part, right: Part, input: BigUint64Array): BigUint64Array {
  const changed = input.slice();
  const turned = rotated(right.value, TREE_HASH.rotation) - TREE_HASH.left * INVERSE.right;
  steer(left, wrapped(left.value + 1n), changed);
  steer(right, rotated(wrapped(turned), INVERSE.rotation), changed);
  return changed;
}

/** Changes one element, so that a part has a value. */
function steer(part: Part, target: bigint, input: BigUint64Array): void {
  let [at, value] = [part, target];
  while (at.children !== undefined) {
    const [left, right] = at.children;
    const mixed = unmixed(value);
    if (left.reach <= right.reach) {
      value = wrapped((mixed - rotated(right.value, TREE_HASH.rotation) * TREE_HASH.right) * INVERSE.left);
      at = left;
    } else {
      value = rotated(wrapped((mixed - left.value * TREE_HASH.left) * INVERSE.right), INVERSE.rotation);
      at = right;
    }
  }
  input[at.tree as number] = value;
}
