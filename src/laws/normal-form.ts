import { type BinaryOperation, constant, type Term } from "../operators/term.ts";
import { nodeText, termList } from "../operators/term-list.ts";
import { extremes, SCALAR_TYPE_FACTS, type Scalar } from "../values/element-types.ts";
import { lawSides } from "./law-sides.ts";
import type { LawQuestion } from "./question.ts";
import { isInteger } from "./whole-numbers.ts";

/**
 * The normal forms of some terms: equal texts mean equal values for all operands, bit for bit (NaNs canonical). Undefined where one grows
 * too large.
 *
 * What is used of the operations, and nothing else:
 * 1. Integers wrap, so they are a commutative ring: + − × and negation make polynomials, coefficients modulo 2^width.
 * 2. `and or xor min max` are associative and symmetric, floats included; all but xor give x for two of x, and xor takes two away.
 * 3. The other symmetric operations may exchange their operands: float + and ×, `equal`.
 * 4. A neutral constant falls away: 0 of `or`, −0 of float +, 1 of float ×, the largest value of `min`.
 * 5. A choice between equal forms is that form.
 *
 * A subterm of any other kind is an unknown, the same one wherever it has the same operation on equal forms.
 */
export function normalForms(terms: readonly Term[]): readonly string[] | undefined {
  return formsIn(new Forms(), terms);
}

/** The same for terms that come one after the other: their texts may be compared with one another. */
export function normalizer(): (terms: readonly Term[]) => readonly string[] | undefined {
  const forms = new Forms();
  return (terms) => formsIn(forms, terms);
}

function formsIn(forms: Forms, terms: readonly Term[]): readonly string[] | undefined {
  const { nodes, roots } = termList(terms);
  const made: Polynomial[] = [];
  for (const { term, operands } of nodes) {
    const of = operands.map((place) => made[place]);
    const isProduct = term.kind === "binary" && term.operation === "multiply" && isInteger(term.type);
    if (isProduct && isLargeProduct(of[0], of[1])) return undefined;
    const form = ringForm(term, of) ?? forms.formOf(term, of);
    if (form.size > MOST_MONOMIALS) return undefined;
    made.push(form);
  }
  return roots.map((root) => polynomialText(made[root]));
}

/** Associativity of 2×2 matrices has 8; with more than this, normal forms take too long. */
const MOST_MONOMIALS = 2000;
const MOST_PRODUCTS = 20_000;
/** Of all monomials of a product together: a square of squares has few monomials, whose degree doubles each time. */
const MOST_LETTERS = 2 ** 20;

function isLargeProduct(first: Polynomial, second: Polynomial): boolean {
  if (first.size * second.size > MOST_PRODUCTS) return true;
  return lettersOf(first) * second.size + lettersOf(second) * first.size > MOST_LETTERS;
}

function lettersOf(polynomial: Polynomial): number {
  return [...polynomial.keys()].reduce((letters, monomial) => letters + monomial.length, 0);
}

const FLAT: readonly BinaryOperation[] = ["and", "or", "xor", "min", "max"];
const SYMMETRIC: readonly BinaryOperation[] = ["add", "multiply", "equal"];

/** The polynomial of a ring operation; undefined for any other term. */
function ringForm(term: Term, of: readonly Polynomial[]): Polynomial | undefined {
  if (!isInteger(term.type)) return undefined;
  const width = 8 * SCALAR_TYPE_FACTS[term.type].bytes;
  if (term.kind === "constant") return addition([["", BigInt(term.value)]], width);
  if (term.kind === "unary") return term.operation === "negate" ? scaled(of[0], -1n, width) : undefined;
  if (term.kind !== "binary") return undefined;
  switch (term.operation) {
    case "add":
      return addition([...of[0], ...of[1]], width);
    case "subtract":
      return addition([...of[0], ...scaled(of[1], -1n, width)], width);
    case "multiply":
      return product(of[0], of[1], width);
    default:
      return undefined;
  }
}

/** The unknowns of some terms: everything that the ring does not explain. */
class Forms {
  readonly #numbers = new Map<string, number>(); // of the unknown with that text
  readonly #flatParts = new Map<string, readonly Polynomial[]>(); // by operation and the text of what it makes

  formOf(term: Term, of: readonly Polynomial[]): Polynomial {
    if (term.kind === "select" && polynomialText(of[1]) === polynomialText(of[2])) return of[1];
    if (term.kind !== "binary") return this.#unknownOf(term, of);
    if (FLAT.includes(term.operation)) return this.#flatForm(term, of);
    if (!SYMMETRIC.includes(term.operation)) return this.#unknownOf(term, of);
    if (term.operation === "equal") return this.#unknownOf(term, sorted(of));
    const neutral = this.#neutralText(term);
    const rest = sorted(of).filter((part) => polynomialText(part) !== neutral);
    return rest.length === 1 ? rest[0] : this.#unknownOf(term, sorted(of));
  }

