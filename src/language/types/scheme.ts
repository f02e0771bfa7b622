// What a name is general in: Damas and Milner's schemes, and the scopes that bind them.

import type { ArrayTerm } from "../term.ts";
import {
  partsOfType,
  resolved,
  resolvedSize,
  type Size,
  type SizeProduct,
  type SizeVariable,
  type Type,
  type TypeVariable,
  withParts,
} from "./type.ts";

type Variables = ReadonlySet<TypeVariable | SizeVariable>;

/**
 * Whether a term is written as a function, or as functions beside each other: what it binds may be general (Damas and Milner 1982).
 *
 * An application is one value that is made once, as the columns of an array are; its types are those of its first use.
 */
export function isFunctionTerm(term: ArrayTerm): boolean {
  switch (term.kind) {
    case "lambda":
    case "section":
    case "variable":
      return true;
    case "tuple":
      return term.items.every(isFunctionTerm);
    case "record":
      return term.fields.every(({ value }) => isFunctionTerm(value));
    case "ascription":
      return isFunctionTerm(term.term);
    default:
      return false;
  }
}

/**
 * The names that a let binds, each of them general in what nothing around the let fixes, and in no size of `told`: what is told to a definition
 * within them is one size.
 */
export function generalizedNames(
  inner: Scope | undefined,
  outer: Scope | undefined,
  told: readonly Size[],
): Scope | undefined {
  const bound: Scope[] = [];
  for (let at = inner; at !== outer && at !== undefined; at = at.outer) bound.push(at);
  if (bound.every(({ scheme }) => generalized(scheme.type, new Set()).size === 0)) return inner;
  const fixed = new Set(fixedIn(outer));
  for (const size of told.map(resolvedSize)) if (size.kind === "variable") fixed.add(size);
  return bound.reduceRight<Scope | undefined>((around, { name, scheme }) => {
    const general = { ...scheme, variables: generalized(scheme.type, fixed) };
    return { name, scheme: general, outer: around };
  }, outer);
}

/** What a type leaves open and nothing fixes. A number whose type is to be found has one, that of its uses or the usual one. */
export function generalized(type: Type, fixed: Variables): Variables {
  const general = new Set<TypeVariable | SizeVariable>();
  for (const variable of openIn(type)) {
    const isConfined =
      "fallback" in variable && (variable.allowed !== undefined || variable.isCompared === true);
    if (!isConfined && !fixed.has(variable)) general.add(variable);
  }
  return general;
}

/** Names of which nothing is open but what they are general in: that stays so, and they are asked again by every function after them. */
const closed = new WeakSet<Scheme>();

/** The open variables of names, without what these are general in. */
export function fixedIn(scope: Scope | undefined): Variables {
  const fixed = new Set<TypeVariable | SizeVariable>();
  for (let at = scope; at !== undefined; at = at.outer) {
    const { scheme } = at;
    if (closed.has(scheme)) continue;
    let isClosed = true;
    for (const variable of openIn(scheme.type)) {
      if (scheme.variables.has(variable)) continue;
      fixed.add(variable);
      isClosed = false;
    }
    if (isClosed) closed.add(scheme);
  }
  return fixed;
}

function* openIn(type: Type): Iterable<TypeVariable | SizeVariable> {
  for (const part of partsOfType(type)) {
    if (part.kind === "variable") yield part;
    const size = part.kind === "array" ? resolvedSize(part.size) : undefined;
    if (size?.kind === "variable") yield size;
  }
}

/** A type with what it is polymorphic in: open variables, and types and sizes that it names, which every use replaces by fresh ones. */
export interface Scheme {
  readonly type: Type;
  readonly variables: ReadonlySet<TypeVariable | SizeVariable>;
  readonly sizes: readonly string[];
  readonly types: readonly string[];
  /** Sizes that no operand of the definition says: each use is told them. */
  readonly openSizes: readonly OpenSize[];
}

