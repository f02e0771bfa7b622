import type { KernelSetting } from "./kernel-setting.ts";
import { cellScanSource } from "./network-scan.wgsl.ts";

/**
 * `scan_tile` for blocks of any length in the dyadic bracket: Sklansky's network, level after level, in the cells of all blocks. Its pairs are counted, not stored: the upper half of each
 * aligned range of 2^(level + 1) elements takes the last of the lower half.
 */
export function blockScanSource(setting: KernelSetting, width: number): string {
  const levels = Math.ceil(Math.log2(width));
  return `
/** Ends with a barrier. */
fn run_blocks(lane: u32) {
  for (var level = 0u; level < ${levels}u; level++) {
    let half = 1u << level;
    for (var k = lane; k < ${Math.floor(width / 2)}u * BLOCKS; k += THREADS) {
      let pair = k / BLOCKS;
      let before = ((pair >> level) << (level + 1u)) + half - 1u;
      let after = before + 1u + (pair & (half - 1u));
      let start = (k % BLOCKS) * CELL_STRIDE;
      if (after < WIDTH) { cells[start + after] = combine(cells[start + before], cells[start + after]); }
    }
    workgroupBarrier();
  }
}
${cellScanSource(setting, width, "run_blocks(lane);")}`;
}
