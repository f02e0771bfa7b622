/*
 * A scan in one pass: dyadic look-back.
 *
 *     tile = a ticket; load it; scan it in registers; publish its root
 *     if the tile ends a group: await the roots that its range root needs; publish the range root
 *     await the roots of all ranges before the tile: those that do not come in time are recomputed
 *     fold them from the right; write each element joined with them; the last workgroup makes the state ready for the next run
 */

import { TILE_ROWS, type TileAction } from "../../../look-back/transitions.ts";
import { countArithmetic, judgeTile } from "./arithmetic.wgsl.ts";
import { type KernelSetting, PARAMS, STATE } from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";
import { lookBackSource } from "./look-back.wgsl.ts";
import { observeSource } from "./observe.wgsl.ts";
import { drawTicketText, ticketEntry, withheldText } from "./ticket.wgsl.ts";
import { blocksInTile } from "./tile-count.ts";
import { tileRootSource } from "./tile-root.wgsl.ts";
import { tileScanSource } from "./tile-scan.wgsl.ts";
import { valueSource } from "./value.wgsl.ts";
import { wgslLoop } from "./wgsl-transitions.ts";

/** A scan in one pass over chunks of 2^chunkLevel tiles: dyadic look-back with decoupled fallback. One tile for each workgroup. */
export function scanKernel(setting: KernelSetting, chunkLevel: number): string {
  const tileRows = wgslLoop(
    TILE_ROWS,
    {
      conditions: {
        isBeyondLastTile: `tile >= params[${PARAMS.tileCount}]`,
        endsGroup: "ends_group(tile)",
        isTrailing: "is_trailing",
      },
      actions: tileActions(setting),
    },
    "tile_state",
  );
  const { directives } = laneSource(setting);
  return `${directives}${valueSource(setting)}
const CHUNK_LEVEL = ${chunkLevel}u;
${tileScanSource(setting)}
${tileRootSource(setting)}
${lookBackSource(setting)}
${observeSource(setting)}
${ticketEntry(setting, tileRows, "var is_trailing = false;")}`;
}

function tileActions(setting: KernelSetting): Readonly<Record<TileAction, string>> {
  const isInTile = blocksInTile(setting) > 0;
  const withheld = withheldText(setting);
  const { argument } = laneSource(setting);
  const publishing = withheld === undefined ? "lane == 0u" : `lane == 0u && !${withheld}`;
  const isCertified = setting.arithmetic === "certified";
  const publishRange = `publish(range_entry(tile), root, epoch, ${isCertified ? "is_native" : "false"});`;
  return {
    drawTicket: drawTicketText(setting),
    reduceTile: `load_tile(tile, lane);
${judgeTile(setting)}scan_tile(lane${argument});
${isInTile ? `scan_blocks(lane${argument});\nif (lane == 0u) { window[tile & GROUP_MASK] = roots[BLOCKS - 1u]; }` : "if (lane == THREADS - 1u) { window[tile & GROUP_MASK] = x[STRIPS * RUN - 1u]; }"}
workgroupBarrier();`,
    publishTile: `if (${publishing}) { publish(tile_entry(tile), window[tile & GROUP_MASK], epoch, ${isCertified ? "is_native" : "false"}); }`,
    expectTrailing: "is_trailing = true;",
    expectRest: "is_trailing = false;",
    awaitRoots: `await_roots(tile, lane, epoch, is_trailing${argument});
${isCertified ? settleArithmetic : ""}`,
    publishRange: `fold_window(GROUP_LENGTH, lane${argument});
if (lane == 0u) {
  var root = window[GROUP_MASK];
  for (var level = GROUP_BITS; level < level_ending_at(tile); level++) { root = combine(window[GROUP_LENGTH + level - GROUP_BITS], root); }
  ${withheld ? `if (!${withheld}) { ${publishRange} }` : publishRange}
  if (tile + 1u == params[${PARAMS.tileCount}] && params[${PARAMS.isLast}] == 0u) {
    ${isCertified ? `carry_taint(params[${PARAMS.chunk}], !is_native);\n    is_native = false;` : ""}
    carry_chunk(params[${PARAMS.chunk}], root);
  }
}`,
    writeOutput: `if (!ends_group(tile)) { fold_window(tile & GROUP_MASK, lane${argument}); }
${
  isCertified
    ? `is_native = false;
if (lane == 0u && (params[${PARAMS.isInitialClean}] == 0u || (atomicLoad(&state[${STATE.carryTaint}]) & params[${PARAMS.chunk}]) != 0u)) { atomicOr(&look_back_taint, 1u); }
`
    : ""
}if (lane == 0u) {
  spine_length = 0u;
  high_length = 0u;
  push_carries(params[${PARAMS.chunk}]);
  for (var level = 31u; level >= GROUP_BITS; level--) {
    if (((tile >> level) & 1u) == 1u) { push_spine(window[GROUP_LENGTH + level - GROUP_BITS], level); }
  }
  for (var i = GROUP_BITS; i > 0u; i--) {
    if (((tile >> (i - 1u)) & 1u) == 1u) { push_spine(window[(((tile & GROUP_MASK) >> (i - 1u)) << (i - 1u)) - 1u], i - 1u); }
  }
  fold_high();
  emit_before(tile);
}
workgroupBarrier();
${isCertified ? settleArithmetic : ""}${countArithmetic(setting)}join_blocks(lane);
for (var i = 0u; i < STRIPS * RUN; i++) {
  let place = place_of(lane, i);
  emit(tile * TILE_LENGTH + place, place, prefix_of(i, lane, tile));
}`,
  };
}

/** What joins a tile with what is before it: native where both are clean. By all threads, after a barrier that orders the taints. */
const settleArithmetic = "is_native = (atomicLoad(&tile_taint) | atomicLoad(&look_back_taint)) == 0u;\n";
