import type { WeightedLiteral } from "../../solvers/weighted-counter.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { Choice, CostOf } from "./choice.ts";
import type { EncodedScan } from "./encode-hierarchical.ts";
import type { HierarchicalShape } from "./hierarchical-scan.ts";

/**
 * Every choice's literal with its cost. Literals that stand for choices in several blocks have their costs added up.
 *
 * @throws InvalidArgumentError for a cost that is no whole number, naming the choice
 */
export function weightedChoices(
  encoded: EncodedScan,
  shape: HierarchicalShape,
  cost: CostOf,
): readonly WeightedLiteral[] {
  const weights = new Map<number, number>();
  for (const { literal, choice } of choiceLiterals(encoded)) {
    const weight = cost(choice, shape);
    if (!Number.isSafeInteger(weight) || weight < 0) {
      const expected = `a function to whole numbers, as for ${JSON.stringify(choice)}`;
      throw new InvalidArgumentError("cost", expected, describe(weight));
    }
    weights.set(literal, (weights.get(literal) ?? 0) + weight);
  }
  return [...weights].map(([literal, weight]) => ({ literal, weight }));
}

interface ChoiceLiteral {
  readonly literal: number;
  readonly choice: Choice;
}

function choiceLiterals(encoded: EncodedScan): readonly ChoiceLiteral[] {
  const combines = (kind: "first" | "middle" | "last"): readonly ChoiceLiteral[] =>
    encoded[kind].flatMap((literals, row) =>
      literals.map((literal, from) => ({ literal, choice: { kind, row, from } })),
    );
  const sends = encoded.sent.flatMap((rows, place) =>
    rows.map((literal, row): ChoiceLiteral => ({ literal, choice: { kind: "send", row, place } })),
  );
  const enters = encoded.entries.flatMap((rows, block) =>
    rows.flatMap((entries, row) =>
      [...entries].map(
        ([middle, literal]): ChoiceLiteral => ({ literal, choice: { kind: "enter", block, row, middle } }),
      ),
    ),
  );
  return [...combines("first"), ...sends, ...combines("middle"), ...enters, ...combines("last")];
}
