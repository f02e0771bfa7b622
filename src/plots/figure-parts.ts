import type { Chart, Figure } from "./chart.ts";

/** A figure with everything said that may be left out. */
export interface WholeFigure {
  readonly title: string;
  readonly description: string;
  readonly panels: readonly Chart[];
  readonly columns: number;
  readonly labels: Figure["labels"];
  readonly notes: readonly string[];
  readonly width: number;
  readonly panelHeight: number;
}

/** A chart alone is a figure of one panel, whose title stands above all. */
export function wholeFigure(given: Figure | Chart): WholeFigure {
  if (!("panels" in given)) {
    const { title, description = descriptionOf(given.title, [given]) } = given;
    return wholeFigure({ title, description, panels: [{ ...given, title: "" }] });
  }
  const { title, panels, columns = 1, labels, notes = [], width = 960 } = given;
  return {
    title,
    description: given.description ?? descriptionOf(title, panels),
    panels,
    columns: Math.max(1, Math.min(columns, panels.length)),
    labels,
    notes,
    width,
    panelHeight: given.panelHeight ?? (panels.length > 1 ? 180 : 360),
  };
}

/** The place of each label among those of the figure: it picks colour and marker, the same in all panels. */
export function labelOrder({ panels }: WholeFigure): ReadonlyMap<string, number> {
  const labels = new Set(panels.flatMap(({ series }) => series.map(({ label }) => label)));
  return new Map([...labels].map((label, i) => [label, i]));
}

function descriptionOf(title: string, panels: readonly Chart[]): string {
  const parts = panels.map((panel) => {
    const about = panel.title === "" || panel.title === title ? "" : `${panel.title}: `;
    const shown = panel.series.map(({ label }) => label).join(", ");
    return `${about}${axisText(panel.y)} against ${axisText(panel.x)}${shown === "" ? "" : `, for ${shown}`}.`;
  });
  return [`${title}.`, ...parts].join(" ");
}

/** An axis' label with its unit. */
export function axisText({ label, unit }: Chart["x"]): string {
  return unit === undefined ? label : `${label} (${unit})`;
}
