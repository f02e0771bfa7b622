import type { ArrayTerm } from "../term.ts";
import type { Scheme } from "./scheme.ts";
import type { Scope } from "./scope.ts";
import {
  partsOfType,
  resolvedSize,
  type Size,
  type SizeVariable,
  type Type,
  type TypeVariable,
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
    const isConfined = "allowed" in variable && variable.allowed !== undefined;
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
