// A column by key: rows without a key or without a value are set aside, and the others are described in one call.

import type { TableColumn, TableNumbers } from "../../../formats.ts";
import { type ElementArray, type ElementType, InvalidArgumentError } from "../../../index.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { sumOptions } from "./contract.ts";
import type { NumericDescribed } from "./described.ts";
import { type DescribeSetting, elementsOf, type Measures } from "./numbers.ts";

/** What rows are grouped by. */
export interface GroupKey {
  readonly name: string;
  readonly keys: ElementArray; // of the rows that have one
  readonly missingRows: Uint32Array;
  readonly label: (key: number | bigint) => string;
}

/** The key of a column of numbers or texts; texts come in the order of their code points. @throws InvalidArgumentError */
export function groupKey({ name = "value", typeName, numbers, texts }: TableColumn): GroupKey {
  if (numbers !== undefined) {
    const keys = elementsOf(numbers.array);
    return { name, keys, missingRows: numbers.missingRows, label: String };
  }
  if (texts === undefined) throw new InvalidArgumentError("by", "a column of numbers or texts", typeName);
  const { codes, dictionary, missingRows } = texts;
  return { name, keys: codes, missingRows, label: (key) => dictionary[Number(key)] };
}

/** Rows of several keys that are described in one call; it takes some sixty bytes of memory for each. */
const MOST_ROWS = 1 << 19;

/** The numbers of a column for each key that has a row. @param mostRows of several keys, less for tests */
export async function describeGroups(
  { executor, functions, rule }: DescribeSetting,
  key: GroupKey,
  column: { readonly name: string; readonly typeName: string; readonly numbers: TableNumbers },
  mostRows = executor.online === undefined ? Number.POSITIVE_INFINITY : MOST_ROWS,
): Promise<readonly NumericDescribed[]> {
  const { name, typeName, numbers } = column;
  const type: ElementType = numbers.type === "bool" ? "u32" : numbers.type;
  const { keys, values, missing } = alignedRows(key, numbers);
  const options = { ...sumOptions(name, type, rule), correction: rule.correction };
  const described: NumericDescribed[] = [];
  for await (const rows of rowsByKeys(functions, { keys, values }, mostRows)) {
    const found = await functions.groupedDescribe(rows.keys, rows.values, options);
    for (const [i, count] of found.count.entries()) {
      const value = found.keys[i];
      const nanCount = found.missingCount[i];
      const missingCount = missing.get(value) ?? 0;
      const measures: Measures = {
        mean: found.mean[i],
        standardDeviation: found.standardDeviation[i],
        min: found.min[i],
        quartiles: [found.lowerQuartile[i], found.median[i], found.upperQuartile[i]],
        max: found.max[i],
        sum: { value: found.sum[i], errorUlps: undefined, boundUlps: undefined },
        histogram: undefined,
      };
      described.push({
        name: key.label(value),
        typeName,
        rowCount: count + nanCount + missingCount,
        missingCount,
        numbers: { type, count, nanCount, measures: count === 0 ? undefined : measures },
      });
    }
  }
  return described;
}

interface KeyedRows {
  readonly keys: ElementArray;
  readonly values: ElementArray;
}

/** The rows of some keys after those of the keys before them, in the order of `sort`: no more than so many, but of one key all. */
async function* rowsByKeys(
  functions: ColumnFunctions,
  rows: KeyedRows,
  mostRows: number,
): AsyncGenerator<KeyedRows> {
  if (rows.keys.length <= mostRows) {
    yield rows;
    return;
  }
  const counts = new Map<Known, number>();
  for (const key of rows.keys) counts.set(known(key), (counts.get(known(key)) ?? 0) + 1);
  const distinct = rows.keys.slice(0, counts.size);
  let next = 0;
  for (const each of counts.keys()) distinct[next++] = each === "-0" ? -0 : each;
  const partOf = new Map<Known, number>();
  const lengths: number[] = [];
  for (const key of await functions.sort(distinct)) {
    const count = counts.get(known(key)) ?? 0;
    const last = lengths.length - 1;
    if (last >= 0 && lengths[last] + count <= mostRows) lengths[last] += count;
    else lengths.push(count);
    partOf.set(known(key), lengths.length - 1);
  }
  const parts = new Uint32Array(rows.keys.length);
  for (let row = 0; row < parts.length; row++) parts[row] = partOf.get(known(rows.keys[row])) ?? 0;
  for (const [part, length] of lengths.entries()) {
    const [keys, values] = [rows.keys.slice(0, length), rows.values.slice(0, length)];
    let kept = 0;
    for (let row = 0; row < parts.length; row++) {
      if (parts[row] !== part) continue;
      keys[kept] = rows.keys[row];
      values[kept] = rows.values[row];
      kept += 1;
    }
    yield { keys, values };
  }
}

/** A key as a Map tells it from others. */
type Known = number | bigint | "-0";

function known(key: number | bigint): Known {
  return Object.is(key, -0) ? "-0" : key;
}

/** Keys and values of the rows that have both, and of each key how many values are missing. */
function alignedRows(key: GroupKey, numbers: TableNumbers) {
  const missing = new Map<number | bigint, number>();
  const all = elementsOf(numbers.array);
  if (key.missingRows.length === 0 && numbers.missingRows.length === 0) {
    return { keys: key.keys, values: all, missing };
  }
  const rowCount = all.length + numbers.missingRows.length;
  const keys = key.keys.slice();
  const values = all.slice();
  let [keyPlace, valuePlace, missingKeys, missingValues, kept] = [0, 0, 0, 0, 0];
  for (let row = 0; row < rowCount; row++) {
    const hasKey = key.missingRows[missingKeys] !== row;
    const hasValue = numbers.missingRows[missingValues] !== row;
    if (hasKey && hasValue) {
      keys[kept] = key.keys[keyPlace];
      values[kept] = all[valuePlace];
      kept += 1;
    } else if (hasKey) {
      const own = key.keys[keyPlace];
      missing.set(own, (missing.get(own) ?? 0) + 1);
    }
    if (hasKey) keyPlace += 1;
    else missingKeys += 1;
    if (hasValue) valuePlace += 1;
    else missingValues += 1;
  }
  return { keys: keys.subarray(0, kept), values: values.subarray(0, kept), missing };
}
