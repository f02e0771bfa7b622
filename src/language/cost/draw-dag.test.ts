import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";
import { drawDagSvg } from "./draw-dag.ts";
import { foldDag } from "./fold-dag.ts";
import type { CostDag } from "./meter.ts";
import { costOfDag } from "./schedule.ts";

function dagOf(term: string): CostDag {
  return new ArrayProgram(parseProgram(`entry main = ${term}`)).unfold("main", []);
}

/** Every node on a line of its own. */
const apart = (place: number): number => place;

/** A chain of levels: how many nodes of which line each has, all of which wait for all of the level before. */
function levels(...widths: readonly (readonly [line: number, count: number])[][]): CostDag {
  const places: number[] = [];
  const waitsFor: (readonly number[])[] = [];
  let before: readonly number[] = [];
  for (const level of widths) {
    const own: number[] = [];
    for (const [line, count] of level) {
      for (let k = 0; k < count; k++) {
        places.push(line);
        own.push(waitsFor.push(before) - 1);
      }
    }
    before = own;
  }
  return { places, waitsFor };
}

describe("foldDag", () => {
  it("makes equal levels one row, and rows that come again a block", () => {
    const turn = [[[2, 1]], [[2, 1]], [[3, 8]]] as [number, number][][];
    const { rows, blocks, edges, path } = foldDag(
      levels([[1, 4]], ...turn, ...turn, ...turn, [[1, 1]]),
      apart,
    );
    const shown = rows.map(({ groups, levels }) => [
      levels,
      ...groups.map(({ line, count }) => [line, count]),
    ]);
    expect(shown).toEqual([
      [1, [1, 4]],
      [2, [2, 1]],
      [1, [3, 8]],
      [1, [1, 1]],
    ]);
    expect(blocks).toEqual([{ start: 1, end: 3, times: 3 }]);
    expect(edges.map(({ from, to }) => [from[0], to[0]])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(path.map(({ line, levels }) => [line, levels])).toEqual([
      [2, 6],
      [3, 3],
      [1, 2],
    ]);
  });

  it("counts every node and every level", () => {
    const level = fc.uniqueArray(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 3 })), {
      selector: ([line]) => line,
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 30 }), (widths) => {
        const dag = levels(...widths);
        const { rows, blocks, path } = foldDag(dag, apart);
        const timesOf = (row: number) =>
          blocks.find(({ start, end }) => start <= row && row < end)?.times ?? 1;
        let [work, span] = [0, 0];
        for (const [row, { groups, levels }] of rows.entries()) {
          span += levels * timesOf(row);
          for (const { count } of groups) work += count * levels * timesOf(row);
        }
        expect({ work, span }).toEqual(costOfDag(dag));
        expect(path.reduce((sum, { levels }) => sum + levels, 0)).toBe(span);
      }),
      { seed: 2026, numRuns: 100 },
    );
  });
});

describe("drawDagSvg", () => {
  const svg = drawDagSvg(dagOf("map (\\x -> x + 1) (iota 30)"), {
    title: 'a < b & "c"',
    nameOf: (place) => `at ${place}`,
    lineOf: () => 1,
  });

  it("names constructs, their size, and the longest path by line", () => {
    expect(svg).toContain("× 30</title>");
    expect(svg).toContain("line 1: at ");
    expect(svg).toMatch(/The longest path \(red\), by line<.*> ?\d+ levels</);
  });

  it("has every box and text within the picture", () => {
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    const boxes = svg.matchAll(/<rect class="box[^"]*" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g);
    for (const [, x, y, wide] of boxes) {
      expect(Number(x) + Number(wide)).toBeLessThan(Number(width));
      expect(Number(y)).toBeLessThan(Number(height));
    }
  });

  it("puts the boxes of a row beside one another, and many lines into one box", () => {
    const drawn = drawDagSvg(levels(Array.from({ length: 7 }, (_, line) => [line, 2] as const)));
    const places = Array.from(
      drawn.matchAll(/<rect class="box[^"]*" x="([\d.]+)" y="([\d.]+)"/g),
      ([, x, y]) => [x, y],
    );
    expect(places).toHaveLength(4);
    expect(new Set(places.map(([x]) => x)).size).toBe(4);
    expect(new Set(places.map(([, y]) => y)).size).toBe(1);
    expect(drawn).toContain("<title>4 lines × 8</title>");
  });

  it("escapes its title", () => {
    expect(svg).toContain(">a &lt; b &amp; &quot;c&quot;</text>");
  });

  it("draws many nodes, and refuses many rows that differ", () => {
    expect(drawDagSvg(dagOf("map (\\x -> x + 1) (iota 5000)"))).toContain("× 5,000");
    const steps = Array.from({ length: 301 }, (_, line) => [[line, 1]] as [number, number][]);
    expect(() => drawDagSvg(levels(...steps))).toThrow(
      /"dag" must be at most 300 rows that differ, to be drawn/,
    );
    expect(() => drawDagSvg(dagOf("1"), { lineOf: () => Number.NaN })).toThrow(/"the result of lineOf"/);
  });
});
