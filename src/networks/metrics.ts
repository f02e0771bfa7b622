// Size, depth, fan-out and wire tracks, as the literature counts them, so that networks can be compared with published tables.
import { directionIn, reverseNetwork } from "./direction.ts";
import { harrisSteps } from "./generators/harris.ts";
import { levelCountOf } from "./generators/owned-step.ts";
import { copyNetwork, isSameStep, type Network, type Step } from "./network.ts";

/** What a network costs, as the literature counts. */
export interface NetworkMetrics {
  readonly width: number;
  readonly size: number; // pairs: combines of one scan
  readonly stepCount: number;
  readonly depth: number; // combines on the longest path; below stepCount where a step could have begun earlier
  readonly fanOut: number; // edges that leave a wire in one step at most, the one to itself included
  readonly trackCount: number; // wires drawn sideways between two neighbouring columns in one step at most
  readonly harris: HarrisPlace | undefined; // where it is a network of Harris' taxonomy
}

/** (l, f, t): levels beyond ⌈log2 N⌉, log2 of fan-out − 1, log2 of tracks; their sum is ⌈log2 N⌉ − 1. */
export interface HarrisPlace {
  readonly levels: number;
  readonly fanOut: number;
  readonly tracks: number;
}

/** Size, steps, depth, fan-out, wire tracks and place in Harris' taxonomy; of a backward network as of the forward one that it mirrors. */
export function metricsOf(given: Network): NetworkMetrics {
  const network = copyNetwork(given);
  const { width, steps } = network;
  return {
    width,
    size: steps.reduce((sum, step) => sum + step.length, 0),
    stepCount: steps.length,
    depth: depthOf(network),
    fanOut: 1 + steps.reduce((most, step) => Math.max(most, mostFrom(step)), 0),
    trackCount: steps.reduce((most, step) => Math.max(most, tracksOf(step)), 0),
    harris: harrisOf(directionIn(network) === "forward" ? network : reverseNetwork(network)),
  };
}

function depthOf({ width, steps }: Network): number {
  const depths = new Uint32Array(width);
  for (const step of steps) {
    const combined = step.map(([source, destination]) => 1 + Math.max(depths[source], depths[destination]));
    step.forEach(([, destination], index) => {
      depths[destination] = combined[index];
    });
  }
  return depths.reduce((deepest, depth) => Math.max(deepest, depth), 0);
}

function mostFrom(step: Step): number {
  const counts = new Map<number, number>();
  for (const [source] of step) counts.set(source, 1 + (counts.get(source) ?? 0));
  return Array.from(counts.values()).reduce((most, count) => Math.max(most, count), 0);
}

/** All pairs from one source share their wire, so that what counts is how many of these wires lie side by side. */
function tracksOf(step: Step): number {
  const ends = netsOf(step).flatMap(({ first, last }) => [
    { at: first, change: 1 },
    { at: last, change: -1 },
  ]);
  ends.sort((one, other) => one.at - other.at || one.change - other.change); // one that ends makes room for one that starts
  let [count, most] = [0, 0];
  for (const { change } of ends) {
    count += change;
    most = Math.max(most, count);
  }
  return most;
}

/** What one wire sends sideways in a step: the columns that it spans. */
export interface Net {
  readonly source: number;
  readonly destinations: readonly number[];
  readonly first: number;
  readonly last: number;
}

/** The pairs of a step by their sources, leftmost first. */
export function netsOf(step: Step): readonly Net[] {
  const bySource = new Map<number, number[]>();
  for (const [source, destination] of step) {
    const known = bySource.get(source);
    if (known === undefined) bySource.set(source, [destination]);
    else known.push(destination);
  }
  return Array.from(bySource, ([source, destinations]) => {
    const columns = [source, ...destinations];
    const first = columns.reduce((least, column) => Math.min(least, column));
    const last = columns.reduce((most, column) => Math.max(most, column));
    return { source, destinations, first, last };
  }).sort((one, other) => one.first - other.first || one.last - other.last);
}

function harrisOf({ width, steps }: Network): HarrisPlace | undefined {
  const sum = Math.max(0, levelCountOf(width) - 1);
  for (let levels = 0; levels <= sum; levels++) {
    for (let fanOut = 0; levels + fanOut <= sum; fanOut++) {
      if (areSteps(steps, harrisSteps(width, levels, fanOut)))
        return { levels, fanOut, tracks: sum - levels - fanOut };
    }
  }
  return undefined;
}

/** Whether the steps are these, those without pairs left out: made one by one, and no further than they agree. */
function areSteps(steps: readonly Step[], expected: Iterable<Step>): boolean {
  let index = 0;
  for (const step of expected) {
    if (step.length === 0) continue;
    if (index === steps.length || !isSameStep(steps[index], step)) return false;
    index++;
  }
  return index === steps.length;
}
