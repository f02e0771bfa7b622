import { checkWidth, type Network, type Step } from "../network.ts";
import { checkParameter, levelCountOf, networkOf } from "./owned-step.ts";

/**
 * Ladner and Fischer's own construction P_k, by halves: ⌈log2 N⌉ + k steps at most, of small size for that.
 *
 *     P_0 of N: P_1 of the first ⌈N/2⌉ wires beside P_0 of the others, which then take up the last of the first
 *     P_k of N: neighbours in pairs, P_(k−1) of the pairs (a last odd wire is one), then the wires between
 *
 * Sizes at k = 0 and N = 8, 16, 32, 64: 12, 31, 74, 168. The least at 64 is 167.
 *
 * @throws InvalidArgumentError for a bad width or k
 * @see Ladner, Fischer, Parallel Prefix Computation, 1980
 */
export function recursiveLadnerFischer(width: number, slack = 0): Network {
  checkWidth(width);
  checkParameter("slack", slack, 0);
  const wires = Array.from({ length: width }, (_, wire) => wire);
  return networkOf(width, stepsOver(wires, Math.min(slack, levelCountOf(width))));
}

function stepsOver(wires: readonly number[], slack: number): readonly Step[] {
  if (wires.length < 2) return [];
  return slack === 0 ? byHalves(wires) : byPairs(wires, slack);
}

function byHalves(wires: readonly number[]): readonly Step[] {
  const middle = Math.ceil(wires.length / 2);
  const [first, second] = [wires.slice(0, middle), wires.slice(middle)];
  const stepCount = levelCountOf(wires.length);
  const halves = besides(stepsOver(first, 1), stepsOver(second, 0), stepCount);
  const join: Step = second.map((wire) => [first[middle - 1], wire]);
  return halves.map((step, index) => (index === stepCount - 1 ? [...step, ...join] : step));
}

/** A last wire without a neighbour is a pair by itself: it has to be there a step earlier than those between, for `byHalves`. */
function byPairs(wires: readonly number[], slack: number): readonly Step[] {
  const isPair = (index: number): boolean => index % 2 === 1 || index === wires.length - 1;
  const pairs = pairsAt(wires, (index) => index % 2 === 1);
  const between = pairsAt(wires, (index) => index > 0 && !isPair(index));
  const ofPairs = wires.filter((_, index) => isPair(index));
  return [pairs, ...stepsOver(ofPairs, slack - 1), between];
}

/** Every wire of some indices takes up the one before it. */
function pairsAt(wires: readonly number[], isDestination: (index: number) => boolean): Step {
  return wires.flatMap((wire, index) => (isDestination(index) ? [[wires[index - 1], wire] as const] : []));
}

function besides(one: readonly Step[], other: readonly Step[], stepCount: number): readonly Step[] {
  return Array.from({ length: stepCount }, (_, index) => [...(one[index] ?? []), ...(other[index] ?? [])]);
}
