/**
 * How a GPU computes a scan. What comes out has the same bits, but for those that say so.
 *
 * | name | launches | elements read and written | waits for other workgroups |
 * |---|---|---|---|
 * | dyadic-look-back | 1 | 2n | yes, bounded: then it recomputes |
 * | reduce-then-scan | 2 + ⌈log(tiles) / log(threads)⌉ | 3n | no |
 * | reduce-then-scan:raking | 3 | 3n | no |
 * | reduce-then-scan:ha-han | 3 | 3n less two blocks | no |
 * | scan-then-propagate | 2 + ⌈log(tiles) / log(threads)⌉ | 4n | no |
 * | chained-scan | 1 | 2n; of linearCarry only | yes, bounded: then it recomputes |
 * | look-back:scalar-fallback | 1 | 2n; of associative operators, or in any bracket | yes, bounded: then one thread recomputes |
 * | look-back:decoupled-fallback | 1 | 2n; of associative operators, or in any bracket | yes, bounded: then it recomputes |
 * | look-back:decoupled | 1 | 2n; of associative operators, or in any bracket | yes, for as long as it takes: where workgroups are known to make progress |
 */
export const ALGORITHMS = [
  "dyadic-look-back",
  "reduce-then-scan",
  "reduce-then-scan:raking",
  "reduce-then-scan:ha-han",
  "scan-then-propagate",
  "chained-scan",
  "look-back:scalar-fallback",
  "look-back:decoupled-fallback",
  "look-back:decoupled",
] as const;

/** One of ALGORITHMS by its name. */
export type Algorithm = (typeof ALGORITHMS)[number];

/** How scans are asked to be computed. */
export interface ScanChoice {
  readonly algorithm?: Algorithm | undefined; // default: the best that has the contract's bits
  /** That workgroups which have begun go on while others wait for them: WebGPU does not promise it. Default: false. */
  readonly assumeForwardProgress?: boolean | undefined;
}
