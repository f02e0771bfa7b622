import { checkInteger } from "../values/check-arguments.ts";
import { oneOf } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Axis, Chart } from "./chart.ts";
import type { WholeFigure } from "./figure-parts.ts";

const SCALES = ["linear", "log2", "log10"];
const MARKS = ["line", "points", "steps", "bars"];

/** @throws InvalidArgumentError naming the part of the figure that is wrong */
export function checkFigure({ panels, columns, width, panelHeight }: WholeFigure): void {
  if (panels.length === 0) throw new InvalidArgumentError("panels", "one chart or more", "none");
  checkPixels("columns", columns, 1);
  checkPixels("width", width, 200);
  checkPixels("panelHeight", panelHeight, 40);
  panels.forEach((panel, i) => {
    checkChart(panel, `panels[${i}]`);
  });
}

function checkPixels(argument: string, value: number, least: number): void {
  checkInteger(argument, value, least, 20_000, `a whole number from ${least} to 20000`);
}

function checkChart({ x, y, series }: Chart, name: string): void {
  checkAxis(x, `${name}.x`);
  checkAxis(y, `${name}.y`);
  const labels = new Set<string>();
  for (const { label, marks } of series) {
    if (!MARKS.includes(marks))
      throw new InvalidArgumentError(`${name}.marks`, oneOf(marks, MARKS), describe(marks));
    if (labels.has(label)) {
      throw new InvalidArgumentError(
        `${name}.series`,
        "series with a label each",
        `${describe(label)} twice`,
      );
    }
    labels.add(label);
  }
}

function checkAxis({ scale = "linear", categories }: Axis, name: string): void {
  if (!SCALES.includes(scale))
    throw new InvalidArgumentError(`${name}.scale`, oneOf(scale, SCALES), describe(scale));
  if (categories !== undefined && scale !== "linear") {
    throw new InvalidArgumentError(`${name}.scale`, '"linear", as the axis has categories', describe(scale));
  }
}
