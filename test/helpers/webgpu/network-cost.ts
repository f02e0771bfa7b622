import { agnosticNetwork, type NetworkStep } from "./agnostic-network.ts";
import { runNetwork } from "./run-agnostic-network.ts";

/** What the network costs, counted on its steps, beside what the seed's formulas say. */
interface NetworkCost {
  readonly iterations: number;
  readonly combines: number; // that have both operands
  readonly slots: number; // of lanes in subgroup scans: log2 s for each value that takes part, as the seed counts
  readonly fanout: number; // combines of all fan-outs
  readonly seedSize: number; // n + s · log2 s · Σ n / s^k
  readonly depth: number; // steps of combines: log2 s for each subgroup scan, 1 for a fan-out that is on the longest path
  readonly seedDepth: number; // ⌈log_s n⌉ · log2 s
  readonly barriers: number; // until all may read all results
  readonly conflicts: Readonly<Record<Layout, number>>; // cycles that accesses wait for banks
}

/**
 * Where value i stands in workgroup memory.
 *
 * - `plain`: at i.
 * - `padded`: one word is left out after every 32, so that neighbours at a stride of a power of two lie in different banks.
 */
type Layout = "plain" | "padded";

/** Banks of workgroup memory, each of which serves one word at a time. */
const BANKS = 32;

/** The place of value i. */
const PLACES: Readonly<Record<Layout, (i: number) => number>> = {
  plain: (i) => i,
  padded: (i) => i + Math.floor(i / BANKS),
};

/** The cost of the network for a length and a size of subgroups, powers of two. */
export function networkCost(length: number, subgroup: number): NetworkCost {
  const steps = agnosticNetwork(length, subgroup);
  const levels = Math.log2(subgroup);
  const scans = steps.filter((step) => step.kind === "scan");
  const fanouts = steps.filter((step) => step.kind === "fanout");
  const iterations = scans.length;
  let combines = 0;
  runNetwork(steps, new Array<number>(length).fill(0), () => {
    combines++;
    return 0;
  });
  return {
    iterations,
    combines,
    slots: sum(scans.flatMap(({ subgroups }) => subgroups.map((places) => places.length * levels))),
    fanout: sum(fanouts.map(({ lanes }) => lanes.filter((lane) => lane !== undefined).length)),
    seedSize: length + levels * sum(scans.map((_, k) => length / subgroup ** k)),
    depth: iterations * levels + Math.min(1, fanouts.length),
    seedDepth: iterations * levels,
    barriers: iterations + Math.min(1, fanouts.length),
    conflicts: {
      plain: conflictsOf(steps, subgroup, PLACES.plain),
      padded: conflictsOf(steps, subgroup, PLACES.padded),
    },
  };
}

/** Every lane loads its value and stores it, and of a fan-out loads the one before. At most 32 lanes of one subgroup go at a time. */
function conflictsOf(
  steps: readonly NetworkStep[],
  subgroup: number,
  placeOf: (i: number) => number,
): number {
  const width = Math.min(BANKS, subgroup);
  const accesses = (places: readonly (number | undefined)[]): number => {
    let waits = 0;
    for (let i = 0; i < places.length; i += width) {
      const active = places.slice(i, i + width).filter((place) => place !== undefined);
      waits += waitsOf(active.map(placeOf));
    }
    return waits;
  };
  return sum(
    steps.map((step) => {
      if (step.kind === "scan") return 2 * sum(step.subgroups.map(accesses));
      if (step.kind === "fanout") {
        return (
          2 * accesses(step.lanes.map((lane) => lane?.to)) + accesses(step.lanes.map((lane) => lane?.before))
        );
      }
      return 0;
    }),
  );
}

/** Cycles beyond the first until all words have been served: lanes that want the same word get it together. */
function waitsOf(words: readonly number[]): number {
  const counts = new Array<number>(BANKS).fill(0);
  for (const word of new Set(words)) counts[word % BANKS]++;
  return Math.max(1, ...counts) - 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((left, right) => left + right, 0);
}
