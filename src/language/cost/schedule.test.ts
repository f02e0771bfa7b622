import { describe, expect, it } from "vitest";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";
import { drawDagSvg } from "./draw-dag.ts";
import { type CostDag, DagMeter } from "./meter.ts";
import { costOfDag, criticalPath, greedySteps, levelsOf } from "./schedule.ts";

/** Two chains, of four nodes and of two, that end in one node. */
const CHAINS: CostDag = {
  places: [0, 0, 0, 0, 1, 1, 2],
  waitsFor: [[], [0], [1], [2], [], [4], [3, 5]],
};

function dagOf(term: string): CostDag {
  return new ArrayProgram(parseProgram(`entry main = ${term}`)).unfold("main", []);
}

describe("schedules", () => {
  it("knows levels, work, span and a longest way", () => {
    expect([...levelsOf(CHAINS)]).toEqual([1, 2, 3, 4, 1, 2, 5]);
    expect(costOfDag(CHAINS)).toEqual({ work: 7, span: 5 });
    expect(criticalPath(CHAINS)).toEqual([0, 1, 2, 3, 6]);
  });

  it.each([
    [1, 7],
    [2, 5],
    [7, 5],
    [Number.POSITIVE_INFINITY, 5],
  ])("on %s processors takes %s steps", (processors, steps) => {
    expect(greedySteps(CHAINS, processors)).toBe(steps);
  });

  it("takes ⌈M/p⌉ steps for a level of M nodes that all wait for one", () => {
    const star: CostDag = { places: Array(11).fill(0), waitsFor: [[], ...Array(10).fill([0])] };
    expect([1, 2, 3, 4, 10, 11].map((p) => greedySteps(star, p))).toEqual([11, 6, 5, 4, 2, 2]);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %s processors", (processors) => {
    expect(() => greedySteps(CHAINS, processors)).toThrow(/"processors" must be a positive whole number/);
  });

  it("knows the empty graph", () => {
    const nothing: CostDag = { places: [], waitsFor: [] };
    expect(costOfDag(nothing)).toEqual({ work: 0, span: 0 });
    expect(greedySteps(nothing, 2)).toBe(0);
  });

  it("unfolds no graph beyond a limit", () => {
    const meter = new DagMeter(3);
    meter.spend(0, 3, 2);
    expect(costOfDag(meter.dag)).toEqual({ work: 3, span: 2 });
    expect(() => meter.spend(0, 1, 1)).toThrow(/more than 3 nodes.*take a smaller input/);
  });
});

describe("drawDagSvg", () => {
  const dag = dagOf("map (\\x -> x + 1) (iota 3)");
  const { work, span } = costOfDag(dag);
  const svg = drawDagSvg(dag, { title: 'a < b & "c"', nameOf: (place) => `at ${place}` });

  it("has a circle for each node", () => {
    expect(svg.match(/<circle/g)).toHaveLength(work);
    expect(svg).toContain(`work ${work}, span ${span}, parallelism ${(work / span).toFixed(2)}`);
  });

  it("has a line for each edge of a graph in which nothing is waited for by several", () => {
    const drawn = drawDagSvg(CHAINS);
    expect(drawn.match(/<path/g)).toHaveLength(6 + 4); // all edges, and those of the way again
    expect(drawn.match(/class="critical"/g)).toHaveLength(5);
  });

  it("has lines that meet where many wait for many", () => {
    const before = Array.from({ length: 30 }, (_, node) => node);
    const waitsFor = [...before.map(() => []), ...before.map(() => before)];
    const drawn = drawDagSvg({ places: waitsFor.map(() => 0), waitsFor });
    expect(drawn.match(/<path/g)).toHaveLength(30 + 30 + 2);
  });

  it("marks a longest way from the first row to the last", () => {
    expect(svg.match(/class="critical"/g)).toHaveLength(span);
    const [, marked] = /<g class="way">(.*)<\/g>/.exec(svg) ?? [];
    const lines = Array.from(marked.matchAll(/M([\d.]+ [\d.]+)L([\d.]+ [\d.]+)/g), ([, from, to]) => [
      from,
      to,
    ]);
    for (const [index, [from]] of lines.slice(1).entries()) expect(from).toBe(lines[index][1]);
    expect(lines.length).toBeGreaterThanOrEqual(span - 1);
  });

  it("puts a level below the one before, and no two nodes in one place", () => {
    const places = Array.from(svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g), ([, x, y]) => [+x, +y]);
    expect(new Set(places.map(String)).size).toBe(work);
    dag.waitsFor.forEach((before, node) => {
      for (const earlier of before) expect(places[earlier][1]).toBeLessThan(places[node][1]);
    });
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    for (const [x, y] of places) expect(x > 0 && x < +width && y > 0 && y < +height).toBe(true);
  });

  it("escapes names", () => {
    expect(svg).toContain("a &lt; b &amp; &quot;c&quot;");
    expect(svg).toContain(`<title>at ${dag.places[0]}</title>`);
  });

  it("refuses what nobody could read", () => {
    expect(() => drawDagSvg(dagOf("map (\\x -> x + 1) (iota 1000)"))).toThrow(
      /"dag" must be at most 3000 nodes/,
    );
  });
});
