// .npy and raw files: elements of one type, one after the other, read straight into the memory that they are computed in.

import { type ByteOrder, toPlatformOrder } from "../../formats/element-memory.ts";
import { readNpyHeader } from "../../formats/read-npy.ts";
import { COLUMN_TYPE_FACTS } from "../../values/element-types.ts";
import { FormatError } from "../../values/errors.ts";
import type { StoredType } from "../../values/value-types.ts";
import type { Allocate, OpenPart, ReadMemory } from "./element-source.ts";
import type { PartBytes } from "./part-bytes.ts";

/** Where the elements of such a file lie. */
interface Layout {
  readonly type: StoredType;
  readonly length: number;
  readonly byteOrder: ByteOrder;
  readonly dataStart: number;
}

/** @throws FormatError for anything but a whole .npy file */
export async function openNpyPart(
  bytes: PartBytes,
  asked: StoredType | undefined,
  allocate: Allocate,
): Promise<OpenPart> {
  let dataStart = 0;
  const source = {
    ...{ name: bytes.name, byteLength: bytes.byteLength },
    async fill(target: Uint8Array) {
      const count = Math.min(target.length, bytes.byteLength - dataStart);
      await bytes.readInto(target.subarray(0, count), dataStart);
      dataStart += count;
      return count;
    },
  };
  const header = await readNpyHeader(source, bytes.name, asked === "bool" ? undefined : asked);
  const end = dataStart + header.length * COLUMN_TYPE_FACTS[header.type].bytes;
  if (end !== bytes.byteLength) {
    throw new FormatError(
      bytes.name,
      `a .npy file of ${end} bytes, as its header says`,
      `${bytes.byteLength}`,
    );
  }
  return openArray(bytes, { ...header, dataStart }, allocate);
}

/** @throws FormatError for a file that is not of whole elements */
export function openRawPart(bytes: PartBytes, type: StoredType, allocate: Allocate): OpenPart {
  const size = COLUMN_TYPE_FACTS[type].bytes;
  if (bytes.byteLength % size !== 0) {
    throw new FormatError(
      bytes.name,
      `whole elements of ${type}, ${size} bytes each`,
      `${bytes.byteLength} bytes`,
    );
  }
  const layout = { type, length: bytes.byteLength / size, byteOrder: "little", dataStart: 0 } as const;
  return openArray(bytes, layout, allocate);
}

function openArray(
  bytes: PartBytes,
  { type, length, byteOrder, dataStart }: Layout,
  allocate: Allocate,
): OpenPart {
  const size = COLUMN_TYPE_FACTS[type].bytes;
  let memory: ReadMemory | undefined;
  return {
    columns: [{ name: undefined, type }],
    length,
    async read(start, end) {
      if (memory === undefined || memory.array.length < end - start) {
        memory?.release();
        memory = allocate(type, end - start);
      }
      const elements = memory.array.subarray(0, end - start);
      const target = new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength);
      await bytes.readInto(target, dataStart + start * size);
      toPlatformOrder(elements, byteOrder);
      return [elements];
    },
    close() {
      memory?.release();
      memory = undefined;
      return bytes.close();
    },
  };
}
