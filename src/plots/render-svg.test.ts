import { describe, expect, test } from "vitest";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Chart, Figure, Marks } from "./chart.ts";
import { renderSvg } from "./render-svg.ts";

const POINTS = [
  [1, 2],
  [2, 4],
  [4, 3],
] as const;

function chart(rest: Partial<Chart> = {}): Chart {
  return {
    title: "Depths",
    x: { label: "elements", scale: "log2" },
    y: { label: "time", unit: "ns" },
    series: [
      { label: "first", marks: "line", points: POINTS },
      { label: "second", marks: "line", points: POINTS.map(([x, y]) => [x, 8 - y] as const) },
    ],
    ...rest,
  };
}

const textsOf = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((each) => each[1]);

describe("a chart", () => {
  test("is the same text every time, without clock or chance", () => {
    expect(renderSvg(chart())).toBe(renderSvg(structuredClone(chart())));
    expect(renderSvg(chart())).not.toMatch(/\bid=|NaN|Infinity|undefined/);
  });

  test("has a title, a description, labelled axes with units, and its series' labels", () => {
    const svg = renderSvg(chart());
    expect(svg).toContain('role="img"');
    expect(svg).toContain("<title>Depths</title>");
    expect(svg).toContain("<desc>Depths. time (ns) against elements, for first, second.</desc>");
    const texts = textsOf(svg);
    for (const words of ["Depths", "elements", "time (ns)", "first", "second", "1", "2", "4"]) {
      expect(texts).toContain(words);
    }
  });

  test("is small: some kilobytes for two lines", () => {
    expect(renderSvg(chart()).length).toBeLessThan(5000);
  });

  test("tells series apart by marks and not by colour alone", () => {
    const svg = renderSvg(chart());
    expect(svg).toContain('<g class="sb-0"><title>first</title>');
    const [first, second] = [...svg.matchAll(/<path fill="currentColor" d="([^"]*)"/g)].map(
      (each) => each[1],
    );
    expect(first).toMatch(/^M[^M]*a3\.4 /); // a circle
    expect(second).toMatch(/^M[-\d. ]+zM/); // a polygon
  });

  test("draws colours that come again with dashes and hollow marks", () => {
    const series = Array.from({ length: 9 }, (_, i) => ({
      label: `s${i}`,
      marks: "line" as const,
      points: POINTS,
    }));
    const svg = renderSvg(chart({ series }));
    expect(svg.match(/stroke-dasharray="6 4"/g)).toHaveLength(1);
    expect(svg).toContain('class="sb-hollow"');
  });

  test.each<[Marks, RegExp]>([
    ["line", /d="M[\d. ]+L[\d. ]+L[\d. ]+" fill="none"/],
    ["steps", /d="M[\d. ]+H[\d.]+V[\d.]+H[\d.]+V[\d.]+" fill="none"/],
    ["points", /<path fill="currentColor" d="M/],
    ["bars", /d="(M[\d. ]+V[\d.]+h[\d.]+V[\d.]+z){3}"/],
  ])("draws %s", (marks, expected) => {
    const one = { label: "one", marks, points: POINTS };
    expect(renderSvg(chart({ series: [one], x: { label: "x" } }))).toMatch(expected);
  });

  test("stands bars on zero and side by side, up and down", () => {
    const categories = ["a", "b"];
    const series = ["up", "down"].map((label, i) => ({
      label,
      marks: "bars" as const,
      points: [
        [0, i === 0 ? 1 : -1],
        [1, i === 0 ? 2 : -2],
      ] as const,
    }));
    const svg = renderSvg(chart({ x: { label: "kind", categories }, y: { label: "y" }, series }));
    const bars = [...svg.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)h([\d.]+)V/g)].map((each) =>
      each.slice(1).map(Number),
    );
    const [up, , down] = bars;
    expect(bars).toHaveLength(4);
    expect(up[1]).toBe(down[1]);
    expect(up[2]).toBeLessThan(up[1]);
    expect(down[2]).toBeGreaterThan(down[1]);
    expect(down[0]).toBeCloseTo(up[0] + up[3], 0);
    expect(textsOf(svg)).toEqual(expect.arrayContaining(["a", "b"]));
  });

  test("leaves out what has no place, and says how much", () => {
    const points = [
      [1, 1],
      [0, 2],
      [2, Number.NaN],
      [4, 3],
    ] as const;
    const svg = renderSvg(chart({ series: [{ label: "s", marks: "line", points }] }));
    expect(svg).toContain("2 points have no place on these axes");
    expect(svg).toMatch(/d="M[\d. ]+M[\d. ]+" fill="none"/); // the line is interrupted
    expect(svg).not.toMatch(/NaN/);
  });

  test.each<[string, Partial<Chart>]>([
    ["no series", { series: [] }],
    ["a series of nothing", { series: [{ label: "s", marks: "line", points: [] }] }],
    ["bars of nothing", { series: [{ label: "s", marks: "bars", points: [] }] }],
    ["one point", { series: [{ label: "s", marks: "steps", points: [[1, 1]] }] }],
    ["one bar", { series: [{ label: "s", marks: "bars", points: [[1, 1]] }], x: { label: "x" } }],
    ["nothing that has a place", { series: [{ label: "s", marks: "line", points: [[-1, Number.NaN]] }] }],
    [
      "the widest range",
      {
        series: [
          {
            label: "s",
            marks: "line",
            points: [
              [1, -1.7e308],
              [2, 1.7e308],
            ],
          },
        ],
      },
    ],
    [
      "no categories",
      { x: { label: "x", categories: [] }, series: [{ label: "s", marks: "bars", points: [[0, 1]] }] },
    ],
    ["no words at all", { title: "", x: { label: "" }, y: { label: "" } }],
  ])("of %s is still a picture", (_name, rest) => {
    const svg = renderSvg(chart(rest));
    expect(svg).toMatch(/^<svg [^>]*>[\s\S]*<\/svg>\n$/);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("holds any words as words", () => {
    const svg = renderSvg(chart({ title: `a < b & "c"`, notes: ["<script>alert(1)</script>"] }));
    expect(svg).toContain("<title>a &lt; b &amp; &quot;c&quot;</title>");
    expect(svg).not.toContain("<script");
  });

  test("has rules with labels above the lines", () => {
    const svg = renderSvg(chart({ rules: [{ y: 100, label: "limit" }] }));
    expect(svg).toMatch(/stroke-dasharray="2 3"/);
    expect(svg.indexOf(">limit<")).toBeGreaterThan(svg.indexOf("<title>second</title>"));
    expect(textsOf(svg)).toContain("100"); // the axis reaches up to it
  });
});

