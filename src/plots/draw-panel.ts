import { pushApart } from "./direct-labels.ts";
import { drawSeries } from "./draw-series.ts";
import { drawText, element, place } from "./markup.ts";

import { seriesClass } from "./palette.ts";
import type { PanelPlace } from "./place-panels.ts";
import { hasPlace, isShown } from "./scale.ts";
import { FONT, LINE } from "./sizes.ts";

/** One panel: heading, grid, rules, series, and labels at their ends where the figure has no legend. */
export function drawPanel(
  panel: PanelPlace,
  order: ReadonlyMap<string, number>,
  { direct }: { readonly direct: boolean },
): string {
  const { chart } = panel;
  const bars = chart.series.filter(({ marks }) => marks === "bars").map(({ label }) => label);
  const series = chart.series.map((each) => drawSeries(each, order.get(each.label) ?? 0, panel, bars));
  const rules = drawRules(panel);
  const parts = [drawHeading(panel), drawGrid(panel), rules.lines, ...series, rules.labels];
  if (direct) parts.push(drawEndLabels(panel, order));
  return element("g", {}, parts.join(""));
}

function drawHeading({ chart: { title }, frame: { left }, titleTop, noteLines }: PanelPlace): string {
  const heading =
    title === "" ? "" : drawText(title, left, titleTop + 13, { size: FONT.panel, isBold: true });
  const below = titleTop + (title === "" ? 0 : LINE.panel) + 12;
  const notes = noteLines.map((line, i) => drawText(line, left, below + i * LINE.text, { tone: "soft" }));
  return heading + notes.join("");
}

function drawGrid({ chart, frame, x, y }: PanelPlace): string {
  const { left, top, width, height } = frame;
  const across = y.ticks.map(({ at }) => `M${place(left)} ${place(at)}h${place(width)}`);
  const up =
    chart.x.categories === undefined
      ? x.ticks.map(({ at }) => `M${place(at)} ${place(top)}v${place(height)}`)
      : [];
  const grid = element("path", { class: "sb-rule", stroke: "currentColor", d: [...across, ...up].join("") });
  const border = element("path", {
    class: "sb-soft",
    stroke: "currentColor",
    fill: "none",
    d: `M${place(left)} ${place(top)}v${place(height)}h${place(width)}`,
  });
  const below = x.ticks.map(({ at, text }) =>
    drawText(text, at, top + height + 15, { size: FONT.tick, tone: "soft", anchor: "middle" }),
  );
  const beside = y.ticks.map(({ at, text }) =>
    drawText(text, left - 6, at + 4, { size: FONT.tick, tone: "soft", anchor: "end" }),
  );
  return grid + border + below.join("") + beside.join("");
}

/** Lines below the series, and their labels above. */
function drawRules(panel: PanelPlace): { readonly lines: string; readonly labels: string } {
  const { chart, frame, y } = panel;
  const { left, width } = frame;
  const rules = (chart.rules ?? []).filter((rule) => hasPlace(chart.y, rule.y));
  const d = rules.map((rule) => `M${place(left)} ${place(y.at(rule.y))}h${place(width)}`).join("");
  const style = { class: "sb-ink", stroke: "currentColor", "stroke-dasharray": "2 3" };
  const labelStyle = { size: FONT.tick, anchor: "end", isOverLines: true } as const;
  const labels = rules.map((rule) => drawText(rule.label, left + width - 4, y.at(rule.y) - 4, labelStyle));
  return { lines: d === "" ? "" : element("path", { ...style, d }), labels: labels.join("") };
}

/** Beside the last point of each series its label; where it had to move aside, a thin line leads to it. */
function drawEndLabels({ chart, frame, x, y }: PanelPlace, order: ReadonlyMap<string, number>): string {
  const ends = chart.series.flatMap(({ label, points }) => {
    const end = points.filter((point) => isShown(chart, point)).at(-1);
    return end === undefined ? [] : [{ label, from: x.at(end[0]), wanted: y.at(end[1]) }];
  });
  const { top, left, width, height } = frame;
  const wanted = ends.map((end) => end.wanted);
  const places = pushApart(wanted, LINE.text, top + 4, top + height - 4);
  const right = left + width;
  return ends
    .map(({ label, from, wanted: at }, i) => {
      const index = order.get(label) ?? 0;
      const d = `M${place(from + 6)} ${place(at)}L${place(Math.max(right, from + 6))} ${place(at)}L${place(right + 14)} ${place(places[i])}`;
      const leader = element("path", { fill: "none", stroke: "currentColor", "stroke-opacity": 0.5, d });
      return element("g", { class: seriesClass(index) }, leader) + drawText(label, right + 18, places[i] + 4);
    })
    .join("");
}
