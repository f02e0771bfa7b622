import { nextByte, type PageReader, readVariableInteger } from "./parquet-runs.ts";

const DEEPEST = 32; // Parquet's own structures have about eight levels
const LONGEST_INTEGER_BYTES = 10;

/**
 * Goes over a structure in Thrift's compact protocol, as Parquet's footer and page headers are written, and leaves the reader behind it.
 *
 * The library makes an array as long as a list says before it reads its first element, and lists may lie within lists.
 *
 * @throws RangeError for a length beyond the bytes, a structure without end, and a type that Parquet does not use
 */
export function checkThrift(reader: PageReader, depth = 0): void {
  if (depth > DEEPEST) throw new RangeError(`a structure of more than ${DEEPEST} levels`);
  for (;;) {
    const field = nextByte(reader);
    const type = field & 0x0f;
    if (type === 0) return;
    if (field >> 4 === 0) skipInteger(reader); // the field's number, where it is not the last one's and some
    if (type > 2) skipValue(reader, type, depth); // 1 and 2 are true and false
  }
}

function skipValue(reader: PageReader, type: number, depth: number): void {
  switch (type) {
    case 1:
    case 2:
    case 3:
      nextByte(reader);
      return;
    case 4:
    case 5:
    case 6:
      skipInteger(reader);
      return;
    case 7:
      skipBytes(reader, 8);
      return;
    case 8:
      skipBytes(reader, readVariableInteger(reader));
      return;
    case 9:
      skipList(reader, depth + 1);
      return;
    case 12:
      checkThrift(reader, depth + 1);
      return;
    default:
      throw new RangeError(`a field of type ${type}`);
  }
}

function skipList(reader: PageReader, depth: number): void {
  if (depth > DEEPEST) throw new RangeError(`lists of more than ${DEEPEST} levels`);
  const head = nextByte(reader);
  const length = head >> 4 === 15 ? readVariableInteger(reader) : head >> 4;
  const left = reader.bytes.length - reader.offset;
  if (length > left) throw new RangeError(`a list of ${length} with ${left} bytes left`);
  for (let i = 0; i < length; i++) skipValue(reader, head & 0x0f, depth);
}

function skipInteger(reader: PageReader): void {
  for (let i = 0; i < LONGEST_INTEGER_BYTES; i++) if (nextByte(reader) < 0x80) return;
  throw new RangeError("an integer without end");
}

function skipBytes(reader: PageReader, count: number): void {
  const left = reader.bytes.length - reader.offset;
  if (count > left) throw new RangeError(`${count} bytes with ${left} left`);
  reader.offset += count;
}
