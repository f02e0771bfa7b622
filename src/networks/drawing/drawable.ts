// What drawings as text and as SVG share: limits, the headline, the brackets below, and the cone of one output.
import { UnsupportedError } from "../../values/errors.ts";
import { printBracket } from "../brackets/bracket.ts";
import { bracketsOf } from "../brackets/brackets-of.ts";
import { metricsOf } from "../metrics.ts";
import type { Network } from "../network.ts";
import { checkWire } from "../run-network.ts";

/** Places of a drawing, and characters of one: what nobody can look at any more need not be drawn. */
const MOST_PLACES = 2 ** 24;

/** @throws UnsupportedError for more places than a drawing can have */
export function checkDrawable(placeCount: number): void {
  if (placeCount <= MOST_PLACES) return;
  throw new UnsupportedError(
    "a drawing of this network",
    `it has more than ${MOST_PLACES} places, wires by rows`,
    "draw a smaller width",
  );
}

/** What stands above a drawing: `N = 16, size 32, depth 4, fan-out 9, 1 track`. */
export function headline(network: Network): string {
  const { width, size, depth, fanOut, trackCount } = metricsOf(network);
  const tracks = `${trackCount} ${trackCount === 1 ? "track" : "tracks"}`;
  return `N = ${width}, size ${size}, depth ${depth}, fan-out ${fanOut}, ${tracks}`;
}

/** The bracket of an output in lines of at most so many characters, broken before an operand. No more elements than twice the width: what is longer is no scan. */
export function bracketLines(network: Network, output: number, columnCount: number): readonly string[] {
  const bracket = printBracket(bracketsOf(network)[output], { limit: 2 * network.width });
  const lines: string[] = [];
  let line = `y${output} = `;
  for (const part of bracket.split(/(?<=·)/)) {
    if (line.length + part.length > columnCount && line.trim() !== "") {
      lines.push(line);
      line = "  ";
    }
    line += part;
  }
  return [...lines, line];
}

/** Which values an output is made of: `cone[k][wire]` is whether it needs what the wire holds after k steps. Nothing without an output. */
export type Cone = readonly (readonly boolean[])[];

/** The cone of an output; of none, where none is asked for. @throws InvalidArgumentError for a wire that is not there */
export function coneOf(network: Network, output: number | undefined): Cone {
  const { width, steps } = network;
  checkDrawable(width * (steps.length + 1));
  if (output !== undefined) checkWire(output, network, "output");
  let needed = Array.from({ length: width }, (_, wire) => wire === output);
  const cone = [needed];
  for (const step of [...steps].reverse()) {
    const before = [...needed];
    for (const [source, destination] of step) {
      if (needed[destination]) before[source] = true;
    }
    needed = before;
    cone.push(needed);
  }
  return cone.reverse();
}
