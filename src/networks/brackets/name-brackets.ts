// The way back from brackets to a name: which expression has them, if one has.
import { directionIn, reverseNetwork } from "../direction.ts";
import { copyNetwork, type Network } from "../network.ts";
import { type Bracket, bracketMaker, distinctNodes, type MakeBracket } from "./bracket.ts";
import { type Bracketing, PLAIN_BRACKETINGS } from "./bracketing.ts";
import { bracketsOf } from "./brackets-of.ts";
import { prefixMaker } from "./prefix-brackets.ts";

/**
 * The expression that a network realises at its width, at every prefix: the simplest one that can be written with the bracketings' names;
 * undefined where there is none.
 *
 * It is taken apart, not guessed: block forms, nested ones too, are found from the outputs themselves. A backward network is named as the forward one that it mirrors.
 */
export function nameBrackets(given: Network): Bracketing | undefined {
  const network = copyNetwork(given);
  const forward = directionIn(network) === "forward" ? network : reverseNetwork(network);
  const make = bracketMaker();
  return new Namer(bracketsOf(forward, make), make).name(network.width);
}

/** Names the first m of a list of prefix brackets, for whatever m it is asked. */
class Namer {
  readonly #brackets: readonly Bracket[];
  readonly #make: MakeBracket;
  readonly #names = new Map<number, Bracketing | undefined>();
  readonly #overBlocks = new Map<number, Namer>();

  constructor(brackets: readonly Bracket[], make: MakeBracket) {
    this.#brackets = brackets;
    this.#make = make;
  }

  name(length: number): Bracketing | undefined {
    if (length > this.#brackets.length) return undefined;
    if (!this.#names.has(length)) this.#names.set(length, this.#find(length));
    return this.#names.get(length);
  }

  #find(length: number): Bracketing | undefined {
    const [plain] = this.#plain(length);
    if (plain !== undefined) return plain;
    let simplest: Bracketing | undefined;
    for (let blockLength = 2; 2 * blockLength <= length; blockLength++) {
      const found = this.#findBlocks(blockLength, length);
      if (found !== undefined && (simplest === undefined || partCount(found) < partCount(simplest)))
        simplest = found;
    }
    return simplest;
  }

  #findBlocks(blockLength: number, length: number): Bracketing | undefined {
    const outers = this.#over(blockLength).#candidates(Math.floor(length / blockLength));
    const local = outers.length === 0 ? undefined : this.name(blockLength);
    if (local === undefined) return undefined;
    return outers
      .flatMap((outer): Bracketing[] => [
        { kind: "blocks", blockLength, tail: "carry", outer, local },
        { kind: "blocks", blockLength, tail: "peer", outer, local },
      ])
      .find((each) => this.#has(each, length));
  }

  /** A few complete blocks can have several names, of which a last block that is not complete leaves one. */
  #candidates(length: number): readonly Bracketing[] {
    if (length > this.#brackets.length) return [];
    const plain = this.#plain(length);
    const name = plain.length === 0 ? this.name(length) : undefined;
    return name === undefined ? plain : [name];
  }

  #plain(length: number): readonly Bracketing[] {
    return PLAIN_BRACKETINGS.filter((each) => this.#has(each, length));
  }

  #has(bracketing: Bracketing, length: number): boolean {
    const prefix = prefixMaker(bracketing, this.#make);
    for (let index = 0; index < length; index++) {
      if (prefix(index + 1) !== this.#brackets[index]) return false;
    }
    return true;
  }

  #over(blockLength: number): Namer {
    const known = this.#overBlocks.get(blockLength);
    if (known !== undefined) return known;
    const namer = new Namer(overBlocks(this.#brackets, blockLength, this.#make), this.#make);
    this.#overBlocks.set(blockLength, namer);
    return namer;
  }
}

/** The prefixes that end with a block, with whole blocks for elements; up to the first of which a part of a block can be seen. */
function overBlocks(
  brackets: readonly Bracket[],
  blockLength: number,
  make: MakeBracket,
): readonly Bracket[] {
  const blockCount = Math.floor(brackets.length / blockLength);
  // Not by a look at every bracket: there are half as many block lengths as brackets.
  const ends = Array.from({ length: blockCount }, (_, block) => brackets[(block + 1) * blockLength - 1]);
  const [first, second] = ends;
  // Two blocks can be joined in one way only. That settles nearly every block length without a walk.
  if (typeof second === "number" || second.left !== first) return [];
  if (second.right !== shifted(first, blockLength, make)) return [];
  const seen = new Map<Bracket, Bracket>(
    ends.map((_, block) => [shifted(first, block * blockLength, make), block]),
  );
  for (const node of distinctNodes(ends)) {
    const [left, right] = [seen.get(node.left), seen.get(node.right)];
    if (left !== undefined && right !== undefined && !seen.has(node)) seen.set(node, make(left, right));
  }
  const over: Bracket[] = [];
  for (const end of ends) {
    const bracket = seen.get(end);
    if (bracket === undefined) break;
    over.push(bracket);
  }
  return over;
}

/** The same bracket over elements that lie `distance` further on. */
function shifted(bracket: Bracket, distance: number, make: MakeBracket): Bracket {
  if (typeof bracket === "number") return bracket + distance;
  const moved = new Map<Bracket, Bracket>();
  const at = (part: Bracket): Bracket =>
    typeof part === "number" ? part + distance : (moved.get(part) ?? part);
  for (const node of distinctNodes([bracket])) moved.set(node, make(at(node.left), at(node.right)));
  return at(bracket);
}

function partCount(bracketing: Bracketing): number {
  if (bracketing.kind !== "blocks") return 1;
  return 1 + partCount(bracketing.outer) + partCount(bracketing.local);
}
