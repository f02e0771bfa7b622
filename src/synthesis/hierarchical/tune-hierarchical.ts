// Which shape is fastest is measured, not computed: the clock is an argument.

import { checkFunction, checkInteger, checkList } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkShape, type HierarchicalShape } from "./hierarchical-scan.ts";

/** How long a shape took. */
export interface MeasuredShape {
  readonly shape: HierarchicalShape;
  readonly medianTime: number; // in the unit of the time function
  readonly timePerElement: number; // the median, by N
}

/** Options of `tuneHierarchical`: how often each shape is timed, 5 times by default. */
export interface TuneOptions {
  readonly rounds?: number; // 5
}

const DEFAULT_ROUNDS = 5;
const MOST_ROUNDS = 2 ** 20; // all their times are kept

/**
 * The shapes by measured time for each element, the fastest first. `time` runs the scan of a shape once, wherever it runs, and says how long it took: with the least N, K and T
 * of the list that is how a program is fitted to a machine.
 *
 * Shapes take turns in every round, so that a machine that slows down does so for all of them; equal ones stay in the order given.
 *
 * @throws InvalidArgumentError for no shapes, a shape that does not divide, and a time that is not a number
 */
export async function tuneHierarchical(
  shapes: readonly HierarchicalShape[],
  time: (shape: HierarchicalShape) => number | Promise<number>,
  options: TuneOptions = {},
): Promise<readonly MeasuredShape[]> {
  checkOptionNames(options, ["rounds"]);
  const { rounds = DEFAULT_ROUNDS } = options;
  checkFunction("time", time);
  checkList("shapes", shapes, "shapes");
  if (shapes.length === 0) throw new InvalidArgumentError("shapes", "at least one", "none");
  checkInteger("rounds", rounds, 1, MOST_ROUNDS);
  for (const shape of shapes.values()) checkShape(shape);
  const times = shapes.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, shape] of shapes.entries()) times[index].push(checkTime(await time(shape)));
  }
  return shapes
    .map((shape, index) => measured(shape, times[index]))
    .sort((one, other) => one.timePerElement - other.timePerElement);
}

function measured(shape: HierarchicalShape, times: readonly number[]): MeasuredShape {
  const sorted = [...times].sort((one, other) => one - other);
  const medianTime = sorted[sorted.length >> 1];
  return { shape, medianTime, timePerElement: medianTime / shape.width };
}

function checkTime(time: number): number {
  if (Number.isFinite(time) && time >= 0) return time;
  throw new InvalidArgumentError("time", "a function to numbers of at least 0", describe(time));
}
