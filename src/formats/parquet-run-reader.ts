// A section of runs, as `readRuns` reads one, of which neither all bytes nor all values are in memory.

import type { ByteWindow } from "./byte-window.ts";
import { MOST_PADDING, unpackBits } from "./parquet-runs.ts";

const GROUP = 8; // values that are packed together
const MOST_GROUPS = 1 << 13; // at a time
const HEADER_BYTES = 5;

/** Gives what fills an array with the next values, of `count` in all. It throws a RangeError for a run that is longer than what is left. */
export function runReader(
  bytes: ByteWindow,
  { bitWidth, count }: { readonly bitWidth: number; readonly count: number },
): (into: Uint8Array | Uint32Array) => Promise<void> {
  let [left, isPacked, value] = [0, false, 0]; // of the run
  let behind = count; // values that are in later runs
  const group = new Uint32Array(GROUP); // the last that was unpacked for some of its values alone
  const begin = async (): Promise<void> => {
    if (bytes.left < HEADER_BYTES) await bytes.fill(HEADER_BYTES);
    const header = lengthOf(bytes);
    isPacked = (header & 1) === 1;
    left = isPacked ? (header >>> 1) * GROUP : header >>> 1;
    if (left > behind + (isPacked ? MOST_PADDING : 0))
      throw new RangeError(`a run of ${left} values with ${behind} left`);
    behind -= left;
    if (isPacked) return;
    value = 0;
    const valueBytes = await bytes.take(Math.ceil(bitWidth / 8));
    for (let i = 0; i < valueBytes.length; i++) value |= valueBytes[i] << (8 * i);
  };
  /** The bytes of groups, with zeros for those that a writer has left out at the end. */
  const unpackGroups = async (into: Uint8Array | Uint32Array): Promise<void> => {
    const byteLength = (into.length / GROUP) * bitWidth;
    if (bytes.left < byteLength) await bytes.fill(byteLength);
    unpackBits({ bytes: bytes.some(byteLength), offset: 0 }, bitWidth, into);
  };
  return async (into) => {
    if (bitWidth === 0) {
      into.fill(0);
      return;
    }
    for (let done = 0; done < into.length; ) {
      if (left === 0) {
        await begin();
        continue;
      }
      const wanted = Math.min(left, into.length - done);
      const ofGroup = left % GROUP; // values of it that have not been given
      let given = wanted;
      if (!isPacked) into.fill(value, done, done + wanted);
      else if (ofGroup > 0) {
        given = Math.min(ofGroup, wanted);
        into.set(group.subarray(GROUP - ofGroup, GROUP - ofGroup + given), done);
      } else if (wanted >= GROUP) {
        given = GROUP * Math.min(MOST_GROUPS, Math.floor(wanted / GROUP));
        await unpackGroups(into.subarray(done, done + given));
      } else {
        await unpackGroups(group);
        into.set(group.subarray(0, given), done);
      }
      left -= given;
      done += given;
    }
  };
}

function lengthOf(bytes: ByteWindow): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes.byte();
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 0;
  }
  throw new RangeError("a length without end");
}
