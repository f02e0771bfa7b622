import type { BinnedCounts } from "../binned/binned-adder.ts";
import type { BinnedScanCounts } from "../binned/binned-scanner.ts";
import type { WayCounts } from "../exact/exact-adder.ts";
import type { ScanCounts } from "../exact/exact-scanner.ts";

/** Elements that each way of the order-free kernels took: proves in tests which way ran. */
export interface OrderFreeCounts extends WayCounts, ScanCounts, BinnedCounts, BinnedScanCounts {}

export function noCounts(): OrderFreeCounts {
  return {
    narrow: 0,
    two: 0,
    twoCareful: 0,
    four: 0,
    one: 0,
    wide: 0,
    scanOne: 0,
    scanTwo: 0,
    scanThree: 0,
    scanWide: 0,
    scanSpecial: 0,
    binnedFew: 0,
    binnedNear: 0,
    binnedAll: 0,
    binnedCopied: 0,
    binnedScan: 0,
    binnedHuge: 0,
    binnedSpecial: 0,
  };
}
