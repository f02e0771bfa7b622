// A hierarchical scan of any number of elements and blocks: three programs and what leads from one to the next.
import { MAX_WIDTH } from "../../networks/network.ts";
import { checkInteger, checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
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
 * A program from what a caller gives as one: made anew from what the data say.
 *
 * @throws InvalidArgumentError, FormatError naming the place
 */
export function checkHierarchicalProgram(given: unknown): HierarchicalProgram {
  const program = checkObject("program", given, "a hierarchical program");
  const { sentCount, lengths, sent, first, middle, entry, last } = program;
  return {
    sentCount: checkInteger("program.sentCount", sentCount, 1, MAX_WIDTH),
    lengths: checkName("program.lengths", ["any", "powers of two"], lengths),
    sent: decodeTerm(sent, "program.sent"),
    first: decodeProgram(first, "program.first"),
    middle: decodeProgram(middle, "program.middle"),
    entry: decodeCondition(entry, "program.entry"),
    last: decodeProgram(last, "program.last"),
  };
}
