import type { Chart, Figure, Point } from "../../../plots.ts";
import { compareElements } from "../../../reveal.ts";
import type { Compared } from "./compared.ts";
import { growthOf } from "./growth.ts";
import { hasUlps } from "./report.ts";

/** Points of a curve: about one for each two pixels. */
const MOST_POINTS = 480;

/** The difference over positions; of two reduces over the partial results that both have. */
export function differenceFigure(compared: Compared): Figure {
  const { what, left, right, differences } = compared;
  const { type, differentCount, length } = differences;
  const isOfTrees = what === "results";
  const points = isOfTrees ? stepsOf(compared) : farthestPoints(compared);
  const chart: Chart = {
    title: "",
    notes: [`left: ${left}`, `right: ${right}`],
    x: isOfTrees
      ? { label: "elements in the partial result", isWhole: true }
      : { label: what === "prefixes" ? "prefix" : "element", isWhole: true, from: 0, to: length - 1 },
    y: { label: "difference", ...(hasUlps(type) ? { unit: "ulp" } : {}), from: 0, to: 1 },
    series: [{ label: "left − right", marks: isOfTrees ? "points" : "line", points }],
  };
  const title = isOfTrees
    ? "left − right: partial results over the same elements"
    : `left − right: ${differentCount} of ${length} ${what} differ`;
  return { title, panels: [chart], labels: "legend" };
}

function stepsOf(compared: Compared): readonly Point[] {
  return growthOf(compared).flatMap(({ position, distance }) =>
    distance === undefined ? [] : [[position, distance] as const],
  );
}

/** The farthest of each run of positions; 0 where all are equal. */
function farthestPoints({
  arrays: [left, right],
  differences: { type, length },
}: Compared): readonly Point[] {
  const run = Math.max(1, Math.ceil(length / MOST_POINTS));
  const points: Point[] = [];
  for (let start = 0; start < length; start += run) {
    const end = Math.min(start + run, length);
    const { largest } = compareElements(left.subarray(start, end), right.subarray(start, end), { type });
    points.push([start + (largest?.position ?? 0), largest?.distance ?? 0]);
  }
  return points;
}