describe("a figure of several panels", () => {
  const figure = (rest: Partial<Figure> = {}): Figure => ({
    title: "Two",
    panels: [chart({ title: "left" }), chart({ title: "right", series: chart().series.slice(1) })],
    columns: 2,
    ...rest,
  });

  test("has one legend, and a label has one class in all panels", () => {
    const svg = renderSvg(figure());
    expect(textsOf(svg).filter((text) => text === "second")).toHaveLength(1);
    expect(svg.match(/<g class="sb-1"><title>second<\/title>/g)).toHaveLength(2);
  });

  test("names an axis that panels share once, below the last of each column", () => {
    expect(textsOf(renderSvg(figure())).filter((text) => text === "elements")).toHaveLength(2);
    expect(textsOf(renderSvg(figure())).filter((text) => text === "time (ns)")).toHaveLength(1);
    expect(textsOf(renderSvg(figure({ columns: 1 }))).filter((text) => text === "elements")).toHaveLength(1);
    const other = chart({ title: "right", y: { label: "depth" } });
    const texts = textsOf(renderSvg(figure({ panels: [chart(), other] })));
    expect(texts).toEqual(expect.arrayContaining(["time (ns)", "depth"]));
  });

  test("has labels at the ends of lines where there is one column, and a legend where asked for", () => {
    const direct = renderSvg(figure({ columns: 1 }));
    expect(textsOf(direct).filter((text) => text === "second")).toHaveLength(2);
    const legend = renderSvg(figure({ columns: 1, labels: "legend" }));
    expect(textsOf(legend).filter((text) => text === "second")).toHaveLength(1);
  });

  test("places panels without overlap, and all of it inside", () => {
    const panels = Array.from({ length: 5 }, (_, i) => chart({ title: `p${i}` }));
    const svg = renderSvg(figure({ panels, columns: 2, notes: ["a note"] }));
    const height = Number(/ height="(\d+)"/.exec(svg)?.[1]);
    const tops = [...svg.matchAll(/d="M([\d.]+) ([\d.]+)v180h([\d.]+)"/g)].map((each) =>
      each.slice(1).map(Number),
    );
    expect(tops).toHaveLength(5);
    const [one, two, three] = tops;
    expect(two[0]).toBeGreaterThan(one[0] + one[2]);
    expect(three[1]).toBeGreaterThan(one[1] + 180);
    expect(tops[4][1] + 180).toBeLessThan(height);
    for (const [left, , width] of tops) expect(left + width).toBeLessThan(960);
  });

  test("wraps a legend that is wider than the figure", () => {
    const series = Array.from({ length: 14 }, (_, i) => ({
      label: `a series with a long name, number ${i}`,
      marks: "points" as const,
      points: POINTS,
    }));
    const svg = renderSvg({ title: "t", panels: [chart({ series })] });
    const places = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>a series/g)];
    expect(new Set(places.map((each) => each[2])).size).toBeGreaterThan(2);
    for (const each of places) expect(Number(each[1])).toBeLessThan(800);
  });
});

test.each<[string, Figure | Chart, string]>([
  ["no panels", { title: "t", panels: [] }, `"panels" must be one chart or more, got none`],
  ["a label twice", chart({ series: [...chart().series, ...chart().series] }), `"panels[0].series"`],
  ["an unknown scale", chart({ y: { label: "y", scale: "log" as "log2" } }), `"panels[0].y.scale"`],
  [
    "categories by logarithm",
    chart({ x: { label: "x", scale: "log2", categories: ["a"] } }),
    `"panels[0].x.scale"`,
  ],
  [
    "unknown marks",
    chart({ series: [{ label: "a", marks: "dots" as Marks, points: [] }] }),
    `"panels[0].marks"`,
  ],
  ["no width", { title: "t", panels: [chart()], width: 10 }, `"width" must be a whole number from 200`],
])("%s is refused", (_name, given, message) => {
  expect(() => renderSvg(given)).toThrow(InvalidArgumentError);
  expect(() => renderSvg(given)).toThrow(message);
});
