import {
  add,
  all,
  and,
  compare,
  divide,
  integer,
  modulo,
  subtract,
  THREAD,
  WIDTH,
} from "../programs/build-terms.ts";
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
  const row = THREAD;
  const next = add(row, integer(1));
  const zero = integer(0);
  const patterns: readonly IndexCondition[] = [
    compare(row, "equal", zero),
    all([]),
    compare(and(row, next), "equal", zero), // row + 1 is a power of two
    ...MODULI.flatMap((modulus) => [
      compare(modulo(row, integer(modulus)), "equal", zero),
      compare(modulo(next, integer(modulus)), "equal", zero),
      compare(row, "less", integer(modulus)),
    ]),
  ];
  const firstSent = subtract(divide(WIDTH, integer(sentCount)), integer(1));
  const beforeLast = compare(row, "less", subtract(WIDTH, integer(1)));
  const ends = sentCount === 1 ? [beforeLast] : [compare(row, "less", firstSent), beforeLast];
  return patterns
    .flatMap((pattern) => ends.map((end) => (pattern.kind === "all" ? end : all([pattern, end]))))
    .filter((condition) => stages.every((each) => isExact(condition, each)));
}

function isExact(condition: IndexCondition, { length, enteredRows }: StagesInPlace): boolean {
  const holds = compileCondition(condition);
  return Array.from({ length }, (_, row) => row).every(
    (row) => holds({ N: length, j: row }) === enteredRows.includes(row),
  );
}
