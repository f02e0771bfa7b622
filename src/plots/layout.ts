import { drawsDirectly } from "./direct-labels.ts";
import type { WholeFigure } from "./figure-parts.ts";
import { type LegendItem, placeLegend } from "./place-legend.ts";
import { type PlacedPanels, placePanels } from "./place-panels.ts";
import { FONT, LINE, MARGIN } from "./sizes.ts";
import { wrapText } from "./text-size.ts";

/** Where everything of a figure goes, in pixels. */
export interface Layout extends PlacedPanels {
  readonly width: number;
  readonly height: number;
  readonly titleLines: readonly string[];
  readonly legend: readonly LegendItem[];
  readonly direct: boolean; // labels at the ends of lines
  readonly noteLines: readonly string[];
}

/** Places everything from the top down. Nothing is drawn here. */
export function layOut(figure: WholeFigure): Layout {
  const { width, title, panels, notes } = figure;
  const inner = width - 2 * MARGIN;
  const titleLines = wrapText(title, FONT.title, inner);
  const top = MARGIN + titleLines.length * LINE.title + 4;
  const direct = drawsDirectly(figure, LINE.text);
  const isNamed = panels.some(({ series }) => series.length > 0);
  const legend = direct || !isNamed ? [] : placeLegend(figure, top);
  const belowLegend = legend.length === 0 ? top : legend[legend.length - 1].middle + LINE.legend;
  const placed = placePanels(figure, belowLegend, direct);
  const noteLines = notes.flatMap((note) => wrapText(note, FONT.text, inner));
  const height = Math.ceil(placed.bottom + noteLines.length * LINE.text + MARGIN);
  return { width, height, titleLines, legend, direct, noteLines, ...placed };
}
