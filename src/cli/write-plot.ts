import { expectWritable, writeBytes } from "../formats.ts";
import { FormatError, InvalidArgumentError } from "../index.ts";
import type { Figure } from "../plots.ts";

/** Checks before any long work that a plot can be written: its place, and for .png the package that draws it. @throws InvalidArgumentError, UnsupportedError */
export async function checkPlotPlace(path: string): Promise<void> {
  if (!/\.(svg|png)$/i.test(path)) {
    throw new InvalidArgumentError("plot", "an .svg or .png file", JSON.stringify(path));
  }
  await toldAsPlot(() => expectWritable(path));
  if (isPng(path)) await draw({ title: "", panels: [EMPTY] }, path);
}

/** Writes a figure as its path's ending says: beside its place and then renamed. */
export async function writePlot(path: string, figure: Figure): Promise<void> {
  const bytes = await draw(figure, path);
  await toldAsPlot(() => writeBytes(path, () => [bytes], bytes.length, {}));
}

const EMPTY = { title: "", x: { label: "" }, y: { label: "" }, series: [] };

async function draw(figure: Figure, path: string): Promise<Uint8Array> {
  const { renderPng, renderSvg } = await import("../plots.ts");
  const svg = renderSvg(figure);
  return isPng(path) ? renderPng(svg) : new TextEncoder().encode(svg);
}

function isPng(path: string): boolean {
  return path.toLowerCase().endsWith(".png");
}

async function toldAsPlot(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const actual = `${JSON.stringify(error.source)}: ${error.actual}`;
    throw new InvalidArgumentError("plot", error.expected, actual);
  }
}
