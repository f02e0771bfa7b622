import { directionIn } from "../../networks/direction-in.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { IndexValues } from "../programs/compile-term.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";

/** Widths at which a program is looked at: powers of two, their neighbours, and what is far from them. */
const LOOKED_AT = [2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 32, 33];

/**
 * Which way the pairs of a program lead. In a scan all lead the same way, as a wire never loses what it took up.
 *
 * @throws InvalidArgumentError where pairs lead both ways, and for what `expandProgram` refuses
 */
export function programDirection(
  program: NetworkProgram,
  values: IndexValues = {},
  widths: readonly number[] = LOOKED_AT,
): "forward" | "backward" {
  const networks = widths.map((width) => expandProgram(program, width, values));
  const pairs = networks.flatMap(({ steps }) => steps.flat());
  const upward = pairs.filter(([source, destination]) => source < destination).length;
  if (upward === pairs.length) return "forward";
  const backward = networks.find((network) => directionIn(network) === "backward");
  if (upward === 0 && backward !== undefined) return "backward";
  throw new InvalidArgumentError(
    "program",
    "one of a scan: pairs that all lead up, or all down",
    "pairs that lead both ways",
  );
}
