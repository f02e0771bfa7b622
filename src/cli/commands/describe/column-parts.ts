// Columns that come some rows at a time: what there is to say of them is known when the last row has come. Memory holds counts and sums, and a temporary file the numbers.

import { type TableColumn, TIME_UNITS, type TimeMeaning, timeText } from "../../../formats.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { openSpill, type Spill } from "../../held/spill.ts";
import type { CommandIo } from "../../io.ts";
import { type Advance, withProgress } from "../../progress.ts";
import type { ColumnDescribed, TimesDescribed } from "./described.ts";
import { numberParts } from "./number-parts.ts";
import type { DescribeSetting } from "./numbers.ts";

/** Columns to be described. */
interface SeenColumns {
  add(parts: AsyncIterable<readonly TableColumn[]>): Promise<void>;
  described(io: CommandIo): Promise<readonly ColumnDescribed[]>;
  close(): Promise<void>;
}

/** Rows below which no bar is worth it. */
const SHORT_LENGTH = 1 << 20;

/** Columns of which no row has come. */
export function seenColumns(setting: DescribeSetting): SeenColumns {
  const columns: SeenColumn[] = [];
  let spill: Spill | undefined;
  return {
    async add(parts) {
      for await (const part of parts) {
        spill ??= openSpill(part.length);
        for (const [i, column] of part.entries()) {
          const kind = kindOf(column);
          if (columns[i]?.kind !== kind) {
            columns[i]?.values.close();
            columns[i] = seenColumn(kind, valuesOf(setting, column, spill));
          }
          await columns[i].add(column);
        }
      }
    },
    described(io) {
      const rowCount = Math.max(0, ...columns.map((column) => column.rowCount()));
      const work = async (advance: Advance): Promise<readonly ColumnDescribed[]> => {
        const described: ColumnDescribed[] = [];
        for (const column of columns) {
          described.push(await column.described());
          advance(described.length, columns.length);
        }
        return described;
      };
      return rowCount < SHORT_LENGTH ? work(() => {}) : withProgress(io, "describing", work);
    },
    async close() {
      for (const { values } of columns) values.close();
      await spill?.close();
    },
  };
}

function kindOf({ numbers, times }: TableColumn): string {
  if (times !== undefined) return "times";
  return numbers === undefined ? "others" : numbers.type;
}

/** The values of a column. */
interface Values {
  add(column: TableColumn): Promise<void>;
  described(): Promise<Pick<ColumnDescribed, "numbers" | "times">>;
  close(): void;
}

interface SeenColumn {
  readonly kind: string;
  readonly values: Values;
  rowCount(): number;
  add(column: TableColumn): Promise<void>;
  described(): Promise<ColumnDescribed>;
}

function seenColumn(kind: string, values: Values): SeenColumn {
  let about = { name: "", typeName: "", isText: false };
  let rowCount = 0;
  let missingCount: number | undefined = 0;
  return {
    ...{ kind, values, rowCount: () => rowCount },
    async add(column) {
      const { name = "value", typeName, isText = false, missingCount: missing } = column;
      about = { name, typeName, isText };
      rowCount += column.rowCount;
      missingCount = missingCount === undefined || missing === undefined ? undefined : missingCount + missing;
      await values.add(column);
    },
    described: async () => ({ ...about, rowCount, missingCount, ...(await values.described()) }),
  };
}

function valuesOf(
  setting: DescribeSetting,
  { name = "value", numbers, times }: TableColumn,
  spill: Spill,
): Values {
  if (times !== undefined) return timeParts(setting.functions);
  if (numbers === undefined) {
    return { add: async () => {}, described: async () => ({ numbers: undefined }), close() {} };
  }
  const parts = numberParts(setting, { name, type: numbers.type }, spill);
  return {
    add: async (column) => column.numbers && parts.add(column.numbers.array),
    described: async () => ({ numbers: await parts.described() }),
    close: parts.close,
  };
}

/** The first and the last of times. Units become finer from part to part. */
function timeParts(functions: ColumnFunctions): Values {
  let ends: { readonly first: bigint; readonly last: bigint } | undefined;
  let meaning: TimeMeaning = { unit: "day", zone: undefined };
  return {
    async add({ numbers, times = meaning }) {
      const steps = TIME_UNITS.indexOf(times.unit) - TIME_UNITS.indexOf(meaning.unit);
      const factor = ends === undefined ? 1n : 1000n ** BigInt(steps);
      meaning = times;
      const instants = numbers?.array as BigInt64Array;
      const { first, last } = { first: (ends?.first ?? 0n) * factor, last: (ends?.last ?? 0n) * factor };
      if (instants.length === 0) {
        ends = ends && { first, last };
        return;
      }
      const { min, max } = await functions.minMax(instants);
      ends =
        ends === undefined
          ? { first: min, last: max }
          : { first: min < first ? min : first, last: max > last ? max : last };
    },
    described: async () => ({ numbers: undefined, times: timesDescribed(meaning, ends) }),
    close() {},
  };
}

/** Of times that have these ends, or of none. */
export function timesDescribed(
  meaning: TimeMeaning,
  ends: { readonly first: bigint; readonly last: bigint } | undefined,
): TimesDescribed {
  const { unit } = meaning;
  return {
    type: unit === "day" ? "date" : `time[${unit}]`,
    first: ends && timeText(ends.first, meaning),
    last: ends && timeText(ends.last, meaning),
  };
}
