import type { EncodedScan } from "./encode-hierarchical.ts";
import type { RowLiterals } from "./encode-stages.ts";
import type { Base, HierarchicalScan, HierarchicalShape, Row } from "./hierarchical-scan.ts";

/** The scan that an assignment describes. */
export function decodeHierarchical(
  { width, blockCount, sentCount }: HierarchicalShape,
  encoded: EncodedScan,
  model: Uint8Array,
): HierarchicalScan {
  const isTrue = (literal: number): boolean => model[Math.abs(literal)] === (literal > 0 ? 1 : 0);
  const rows = (literals: RowLiterals): readonly Row[] =>
    literals.map((row, number) => [...row.keys()].filter((place) => isTrue(row[place])).concat(number));
  return {
    width,
    blockCount,
    sentCount,
    first: rows(encoded.first),
    sent: encoded.sent.map((literals) => literals.findIndex(isTrue)),
    middle: rows(encoded.middle),
    bases: encoded.bases.map((base) => baseOf(base, isTrue)),
    entries: encoded.entries.map((block) =>
      block.map((entries) => [...entries].find(([, literal]) => isTrue(literal))?.[0]),
    ),
    last: rows(encoded.last),
  };
}

function baseOf(base: Readonly<Record<Base, number>>, isTrue: (literal: number) => boolean): Base {
  if (isTrue(base.element)) return "element";
  return isTrue(base.first) ? "first" : "nothing";
}
