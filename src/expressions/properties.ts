import { checkExpression } from "./check-expression.ts";
import type { Expression, NetworkExpression } from "./expression.ts";

/** What an expression asks of its executor (P4229R0 §8.1), and how far its bits travel (§6.6). */
export interface ExpressionProperties {
  readonly online: boolean; // formed as elements arrive: the length need not be known
  readonly boundedBuffering: boolean; // what is kept is `state`, not the elements
  readonly streamingOutput: boolean; // prefixes are given out before the input ends
  readonly portable: boolean; // defined by its name alone, so every implementation agrees
  readonly consistency: "every prefix"; // inclusiveScan(x)[i] has the bits of reduce(x[0..i]) at every i (§15.4): what no expression here may lack
  readonly scanCombines: string; // combines per element of a scan of n elements, to leading order
  readonly state: string; // what is kept after n elements to go on with the next
}

/** The operational properties of an expression. A caller's own is promised nothing, because nothing is known of its trees. */
export function propertiesOf(given: Expression): ExpressionProperties {
  return { ...ownProperties(checkExpression(given)), consistency: "every prefix" };
}

/** What expressions differ in. */
type Own = Omit<ExpressionProperties, "consistency">;

function ownProperties(expression: Expression): Own {
  switch (expression.kind) {
    case "leftFold":
      return streamed("1", "one value");
    case "iteratedPairwise":
      return streamed("(log2 n)/2", "one root for each binary digit 1 of n");
    case "bisection":
      return { ...NOTHING_STREAMED, portable: true, scanCombines: "(n − 1)/2", state: "every element" };
    case "interleaved":
      return interleavedProperties(expression.laneCount);
    case "blockDyadic":
      return blockDyadicProperties(expression.blockLength);
    case "linearCarry":
      return expression.blockLength === 1
        ? streamed("1", "one value")
        : streamed(
            rounded(Math.log2(expression.blockLength) / 2 + 1),
            `a carry, and one root for each binary digit 1 of n mod ${expression.blockLength}`,
          );
    case "network":
      return networkProperties(expression);
    case "binned":
      return streamed(
        `an accumulation, about ${3 * expression.fold} additions, and an observation`,
        `${expression.fold} bins`,
      );
    case "exact":
      return streamed("an accumulation and a rounding", "one wide fixed-point number");
    case "custom":
      return { ...NOTHING_STREAMED, portable: false, scanCombines: "n/2 or less", state: "every element" };
    default:
      return expression satisfies never;
  }
}

const NOTHING_STREAMED = { online: false, boundedBuffering: false, streamingOutput: false } as const;

function streamed(scanCombines: string, state: string): Own {
  const all = { online: true, boundedBuffering: true, streamingOutput: true, portable: true };
  return { ...all, scanCombines, state };
}

/** A lane's own prefixes cost as iteratedPairwise's; then every tree over the lanes differs on one path from the tree before. */
function interleavedProperties(laneCount: number): Own {
  if (laneCount === 1) return ownProperties({ kind: "iteratedPairwise" });
  const overLanes = rounded(Math.log2(laneCount));
  return streamed(
    `log2(n/${laneCount})/2 + ${overLanes}`,
    `one root for each binary digit 1 of each of ${laneCount} lanes' lengths`,
  );
}

/** Inside the block, one more to join the blocks before it, and the joining of the blocks shared among a block's elements. */
function blockDyadicProperties(blockLength: number): Own {
  if (blockLength === 1) return ownProperties({ kind: "iteratedPairwise" });
  return streamed(
    `${rounded(Math.log2(blockLength) / 2 + 1)} + log2(n/${blockLength})/${2 * blockLength}`,
    `one root for each binary digit 1 of ⌊n/${blockLength}⌋ and of n mod ${blockLength}`,
  );
}

/** As with blockDyadic, except that the combines inside the block are the network's pairs. */
function networkProperties({ network: { width, steps } }: NetworkExpression): Own {
  if (width === 1) return ownProperties({ kind: "iteratedPairwise" });
  const size = steps.reduce((sum, step) => sum + step.length, 0);
  return streamed(
    `${rounded(size / width + 1)} + log2(n/${width})/${2 * width}`,
    `n mod ${width} elements, and one root for each binary digit 1 of ⌊n/${width}⌋`,
  );
}

function rounded(value: number): string {
  return String(Number(value.toFixed(1)));
}
