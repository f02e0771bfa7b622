// Terms are graphs with shared subterms. As a list each distinct subterm stands once, after its operands: what emitters and hashes go by.

import { toHex } from "../values/bits.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { operandsOf, type Term } from "./term.ts";

/** One distinct subterm, its operands given by their places in the list, all of them before it. */
export interface TermNode {
  readonly term: Term;
  readonly operands: readonly number[];
  readonly uses: number; // by other nodes and as a root; equal operands of one node count twice
}

/** Terms as a list without repetition: structurally equal subterms, shared objects or not, are one node. */
export interface TermList {
  readonly nodes: readonly TermNode[]; // operands before what uses them, in the order of first use
  readonly roots: readonly number[]; // the place of each term
}

/** The list of some terms. Equal terms, however their subterms are shared, give equal lists. Cost: linear in the shared size. */
export function termList(terms: readonly Term[]): TermList {
  const nodes: { term: Term; operands: readonly number[]; uses: number }[] = [];
  const placeOfTerm = new Map<Term, number>();
  const placeOfKey = new Map<string, number>();
  const visit = (term: Term): number => {
    const known = placeOfTerm.get(term);
    if (known !== undefined) return known;
    const operands = operandsOf(term).map(visit);
    const key = nodeText(term, operands);
    let place = placeOfKey.get(key);
    if (place === undefined) {
      place = nodes.push({ term, operands, uses: 0 }) - 1;
      placeOfKey.set(key, place);
      for (const operand of operands) nodes[operand].uses++;
    }
    placeOfTerm.set(term, place);
    return place;
  };
  const roots = terms.map(visit);
  for (const root of roots) nodes[root].uses++;
  return { nodes, roots };
}

/** A node as one line: what it is, its type, its column or bits, and the places of its operands. */
export function nodeText(term: Term, operands: readonly number[]): string {
  switch (term.kind) {
    case "left":
    case "right":
      return `${term.kind} ${term.type} ${term.column}`;
    case "constant":
      return `constant ${term.type} ${constantBits(term.type, term.value)}`;
    case "unary":
    case "binary":
      return `${term.operation} ${term.type} ${operands.join(" ")}`;
    case "select":
    case "convert":
    case "bitcast":
      return `${term.kind} ${term.type} ${operands.join(" ")}`;
    default:
      return term satisfies never;
  }
}

function constantBits(type: ScalarType, value: Scalar): string {
  return type === "bool" ? String(value) : toHex(type, value);
}
