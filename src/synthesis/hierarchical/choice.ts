import { checkFunction, checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";

import { copyHierarchical } from "./copy-hierarchical.ts";
import type { HierarchicalScan, HierarchicalShape } from "./hierarchical-scan.ts";

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
