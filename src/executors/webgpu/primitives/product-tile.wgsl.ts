// A tile of cells of a product: each the reduce along k of products of a row and a column, and of nothing else.

import { wgslCanonical } from "../../../codegen/wgsl/wgsl-convert.ts";
import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslCombine } from "../../../codegen/wgsl/wgsl-terms.ts";
import { wgslStruct, wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { OperatorBody } from "../../../operators/operator.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { BracketKind } from "../families/cell-bracket.ts";
import { valueOfColumns } from "../kernels/mapped-load.wgsl.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { certifyProducts } from "./certify-products.ts";
import { leavesOf } from "./element-kernels.ts";
import { groupEntry, loadText, storeText } from "./kernel-text.ts";
import { type Kernel, read, written } from "./machine.ts";

/** What a kernel of products is written for. */
interface ProductSetting {
  readonly type: ScalarType; // of both sides as they come
  readonly sum: ScalarType; // as they are multiplied and combined
  readonly add: OperatorBody;
  readonly multiply: OperatorBody;
  readonly bracket: BracketKind;
  readonly shape: CellShape; // of a carry with one cell a thread
  readonly planted?: string | undefined; // in the place of the native product, to show that a certificate can fail
}

/** How cells are shared out. None of it changes a bit. */
export interface CellShape {
  readonly threads: readonly [rows: number, columns: number]; // of a workgroup
  readonly cells: readonly [rows: number, columns: number]; // of a thread, each as many threads apart
  readonly steps: number; // along k that are in workgroup memory at a time
}

/** Cells of a workgroup, by rows and columns. */
export function tileOf({ threads, cells }: CellShape): readonly [rows: number, columns: number] {
  return [threads[0] * cells[0], threads[1] * cells[1]];
}

/** Words of a call. Strides may be negative: places are counted modulo 2^32. */
const PRODUCT_WORDS = [
  ...["rows", "columns", "depth", "block"],
  ...["left_start", "left_row", "left_step", "right_start", "right_step", "right_column"],
  "no_bits", // 0, which no compiler knows
] as const;

/** Levels of a tree: of 2^32 steps. */
const LEVELS = 32;
/** Of them those that stay in registers where a thread has several cells. */
const REGISTER_LEVELS = 5;

/**
 * One tile of cells for each workgroup:
 *
 *     for each STEPS steps along k:
 *       all threads:   rows of A and columns of B to workgroup memory
 *       for each step: value = product; as long as its number ends in a one bit: value = combine(root of that level, value); root of the next level = value
 *     fold the roots of steps beyond the last complete block, then those of blocks, both from the shortest on; combine(blocks, rest)
 *
 * 1. Steps are counted alike by all threads, so that no branch of the counter diverges.
 * 2. A chain has one root and no counter. A carry counts within a block; where one ends, its roots are folded and join the carry.
 * 3. Where operators are short a thread has several cells, whose lowest roots are variables, each written out: nothing is looked up.
 *    Where they are long it has one, and there is one site at which two values are combined as steps go on.
 */
export function productKernel(setting: ProductSetting): Kernel {
  const { type, sum, add, multiply, bracket, shape } = setting;
  const layout = [...shape.threads, ...shape.cells, shape.steps].join("x");
  return {
    key: `products ${bracket} ${layout} ${type} ${sum} ${termsKey([...add.terms, ...multiply.terms])}`,
    columns: [read("lefts"), read("rights"), written("results")],
    words: PRODUCT_WORDS,
    body: () => productText(setting, "integer"),
    certified: multipliesFloats(setting)
      ? {
          body: () => productText(setting, "certified"),
          holds: (device, pipeline) => certifyProducts(device, pipeline, tileOf(shape), bracket),
        }
      : undefined,
  };
}

/** Sums of products of f32 and nothing else, one cell a thread. */
function multipliesFloats({ type, sum, add, multiply, shape }: ProductSetting): boolean {
  const is = (operation: string, [term]: OperatorBody["terms"]): boolean =>
    term.kind === "binary" &&
    term.operation === operation &&
    term.first.kind === "left" &&
    term.second.kind === "right";
  const isPlain = is("add", add.terms) && is("multiply", multiply.terms);
  return isPlain && isSingle(shape) && type === "f32" && sum === "f32";
}

function productText(setting: ProductSetting, arithmetic: "integer" | "certified"): string {
  const { sum, bracket, shape } = setting;
  const library = new WgslLibrary();
  const isCertified = arithmetic === "certified";
  const operators = isCertified ? certifiedSource(setting, library) : exactSource(setting, library);
  const loads = `${loadSource(setting, "left", library)}${loadSource(setting, "right", library)}`;
  const store = storeSource(sum, library);
  const [rows, columns] = tileOf(shape);
  const accumulation = bracket === "tree" ? (isSingle(shape) ? "counter" : "registers") : bracket;
  const parts = ACCUMULATIONS[accumulation](shape);
  return `${library.source()}${wgslStruct([sum])}${operators}
${isCertified ? "" : "fn judge(value: Value) {}"}
const ROWS = ${rows}u;
const COLUMNS = ${columns}u;
const STEPS = ${shape.steps}u;
const THREADS = ${shape.threads[0] * shape.threads[1]}u;
const THREAD_ROWS = ${shape.threads[0]}u;
const THREAD_COLUMNS = ${shape.threads[1]}u;
var<workgroup> left_tile: array<Value, ${rows * shape.steps}>;
var<workgroup> right_tile: array<Value, ${columns * shape.steps}>;
${loads}${store}${parts.functions}
${groupEntry(shape.threads[0] * shape.threads[1])}
  let tile_columns = (columns() + COLUMNS - 1u) / COLUMNS;
  let first_row = (group / tile_columns) * ROWS;
  let first_column = (group % tile_columns) * COLUMNS;
  if (first_row >= rows()) { return; }
  let thread_row = lane / THREAD_COLUMNS;
  let thread_column = lane % THREAD_COLUMNS;
${parts.declarations}
  for (var start = 0u; start < depth(); start += STEPS) {
    let steps = min(STEPS, depth() - start);
    workgroupBarrier();
    load_tiles(first_row, first_column, start, lane);
    workgroupBarrier();
${isCertified ? "    is_native = atomicLoad(&taint) == 0u;" : ""}
    for (var s = 0u; s < steps; s++) {
      let step = start + s;
${parts.step}
    }
  }
${parts.finish}
}
`;
}

function exactSource({ add, multiply }: ProductSetting, library: WgslLibrary): string {
  return `${wgslCombine(multiply, "product_of", "integer", library)}
${wgslCombine(add, "combine", "integer", library)}`;
}

/** Biased exponents of factors, from the first to before the second, whose products may be added natively: from 2^-102 to below 2^86. */
const CLEAN_FACTORS = [76, 170] as const;

/**
 * `product_of` and `combine` by the device's floats as long as all that the workgroup has read is clean, then on bits.
 *
 * Grid argument of scans, one step earlier: of two clean factors the product is normal, its biased exponent in [24, 213), and so a multiple of 2^-126; see `combineSource`. No
 * factor is a zero, which would give zeros of either sign. A product goes through a word that is combined with one of run time, so that nothing fuses it
 * with the sum that it is for.
 */
function certifiedSource({ add, multiply, planted }: ProductSetting, library: WgslLibrary): string {
  const [least, limit] = CLEAN_FACTORS;
  return `${wgslCombine(multiply, "product_bits", "integer", library)}
${wgslCombine(add, "combine_bits", "integer", library)}
${planted ?? wgslCombine(multiply, "product_native", "native", library)}
${wgslCombine(add, "combine_native", "native", library)}
var<private> is_native: bool;
var<workgroup> taint: atomic<u32>;

fn product_of(left: Value, right: Value) -> Value {
  if (is_native) { return Value(product_native(left, right).w0 ^ no_bits()); }
  return product_bits(left, right);
}

fn combine(left: Value, right: Value) -> Value {
  if (is_native) { return combine_native(left, right); }
  return combine_bits(left, right);
}

fn judge(value: Value) {
  if ((value.w0 & 0x7fffffffu) - ${least * 2 ** 23}u >= ${(limit - least) * 2 ** 23}u) { atomicOr(&taint, 1u); }
}
`;
}

function isSingle({ cells }: CellShape): boolean {
  return cells[0] * cells[1] === 1;
}

/** `load_SIDE(across, step)`: an element of a side in the sums' type; `across` is its row, or its column. A side that products do not look at is not read. */
function loadSource(
  { type, sum, multiply }: ProductSetting,
  side: "left" | "right",
  library: WgslLibrary,
): string {
  const across = side === "left" ? "left_row" : "right_column";
  const tiles = side === "left" ? "" : LOAD_TILES;
  const isRead = leavesOf(multiply.terms).some(({ kind }) => kind === side);
  if (!isRead) return `fn load_${side}(across: u32, step: u32) -> Value { return Value(); }\n${tiles}`;
  return `fn load_${side}(across: u32, step: u32) -> Value {
  let place = ${side}_start() + across * ${across}() + step * ${side}_step();
  let element = ${loadText(`${side}s`, type, "place")};
${valueOfColumns({ types: [type], sums: [sum] }, ["element"], library)}
}
${tiles}`;
}

/** Both tiles, step after step. Neighbouring lanes read what lies side by side. Beyond the last row, column or step the last is read: no stored cell has it. */
const LOAD_TILES = `
fn load_tiles(first_row: u32, first_column: u32, start: u32, lane: u32) {
  let is_left_turned = left_row() == 1u;
  for (var i = lane; i < ROWS * STEPS; i += THREADS) {
    let row = select(i / STEPS, i % ROWS, is_left_turned);
    let s = select(i % STEPS, i / ROWS, is_left_turned);
    let value = load_left(min(first_row + row, rows() - 1u), min(start + s, depth() - 1u));
    judge(value);
    left_tile[s * ROWS + row] = value;
  }
  let is_right_turned = right_step() == 1u;
  for (var i = lane; i < COLUMNS * STEPS; i += THREADS) {
    let column = select(i % COLUMNS, i / STEPS, is_right_turned);
    let s = select(i / COLUMNS, i % STEPS, is_right_turned);
    let value = load_right(min(first_column + column, columns() - 1u), min(start + s, depth() - 1u));
    judge(value);
    right_tile[s * COLUMNS + column] = value;
  }
}
`;

/** `store(row, column, value)`; NaNs go as the canonical one. */
function storeSource(sum: ScalarType, library: WgslLibrary): string {
  const value = wgslWords(sum) === 1 ? "value.w0" : "vec2<u32>(value.w0, value.w1)";
  return `fn store(row: u32, column: u32, value: Value) {
  if (row >= rows() || column >= columns()) { return; }
  let place = row * columns() + column;
  let bits = ${wgslCanonical(sum, library)(value)};
  ${storeText("results", sum, "place", "bits")}
}
`;
}

/** How a thread gets from products to its cells. */
interface Accumulation {
  readonly functions: string;
  readonly declarations: string; // in the entry point
  readonly step: string; // of step number \`step\`, which is \`s\` of the tiles
  readonly finish: string;
}

const ACCUMULATIONS: Readonly<
  Record<"chain" | "carry" | "counter" | "registers", (shape: CellShape) => Accumulation>
> = {
  chain: (shape) => ({
    functions: "",
    declarations: cellsOf(shape)
      .map(({ name }) => `  var root${name}: Value;`)
      .join("\n"),
    step: `${operandsText(shape)}
${productsText(shape)}
      if (step == 0u) {
${each(shape, ({ name }) => `        root${name} = value${name};`)}
      } else {
${each(shape, ({ name }) => `        root${name} = combine(root${name}, value${name});`)}
      }`,
    finish: each(shape, (cell) => storeCell(cell, `root${cell.name}`)),
  }),
  carry: (shape) => ({
    functions: JOIN_SOURCE,
    declarations: "",
    step: `      let place = step % block();
${countText("place")}
      if (place + 1u == block()) { carried = join(block(), step >= block()); }`,
    finish: `  let open = depth() % block();
  if (open > 0u) { carried = join(open, depth() >= block()); }
${each(shape, (cell) => storeCell(cell, "carried"))}`,
  }),
  counter: (shape) => ({
    functions: foldSource(1),
    declarations: "",
    step: countText("step"),
    finish: each(shape, (cell) => storeCell(cell, "fold(0u)")),
  }),
  registers: (shape) => ({
    functions: foldSource(cellsOf(shape).length),
    declarations: levels(REGISTER_LEVELS)
      .flatMap((level) => cellsOf(shape).map(({ name }) => `  var root${level}${name}: Value;`))
      .join("\n"),
    step: `${operandsText(shape)}
${productsText(shape)}
${ladderText(shape, 0)}`,
    finish: `${levels(REGISTER_LEVELS)
      .map((level) =>
        each(shape, ({ name, number }) => `  roots[${number * LEVELS + level}u] = root${level}${name};`),
      )
      .join("\n")}
${each(shape, (cell) => storeCell(cell, `fold(${cell.number}u)`))}`,
  }),
};

/** One of a thread's cells. */
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly number: number;
  readonly name: string;
}

