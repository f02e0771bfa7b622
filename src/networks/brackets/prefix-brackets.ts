// The literal definition of every bracketing: `checkBrackets` compares networks with it.
import { checkFunction } from "../../values/check-arguments.ts";
import { checkWidth } from "../network.ts";
import { type Bracket, bracketMaker, type MakeBracket } from "./bracket.ts";
import { type BlockBracketing, type Bracketing, copyBracketing } from "./bracketing.ts";

/** The bracket of the first `length` of some leaves. */
type Prefix = (length: number) => Bracket;
type Leaf = (index: number) => Bracket;

/**
 * The brackets of all prefixes of x[0..length), made by `make`: entry i is that of x[0..i].
 *
 * @throws InvalidArgumentError for a length that is not an integer from 1 to 65,536, and what is not a bracketing
 */
export function prefixBrackets(
  given: Bracketing,
  length: number,
  make: MakeBracket = bracketMaker(),
): readonly Bracket[] {
  const bracketing = copyBracketing(given);
  checkWidth(length, "length");
  checkFunction("make", make);
  const prefix = prefixMaker(bracketing, make);
  return Array.from({ length }, (_, index) => prefix(index + 1));
}

/** The brackets of prefixes, one at a time: for callers that stop early. Lengths are trusted. */
export function prefixMaker(
  bracketing: Bracketing,
  make: MakeBracket,
  leaf: Leaf = (index) => index,
): Prefix {
  switch (bracketing.kind) {
    case "leftFold":
      return foldMaker(make, leaf);
    case "iteratedPairwise": {
      const tree = rangeMaker(make, leaf, leftPart);
      return (length) => tree(0, length);
    }
    case "mirror": {
      const tree = rangeMaker(make, leaf, (length) => length - leftPart(length));
      return (length) => tree(0, length);
    }
    case "dyadicLeft":
      return dyadicLeftMaker(make, leaf);
    case "dyadicAfterFirst":
      return dyadicAfterFirstMaker(make, leaf);
    case "blocks":
      return blocksMaker(bracketing, make, leaf);
    default:
      return bracketing satisfies never;
  }
}

/** The largest power of two strictly below a length of 2 or more. */
function leftPart(length: number): number {
  return 2 ** (Math.ceil(Math.log2(length)) - 1);
}

function foldMaker(make: MakeBracket, leaf: Leaf): Prefix {
  const prefixes: Bracket[] = [];
  return (length) => {
    for (let index = prefixes.length; index < length; index++) {
      prefixes.push(index === 0 ? leaf(0) : make(prefixes[index - 1], leaf(index)));
    }
    return prefixes[length - 1];
  };
}

/** Trees over leaf(start) … leaf(end − 1), split as `splitOf` the length says. A range that was made is not walked again. */
function rangeMaker(
  make: MakeBracket,
  leaf: Leaf,
  splitOf: (length: number) => number,
): (start: number, end: number) => Bracket {
  const made = new Map<number, Map<number, Bracket>>(); // start → end → tree
  const tree = (start: number, end: number): Bracket => {
    if (end - start === 1) return leaf(start);
    const fromStart = made.get(start) ?? new Map<number, Bracket>();
    const known = fromStart.get(end);
    if (known !== undefined) return known;
    const split = start + splitOf(end - start);
    const node = make(tree(start, split), tree(split, end));
    made.set(start, fromStart.set(end, node));
    return node;
  };
  return tree;
}

function dyadicLeftMaker(make: MakeBracket, leaf: Leaf): Prefix {
  const tree = rangeMaker(make, leaf, leftPart);
  const prefix: Prefix = (length) => {
    const last = lowestBit(length);
    return last === length ? tree(0, length) : make(prefix(length - last), tree(length - last, length));
  };
  return prefix;
}

function dyadicAfterFirstMaker(make: MakeBracket, leaf: Leaf): Prefix {
  const tree = rangeMaker(make, leaf, leftPart);
  const prefix: Prefix = (length) => {
    if (length === 1) return leaf(0);
    const last = lowestBit(length - 1);
    return make(prefix(length - last), tree(length - last, length));
  };
  return prefix;
}

function lowestBit(value: number): number {
  return value & -value;
}

function blocksMaker(
  { blockLength, tail, outer, local }: BlockBracketing,
  make: MakeBracket,
  leaf: Leaf,
): Prefix {
  const blocks: Prefix[] = [];
  const inBlock = (block: number, length: number): Bracket => {
    blocks[block] ??= prefixMaker(local, make, (index) => leaf(block * blockLength + index));
    return blocks[block](length);
  };
  const rootOf: Leaf = (block) => inBlock(block, blockLength);
  const overRoots = prefixMaker(outer, make, rootOf);
  return (length) => {
    const blockCount = Math.floor(length / blockLength);
    const rest = length % blockLength;
    if (rest === 0) return overRoots(blockCount);
    const part = inBlock(blockCount, rest);
    if (blockCount === 0) return part;
    if (tail === "carry") return make(overRoots(blockCount), part);
    // A maker of its own: its ranges end in this very part, which is nobody else's block.
    return prefixMaker(outer, make, (block) => (block < blockCount ? rootOf(block) : part))(blockCount + 1);
  };
}
