import { InvalidArgumentError } from "../../index.ts";
import type { Figure } from "../../plots.ts";
import type { CommandIo } from "../io.ts";
import { expectOutputFile, writeOutputFile } from "./output-file.ts";

/** Checks before any long work that a plot can be written: its place, and for .png the package that draws it. @throws InvalidArgumentError, UnsupportedError */
export async function checkPlotPlace(path: string, option = "plot"): Promise<void> {
  if (!/\.(svg|png)$/i.test(path)) {
    throw new InvalidArgumentError(option, "an .svg or .png file", JSON.stringify(path));
  }
  await expectOutputFile(path, option);
  if (isPng(path)) await draw({ title: "", panels: [EMPTY] }, path);
}

/** Writes a figure as its path's ending says: beside its place and then renamed. */
export async function writePlot(path: string, figure: Figure, io: CommandIo): Promise<void> {
  await writeOutputFile(path, await draw(figure, path), io, "plot");
}

/** The same for a drawing that is SVG already. */
export async function writeDrawing(path: string, svg: string, io: CommandIo, option?: string): Promise<void> {
  await writeOutputFile(path, await encode(svg, path), io, option);
}

const EMPTY = { title: "", x: { label: "" }, y: { label: "" }, series: [] };

async function draw(figure: Figure, path: string): Promise<Uint8Array> {
  return encode((await import("../../plots.ts")).renderSvg(figure), path);
}

async function encode(svg: string, path: string): Promise<Uint8Array> {
  return isPng(path) ? (await import("../../plots.ts")).renderPng(svg) : new TextEncoder().encode(svg);
}

function isPng(path: string): boolean {
  return path.toLowerCase().endsWith(".png");
}
