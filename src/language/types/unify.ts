// How two types become one: variables are linked, and what both ask for stays.

import type { ProgramScalar } from "../../values/program-scalars.ts";
import {
  partsOfType,
  resolved,
  resolvedSize,
  type Size,
  scalar,
  type Type,
  type TypeVariable,
} from "./type.ts";

/** What two types do not agree in; undefined when they are now the same. */
type Mismatch = "types" | "sizes" | "infinite" | undefined;

/** Makes two types the same, by linking variables. Parts that stand in several places are looked at once, beside whatever they stand beside. */
export function unify(left: Type, right: Type): Mismatch {
  return unifyParts(left, right, new Map());
}

/** Of types that were made the same, those that they were beside. */
type Seen = Map<Type, Set<Type>>;

function unifyParts(left: Type, right: Type, seen: Seen): Mismatch {
  const one = resolved(left);
  const other = resolved(right);
  if (one === other) return undefined;
  if (one.kind === "variable") return bind(one, other);
  if (other.kind === "variable") return bind(other, one);
  if (one.kind === "scalar" && other.kind === "scalar") return one.type === other.type ? undefined : "types";
  if (one.kind === "rigid" && other.kind === "rigid") return one.name === other.name ? undefined : "types";
  const beside = seen.get(one) ?? new Set();
  if (beside.has(other)) return undefined;
  seen.set(one, beside.add(other));
  if (one.kind === "function" && other.kind === "function") {
    return unifyParts(one.parameter, other.parameter, seen) ?? unifyParts(one.result, other.result, seen);
  }
  if (one.kind === "array" && other.kind === "array") {
    return unifyParts(one.element, other.element, seen) ?? unifySizes(one.size, other.size);
  }
  if (one.kind !== "record" || other.kind !== "record") return "types";
  if (one.fields.length !== other.fields.length) return "types";
  for (const [index, { name, type }] of one.fields.entries()) {
    const field = other.fields[index];
    if (field.name !== name) return "types";
    const mismatch = unifyParts(type, field.type, seen);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

/** Sizes of which one is unknown, or known when the program runs, may be the same: that is checked then. */
function unifySizes(left: Size, right: Size): Mismatch {
  const one = resolvedSize(left);
  const other = resolvedSize(right);
  if (one === other || one.kind === "any" || other.kind === "any") return undefined;
  if (one.kind === "variable") one.link = other;
  else if (other.kind === "variable") other.link = one;
  else if (one.kind === "term" || other.kind === "term") return undefined;
  else if (one.kind === "constant" && other.kind === "constant")
    return one.value === other.value ? undefined : "sizes";
  else if (one.kind === "name" && other.kind === "name") return one.name === other.name ? undefined : "sizes";
  else return "sizes";
  return undefined;
}

function bind(variable: TypeVariable, type: Type): Mismatch {
  if (type.kind === "variable") return bindVariables(variable, type);
  if (variable.allowed !== undefined) {
    if (type.kind !== "scalar" || !variable.allowed.includes(type.type)) return "types";
  }
  if (variable.isCompared && !becomesCompared(type)) return "types";
  if (occurs(variable, type)) return "infinite";
  variable.link = type;
  return undefined;
}

/** Whether values of a type can be compared, with what is open in it from here on as one of those. */
function becomesCompared(type: Type): boolean {
  const parts = [...partsOfType(type)];
  if (parts.some(({ kind }) => kind === "function" || kind === "rigid")) return false;
  for (const part of parts) {
    if (part.kind !== "variable" || part.allowed !== undefined) continue;
    part.isCompared = true;
    part.fallback ??= "i32";
  }
  return true;
}

/** Of what is compared, parts of which nothing says more. */
export function linkOpenParts(variable: TypeVariable): void {
  for (const part of partsOfType(variable)) {
    if (part.kind === "variable" && part.fallback !== undefined) part.link = scalar(part.fallback);
  }
}

/** One of two variables stays, with what both ask for: the one that is confined, since that one is settled in the end. */
function bindVariables(one: TypeVariable, other: TypeVariable): Mismatch {
  const isKept = one.allowed !== undefined || (one.isCompared === true && other.allowed === undefined);
  const [kept, gone] = isKept ? [one, other] : [other, one];
  const allowed = intersection(kept.allowed, gone.allowed);
  if (allowed?.length === 0) return "types";
  if (allowed !== undefined) kept.allowed = allowed;
  // What is written with a point is real, whatever else it meets.
  const wanted = gone.fallback === "f64" ? "f64" : (kept.fallback ?? gone.fallback);
  const fallback =
    wanted === undefined || kept.allowed?.includes(wanted) !== false ? wanted : kept.allowed[0];
  if (fallback !== undefined) kept.fallback = fallback;
  gone.link = kept;
  return undefined;
}

function intersection(
  one: readonly ProgramScalar[] | undefined,
  other: readonly ProgramScalar[] | undefined,
): readonly ProgramScalar[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((type) => other.includes(type));
}

/** Whether a variable stands within a type. */
function occurs(variable: TypeVariable, type: Type): boolean {
  return partsOfType(type).has(variable);
}
