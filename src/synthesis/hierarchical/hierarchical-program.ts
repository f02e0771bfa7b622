import { MAX_WIDTH } from "../../networks/network.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { decodeCondition, decodeProgram, decodeTerm } from "../programs/decode-program.ts";
import type { IndexCondition, IndexTerm, NetworkProgram } from "../programs/network-program.ts";

/**
 * A scan of any number of elements in any number of blocks, in three stages of loops, in place:
 *
 *     first    in every block at once, over its rows                                     N is the block length n
 *     middle   over the values sent, where K·T wires stand for them                      N is K·T
 *     enter    row j of every block but the first takes up the last value sent by the block before, where `entry` holds of j
 *     last     as first
 *
 * Block b sends its rows `sent`, a term over N = n and the place t of 0 … T − 1; the last of them ends the block, and after the middle stage it
 * holds everything up to there.
 *
 * n is ⌈N/K⌉, or the power of two above. The last block may be shorter, or absent.
 */
export interface HierarchicalProgram {
  readonly sentCount: number; // T
  readonly lengths: "any" | "powers of two"; // the block lengths n at which it is a scan
  readonly sent: IndexTerm;
  readonly first: NetworkProgram;
  readonly middle: NetworkProgram;
  readonly entry: IndexCondition;
  readonly last: NetworkProgram;
}

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
