/** A tree of combines over the elements' indices, as a network or an expression builds it. Equal ones of one maker are the same object. */
export type Bracket = number | BracketNode;

export interface BracketNode {
  readonly left: Bracket;
  readonly right: Bracket;
}

/** Makes a node; the same children give the same node, so that comparing brackets is comparing references. */
export type MakeBracket = (left: Bracket, right: Bracket) => BracketNode;

/** A maker that knows its nodes again: the free magma, by hash-consing. Compare only brackets of one maker. */
export function bracketMaker(): MakeBracket {
  const known = new Map<Bracket, Map<Bracket, BracketNode>>();
  return (left, right) => {
    let byRight = known.get(left);
    if (byRight === undefined) {
      byRight = new Map();
      known.set(left, byRight);
    }
    let found = byRight.get(right);
    if (found === undefined) {
      found = { left, right };
      byRight.set(right, found);
    }
    return found;
  };
}
