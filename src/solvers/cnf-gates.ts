import type { CnfBuilder } from "./cnf-builder.ts";

/** A literal that is true exactly where one of these is; one alone is itself. */
export function anyOf(builder: CnfBuilder, literals: readonly number[]): number {
  if (literals.length === 1) return literals[0];
  const gate = builder.variable();
  builder.add(-gate, ...literals);
  for (const literal of literals) builder.add(gate, -literal);
  return gate;
}

/** A literal that is true exactly where all of these are. */
export function allOf(builder: CnfBuilder, literals: readonly number[]): number {
  return -anyOf(
    builder,
    literals.map((literal) => -literal),
  );
}

/** Up to this many, every two exclude each other by a clause of their own; beyond, by a ladder of new variables. */
const LARGEST_PAIRWISE = 6;

export function atMostOne(builder: CnfBuilder, literals: readonly number[]): void {
  if (literals.length > LARGEST_PAIRWISE) {
    addLadder(builder, literals);
    return;
  }
  literals.forEach((one, index) => {
    for (const other of literals.slice(index + 1)) builder.add(-one, -other);
  });
}

export function exactlyOne(builder: CnfBuilder, literals: readonly number[]): void {
  builder.add(...literals);
  atMostOne(builder, literals);
}

/** `seen` is true from the first true literal on. */
function addLadder(builder: CnfBuilder, literals: readonly number[]): void {
  let seen: number | undefined;
  for (const literal of literals) {
    const next = builder.variable();
    if (seen !== undefined) {
      builder.add(-seen, -literal);
      builder.add(-seen, next);
    }
    builder.add(-literal, next);
    seen = next;
  }
}
