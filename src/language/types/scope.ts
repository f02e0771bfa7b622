import type { Scheme } from "./scheme.ts";

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
