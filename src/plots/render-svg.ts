import type { Chart, Figure } from "./chart.ts";
import { drawPanel } from "./draw-panel.ts";
import { drawSample } from "./draw-series.ts";
import { checkFigure, figureFrom } from "./figure-from.ts";
import { labelOrder, type WholeFigure, wholeFigure } from "./figure-parts.ts";
import { type Layout, layOut } from "./layout.ts";
import { drawText, element, escapeText, place } from "./markup.ts";

import { LIGHT, styleSheet } from "./palette.ts";
import { FONT, LINE, MARGIN } from "./sizes.ts";

const FONTS = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/**
 * Draws a chart, or a figure of several, as the text of an SVG file: the same text for the same figure, always.
 *
 * Axes with marks and units, a legend or labels at the ends of lines, colours that readers with any colour vision tell apart and a
 * marker of its own for each series, on white or, where the reader prefers that, on black; title and description for those who do
 * not see it. What has no place on an axis (NaN, infinities, zero on a logarithmic one) is left out and counted in a note.
 *
 * @throws InvalidArgumentError for what is no figure, one without panels, a scale or marks of an unknown name, one label twice in a panel
 */
export function renderSvg(figure: Figure | Chart): string {
  const whole = wholeFigure(figureFrom(figure));
  checkFigure(whole);
  const order = labelOrder(whole);
  const layout = layOut(whole);
  const body = [
    element("title", {}, escapeText(whole.title)),
    element("desc", {}, escapeText(whole.description)),
    styleSheet(Math.min(order.size, LIGHT.series.length)),
    element("rect", { class: "sb-paper", width: layout.width, height: layout.height, fill: "currentColor" }),
    drawTitle(layout),
    drawLegend(layout, whole),
    ...layout.panels.map((panel) => drawPanel(panel, order, layout)),
    drawAxisLabels(layout),
    drawNotes(layout),
  ];
  const { width, height } = layout;
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "font-family": FONTS,
    "font-size": FONT.text,
  };
  return `${element("svg", attributes, `\n${body.filter((part) => part !== "").join("\n")}\n`)}\n`;
}

function drawTitle({ titleLines }: Layout): string {
  const style = { size: FONT.title, isBold: true };
  return titleLines.map((line, i) => drawText(line, MARGIN, MARGIN + 14 + i * LINE.title, style)).join("");
}

function drawLegend({ legend }: Layout, { panels }: WholeFigure): string {
  const series = panels.flatMap((panel) => panel.series);
  return legend
    .map(({ label, index, left, middle }) => {
      const one = series.find((each) => each.label === label);
      const sample = one === undefined ? "" : drawSample(one, index, left, middle);
      return sample + drawText(label, left + 32, middle + 4);
    })
    .join("");
}

function drawAxisLabels({ axisLabels }: Layout): string {
  return axisLabels
    .map(({ text, x, y, isUpright }) => {
      if (!isUpright) return drawText(text, x, y, { anchor: "middle" });
      const turned = { transform: `translate(${place(x)} ${place(y)}) rotate(-90)` };
      return element("g", turned, drawText(text, 0, 0, { anchor: "middle" }));
    })
    .join("");
}

function drawNotes({ noteLines, bottom }: Layout): string {
  return noteLines
    .map((line, i) => drawText(line, MARGIN, bottom + 12 + i * LINE.text, { tone: "soft" }))
    .join("");
}
