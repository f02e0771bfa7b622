/** Bytes of a page, and how far they have been read. */
export interface PageReader {
  readonly bytes: Uint8Array;
  offset: number;
}

/** Values that a last bit-packed run may have behind those wanted: runs are padded, to 8 values by most writers. */
export const MOST_PADDING = 504;
const WIDEST_BITS = 32;

/**
 * Goes over a section of runs, the RLE and bit-packing hybrid of Parquet, and says how many of its values are not zero. The reader is left behind them.
 *
 * hyparquet writes a run as long as the run says, and counts 2^31 values of no bits one by one.
 *
 * @throws RangeError for a run that is longer than what is left, and for one that is cut off
 */
export function checkRuns(reader: PageReader, bitWidth: number, count: number): number {
  if (bitWidth > WIDEST_BITS) throw new RangeError(`values of ${bitWidth} bits`);
  let left = count;
  let nonZero = 0;
  while (left > 0) {
    const header = readVariableInteger(reader);
    const isPacked = (header & 1) === 1;
    const values = isPacked ? (header >>> 1) * 8 : header >>> 1;
    if (values > left + (isPacked ? MOST_PADDING : 0))
      throw new RangeError(`a run of ${values} values with ${left} left`);
    nonZero += isPacked
      ? packedNonZero(reader, bitWidth, Math.min(values, left), values)
      : repeatedNonZero(reader, bitWidth, values);
    left -= values;
  }
  return nonZero;
}

/** As Parquet's lengths are written: seven bits in a byte, of 32 in all. @throws RangeError where it has no end */
export function readVariableInteger(reader: PageReader): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = nextByte(reader);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 0;
  }
  throw new RangeError("a length without end");
}

/** @throws RangeError behind the end */
export function nextByte(reader: PageReader): number {
  if (reader.offset >= reader.bytes.length) throw new RangeError("a page that is cut off");
  const byte = reader.bytes[reader.offset];
  reader.offset += 1;
  return byte;
}

function repeatedNonZero(reader: PageReader, bitWidth: number, values: number): number {
  let value = 0;
  for (let i = 0; i < bitWidth; i += 8) value |= nextByte(reader);
  return value === 0 ? 0 : values;
}

/** Counted for levels, which have one bit; others are only passed over. */
function packedNonZero(reader: PageReader, bitWidth: number, wanted: number, values: number): number {
  const { bytes, offset } = reader;
  reader.offset += bitWidth === 0 ? Math.min(1, bytes.length - offset) : (values / 8) * bitWidth;
  if (bitWidth !== 1) return 0;
  let ones = 0;
  for (let i = 0; i < wanted; i++) ones += (bytes[offset + (i >> 3)] >> (i & 7)) & 1;
  return ones;
}

/** Bits of a value that runs are read with: with the seven bits that may be left of a byte they fit in 31. */
export const WIDEST_READ_BITS = 24;

/** Writes the values of such a section, which has been checked, to the beginning of `values`. */
export function readRuns(reader: PageReader, bitWidth: number, values: Uint8Array | Uint32Array): void {
  let done = 0;
  if (bitWidth === 0) {
    values.fill(0);
    return;
  }
  while (done < values.length) {
    const header = readVariableInteger(reader);
    if ((header & 1) === 1) {
      const count = (header >>> 1) * 8;
      const end = Math.min(done + count, values.length);
      unpackBits(reader, bitWidth, values.subarray(done, end));
      reader.offset += (count / 8) * bitWidth;
      done = end;
      continue;
    }
    let value = 0;
    for (let shift = 0; shift < bitWidth; shift += 8) value |= nextByte(reader) << shift;
    const end = Math.min(done + (header >>> 1), values.length);
    values.fill(value, done, end);
    done = end;
  }
}

/** Writes values that lie one behind the other in so many bits each, from a whole byte on; behind the end there are zeros. */
export function unpackBits(
  { bytes, offset }: PageReader,
  bitWidth: number,
  values: Uint8Array | Uint32Array,
): void {
  if (bitWidth === 8) {
    values.set(bytes.subarray(offset, offset + values.length));
    return;
  }
  const mask = 2 ** bitWidth - 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lastWord = bytes.length - 4;
  let at = offset;
  let shift = 0; // of the value in its first byte
  for (let i = 0; i < values.length; i++) {
    // A value that is read has at most 24 bits, and seven may be before it: one word has it whole.
    const word = at <= lastWord ? view.getInt32(at, true) : lastBytes(bytes, at);
    values[i] = (word >>> shift) & mask;
    shift += bitWidth;
    at += shift >> 3;
    shift &= 7;
  }
}

/** The bytes from a place to the end, at most four, as the lowest of a word. */
function lastBytes(bytes: Uint8Array, at: number): number {
  let word = 0;
  for (let i = at; i < Math.min(at + 4, bytes.length); i++) word |= bytes[i] << (8 * (i - at));
  return word;
}
