// A figure may come from plain JavaScript. It is copied and checked once, so that nothing after this has to doubt it.

import { checkBoolean, checkInteger, checkObject, checkText } from "../values/check-arguments.ts";
import { checkOptionNames, oneOf } from "../values/check-name.ts";

import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Axis, Chart, Figure, Point, Rule, Series } from "./chart.ts";

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

const FIGURE = ["title", "description", "panels", "columns", "width", "panelHeight", "labels", "notes"];
const CHART = ["title", "description", "x", "y", "series", "rules", "notes"];
const AXIS = ["label", "unit", "scale", "categories", "from", "to", "isWhole"];

type Fields = Readonly<Record<string, unknown>>;

/**
 * The figure that some data are, made anew: each field once read, and of the kind that is drawn. What names mean is for `checkFigure`.
 *
 * @throws InvalidArgumentError naming the field
 */
export function figureFrom(given: unknown): Figure | Chart {
  const { panels } = checkObject("figure", given);
  if (panels === undefined) return chartFrom("figure", given);
  const fields = fieldsOf("figure", given, FIGURE);
  return {
    title: checkText("title", fields.title),
    ...optional(fields, ["description"], checkText),
    panels: listOf("panels", panels, chartFrom),
    ...optional(fields, ["columns", "width", "panelHeight"], checkNumber),
    ...optional(fields, ["labels"], checkText),
    ...optional(fields, ["notes"], checkTexts),
  } as Figure;
}

function chartFrom(place: string, given: unknown): Chart {
  const fields = fieldsOf(place, given, CHART);
  return {
    title: checkText(`${place}.title`, fields.title),
    ...optional(fields, ["description"], checkText),
    x: axisFrom(`${place}.x`, fields.x),
    y: axisFrom(`${place}.y`, fields.y),
    series: listOf(`${place}.series`, fields.series, seriesFrom),
    ...optional(fields, ["rules"], (name, rules) => listOf(name, rules, ruleFrom)),
    ...optional(fields, ["notes"], checkTexts),
  };
}

function axisFrom(place: string, given: unknown): Axis {
  const fields = fieldsOf(place, given, AXIS);
  return {
    label: checkText(`${place}.label`, fields.label),
    ...optional(fields, ["unit", "scale"], checkText),
    ...optional(fields, ["categories"], checkTexts),
    ...optional(fields, ["from", "to"], checkNumber),
    ...optional(fields, ["isWhole"], checkBoolean),
  } as Axis;
}

function seriesFrom(place: string, given: unknown): Series {
  const { label, marks, points } = fieldsOf(place, given, ["label", "marks", "points"]);
  return {
    label: checkText(`${place}.label`, label),
    marks: checkText(`${place}.marks`, marks) as Series["marks"],
    points: listOf(`${place}.points`, points, pointFrom),
  };
}

function pointFrom(place: string, given: unknown): Point {
  if (!Array.isArray(given) || given.length !== 2) {
    throw new InvalidArgumentError(place, "a point, [x, y]", describe(given));
  }
  return [checkNumber(`${place}[0]`, given[0]), checkNumber(`${place}[1]`, given[1])];
}

function ruleFrom(place: string, given: unknown): Rule {
  const { y, label } = fieldsOf(place, given, ["y", "label"]);
  return { y: checkNumber(`${place}.y`, y), label: checkText(`${place}.label`, label) };
}

/** Those of some fields that there are, each checked. */
function optional(
  fields: Fields,
  names: readonly string[],
  check: (name: string, value: unknown) => unknown,
): Fields {
  const given = names.map((name) => [name, fields[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, check(name, value)]));
}

/** A misspelt field would be left out of the drawing in silence. */
function fieldsOf(place: string, given: unknown, names: readonly string[]): Fields {
  const fields = { ...checkObject(place, given) };
  checkOptionNames(fields, names, place);
  return fields;
}

function listOf<Item>(place: string, given: unknown, itemOf: (place: string, item: unknown) => Item): Item[] {
  if (!Array.isArray(given)) throw new InvalidArgumentError(place, "a list", describe(given));
  return Array.from(given as readonly unknown[], (item, i) => itemOf(`${place}[${i}]`, item));
}

function checkTexts(place: string, given: unknown): readonly string[] {
  return listOf(place, given, checkText);
}

function checkNumber(place: string, given: unknown): number {
  if (typeof given === "number") return given;
  throw new InvalidArgumentError(place, "a number", describe(given));
}
