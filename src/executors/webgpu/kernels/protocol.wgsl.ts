import {
  GROUP_BITS,
  GROUP_LENGTH,
  LAST_EPOCH,
  PAYLOAD_BITS,
  PAYLOAD_MASK,
  POLLS_PER_READ_MODIFY_WRITE,
  READING_LANE_COUNT,
} from "../../../look-back/protocol.ts";

/**
 * `protocol.ts` in WGSL: its constants, and its functions under the same names in snake case. A test runs both.
 *
 * `read_end`, `read_level` and `read_entry` are `readOfLane`; ask `lane_reads` first. Where `lane_reads` holds,
 * `lane_reads_trailing` tells the stage.
 */
export const PROTOCOL_WGSL = `
const GROUP_BITS = ${GROUP_BITS}u;
const GROUP_LENGTH = ${GROUP_LENGTH}u;
const GROUP_MASK = ${GROUP_LENGTH - 1}u;
const PAYLOAD_BITS = ${PAYLOAD_BITS}u;
const PAYLOAD_MASK = ${PAYLOAD_MASK}u;
const POLLS_PER_READ_MODIFY_WRITE = ${POLLS_PER_READ_MODIFY_WRITE}u;
const READING_LANE_COUNT = ${READING_LANE_COUNT}u;
const LAST_EPOCH = ${LAST_EPOCH}u;

fn tile_entry(tile: u32) -> u32 { return tile + (tile >> GROUP_BITS); }

fn range_entry(end: u32) -> u32 { return tile_entry(end) + 1u; }

fn ends_group(tile: u32) -> bool { return (tile & GROUP_MASK) == GROUP_MASK; }

fn level_ending_at(end: u32) -> u32 { return countTrailingZeros(~end); }

fn read_level(lane: u32) -> u32 { return select(0u, lane - GROUP_LENGTH + GROUP_BITS, lane >= GROUP_LENGTH); }

fn lane_reads(tile: u32, lane: u32) -> bool {
  if (lane < GROUP_LENGTH) { return lane < (tile & GROUP_MASK); }
  return lane < READING_LANE_COUNT && ((tile >> read_level(lane)) & 1u) == 1u;
}

fn lane_reads_trailing(tile: u32, lane: u32) -> bool {
  return ends_group(tile) && (lane < GROUP_LENGTH || read_level(lane) < level_ending_at(tile));
}

fn read_end(tile: u32, lane: u32) -> u32 {
  if (lane < GROUP_LENGTH) { return (tile & ~GROUP_MASK) + lane; }
  return ((tile >> read_level(lane)) << read_level(lane)) - 1u;
}

fn read_entry(tile: u32, lane: u32) -> u32 {
  let end = read_end(tile, lane);
  return select(tile_entry(end), range_entry(end), lane >= GROUP_LENGTH);
}

fn highest_candidate(level: u32, offset: u32) -> u32 {
  let alignment = select(countTrailingZeros(offset), level, offset == 0u);
  return select(0u, alignment - 1u, alignment > GROUP_BITS);
}

fn poll_limit(level: u32, limit: u32) -> u32 { return limit * (1u + level); }

fn epoch_of(stored: u32) -> u32 { return stored + 1u; }

fn stored_after(epoch: u32) -> u32 { return epoch % LAST_EPOCH; }

fn clears_table(epoch: u32) -> bool { return (epoch & (LAST_EPOCH >> 1u)) == (LAST_EPOCH >> 1u); }

fn entry_count(tile_count: u32) -> u32 { return tile_count + (tile_count >> GROUP_BITS); }

fn table_word(payload: u32, epoch: u32) -> u32 { return payload | (epoch << PAYLOAD_BITS); }

fn carries_epoch(word: u32, epoch: u32) -> bool { return (word >> PAYLOAD_BITS) == epoch; }
`;
