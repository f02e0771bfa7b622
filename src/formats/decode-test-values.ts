// The binary form of test values, as Futhark reads and writes it.

import { checkList, checkText } from "../values/check-arguments.ts";
import { checkBytes } from "../values/check-arrays.ts";
import { FormatError } from "../values/errors.ts";
import { newScalars, type ProgramScalar } from "../values/program-scalars.ts";
import { checkTestValue, type TestValue } from "./test-value.ts";

const TYPES: Readonly<Record<string, { readonly type: ProgramScalar; readonly bytes: number }>> = {
  " i32": { type: "i32", bytes: 4 },
  " i64": { type: "i64", bytes: 8 },
  " u32": { type: "u32", bytes: 4 },
  " u64": { type: "u64", bytes: 8 },
  " f32": { type: "f32", bytes: 4 },
  " f64": { type: "f64", bytes: 8 },
  "  i8": { type: "i8", bytes: 1 },
  "  u8": { type: "u8", bytes: 1 },
  " i16": { type: "i16", bytes: 2 },
  " u16": { type: "u16", bytes: 2 },
  bool: { type: "bool", bytes: 1 },
};

/** Whether bytes begin as a binary test value does. */
export function isBinaryTestValue(bytes: Uint8Array): boolean {
  checkBytes("bytes", bytes);
  return bytes[0] === 0x62 && bytes[1] === 2; // "b", version 2
}

/**
 * The values of a binary file in Futhark's format, one after another: `b`, the version 2, the rank, four letters of the type, each length as
 * u64, the elements row by row; all little-endian.
 *
 * @throws FormatError for another version, types that the library does not have, and files that end too early
 */
export function decodeTestValues(bytes: Uint8Array, source = "values"): readonly TestValue[] {
  checkText("source", source);
  checkBytes("bytes", bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: TestValue[] = [];
  let at = 0;
  const need = (count: number): void => {
    if (at + count <= bytes.length) return;
    throw new FormatError(source, `${at + count} bytes or more`, `${bytes.length}`);
  };
  while (at < bytes.length) {
    if (isSpace(bytes[at])) {
      at++;
      continue;
    }
    need(7);
    if (!isBinaryTestValue(bytes.subarray(at))) {
      throw new FormatError(
        source,
        `a binary value of version 2 at byte ${at}`,
        `bytes ${bytes[at]} ${bytes[at + 1]}`,
      );
    }
    const rank = bytes[at + 2];
    const name = String.fromCharCode(...bytes.subarray(at + 3, at + 7));
    const known = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (known === undefined) {
      const expected = `a type at byte ${at + 3}: ${Object.values(TYPES)
        .map(({ type }) => type)
        .join(", ")}`;
      throw new FormatError(source, expected, JSON.stringify(name));
    }
    at += 7;
    need(8 * rank);
    const shape = Array.from({ length: rank }, (_, dimension) =>
      Number(view.getBigUint64(at + 8 * dimension, true)),
    );
    at += 8 * rank;
    const count = shape.reduce((product, length) => product * length, 1);
    need(count * known.bytes);
    const elements = newScalars(known.type, count);
    new Uint8Array(elements.buffer).set(bytes.subarray(at, at + count * known.bytes));
    at += count * known.bytes;
    values.push({ type: known.type, shape, elements });
  }
  return values;
}

/** The same bytes back. @throws InvalidArgumentError */
export function encodeTestValues(values: readonly TestValue[]): Uint8Array {
  const parts = checkList("values", values, "values").map((value, i) => {
    const { type, shape, elements } = checkTestValue(`values[${i}]`, value);
    const [name] = Object.entries(TYPES).find(([, known]) => known.type === type) ?? ["????"];
    const head = new Uint8Array(7 + 8 * shape.length);
    head.set([0x62, 2, shape.length, ...Array.from(name, (letter) => letter.charCodeAt(0))]);
    const view = new DataView(head.buffer);
    shape.forEach((length, dimension) => {
      view.setBigUint64(7 + 8 * dimension, BigInt(length), true);
    });
    return [head, new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength)];
  });
  const pieces = parts.flat();
  const bytes = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