  #flatForm(term: Term & { readonly kind: "binary" }, of: readonly Polynomial[]): Polynomial {
    const name = `${term.operation} ${term.type}`;
    const neutral = this.#neutralText(term);
    const parts = new Map<string, Polynomial>();
    for (const part of of.flatMap(
      (each) => this.#flatParts.get(`${name} ${polynomialText(each)}`) ?? [each],
    )) {
      const text = polynomialText(part);
      if (text === neutral) continue;
      if (term.operation === "xor" && parts.has(text)) parts.delete(text);
      else parts.set(text, part);
    }
    if (parts.size === 0) return this.#constantForm(neutralOf(term));
    const rest = sorted([...parts.values()]);
    if (rest.length === 1) return rest[0];
    const form = this.#unknownOf(term, rest);
    this.#flatParts.set(`${name} ${polynomialText(form)}`, rest);
    return form;
  }

  #unknownOf(term: Term, of: readonly Polynomial[]): Polynomial {
    const from = "operand" in term ? term.operand.type : "first" in term ? term.first.type : "";
    const text = `${nodeText(term, [])} ${from} (${of.map(polynomialText).join(", ")})`;
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return unknown(number);
  }

  #constantForm(term: Term): Polynomial {
    return ringForm(term, []) ?? this.#unknownOf(term, []);
  }

  #neutralText(term: Term & { readonly kind: "binary" }): string {
    return polynomialText(this.#constantForm(neutralOf(term)));
  }
}

/** The constant that an operation of forms 2 and 4 does nothing with. */
function neutralOf({ operation, type }: Term & { readonly kind: "binary" }): Term {
  const of = (value: Scalar): Term =>
    constant(type, SCALAR_TYPE_FACTS[type].isBigInt ? BigInt(value) : value);
  if (operation === "add") return of(-0);
  if (operation === "multiply") return of(1);
  if (type === "bool") return of(operation === "and" ? 1 : 0);
  if (operation === "min") return of(extremes(type).largest);
  if (operation === "max") return of(extremes(type).smallest);
  // All ones, read as a number of the type: −1 where it has a sign.
  if (operation === "and") return of(SCALAR_TYPE_FACTS[type].isSigned ? -1 : extremes(type).largest);
  return of(0);
}

function sorted(forms: readonly Polynomial[]): readonly Polynomial[] {
  return [...forms].sort((first, second) => (polynomialText(first) < polynomialText(second) ? -1 : 1));
}

/**
 * A polynomial over numbered unknowns: its monomials, none with coefficient 0. "" is the constant, "2 2 7" is u2² · u7, numbers in order.
 *
 * Coefficients are modulo 2^width. Equal polynomials have equal texts.
 */
type Polynomial = ReadonlyMap<string, bigint>;

/** One unknown. */
function unknown(number: number): Polynomial {
  return new Map([[String(number), 1n]]);
}

/** The sum of some monomials; several may be alike. */
function addition(monomials: readonly (readonly [string, bigint])[], width: number): Polynomial {
  const sums = new Map<string, bigint>();
  for (const [monomial, coefficient] of monomials) {
    sums.set(monomial, BigInt.asUintN(width, (sums.get(monomial) ?? 0n) + coefficient));
  }
  return new Map([...sums].filter(([, coefficient]) => coefficient !== 0n));
}

/** A polynomial times a constant. */
function scaled(polynomial: Polynomial, factor: bigint, width: number): Polynomial {
  return addition(
    [...polynomial].map(([monomial, coefficient]) => [monomial, coefficient * factor]),
    width,
  );
}

/** The product, multiplied out. */
function product(first: Polynomial, second: Polynomial, width: number): Polynomial {
  const monomials = [...first].flatMap(([monomial, coefficient]) =>
    [...second].map(([other, factor]): [string, bigint] => [joined(monomial, other), coefficient * factor]),
  );
  return addition(monomials, width);
}

/** `3[0 1]+5[]` is 3·u0·u1 + 5: the same for the same polynomial. */
function polynomialText(polynomial: Polynomial): string {
  return [...polynomial]
    .map(([monomial, coefficient]) => `${coefficient}[${monomial}]`)
    .sort()
    .join("+");
}

function joined(first: string, second: string): string {
  if (first === "" || second === "") return first + second;
  const numbers = `${first} ${second}`.split(" ");
  return numbers.sort((left, right) => Number(left) - Number(right)).join(" ");
}

/** Whether both sides of a law have the same normal form: then it holds for every value, whatever the carrier. */
export function haveEqualForms(question: LawQuestion): boolean {
  const { left, right } = lawSides(question);
  const forms = normalForms([...left, ...right]);
  return forms !== undefined && left.every((_, column) => forms[column] === forms[left.length + column]);
}
