// From an expression to an example: when each combine of its trees may happen so that every wire still holds what others need.
import { type Bracket, type BracketNode, bracketMaker } from "../../networks/brackets/bracket.ts";
import type { Bracketing } from "../../networks/brackets/bracketing.ts";
import { prefixBrackets } from "../../networks/brackets/prefix-brackets.ts";
import type { Network, Pair } from "../../networks/network.ts";
import { checkName } from "../../values/check-name.ts";
import { frozen } from "../../values/frozen.ts";

/** When combines happen that may happen at several times: as soon as they can, as late as they can, or complete trees soon and the rest late. */
export const SCHEDULES = frozen(["early", "late", "trees early", "trees early, a step more"] as const);

/** One of SCHEDULES. */
export type Schedule = (typeof SCHEDULES)[number];

/** A combine with what its time depends on. */
interface Timed {
  readonly node: BracketNode;
  readonly wire: number; // of its last element, where it is kept
  readonly source: number; // of the last element of its left part
  readonly before: readonly number[]; // combines whose values it takes
  readonly overwrites: number[]; // combines that read what this one overwrites; it may be in the same step
  readonly isTree: boolean;
}

/**
 * A network with the brackets of an expression that does every combine once and keeps each value on the wire of its last element; undefined if there is none.
 *
 * Wire j then goes through the right parts of prefix j, smallest first; what another wire takes up of it has to be one of these, and to be taken before the next.
 * These are difference constraints on the steps. Size is the least that there is for the expression.
 */
export function scheduleExpression(
  bracketing: Bracketing,
  width: number,
  schedule: Schedule,
): Network | undefined {
  checkName("schedule", SCHEDULES, schedule);
  const combines = combinesOf(prefixBrackets(bracketing, width, bracketMaker()));
  const early = combines && earliest(combines);
  if (combines === undefined || early === undefined) return undefined;
  const last =
    early.reduce((most, time) => Math.max(most, time), 0) + (schedule === "trees early, a step more" ? 1 : 0);
  const times = schedule === "early" ? early : latest(combines, last, (index) => fixedTime(index));
  function fixedTime(index: number): number | undefined {
    return schedule !== "late" && combines?.[index].isTree ? early?.[index] : undefined;
  }
  const steps = Array.from({ length: last }, (): Pair[] => []);
  combines.forEach(({ source, wire }, index) => {
    steps[times[index] - 1]?.push([source, wire]);
  });
  const sorted = steps.map((step) => step.sort(([, one], [, other]) => one - other));
  return { width, steps: sorted.filter((step) => step.length > 0) };
}

/** The combines of all prefixes, wire by wire; undefined where a value that is taken up is never on its wire. */
function combinesOf(prefixes: readonly Bracket[]): readonly Timed[] | undefined {
  const combines: Timed[] = [];
  const placeOf = new Map<Bracket, number>();
  prefixes.forEach((prefix, wire) => {
    for (const node of rightParts(prefix)) {
      placeOf.set(node, combines.length);
      combines.push({
        node,
        wire,
        source: lastOf(node.left),
        before: [],
        overwrites: [],
        isTree: isComplete(node),
      });
    }
  });
  const linked = combines.map((each) => {
    const { left, right } = each.node;
    const operands = [left, right]
      .filter((part) => typeof part !== "number")
      .map((part) => placeOf.get(part));
    return {
      ...each,
      before: operands.filter((place) => place !== undefined),
      isWhole: !operands.includes(undefined),
    };
  });
  if (!linked.every(({ isWhole }) => isWhole)) return undefined;
  const nextOf = new Map<Bracket, number>(combines.map(({ node }, index) => [node.right, index]));
  linked.forEach(({ node }, index) => {
    const next = nextOf.get(node.left);
    if (next !== undefined) linked[next].overwrites.push(index);
  });
  return linked;
}

/** The combines that lead to a prefix on its own wire, in their order. */
function rightParts(prefix: Bracket): readonly BracketNode[] {
  const parts: BracketNode[] = [];
  for (let part = prefix; typeof part !== "number"; part = part.right) parts.push(part);
  return parts.reverse();
}

function lastOf(bracket: Bracket): number {
  return typeof bracket === "number" ? bracket : lastOf(bracket.right);
}

function firstOf(bracket: Bracket): number {
  return typeof bracket === "number" ? bracket : firstOf(bracket.left);
}

/** 2^k elements, beginning at a multiple of 2^k. */
function isComplete(node: BracketNode): boolean {
  const first = firstOf(node);
  const length = lastOf(node) - first + 1;
  return Number.isInteger(Math.log2(length)) && first % length === 0;
}

/** The first step that each combine can be in, from 1 on; undefined if they wait for each other. */
function earliest(combines: readonly Timed[]): readonly number[] | undefined {
  const times = combines.map(() => 1);
  for (let round = 0; round <= combines.length; round++) {
    let isStill = true;
    combines.forEach(({ before, overwrites }, index) => {
      const least = Math.max(
        1,
        ...before.map((each) => times[each] + 1),
        ...overwrites.map((each) => times[each]),
      );
      if (least > times[index]) isStill = false;
      times[index] = Math.max(times[index], least);
    });
    if (isStill) return times;
  }
  return undefined;
}

/** The last step that each combine can be in, of so many; some have a time that is fixed. */
function latest(
  combines: readonly Timed[],
  last: number,
  fixedTime: (index: number) => number | undefined,
): readonly number[] {
  const times = combines.map((_, index) => fixedTime(index) ?? last);
  for (let isStill = false; !isStill; ) {
    isStill = true;
    const limit = (index: number, most: number): void => {
      if (times[index] <= most) return;
      times[index] = most;
      isStill = false;
    };
    combines.forEach(({ before, overwrites }, index) => {
      for (const each of before) limit(each, times[index] - 1);
      for (const each of overwrites) limit(each, times[index]);
    });
  }
  return times;
}
