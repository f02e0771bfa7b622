import * as t from "../programs/build-terms.ts";
import { compileCondition } from "../programs/compile-term.ts";
import type { IndexCondition } from "../programs/index-term.ts";
import type { StagesInPlace } from "./stages-in-place.ts";

/** Block lengths that a condition may name. */
const MODULI = [2, 4, 8, 16];

/** Conditions that hold of the rows where values enter in all examples, simple ones first. They leave out the rows from the first that is sent on. */
export function entryConditions(
  stages: readonly StagesInPlace[],
  sentCount: number,
): readonly IndexCondition[] {
  const row = t.THREAD;
  const next = t.add(row, t.integer(1));
  const zero = t.integer(0);
  const patterns: readonly IndexCondition[] = [
    t.compare(row, "equal", zero),
    t.all([]),
    t.compare(t.and(row, next), "equal", zero), // row + 1 is a power of two
    ...MODULI.flatMap((modulus) => [
      t.compare(t.modulo(row, t.integer(modulus)), "equal", zero),
      t.compare(t.modulo(next, t.integer(modulus)), "equal", zero),
      t.compare(row, "less", t.integer(modulus)),
    ]),
  ];
  const firstSent = t.subtract(t.divide(t.WIDTH, t.integer(sentCount)), t.integer(1));
  const beforeLast = t.compare(row, "less", t.subtract(t.WIDTH, t.integer(1)));
  const ends = sentCount === 1 ? [beforeLast] : [t.compare(row, "less", firstSent), beforeLast];
  return patterns
    .flatMap((pattern) => ends.map((end) => (pattern.kind === "all" ? end : t.all([pattern, end]))))
    .filter((condition) => stages.every((each) => isExact(condition, each)));
}

function isExact(condition: IndexCondition, { length, enteredRows }: StagesInPlace): boolean {
  const holds = compileCondition(condition);
  return Array.from({ length }, (_, row) => row).every(
    (row) => holds({ N: length, j: row }) === enteredRows.includes(row),
  );
}
