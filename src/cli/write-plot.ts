import { expectWritable, writeBytes } from "../formats.ts";
import { FormatError, InvalidArgumentError } from "../index.ts";
import type { Figure } from "../plots.ts";

/** Checks before any long work that a plot can be written: its place, and for .png the package that draws it. @throws InvalidArgumentError, UnsupportedError */
export async function checkPlotPlace(path: string, option = "plot"): Promise<void> {
  if (!/\.(svg|png)$/i.test(path)) {
    throw new InvalidArgumentError(option, "an .svg or .png file", JSON.stringify(path));
  }
  await toldAsPlot(option, () => expectWritable(path));
  if (isPng(path)) await draw({ title: "", panels: [EMPTY] }, path);
}

/** Writes a figure as its path's ending says: beside its place and then renamed. */
export async function writePlot(path: string, figure: Figure): Promise<void> {
  await write(path, await draw(figure, path), "plot");
}

/** The same for a drawing that is SVG already. */
export async function writeDrawing(path: string, svg: string, option: string): Promise<void> {
  await write(path, await encode(svg, path), option);
}

async function write(path: string, bytes: Uint8Array, option: string): Promise<void> {
  await toldAsPlot(option, () => writeBytes(path, () => [bytes], bytes.length, {}));
}

const EMPTY = { title: "", x: { label: "" }, y: { label: "" }, series: [] };

async function draw(figure: Figure, path: string): Promise<Uint8Array> {
  return encode((await import("../plots.ts")).renderSvg(figure), path);
}

async function encode(svg: string, path: string): Promise<Uint8Array> {
  return isPng(path) ? (await import("../plots.ts")).renderPng(svg) : new TextEncoder().encode(svg);
}

function isPng(path: string): boolean {
  return path.toLowerCase().endsWith(".png");
}

async function toldAsPlot(option: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const actual = `${JSON.stringify(error.source)}: ${error.actual}`;
    throw new InvalidArgumentError(option, error.expected, actual);
  }
}
