// The header of a .npy file, a Python literal, read and written; its length is checked before anything is allocated.

import { describeText } from "../values/describe.ts";
import { COLUMN_TYPE_FACTS, ELEMENT_TYPE_FACTS } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ByteOrder } from "./element-memory.ts";

/** What the head of a .npy file says about the data behind it. */
export interface NpyHeader {
  readonly type: StoredType | "opaque"; // opaque: two bytes of which the header says no more
  readonly byteOrder: ByteOrder;
  readonly length: number; // elements
}

/** Where the header's text lies, from the fixed bytes in front of it. */
interface NpyPreamble {
  readonly headerStart: number;
  readonly headerLength: number;
}

/** Magic, version and the longer of the two length fields. A whole .npy file is always longer. */
export const NPY_PREAMBLE_BYTES = 12;

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY
const HEADER_LIMIT = 1 << 20; // versions 2 and 3 could claim 4 GiB; a header of one dimension has some 100 bytes
const HEADER_SHOWN = 80;
const ALIGNMENT = 64; // of the data, as numpy writes it

const TYPE_OF_DTYPE: Readonly<Record<string, StoredType>> = {
  f8: "f64",
  f4: "f32",
  i8: "i64",
  u8: "u64",
  i4: "i32",
  u4: "u32",
  f2: "f16",
  i2: "i16",
  u2: "u16",
  i1: "i8",
  u1: "u8",
  b1: "bool",
};

/** numpy has no bf16: arrays of the type that others add to it are saved as two bytes of no meaning. */
const OPAQUE = "V2";

/** Whether bytes begin as a .npy file does. */
export function isNpy(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte);
}

