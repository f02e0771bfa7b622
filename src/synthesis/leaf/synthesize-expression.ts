// From an expression's name to a program for every width, without a drawing.
import { type Bracketing, copyBracketing, printBracketing } from "../../networks/brackets/bracketing.ts";
import { findNetworks } from "../../networks/brackets/find-networks.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { koggeStone } from "../../networks/generators/kogge-stone.ts";
import { scanScanAdd } from "../../networks/generators/scan-scan-add.ts";
import { serial } from "../../networks/generators/serial.ts";
import { sklansky } from "../../networks/generators/sklansky.ts";
import { brentKung, upDownSweep } from "../../networks/generators/up-down-sweep.ts";
import type { Network } from "../../networks/network.ts";
import { checkBrackets } from "../../networks/validators/check-brackets.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { LeafProgram } from "./leaf-synthesis.ts";
import { SCHEDULES, scheduleExpression } from "./schedule-expression.ts";
import { type ExpectTime, expectTimeOf, type SearchTime } from "./search-time.ts";
import { synthesizeWithin } from "./synthesize-leaf.ts";

/** What was found for an expression. */
export type ExpressionSynthesis =
  | (LeafProgram & { readonly madeFrom: string }) // the generator whose networks were the examples, or how these were made
  | { readonly kind: "none"; readonly reason: string };

/** Widths of examples; of block forms at least so many blocks as well. */
const EXAMPLE_WIDTHS = [32, 16];
const EXAMPLE_BLOCKS = [8, 4];
const LARGEST_EXAMPLE = 64;

/** Widths at which the brackets are compared, one by one. */
const BRACKET_WIDTHS = [1, 2, 3, 5, 7, 11, 13, 24, 37, 48, 64, 100];

/**
 * A loop program that gives every prefix the very brackets of a named expression, at every width that is looked at: so the same bits, for any operator.
 *
 * Examples are generated networks that realise the expression, or, where there are none, its distinct combines on the wires of their last elements, at
 * times that do not disturb each other. Some expressions have no such form: what one prefix takes up may never be on a wire.
 *
 * @throws UnsupportedError out of time
 */
export function synthesizeExpression(given: Bracketing, options: SearchTime = {}): ExpressionSynthesis {
  checkOptionNames(options, ["budgetMs", "now"]);
  const expectTime = expectTimeOf(options);
  const bracketing = copyBracketing(given);
  const widths = exampleWidths(bracketing);
  let triedCount = 0;
  for (const [madeFrom, networkAt] of sources(bracketing, widths[0])) {
    const examples = widths.map(networkAt);
    if (examples.includes(undefined)) continue;
    triedCount++;
    const result = programFor(bracketing, examples, expectTime);
    if (result !== undefined) return { ...result, madeFrom };
  }
  const what = printBracketing(bracketing);
  const reason =
    triedCount === 0
      ? `what a prefix of ${what} takes up is not always on a wire`
      : `none of ${triedCount} networks of ${what} has a program with its brackets at every width`;
  return { kind: "none", reason };
}

function exampleWidths(bracketing: Bracketing): readonly number[] {
  const length = bracketing.kind === "blocks" ? bracketing.blockLength : 1;
  return EXAMPLE_WIDTHS.map((width, index) =>
    Math.max(width, Math.min(LARGEST_EXAMPLE, length * EXAMPLE_BLOCKS[index])),
  );
}

type NetworkAt = (width: number) => Network | undefined;

/** Where networks of an expression come from, the most regular first. */
function sources(bracketing: Bracketing, width: number): readonly (readonly [string, NetworkAt])[] {
  const named = findNetworks(bracketing, width).map(({ name }): [string, NetworkAt] => [
    name,
    (each) => generated(name, each),
  ]);
  const scheduled = SCHEDULES.map((schedule): [string, NetworkAt] => [
    `its combines, ${schedule}`,
    (each) => scheduleExpression(bracketing, each, schedule),
  ]);
  return [...named, ["scans of blocks", (each) => composed(bracketing, each)], ...scheduled];
}

const PLAIN: Readonly<Record<Exclude<Bracketing["kind"], "blocks">, (width: number) => Network>> = {
  leftFold: serial,
  iteratedPairwise: sklansky,
  mirror: koggeStone,
  dyadicLeft: brentKung,
  dyadicAfterFirst: upDownSweep,
};

/** Scans of blocks, of their totals, and additions, for as long as blocks are carried; undefined where they are peers. */
function composed(bracketing: Bracketing, width: number): Network | undefined {
  if (bracketing.kind !== "blocks") return PLAIN[bracketing.kind](width);
  const { blockLength, tail, outer, local } = bracketing;
  const isWhole = tail === "carry" && [local, outer].every((part) => composed(part, 2) !== undefined);
  if (!isWhole) return undefined;
  const part = (inner: Bracketing) => (length: number) => composed(inner, length) ?? serial(length);
  return scanScanAdd(width, blockLength, { local: part(local), outer: part(outer) });
}

/** Undefined where a name is of one width only. */
function generated(name: string, width: number): Network | undefined {
  try {
    return generateNetwork(name, width);
  } catch {
    return undefined;
  }
}

function programFor(
  bracketing: Bracketing,
  examples: readonly (Network | undefined)[],
  expectTime: ExpectTime,
): LeafProgram | undefined {
  const result = synthesizeWithin(
    examples.filter((each) => each !== undefined),
    { expectTime },
  );
  if (result.kind !== "program") return undefined;
  const { program } = result;
  const isRight = BRACKET_WIDTHS.every(
    (width) => checkBrackets(expandProgram(program, width), bracketing).holds,
  );
  return isRight ? result : undefined;
}
