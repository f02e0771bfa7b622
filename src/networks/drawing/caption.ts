import { bracketsOf } from "../brackets/brackets-of.ts";
import { printBracket } from "../brackets/print-bracket.ts";
import { metricsOf } from "../metrics.ts";
import type { Network } from "../network.ts";

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
