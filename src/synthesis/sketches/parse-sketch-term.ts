import type { Token } from "../../text/tokens.ts";
import type { IndexOperation } from "../programs/network-program.ts";
import type { SketchMember, SketchTerm } from "./sketch.ts";
import { LAST_WIRE, type SketchCursor, takeInteger } from "./sketch-text.ts";

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
  readonly #cursor: SketchCursor;
  readonly #sets: TermSets;
  #holeCount = 0;
  hasPicks = false;

  constructor(cursor: SketchCursor, sets: TermSets) {
    this.#cursor = cursor;
    this.#sets = sets;
  }

  term(binding = 0): SketchTerm {
    if (binding === INFIX.length) return this.#power();
    let left = this.term(binding + 1);
    for (let depth = 1; Object.hasOwn(INFIX[binding], this.#cursor.peek().text); depth++) {
      this.#cursor.checkDepth(depth, this.#cursor.peek().at);
      const { text, at } = this.#cursor.take();
      left = { kind: "binary", operation: INFIX[binding][text], left, right: this.term(binding + 1), at };
    }
    return left;
  }

  /** Whether a hole comes next. */
  get isAtHole(): boolean {
    return this.#cursor.isNext("??") || this.#cursor.isNext("!!");
  }

  /** `?? NAME`, `?? { … }`, `?? -2..2`, or `??` alone: one whole number. `!! 0..3`, or `!!` alone, a wire: one for each place. */
  hole(name = String(++this.#holeCount)): SketchTerm {
    const { at, text } = this.#cursor.take();
    const isPick = text === "!!";
    const isEach = isPick || this.#cursor.takeIf("each") !== undefined;
    this.hasPicks ||= isEach;
    if (isPick) return this.#pick(name, at);
    const next = this.#cursor.peek();
    if (this.#cursor.isNext("{")) return { kind: "hole", name, members: this.set(), isEach, at };
    if (next.kind === "name") {
      const members = this.#sets.get(next.text) ?? this.#cursor.fail(this.#setNames());
      this.#cursor.take();
      return { kind: "hole", name, members, isEach, at };
    }
    const hasRange = next.kind === "number" || next.text === "-";
    const range = hasRange ? this.#range() : DEFAULT_RANGE;
    return {
      kind: "hole",
      name,
      members: [{ term: { kind: "integer", value: 1, at }, ...range }],
      isEach,
      at,
    };
  }

  #pick(name: string, at: number): SketchTerm {
    const { kind, text } = this.#cursor.peek();
    const range = kind === "number" || text === "-" ? this.#range() : { lowest: 0, highest: LAST_WIRE };
    return {
      kind: "hole",
      name,
      members: [{ term: { kind: "integer", value: 1, at }, ...range }],
      isEach: true,
      at,
    };
  }

  /** `{ 1, i, j, 2^i } with products in -3..3`; members may have a range of their own. */
  set(): readonly SketchMember[] {
    this.#cursor.expect("{", "and terms");
    const read = this.#cursor.list(() => {
      const term = this.term();
      return { term, ...(this.#cursor.takeIf("in") && this.#range()) };
    });
    this.#cursor.close("}");
    const hasProducts = this.#cursor.takeIf("with") !== undefined;
    if (hasProducts) this.#cursor.expect("products");
    const range = this.#cursor.takeIf("in") ? this.#range() : DEFAULT_RANGE;
    const members = read.map((member) => ({ ...range, ...member }));
    return hasProducts ? [...members, ...productsOf(members, range)] : members;
  }

  #setNames(): string {
    const names = [...this.#sets.keys()].map((name) => `"${name}"`);
    return names.length === 0 ? "a declared set of terms" : `a declared set of terms: ${names.join(", ")}`;
  }

  #range(): typeof DEFAULT_RANGE {
    const first = this.#cursor.peek();
    const lowest = takeInteger(this.#cursor, "a whole number, the lowest coefficient");
    this.#cursor.expect("..");
    const highest = takeInteger(this.#cursor, "a whole number, the highest coefficient");
    if (lowest > highest) this.#cursor.fail("a range whose lowest number comes first", first);
    return { lowest, highest };
  }

  #power(): SketchTerm {
    const base = this.#cursor.nested(() => this.#atom());
    const sign = this.#cursor.takeIf("^");
    if (sign === undefined) return base;
    const { at } = sign;
    if (base.kind !== "integer" || base.value !== 2) {
      this.#cursor.fail("a power of 2 only, as in 2^i", sign);
    }
    const one: SketchTerm = { kind: "integer", value: 1, at };
    return { kind: "binary", operation: "shiftLeft", left: one, right: this.#atom(), at };
  }

  #atom(): SketchTerm {
    const token = this.#cursor.peek();
    if (this.isAtHole) return this.hole();
    this.#cursor.take();
    if (token.text === "(") return this.#parenthesized();
    if (token.text === "-") return this.#negated(token);
    if (token.kind === "number") return { kind: "integer", value: Number(token.text), at: token.at };
    if (token.kind !== "name") this.#cursor.fail("a term", token);
    return this.#cursor.isNext("(")
      ? this.#call(token)
      : { kind: "variable", name: token.text, at: token.at };
  }

  #parenthesized(): SketchTerm {
    const term = this.term();
    this.#cursor.expect(")");
    return term;
  }

  #negated({ at }: Token): SketchTerm {
    const zero: SketchTerm = { kind: "integer", value: 0, at };
    const right = this.#cursor.nested(() => this.#atom());
    return { kind: "binary", operation: "subtract", left: zero, right, at };
  }

  #call({ text: name, at }: Token): SketchTerm {
    this.#cursor.expect("(");
    const operands = this.#cursor.isNext(")") ? [] : this.#cursor.list(() => this.term());
    const end = this.#cursor.close(")");
    if (name !== "log") return { kind: "call", name, operands, at };
    if (operands.length !== 1) this.#cursor.fail("log of one number", end);
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
