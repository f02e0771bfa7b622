import { DETERMINISM_LEVELS, type Determinism, type Expression, parseExpression } from "../../../index.ts";
import { spellDeterminism } from "../../options/parse.ts";

/** What is asked of every device: a sum at a level. */
export interface LevelCase {
  readonly label: string;
  readonly determinism: Determinism;
  readonly expression: Expression | undefined; // undefined: none is named
  readonly isOrderFree: boolean; // its elements are shuffled before each run
}

/** The levels asked for, from the weakest; where bits travel everywhere also the sums that no order changes. */
export function levelCases(levels: readonly Determinism[]): readonly LevelCase[] {
  const inOrder = DETERMINISM_LEVELS.filter((level) => levels.includes(level)).map((level) => ({
    label: spellDeterminism(level),
    determinism: level,
    expression: undefined,
    isOrderFree: false,
  }));
  return levels.includes("everywhere") ? [...inOrder, ...ORDER_FREE] : inOrder;
}

const ORDER_FREE: readonly LevelCase[] = ["binned:3", "exact"].map((name) => ({
  label: `everywhere, ${name}`,
  determinism: "everywhere",
  expression: parseExpression(name),
  isOrderFree: true,
}));
