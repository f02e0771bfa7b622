// samebits/plots: charts as data, drawn as SVG and PNG.
export type { Axis, Chart, Figure, Marks, Point, Rule, Scale, Series } from "./plots/chart.ts";
export { renderPng } from "./plots/render-png.ts";
export { renderSvg } from "./plots/render-svg.ts";
export { InvalidArgumentError, SamebitsError, UnsupportedError } from "./values/errors.ts";