export interface OpenSize {
  readonly name: string;
  readonly isNeeded: boolean; // by a value: else it is no more than what types have in common, and need not be known
}

/** What one use takes the open types of a scheme for. */
export type Instance = ReadonlyMap<TypeVariable | string, Type>;

/** A scheme that is polymorphic in nothing. */
export function monomorphic(type: Type): Scheme {
  return { type, variables: new Set(), sizes: [], types: [], openSizes: [] };
}

/** The type of one use, and what it takes the scheme's types and sizes for. */
interface Use {
  readonly type: Type;
  readonly instance: Instance;
  readonly sizes: ReadonlyMap<SizeVariable | string, Size>;
  readonly products: readonly SizeProduct[]; // lengths of operands that are products with sizes in them that no operand says
}

export function instantiate(scheme: Scheme): Use {
  const variables = new Map<TypeVariable | string, Type>();
  const sizes = new Map<SizeVariable | string, Size>();
  if (scheme.variables.size + scheme.sizes.length + scheme.types.length === 0) {
    return { type: scheme.type, instance: variables, sizes, products: [] };
  }
  const fresh = (key: TypeVariable | string): Type => {
    const known = variables.get(key) ?? { kind: "variable" };
    variables.set(key, known);
    return known;
  };
  const products: SizeProduct[] = [];
  const freshSize = (size: Size): Size => {
    const known = resolvedSize(size);
    const factors = known.kind === "term" ? factorsOf(known.term) : undefined;
    if (factors?.some((factor) => scheme.openSizes.some((open) => open.name === nameOfSize(factor)))) {
      const whole: SizeVariable = { kind: "variable" };
      products.push({ whole, factors: factors.map(freshSize) });
      return whole;
    }
    const key = known.kind === "name" && scheme.sizes.includes(known.name) ? known.name : known;
    if (typeof key !== "string" && (key.kind !== "variable" || !scheme.variables.has(key))) return known;
    const found = sizes.get(key) ?? { kind: "variable" };
    sizes.set(key, found);
    return found;
  };
  const copies = new Map<Type, Type>(); // what stands in several places stays one
  const copy = (type: Type): Type => {
    const known = resolved(type);
    const found = copies.get(known) ?? copyOf(known);
    copies.set(known, found);
    return found;
  };
  const copyOf = (known: Type): Type => {
    if (known.kind === "variable") return scheme.variables.has(known) ? fresh(known) : known;
    if (known.kind === "rigid") return scheme.types.includes(known.name) ? fresh(known.name) : known;
    const made = withParts(known, copy);
    return made.kind === "array" ? { ...made, size: freshSize(made.size) } : made;
  };
  return { type: copy(scheme.type), instance: variables, sizes, products };
}

/** The sizes whose product a term is; undefined for any other term. */
function factorsOf(term: ArrayTerm): readonly Size[] | undefined {
  if (term.kind === "variable") return [{ kind: "name", name: term.name }];
  if (term.kind === "literal") return [{ kind: "constant", value: Number(term.value) }];
  if (term.kind !== "infix" || term.symbol !== "*") return undefined;
  const [left, right] = [factorsOf(term.left), factorsOf(term.right)];
  return left && right && [...left, ...right];
}

function nameOfSize(size: Size): string | undefined {
  return size.kind === "name" ? size.name : undefined;
}

/** The names that a term sees, innermost first. */
export interface Scope {
  readonly name: string;
  readonly scheme: Scheme;
  readonly outer: Scope | undefined;
  readonly isSize?: true; // that the definition is polymorphic in
}

export function find(scope: Scope | undefined, name: string): Scheme | undefined {
  return nearest(scope, name)?.scheme;
}

/** Where a name that a term sees was bound. */
export function nearest(scope: Scope | undefined, name: string): Scope | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at;
  return undefined;
}

export function namesIn(scope: Scope | undefined): readonly string[] {
  const names: string[] = [];
  for (let at = scope; at !== undefined; at = at.outer) names.push(at.name);
  return names;
}
