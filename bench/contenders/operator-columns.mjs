import { allocate } from "samebits";

/** @typedef {import("../cases/operators.mjs").ColumnType} ColumnType */
/** @typedef {import("../cases/operators.mjs").ValueType} ValueType */
/** @typedef {Float64Array | Float32Array | Uint32Array | Uint8Array} ColumnArray */
/** @typedef {ColumnArray | Record<string, ColumnArray>} Columns  as the API has them: an array, or a record's arrays by field */

const ARRAYS = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, bool: Uint8Array };
const PAGE_BYTES = 4096;
/** Eight columns are then far apart modulo a page: see `ordinaryPair`. */
const GAP_BYTES = 448;

/** @param {ValueType} type @returns {readonly ColumnType[]} */
const columnTypes = (type) => (typeof type === "string" ? [type] : Object.values(type));

/** Columns in the shape of their type. @param {ValueType} type @param {readonly ColumnArray[]} columns @returns {Columns} */
export function shaped(type, columns) {
  if (typeof type === "string") return columns[0];
  return Object.fromEntries(Object.keys(type).map((field, i) => [field, columns[i]]));
}

/** The inverse of `shaped`. @param {Columns} columns @returns {readonly ColumnArray[]} */
export function columnsIn(columns) {
  return ArrayBuffer.isView(columns) ? [columns] : Object.values(columns);
}

/** The value of a reduce as columns of one element. @param {ValueType} type @param {unknown} value @returns {readonly ColumnArray[]} */
export function columnsOfValue(type, value) {
  const parts = typeof type === "string" ? [value] : Object.keys(type).map((field) => Object(value)[field]);
  return columnTypes(type).map((each, i) => ARRAYS[each].of(Number(parts[i])));
}

/** So many columns for input and output each. @param {ValueType} type @param {number} n @param {"library" | "caller"} memory */
export function newColumns(type, n, memory) {
  const types = columnTypes(type);
  const all = memory === "library" ? inLibrary([...types, ...types], n) : ordinary([...types, ...types], n);
  return { input: all.slice(0, types.length), output: all.slice(types.length) };
}

/** @param {readonly ColumnType[]} types @param {number} n @returns {ColumnArray[]} */
function inLibrary(types, n) {
  return types.map((type) => allocate(type, n).array);
}

/** Views of one buffer, as `ordinaryPair` makes them and for its reason. @param {readonly ColumnType[]} types @param {number} n @returns {ColumnArray[]} */
function ordinary(types, n) {
  const offsets = [0];
  for (const type of types) {
    const end = offsets[offsets.length - 1] + n * ARRAYS[type].BYTES_PER_ELEMENT;
    offsets.push(Math.ceil(end / PAGE_BYTES) * PAGE_BYTES + GAP_BYTES * offsets.length);
  }
  const buffer = new ArrayBuffer(offsets[types.length]);
  return types.map((type, i) => new ARRAYS[type](buffer, offsets[i], n));
}
