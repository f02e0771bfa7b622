import { MAX_WIDTH } from "../../networks/network.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { decodeCondition, decodeProgram, decodeTerm } from "../programs/decode-program.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";

/**
 * A program from what a caller gives for one: made anew from what the data say.
 *
 * @throws InvalidArgumentError, FormatError naming the place
 */
export function checkHierarchicalProgram(given: unknown): HierarchicalProgram {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("program", "a hierarchical program", describe(given));
  }
  const { sentCount, lengths, sent, first, middle, entry, last } = given as Readonly<Record<string, unknown>>;
  if (!Number.isInteger(sentCount) || Number(sentCount) < 1 || Number(sentCount) > MAX_WIDTH) {
    const expected = `an integer from 1 to ${MAX_WIDTH}`;
    throw new InvalidArgumentError("program.sentCount", expected, describe(sentCount));
  }
  if (lengths !== "any" && lengths !== "powers of two") {
    throw new InvalidArgumentError("program.lengths", '"any" or "powers of two"', describe(lengths));
  }
  return {
    sentCount: Number(sentCount),
    lengths,
    sent: decodeTerm(sent, "program.sent"),
    first: decodeProgram(first, "program.first"),
    middle: decodeProgram(middle, "program.middle"),
    entry: decodeCondition(entry, "program.entry"),
    last: decodeProgram(last, "program.last"),
  };
}