function cellsOf({ cells: [rows, columns] }: CellShape): readonly Cell[] {
  return Array.from({ length: rows * columns }, (_, number) => {
    const [row, column] = [Math.floor(number / columns), number % columns];
    return { row, column, number, name: `_${row}_${column}` };
  });
}

function each(shape: CellShape, text: (cell: Cell) => string): string {
  return cellsOf(shape).map(text).join("\n");
}

function levels(count: number): readonly number[] {
  return Array.from({ length: count }, (_, level) => level);
}

function operandsText({ cells: [rows, columns] }: CellShape): string {
  const lefts = levels(rows).map(
    (row) => `      let left${row} = left_tile[s * ROWS + ${row}u * THREAD_ROWS + thread_row];`,
  );
  const rights = levels(columns).map(
    (column) =>
      `      let right${column} = right_tile[s * COLUMNS + ${column}u * THREAD_COLUMNS + thread_column];`,
  );
  return [...lefts, ...rights].join("\n");
}

function productsText(shape: CellShape): string {
  return each(
    shape,
    ({ row, column, name }) => `      var value${name} = product_of(left${row}, right${column});`,
  );
}

function storeCell({ row, column }: Cell, value: string): string {
  return `  store(first_row + ${row}u * THREAD_ROWS + thread_row, first_column + ${column}u * THREAD_COLUMNS + thread_column, ${value});`;
}

