import type { IndexOperation } from "../programs/network-program.ts";
import type { SketchMember, SketchTerm } from "./sketch.ts";
import type { SketchToken, SketchTokens } from "./sketch-tokens.ts";

/** Sets of terms that were declared, by name. */
type TermSets = ReadonlyMap<string, readonly SketchMember[]>;

/** Coefficients of a hole that declares none. */
const DEFAULT_RANGE = { lowest: -32, highest: 32 };

const INFIX: readonly Readonly<Record<string, IndexOperation>>[] = [
  { "&": "and" },
  { "<<": "shiftLeft", ">>": "shiftRight" },
  { "+": "add", "-": "subtract" },
  { "*": "multiply", "/": "divide", "%": "modulo" },
];

/** Reads terms of index arithmetic, as C has them; `^` is a power with 2 below. */
export class SketchTermParser {
  readonly #tokens: SketchTokens;
  readonly #sets: TermSets;
  #holeCount = 0;

  constructor(tokens: SketchTokens, sets: TermSets) {
    this.#tokens = tokens;
    this.#sets = sets;
  }

  term(binding = 0): SketchTerm {
    if (binding === INFIX.length) return this.#power();
    let left = this.term(binding + 1);
    for (let depth = 1; Object.hasOwn(INFIX[binding], this.#tokens.peek().text); depth++) {
      this.#tokens.checkDepth(depth);
      const { text, at } = this.#tokens.take();
      left = { kind: "binary", operation: INFIX[binding][text], left, right: this.term(binding + 1), at };
    }
    return left;
  }

  /** `?? NAME`, `?? { … }`, `?? -2..2`, or `??` alone: one whole number. */
  hole(name = String(++this.#holeCount)): SketchTerm {
    const { at } = this.#tokens.expect("??");
    const isEach = this.#tokens.skip("each");
    const next = this.#tokens.peek();
    if (next.text === "{") return { kind: "hole", name, members: this.set(), isEach, at };
    if (/^[\p{L}_]/u.test(next.text)) {
      const members = this.#sets.get(this.#tokens.take().text);
      if (members === undefined) return this.#tokens.fail(next, this.#setNames());
      return { kind: "hole", name, members, isEach, at };
    }
    const range = /^(-|\d)/.test(next.text) ? this.#range() : DEFAULT_RANGE;
    return {
      kind: "hole",
      name,
      members: [{ term: { kind: "integer", value: 1, at }, ...range }],
      isEach,
      at,
    };
  }

  /** `{ 1, i, j, 2^i } with products in -3..3`; members may have a range of their own. */
  set(): readonly SketchMember[] {
    this.#tokens.expect("{", '"{" and terms');
    const read: { readonly term: SketchTerm; readonly range?: typeof DEFAULT_RANGE }[] = [];
    do {
      const term = this.term();
      read.push(this.#tokens.skip("in") ? { term, range: this.#range() } : { term });
    } while (this.#tokens.skip(","));
    this.#tokens.expect("}", '"," or "}"');
    const hasProducts = this.#tokens.skip("with");
    if (hasProducts) this.#tokens.expect("products");
    const range = this.#tokens.skip("in") ? this.#range() : DEFAULT_RANGE;
    const members = read.map(({ term, range: own = range }) => ({ term, ...own }));
    return hasProducts ? [...members, ...productsOf(members, range)] : members;
  }

  #setNames(): string {
    const names = [...this.#sets.keys()].map((name) => `"${name}"`);
    return names.length === 0 ? "a declared set of terms" : `a declared set of terms: ${names.join(", ")}`;
  }

  #range(): typeof DEFAULT_RANGE {
    const first = this.#tokens.peek();
    const lowest = this.#tokens.integer("a whole number, the lowest coefficient");
    this.#tokens.expect("..");
    const highest = this.#tokens.integer("a whole number, the highest coefficient");
    if (lowest > highest) this.#tokens.fail(first, "a range whose lowest number comes first");
    return { lowest, highest };
  }

  #power(): SketchTerm {
    const base = this.#tokens.nested(() => this.#atom());
    const { text, at } = this.#tokens.peek();
    if (text !== "^") return base;
    this.#tokens.take();
    if (base.kind !== "integer" || base.value !== 2) {
      this.#tokens.fail({ text, at }, "a power of 2 only, as in 2^i");
    }
    const one: SketchTerm = { kind: "integer", value: 1, at };
    return { kind: "binary", operation: "shiftLeft", left: one, right: this.#atom(), at };
  }

  #atom(): SketchTerm {
    const token = this.#tokens.peek();
    if (token.text === "??") return this.hole();
    this.#tokens.take();
    if (token.text === "(") return this.#parenthesized();
    if (token.text === "-") return this.#negated(token);
    if (/^\d+$/.test(token.text)) return { kind: "integer", value: Number(token.text), at: token.at };
    if (!/^[\p{L}_]/u.test(token.text)) this.#tokens.fail(token, "a term");
    return this.#tokens.peek().text === "("
      ? this.#call(token)
      : { kind: "variable", name: token.text, at: token.at };
  }

  #parenthesized(): SketchTerm {
    const term = this.term();
    this.#tokens.expect(")");
    return term;
  }

  #negated({ at }: SketchToken): SketchTerm {
    const zero: SketchTerm = { kind: "integer", value: 0, at };
    const right = this.#tokens.nested(() => this.#atom());
    return { kind: "binary", operation: "subtract", left: zero, right, at };
  }

  #call({ text: name, at }: SketchToken): SketchTerm {
    this.#tokens.expect("(");
    const operands: SketchTerm[] = [];
    if (this.#tokens.peek().text !== ")") {
      do operands.push(this.term());
      while (this.#tokens.skip(","));
    }
    const end = this.#tokens.expect(")", '"," or ")"');
    if (name !== "log") return { kind: "call", name, operands, at };
    if (operands.length !== 1) this.#tokens.fail(end, "log of one number");
    return { kind: "log", of: operands[0], at };
  }
}

/** All products of two members that are no constants, squares as well. */
function productsOf(members: readonly SketchMember[], range: typeof DEFAULT_RANGE): readonly SketchMember[] {
  const factors = members.map(({ term }) => term).filter(({ kind }) => kind !== "integer");
  return factors.flatMap((left, index) =>
    factors.slice(index).map((right): SketchMember => {
      const term: SketchTerm = { kind: "binary", operation: "multiply", left, right, at: left.at };
      return { term, ...range };
    }),
  );
}
