// What a scan costs is a sum over its choices, so that a caller's costs can go to the solver as weights.
import type { WeightedLiteral } from "../../solvers/weighted-counter.ts";
import { checkFunction, checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { EncodedScan } from "./encode-hierarchical.ts";
import { copyHierarchical, type HierarchicalScan, type HierarchicalShape } from "./hierarchical-scan.ts";

/** One decision of a hierarchical scan, with what it makes a machine do. */
export type Choice =
  | { readonly kind: "first"; readonly row: number; readonly from: number } // every block combines value `from` into `row`
  | { readonly kind: "send"; readonly row: number; readonly place: number } // every block sends this row, as its value `place`
  | { readonly kind: "middle"; readonly row: number; readonly from: number } // once
  | { readonly kind: "enter"; readonly block: number; readonly row: number; readonly middle: number } // in this block alone
  | { readonly kind: "last"; readonly row: number; readonly from: number }; // every block

/** What a choice costs, a whole number. A choice that every block makes is priced for all blocks together. */
export type CostOf = (choice: Choice, shape: HierarchicalShape) => number;

const KINDS: readonly Choice["kind"][] = ["first", "send", "middle", "enter", "last"];

/** Combines in all blocks, and transfers out of the middle stage; no row shares a combine with another one. */
export const addsAndTransfers: CostOf = (choice, shape) => {
  const { blockCount } = checkObject("shape", shape);
  checkName("choice.kind", KINDS, checkObject("choice", choice).kind);
  switch (choice.kind) {
    case "first":
    case "last":
      return blockCount;
    case "middle":
    case "enter":
      return 1;
    case "send":
      return 0; // T of each block, whichever they are
    default:
      return choice satisfies never;
  }
};

/** The choices that a hierarchical scan is made of. */
export function choicesOf(scan: HierarchicalScan): readonly Choice[] {
  const combines = (kind: "first" | "middle" | "last"): readonly Choice[] =>
    scan[kind].flatMap((places, row) => places.slice(0, -1).map((from) => ({ kind, row, from })));
  const sends = scan.sent.map((row, place): Choice => ({ kind: "send", row, place }));
  const enters = scan.entries.flatMap((rows, block) =>
    rows.flatMap((middle, row): Choice[] =>
      middle === undefined ? [] : [{ kind: "enter", block, row, middle }],
    ),
  );
  return [...combines("first"), ...sends, ...combines("middle"), ...enters, ...combines("last")];
}

/** The sum of its choices' costs. */
export function costOf(given: HierarchicalScan, cost: CostOf = addsAndTransfers): number {
  const scan = copyHierarchical(given);
  checkFunction("cost", cost);
  return choicesOf(scan).reduce((sum, choice) => sum + cost(choice, scan), 0);
}

/**
 * Every choice's literal with its cost. Literals that stand for choices in several blocks have their costs added up.
 *
 * @throws InvalidArgumentError for a cost that is not a whole number, naming the choice
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