/** The counter written out: level by level as long as the step's number has ones, beyond the last register in memory. */
function ladderText(shape: CellShape, level: number): string {
  if (level === REGISTER_LEVELS) {
    return `      var level = ${level}u;
      for (var rest = step >> ${level}u; (rest & 1u) == 1u; rest >>= 1u) {
${each(shape, ({ name, number }) => `        value${name} = combine(roots[${number * LEVELS}u + level], value${name});`)}
        level++;
      }
${each(shape, ({ name, number }) => `      roots[${number * LEVELS}u + level] = value${name};`)}`;
  }
  return `      if ((step & ${2 ** level}u) == 0u) {
${each(shape, ({ name }) => `      root${level}${name} = value${name};`)}
      } else {
${each(shape, ({ name }) => `      value${name} = combine(root${level}${name}, value${name});`)}
${ladderText(shape, level + 1)}
      }`;
}

/** The one cell of a thread: the product joins the roots of all levels that end with it. */
function countText(number: string): string {
  return `      var value = product_of(left_tile[s * ROWS + thread_row], right_tile[s * COLUMNS + thread_column]);
      var level = 0u;
      for (var rest = ${number}; (rest & 1u) == 1u; rest >>= 1u) {
        value = combine(roots[level], value);
        level++;
      }
      roots[level] = value;`;
}

