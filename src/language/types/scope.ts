import type { Scheme } from "./scheme.ts";

/** The names that a term sees, innermost first. */
export interface Scope {
  readonly name: string;
  readonly scheme: Scheme;
  readonly outer: Scope | undefined;
}

export function find(scope: Scope | undefined, name: string): Scheme | undefined {
  for (let at = scope; at !== undefined; at = at.outer) {
    if (at.name === name) return at.scheme;
  }
  return undefined;
}

export function namesIn(scope: Scope | undefined): readonly string[] {
  const names: string[] = [];
  for (let at = scope; at !== undefined; at = at.outer) names.push(at.name);
  return names;
}
