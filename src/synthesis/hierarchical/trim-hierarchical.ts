import type { HierarchicalScan, Row } from "./hierarchical-scan.ts";

/**
 * The scan without what nobody uses: first rows that are neither sent nor a base, middle rows that enter nowhere. A first row of one element is called
 * that element. Its outputs are the same.
 */
export function trimHierarchical(scan: HierarchicalScan): HierarchicalScan {
  const used = new Set([...scan.sent, ...scan.bases.flatMap((base, row) => (base === "first" ? [row] : []))]);
  const entering = new Set(scan.entries.flat());
  return {
    ...scan,
    first: scan.first.map((row, number) => (used.has(number) ? row : alone(number))),
    bases: scan.bases.map((base, row) =>
      base === "first" && scan.first[row].length === 1 ? "element" : base,
    ),
    middle: scan.middle.map((row, number) => (entering.has(number) ? row : alone(number))),
  };
}

function alone(number: number): Row {
  return [number];
}
