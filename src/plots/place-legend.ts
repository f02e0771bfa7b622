import { labelOrder, type WholeFigure } from "./figure-parts.ts";
import { FONT, GAP, LINE, MARGIN, SAMPLE } from "./sizes.ts";
import { textWidth } from "./text-size.ts";

export interface LegendItem {
  readonly label: string;
  readonly index: number; // of the label
  readonly left: number;
  readonly middle: number;
}

/** A legend's items from the left, in as many rows as they need. */
export function placeLegend(figure: WholeFigure, top: number): readonly LegendItem[] {
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
