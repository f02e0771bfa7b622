import type { ElementType } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { allocateElements } from "./allocate-elements.ts";
import { toPlatformOrder } from "./byte-order.ts";
import { type ByteSource, fillInWindows, type ReadControl, readEverything } from "./byte-source.ts";
import { decodeRaw, rawLength } from "./decode-raw.ts";
import type { Decoded } from "./decoded.ts";

/** Reads raw little-endian elements to the end of a source; of known length, straight into one typed array. @throws FormatError */
export async function readRaw(
  source: ByteSource,
  type: ElementType,
  control: ReadControl = {},
): Promise<Decoded> {
  const { name, byteLength } = source;
  if (byteLength === undefined) return decodeRaw(await readEverything(source, control), type, name);
  const array = allocateElements(name, type, rawLength(byteLength, type, name));
  const filled = await fillInWindows(source, array, control);
  if (filled < byteLength) {
    throw new FormatError(
      name,
      "a file that keeps its size while it is read",
      `${filled} of ${byteLength} bytes`,
    );
  }
  toPlatformOrder(array, "little");
  return { array, type, nullCount: 0 };
}
