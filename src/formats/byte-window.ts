// Bytes that come in parts, read as far as they are asked for: memory holds a part, and what is wanted beyond it.

/** Bytes from a place on. */
export interface ByteWindow {
  readonly left: number; // bytes that are there without waiting
  /** Waits for so many, or for all where the end comes before. */
  fill(byteLength: number): Promise<void>;
  /** The next byte, which must be there. @throws RangeError behind the end */
  byte(): number;
  /** So many bytes, valid until the next are filled. @throws RangeError where there are fewer */
  take(byteLength: number): Promise<Uint8Array>;
  /** Those that are there, at most so many. */
  some(most: number): Uint8Array;
  /** Hands over what is there, from a place on, and takes back how far it has been read. */
  read(from: (bytes: Uint8Array, at: number) => number): void;
  /** Writes those at a place, and says how many. */
  copyTo(out: Uint8Array, place: number, most: number): number;
}

const NOTHING = new Uint8Array(0);

/** The bytes of parts, each valid until the next is asked for. */
export function byteWindow(parts: AsyncIterator<Uint8Array, unknown>): ByteWindow {
  let bytes: Uint8Array = new Uint8Array(0);
  let at = 0;
  let isAtEnd = false;
  const cutOff = (): RangeError => new RangeError("a page that is cut off");
  let store = new Uint8Array(0); // one piece of memory for what has come in several parts: pieces of their own would be garbage that nothing asks to be collected
  /** Keeps what is left, and puts some behind it. */
  const keep = (more: Uint8Array): void => {
    const left = bytes.length - at;
    const length = left + more.length;
    const room = length <= store.length ? store : new Uint8Array(2 * length);
    if (bytes.buffer === room.buffer) room.copyWithin(0, at, bytes.length);
    else room.set(bytes.subarray(at));
    room.set(more, left);
    store = room;
    [bytes, at] = [room.subarray(0, length), 0];
  };
  const fill = async (byteLength: number): Promise<void> => {
    while (bytes.length - at < byteLength && !isAtEnd) {
      const isEmpty = bytes.length === at;
      if (!isEmpty && bytes.buffer !== store.buffer) keep(NOTHING); // the part is not valid any more when the next is there
      const next = await parts.next();
      if (next.done === true) isAtEnd = true;
      else if (isEmpty) [bytes, at] = [next.value, 0];
      else keep(next.value);
    }
  };
  const some = (most: number): Uint8Array => {
    const taken = bytes.subarray(at, at + most);
    at += taken.length;
    return taken;
  };
  return {
    get left() {
      return bytes.length - at;
    },
    fill,
    byte() {
      if (at === bytes.length) throw cutOff();
      at += 1;
      return bytes[at - 1];
    },
    async take(byteLength) {
      if (bytes.length - at < byteLength) await fill(byteLength);
      if (bytes.length - at < byteLength) throw cutOff();
      return some(byteLength);
    },
    some,
    read(from) {
      at = from(bytes, at);
    },
    copyTo(out, place, most) {
      const taken = some(most);
      out.set(taken, place);
      return taken.length;
    },
  };
}
