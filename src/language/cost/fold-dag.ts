// The graph of a program as few rows: nodes of one line of the text side by side are one box, equal levels one row, and rows that come again a block.

import type { CostDag } from "./meter.ts";
import { criticalPath, levelsOf } from "./schedule.ts";

/** Nodes of one line in a row. */
export interface DagGroup {
  readonly line: number;
  readonly place: number; // of the first of them in the text
  readonly count: number; // in each level
  readonly isOnPath: boolean;
}

/** So many levels, one after another, in which the same lines have as many nodes. */
interface DagRow {
  readonly groups: readonly DagGroup[];
  readonly levels: number;
}

/** Rows [start, end) that come so many times. */
interface DagBlock {
  readonly start: number;
  readonly end: number;
  readonly times: number;
}

/** From one row's group to another's, further down. */
interface DagEdge {
  readonly from: readonly [row: number, group: number];
  readonly to: readonly [row: number, group: number];
}

export interface FoldedDag {
  readonly rows: readonly DagRow[];
  readonly blocks: readonly DagBlock[];
  readonly edges: readonly DagEdge[];
  /** Lines on the longest path, and how much of it is theirs, most first. */
  readonly path: readonly { readonly line: number; readonly place: number; readonly levels: number }[];
}

/** Rows of a block at most: a turn of a loop has more of them seldom. */
const LONGEST_BLOCK = 64;

/** `lineOf` says which nodes belong together, by place. */
export function foldDag(dag: CostDag, lineOf: (place: number) => number): FoldedDag {
  const known = new Map<number, number>();
  const lines = dag.places.map((place) => {
    const line = known.get(place) ?? lineOf(place);
    known.set(place, line);
    return line;
  });
  const levels = levelsOf(dag);
  const way = criticalPath(dag);
  const groups = groupsOf(dag, lines, levels, way);
  const { rows, rowOfLevel } = rowsOf(groups);
  const { kept, blocks, placeOfRow } = blocksOf(rows);
  const drawn = kept.map((row) => rows[row]);
  const groupOf = (node: number): readonly [number, number] => {
    const row = placeOfRow[rowOfLevel[levels[node] - 1]];
    return [row, drawn[row].groups.findIndex(({ line }) => line === lines[node])];
  };
  return { rows: drawn, blocks, edges: edgesOf(dag, groupOf), path: pathOf(dag, lines, way) };
}

/** The groups of each level, by line. */
function groupsOf(
  { places }: CostDag,
  lines: readonly number[],
  levels: Uint32Array,
  way: readonly number[],
): readonly (readonly DagGroup[])[] {
  const found: Map<number, { place: number; count: number }>[] = way.map(() => new Map());
  levels.forEach((level, node) => {
    const ofLevel = found[level - 1];
    const group = ofLevel.get(lines[node]);
    if (group === undefined) ofLevel.set(lines[node], { place: places[node], count: 1 });
    else {
      group.count++;
      group.place = Math.min(group.place, places[node]);
    }
  });
  return found.map((ofLevel, level) =>
    [...ofLevel]
      .sort(([one], [other]) => one - other)
      .map(([line, group]) => ({ line, ...group, isOnPath: line === lines[way[level]] })),
  );
}

/** Levels that differ by their constructs alone are one row. */
function rowsOf(levels: readonly (readonly DagGroup[])[]): {
  readonly rows: readonly DagRow[];
  readonly rowOfLevel: readonly number[];
} {
  const rows: { groups: readonly DagGroup[]; levels: number }[] = [];
  const rowOfLevel = levels.map((groups) => {
    const last = rows.at(-1);
    if (last !== undefined && isAlike(last.groups, groups)) {
      last.levels++;
      last.groups = last.groups.map((group, k) => {
        return { ...group, place: Math.min(group.place, groups[k].place) };
      });
    } else rows.push({ groups, levels: 1 });
    return rows.length - 1;
  });
  return { rows, rowOfLevel };
}

function isAlike(some: readonly DagGroup[], others: readonly DagGroup[]): boolean {
  return textOf(some) === textOf(others);
}

function textOf(groups: readonly DagGroup[]): string {
  return groups.map(({ line, count, isOnPath }) => `${line}:${count}:${isOnPath}`).join(" ");
}

/** Which rows are drawn, and of every row which drawn one it is. */
function blocksOf(rows: readonly DagRow[]): {
  readonly kept: readonly number[];
  readonly blocks: readonly DagBlock[];
  readonly placeOfRow: readonly number[];
} {
  const texts = rows.map(({ groups, levels }) => `${levels} ${textOf(groups)}`);
  const kept: number[] = [];
  const blocks: DagBlock[] = [];
  const placeOfRow: number[] = [];
  for (let row = 0; row < rows.length; ) {
    const { length, times } = repeatAt(texts, row);
    const start = kept.length;
    for (let k = 0; k < length; k++) kept.push(row + k);
    for (let k = 0; k < length * times; k++) placeOfRow.push(start + (k % length));
    if (times > 1) blocks.push({ start, end: start + length, times });
    row += length * times;
  }
  return { kept, blocks, placeOfRow };
}

/** The rows from one on that come again at once, so that most are left out. */
function repeatAt(
  texts: readonly string[],
  row: number,
): { readonly length: number; readonly times: number } {
  let best = { length: 1, times: 1 };
  for (let length = 1; length <= LONGEST_BLOCK; length++) {
    let end = row + length;
    while (end < texts.length && texts[end] === texts[end - length]) end++;
    const times = Math.floor((end - row) / length);
    if (length * (times - 1) > best.length * (best.times - 1)) best = { length, times };
  }
  return best;
}

/** Nodes that wait for the same are given the same list, which is looked at once. */
function edgesOf(
  { waitsFor }: CostDag,
  groupOf: (node: number) => readonly [number, number],
): readonly DagEdge[] {
  const waiting = new Map<readonly number[], Map<string, readonly [number, number]>>();
  waitsFor.forEach((before, node) => {
    const groups = waiting.get(before) ?? new Map();
    waiting.set(before, groups.set(groupOf(node).join(), groupOf(node)));
  });
  const edges = new Map<string, DagEdge>();
  for (const [before, followers] of waiting) {
    const earlier = new Map(before.map((node) => [groupOf(node).join(), groupOf(node)]));
    for (const [fromText, from] of earlier) {
      for (const [toText, to] of followers) {
        if (from[0] < to[0]) edges.set(`${fromText}>${toText}`, { from, to });
      }
    }
  }
  return [...edges.values()];
}

function pathOf({ places }: CostDag, lines: readonly number[], way: readonly number[]): FoldedDag["path"] {
  const found = new Map<number, { line: number; place: number; levels: number }>();
  for (const node of way) {
    const line = lines[node];
    const own = found.get(line) ?? { line, place: places[node], levels: 0 };
    own.levels++;
    own.place = Math.min(own.place, places[node]);
    found.set(line, own);
  }
  return [...found.values()].sort((one, other) => other.levels - one.levels);
}
