// Everything is placed before anything is drawn.

import { drawsDirectly } from "./direct-labels.ts";
import { labelOrder, type WholeFigure } from "./figure-parts.ts";
import { type PlacedPanels, placePanels } from "./place-panels.ts";
import { FONT, GAP, LINE, MARGIN, SAMPLE, textWidth, wrapText } from "./sizes.ts";

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

interface LegendItem {
  readonly label: string;
  readonly index: number; // of the label
  readonly left: number;
  readonly middle: number;
}

/** A legend's items from the left, in as many rows as they need. */
function placeLegend(figure: WholeFigure, top: number): readonly LegendItem[] {
  let left = MARGIN;
  let middle = top + LINE.legend / 2;
  return [...labelOrder(figure)].map(([label, index]) => {
    const width = SAMPLE + 6 + textWidth(label, FONT.text);
    if (left > MARGIN && left + width > figure.width - MARGIN) {
      left = MARGIN;
      middle += LINE.legend;
    }
    const item = { label, index, left, middle };
    left += width + GAP;
    return item;
  });
}
