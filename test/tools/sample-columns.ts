// Columns of every type, with the values that files get wrong, and nulls in each.

import type { WrittenColumn } from "../../src/formats.ts";
import { instantsBefore, TIME_UNITS, timeOfText } from "../../src/formats.ts";
import type { StoredArray, StoredType } from "../../src/values/value-types.ts";
import { newColumn, SCALAR_TYPES } from "../../src/values/value-types.ts";
import { hostileScalars } from "../helpers/operators/terms.ts";

const ROW_COUNT = 64;

const TEXTS = [
  ...'a,b|x;y|say "hi"|"|two\nlines|carriage\rreturn|both\r\n|a\ttab| blanks |  ||001|1e5|nan|true|null|NULL|NA|2001-12-31|-|=1+1|\'|\\|\\N|#'.split(
    "|",
  ),
  ..."ö|日本|🂡|e\u0301|\u00a0|\u2028|\u007f|\u0001".split("|"),
];

const TIMES = [
  ..."1970-01-01T00:00:00|1969-12-31T23:59:59.999999999|2001-12-31T23:59:59.123456789|2024-02-29T12:00:00".split(
    "|",
  ),
  ..."1900-03-01T00:00:00|1678-01-01T00:00:00.000000001|2262-01-01T00:00:00".split("|"),
];

const NARROW: readonly (readonly [StoredType, StoredArray])[] = [
  ["u8", Uint8Array.of(0, 1, 127, 128, 255)],
  ["i8", Int8Array.of(0, 1, -1, 127, -128)],
  ["u16", Uint16Array.of(0, 1, 32767, 32768, 65535)],
  ["i16", Int16Array.of(0, 1, -1, 32767, -32768)],
  ["f16", Uint16Array.of(0, 0x8000, 1, 0x3c00, 0x7bff, 0x7c00, 0xfc00, 0x7e00)],
  ["bf16", Uint16Array.of(0, 0x8000, 1, 0x3f80, 0x7f7f, 0x7f80, 0xff80, 0x7fc0)],
];

/** Columns of numbers of every type, by the names of these; without nulls. */
function numberColumns(): readonly WrittenColumn[] {
  const wide = SCALAR_TYPES.map((type) => {
    const values = hostileScalars(type);
    const array = newColumn(type, ROW_COUNT);
    for (let row = 0; row < ROW_COUNT; row++) array[row] = values[row % values.length];
    return { column: type, type, array };
  });
  const narrow = NARROW.map(([type, values]) => {
    const array = new (values.constructor as Uint16ArrayConstructor)(ROW_COUNT);
    for (let row = 0; row < ROW_COUNT; row++) array[row] = Number(values[row % values.length]);
    return { column: type, type, array };
  });
  return [...wide, ...narrow];
}

function textColumn(): WrittenColumn {
  const dictionary = [...new Set(TEXTS)].sort(byCodePoints);
  const codes = Uint32Array.from({ length: ROW_COUNT }, (_, row) =>
    dictionary.indexOf(TEXTS[row % TEXTS.length]),
  );
  return { column: 'text, "quoted"', codes, dictionary };
}

function byCodePoints(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Of every unit, with a zone and without. */
function timeColumns(): readonly WrittenColumn[] {
  return TIME_UNITS.flatMap((unit) =>
    (unit === "day" ? [undefined] : [undefined, "UTC"]).map((zone): WrittenColumn => {
      const instants = BigInt64Array.from({ length: ROW_COUNT }, (_, row) => {
        const { first } = instantsBefore(timeOfText(TIMES[row % TIMES.length])?.nanos ?? 0n, unit);
        return first;
      });
      return { column: `${unit}${zone === undefined ? "" : " of UTC"}`, instants, unit, zone };
    }),
  );
}

/** Each column whole, and every other one again with a null in every third row. */
export function sampleColumns(): readonly WrittenColumn[] {
  const whole = [...numberColumns(), textColumn(), ...timeColumns()];
  return whole.flatMap((column, i) => {
    if (i % 2 === 1) return [column];
    const valid = Uint8Array.from({ length: ROW_COUNT }, (_, row) => ((row + i) % 3 === 0 ? 0 : 1));
    return [column, { ...column, column: `${column.column}?`, valid }];
  });
}
