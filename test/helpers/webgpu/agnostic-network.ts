/**
 * What the lanes of a workgroup do between two barriers, or a barrier. Lanes are those of the step's list, in their order.
 *
 * - `scan`: each subgroup makes inclusive prefixes of the values at its places, by Kogge and Stone's network: no barrier within.
 * - `fanout`: each value at `to` gets the one at `before` on its left; lanes without are idle.
 */
export type NetworkStep =
  | { readonly kind: "scan"; readonly subgroups: readonly (readonly number[])[] }
  | { readonly kind: "fanout"; readonly lanes: readonly (FanoutLane | undefined)[] }
  | { readonly kind: "barrier" };

interface FanoutLane {
  readonly before: number;
  readonly to: number;
}

/**
 * The inclusive scan of `length` values in place for an associative operator, by subgroups of `subgroup` lanes, whatever their number: Ladner and Fischer's
 * network with radix s instead of 2, whose nodes are Kogge–Stone scans of s values; each barrier is for an up-sweep and the fan-out of the one before.
 *
 * Iteration k scans the values that end ranges of s^(k−1), so that each becomes the prefix of its range of s^k; then all other values of that range
 * take the prefix before them. Both lengths are powers of two. ⌈log_s n⌉ iterations, and as many barriers before the last fan-out.
 *
 * @see docs/notes/subgroup-networks.md (the seed's network, and where its listing is wrong)
 */
export function agnosticNetwork(length: number, subgroup: number): readonly NetworkStep[] {
  const steps: NetworkStep[] = [];
  for (let stride = 1; stride < length; stride *= subgroup) {
    const count = length / stride;
    const ends = Array.from({ length: count }, (_, i) => (i + 1) * stride - 1);
    steps.push({ kind: "scan", subgroups: groupsOf(ends, subgroup) }, { kind: "barrier" });
    if (stride > 1) {
      steps.push({ kind: "fanout", lanes: fanout(length, stride, Math.min(length, stride * subgroup)) });
    }
  }
  return steps;
}

/** Lane j is for value j + stride, if that is neither in the first range of `stride` of its block nor at the end of one. */
function fanout(length: number, stride: number, block: number): readonly (FanoutLane | undefined)[] {
  return Array.from({ length: length - stride }, (_, lane) => {
    const to = lane + stride;
    const takes = to % block >= stride && (to + 1) % stride !== 0;
    return takes ? { before: to - (to % stride) - 1, to } : undefined;
  });
}

function groupsOf(places: readonly number[], length: number): readonly (readonly number[])[] {
  const groups: (readonly number[])[] = [];
  for (let i = 0; i < places.length; i += length) groups.push(places.slice(i, i + length));
  return groups;
}