/** `join(steps, has_carry)`: what was carried, and the tree of so many steps of a block, whose roots are those of the levels that its bits name. */
const JOIN_SOURCE = `
var<private> roots: array<Value, ${LEVELS}>;
var<private> carried: Value;

fn join(steps: u32, has_carry: bool) -> Value {
  var value: Value;
  var has_value = false;
  for (var level = 0u; level <= ${LEVELS}u; level++) {
    var earlier = carried;
    if (level == ${LEVELS}u) {
      if (!has_carry) { break; }
    } else {
      if (((steps >> level) & 1u) == 0u) { continue; }
      earlier = roots[level];
      if (!has_value) {
        value = earlier;
        has_value = true;
        continue;
      }
    }
    value = combine(earlier, value);
  }
  return value;
}
`;

/** `fold(cell)`: the value of a cell whose roots lie in memory, those of the levels that the depth's bits name. */
function foldSource(cells: number): string {
  return `
var<private> roots: array<Value, ${cells * LEVELS}>;

fn fold(cell: u32) -> Value {
  var value: Value;
  var rest: Value;
  var has_value = false;
  var has_rest = false;
  for (var level = 0u; level <= ${LEVELS}u; level++) {
    if (level == block() && level < ${LEVELS}u) {
      rest = value;
      has_rest = has_value;
      has_value = false;
    }
    var earlier: Value;
    if (level == ${LEVELS}u) {
      if (!has_rest) { break; }
      if (!has_value) { return rest; }
      earlier = value;
      value = rest;
    } else {
      if (((depth() >> level) & 1u) == 0u) { continue; }
      earlier = roots[cell * ${LEVELS}u + level];
      if (!has_value) {
        value = earlier;
        has_value = true;
        continue;
      }
    }
    value = combine(earlier, value);
  }
  return value;
}
`;
}
