import { InvalidArgumentError } from "../../values/errors.ts";
import type { HierarchicalProgram } from "../hierarchical/hierarchical-program.ts";
import { programDirection } from "./program-direction.ts";

/**
 * That the pairs of all three stages lead up, as those of prefixes do.
 *
 * @throws InvalidArgumentError where they do not
 */
export function checkStages(
  { first, middle, last }: HierarchicalProgram,
  widths?: readonly [block: number, middle: number],
): void {
  const [block, between] = widths ?? [undefined, undefined];
  const stages = { first, middle, last };
  for (const name of ["first", "middle", "last"] as const) {
    const width = name === "middle" ? between : block;
    const direction = programDirection(stages[name], {}, width === undefined ? undefined : [width]);
    if (direction === "forward") continue;
    throw new InvalidArgumentError(`program.${name}`, "pairs that lead up", "pairs that lead down");
  }
}
