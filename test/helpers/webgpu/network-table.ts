import { networkCost } from "./network-cost.ts";

const SUBGROUPS = [4, 8, 16, 32, 64, 128];
const LENGTHS = [64, 128, 256, 512, 1024];

const HEADINGS = [
  "n",
  "s",
  "iterations",
  "combines",
  "of fan-outs",
  "slots and fan-out",
  "the seed's size",
  "depth",
  "the seed's depth",
  "barriers",
  "waits, plain",
  "waits, padded",
];

/** What the network costs for lengths and sizes of subgroups that occur, as a table of docs/notes/subgroup-networks.md. */
export function networkTable(): string {
  const rows = LENGTHS.flatMap((length) => SUBGROUPS.map((subgroup) => rowOf(length, subgroup)));
  return [HEADINGS, HEADINGS.map(() => "---:"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

function rowOf(length: number, subgroup: number): readonly (string | number)[] {
  const cost = networkCost(length, subgroup);
  return [
    length,
    subgroup,
    cost.iterations,
    cost.combines,
    cost.fanout,
    cost.slots + cost.fanout,
    cost.seedSize,
    cost.depth,
    cost.seedDepth,
    cost.barriers,
    cost.conflicts.plain,
    cost.conflicts.padded,
  ];
}
