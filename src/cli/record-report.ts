import {
  type Achieved,
  type ColumnArray,
  hashColumns,
  printContract,
  printType,
  type RecordContract,
  type Scalar,
  type ScalarType,
  toHex,
} from "../index.ts";
import { achievedFields, achievedText } from "./achieved-report.ts";
import { type JsonValue, jsonLine } from "./json-line.ts";
import { shapeOf } from "./record-shape.ts";
import { alignedPairs, jsonScalar, printScalar, printSpeed } from "./report.ts";

/** What was made of records: one record, and the columns that it is the last of where there was a scan. */
interface RecordResult {
  readonly contract: RecordContract;
  readonly achieved: Achieved;
  readonly length: number; // records read
  readonly value: readonly Scalar[] | undefined; // by column; of a scan of nothing there is none
  readonly scan?: { readonly columns: readonly ColumnArray[]; readonly output: string };
  readonly position?: number | undefined; // where a state was kept or given: records so far
  readonly seconds: number;
  readonly bytes: number; // read and written
  readonly nulls: number | undefined;
  readonly nullRule: string | undefined;
}

/** One JSON object: the value in the shape of the type, bits and hashes column by column under their paths. */
export function recordJson(result: RecordResult): string {
  const { contract, achieved, length, value, scan, position, seconds, nulls } = result;
  const { columns } = contract.operator;
  const byPath = (leaves: readonly JsonValue[]): JsonValue =>
    Object.fromEntries(columns.map(({ path }, index) => [path.join("."), leaves[index]]));
  const shown = value?.map((scalar, index) => jsonLeaf(columns[index].type, scalar));
  return jsonLine({
    contract: printContract(contract),
    ...achievedFields(achieved),
    n: length,
    position,
    value: shown === undefined ? null : (shapeOf(contract.type, shown) as JsonValue),
    bits:
      value === undefined ? null : byPath(value.map((scalar, index) => toHex(columns[index].type, scalar))),
    seconds,
    output: scan?.output,
    hash: scan === undefined ? undefined : hashColumns(scan.columns),
    hashes: scan === undefined ? undefined : byPath(scan.columns.map((column) => hashColumns([column]))),
    nulls,
  });
}

/** The same for a person: a line for each column with its value and bits, and its hash where there is one. */
export function recordText(result: RecordResult): string {
  const { contract, achieved, length, value, scan, position, seconds, bytes, nulls, nullRule } = result;
  const { columns } = contract.operator;
  const cells = columns.map(({ type }, index) => {
    const last = value?.[index];
    const shown = last === undefined ? ["none"] : [printLeaf(type, last), toHex(type, last)];
    return scan === undefined ? shown : [...shown, `hash ${hashColumns([scan.columns[index]])}`];
  });
  return alignedPairs([
    ...columns.map(({ path }, index) => [path.join("."), cellsInColumns(cells)[index]] as const),
    ["hash", scan === undefined ? undefined : hashColumns(scan.columns)],
    ["contract", printContract(contract)],
    ["executor", achievedText(achieved, contract)],
    ["n", `${length} ${printType(contract.type)}`],
    ["position", position === undefined ? undefined : String(position)],
    ["nulls", nulls === undefined ? undefined : `${nulls} (${nullRule})`],
    ["time", printSpeed(seconds, bytes)],
    ["output", scan?.output],
  ]);
}

function cellsInColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]))
      .join("  ")
      .trimEnd(),
  );
}

function jsonLeaf(type: ScalarType, value: Scalar): JsonValue {
  return type === "bool" ? value !== 0 : jsonScalar(value);
}

function printLeaf(type: ScalarType, value: Scalar): string {
  return type === "bool" ? String(value !== 0) : printScalar(value);
}