/** Reads the first 12 bytes of a .npy file. @throws FormatError for any other file */
export function parseNpyPreamble(bytes: Uint8Array, source: string): NpyPreamble {
  if (bytes.length === 0) throw new FormatError(source, "a .npy file", "no bytes at all");
  if (!isNpy(bytes)) {
    const first = Array.from(bytes.subarray(0, MAGIC.length), (byte) => byte.toString(16).padStart(2, "0"));
    throw new FormatError(source, "a .npy file, beginning with \\x93NUMPY", `first bytes ${first.join(" ")}`);
  }
  if (bytes.length < NPY_PREAMBLE_BYTES) {
    throw new FormatError(source, "a complete .npy file", `the first ${bytes.length} bytes of one`);
  }
  const [major, minor] = [bytes[6], bytes[7]];
  if (major < 1 || major > 3 || minor !== 0) {
    throw new FormatError(source, "a .npy file of version 1.0, 2.0 or 3.0", `version ${major}.${minor}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (headerLength > HEADER_LIMIT) {
    throw new FormatError(
      source,
      `a .npy file whose header has at most ${HEADER_LIMIT} bytes`,
      `${headerLength}`,
    );
  }
  return { headerStart: major === 1 ? 10 : 12, headerLength };
}

/** Reads the header's text: a Python dictionary of descr, fortran_order and shape. @throws FormatError */
export function parseNpyHeader(bytes: Uint8Array, source: string): NpyHeader {
  const text = new TextDecoder().decode(new Uint8Array(bytes)).trim();
  const entries = parseDictionary(text, source);
  const shape = parseShape(entries.shape, entries.fortran_order, source);
  return { ...parseDtype(entries.descr, source), length: shape };
}

/** Everything in front of the data: version 1.0, little-endian, one dimension, padded to a multiple of 64 bytes. */
export function encodeNpyHeader(type: StoredType, length: number): Uint8Array<ArrayBuffer> {
  const dtype = Object.keys(TYPE_OF_DTYPE).find((name) => TYPE_OF_DTYPE[name] === type) ?? OPAQUE;
  const order = COLUMN_TYPE_FACTS[type].bytes === 1 ? "|" : "<";
  const text = `{'descr': '${order}${dtype}', 'fortran_order': False, 'shape': (${length},), }`;
  const unpadded = 10 + text.length + 1;
  const total = Math.ceil(unpadded / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(total).fill(0x20);
  bytes.set([...MAGIC, 1, 0, (total - 10) & 0xff, (total - 10) >> 8]);
  bytes.set(new TextEncoder().encode(text), 10);
  bytes[total - 1] = 0x0a;
  return bytes;
}

type Entries = Readonly<Record<"descr" | "fortran_order" | "shape", string>>;

function parseDictionary(text: string, source: string): Entries {
  const body = /^\{(.*)\}$/s.exec(text)?.[1];
  const entry = /\s*(['"])(\w+)\1\s*:\s*('[^']*'|"[^"]*"|\[.*\]|\([^()]*\)|True|False)\s*(?:,\s*|$)/sy;
  const found = new Map<string, string>();
  while (body !== undefined && entry.lastIndex < body.length) {
    const match = entry.exec(body);
    if (match === null) break;
    found.set(match[2], found.has(match[2]) ? "" : match[3]);
    if (entry.lastIndex === body.length) return completeEntries(found, text, source);
  }
  throw badHeader(text, source);
}

function completeEntries(found: ReadonlyMap<string, string>, text: string, source: string): Entries {
  const [descr, fortranOrder, shape] = [found.get("descr"), found.get("fortran_order"), found.get("shape")];
  if (found.size !== 3 || !descr || !shape?.startsWith("(") || !/^(True|False)$/.test(fortranOrder ?? "")) {
    throw badHeader(text, source);
  }
  return { descr, fortran_order: fortranOrder ?? "", shape };
}

function badHeader(text: string, source: string): FormatError {
  return new FormatError(
    source,
    "a .npy file whose header gives descr, fortran_order and shape",
    describeText(text, HEADER_SHOWN),
  );
}

function parseDtype(descr: string, source: string): Pick<NpyHeader, "type" | "byteOrder"> {
  const [, order, name] = /^['"]([<>|])(\w+)['"]$/.exec(descr) ?? [];
  if (name === OPAQUE) return { type: "opaque", byteOrder: order === ">" ? "big" : "little" };
  const type = name !== undefined && Object.hasOwn(TYPE_OF_DTYPE, name) ? TYPE_OF_DTYPE[name] : undefined;
  // One byte has no order, and numpy says so.
  if (type === undefined || (order === "|" && COLUMN_TYPE_FACTS[type].bytes > 1)) {
    const expected =
      "an array of dtype <f8, <f4, <f2, <i8, <u8, <i4, <u4, <i2, <u2, |i1, |u1 or |b1, or those with >";
    throw new FormatError(source, expected, `dtype ${shownName(descr.replace(/['"]/g, ""))}`);
  }
  return { type, byteOrder: order === ">" ? "big" : "little" };
}

// Order does not matter below two dimensions, so fortran_order is then no reason to refuse.
function parseShape(shape: string, fortranOrder: string, source: string): number {
  const sizes = shape
    .slice(1, -1)
    .split(",")
    .map((size) => size.trim())
    .filter((size) => size !== "");
  if (sizes.some((size) => !/^\d+L?$/.test(size))) {
    throw new FormatError(
      source,
      "a .npy file whose shape is a tuple of lengths",
      `shape ${shownName(shape)}`,
    );
  }
  if (sizes.length > 1) {
    const order = fortranOrder === "True" ? "Fortran" : "C";
    throw new FormatError(source, "an array of one dimension", `shape ${shownName(shape)} in ${order} order`);
  }
  const length = sizes.length === 0 ? 1 : Number.parseInt(sizes[0], 10);
  if (!Number.isSafeInteger(length * ELEMENT_TYPE_FACTS.f64.bytes)) {
    throw new FormatError(source, "an array whose bytes can be counted", `shape ${shownName(shape)}`);
  }
  return length;
}
