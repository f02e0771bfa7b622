import type { ArrayFunction } from "../types/signatures.ts";
import { apply, type Call, charge, checkSameLength, countOf, itemsOf } from "./call.ts";
import { combineAll, combinePrefixes } from "./fold.ts";
import { filtered, reduceByIndex, scatter, sorted, tests } from "./order-functions.ts";
import { exclusivePrefixes, segmentedPrefixes, segmentedTotals } from "./scan-functions.ts";
import { arrayValue, asArray, asScalar, fieldOf, tupleValue, type Value } from "./value.ts";

interface Meaning {
  readonly arity: number;
  readonly run: (call: Call) => Value;
}

/** What every function over arrays gives. Each charges what it costs beside its operands. */
export const ARRAY_FUNCTIONS: Readonly<Record<ArrayFunction, Meaning>> = {
  iota: { arity: 1, run: (call) => made(call, countOf(call, 0), (index) => BigInt(index)) },
  replicate: { arity: 2, run: (call) => made(call, countOf(call, 0), () => call.operands[1]) },
  indices: { arity: 1, run: (call) => made(call, itemsOf(call, 0).length, (index) => BigInt(index)) },
  tabulate: { arity: 2, run: tabulate },
  length: { arity: 1, run: (call) => view(call, BigInt(itemsOf(call, 0).length)) },
  concat: { arity: 2, run: (call) => joined(call, [itemsOf(call, 0), itemsOf(call, 1)]) },
  flatten: { arity: 1, run: (call) => joined(call, itemsOf(call, 0).map(asArray)) },
  transpose: { arity: 1, run: transpose },
  reverse: { arity: 1, run: (call) => view(call, arrayValue([...itemsOf(call, 0)].reverse())) },
  rotate: { arity: 2, run: rotate },
  head: { arity: 1, run: (call) => elementAt(call, 0) },
  last: { arity: 1, run: (call) => elementAt(call, itemsOf(call, 0).length - 1) },
  take: { arity: 2, run: (call) => view(call, arrayValue(itemsOf(call, 1).slice(0, cut(call)))) },
  drop: { arity: 2, run: (call) => view(call, arrayValue(itemsOf(call, 1).slice(cut(call)))) },
  zip: { arity: 2, run: zip },
  zip3: { arity: 3, run: zip },
  unzip: { arity: 1, run: (call) => unzip(call, 2) },
  unzip3: { arity: 1, run: (call) => unzip(call, 3) },
  map: { arity: 2, run: map },
  map1: { arity: 2, run: map },
  map2: { arity: 3, run: map },
  map3: { arity: 4, run: map },
  map4: { arity: 5, run: map },
  map5: { arity: 6, run: map },
  foldl: { arity: 3, run: foldl },
  reduce: { arity: 3, run: reduce },
  reduce_comm: { arity: 3, run: reduce },
  scan: { arity: 3, run: scan },
  exscan: { arity: 3, run: exclusivePrefixes },
  segmented_scan: { arity: 4, run: segmentedPrefixes },
  segmented_reduce: { arity: 4, run: segmentedTotals },
  reduce_by_index: { arity: 5, run: reduceByIndex },
  filter: { arity: 2, run: (call) => arrayValue(filtered(call).kept) },
  partition: { arity: 2, run: partition },
  scatter: { arity: 3, run: scatter },
  sort: { arity: 1, run: sorted },
  any: { arity: 2, run: (call) => (tests(call).includes(1) ? 1 : 0) },
  all: { arity: 2, run: (call) => (tests(call).includes(0) ? 0 : 1) },
};

function made(call: Call, length: number, item: (index: number) => Value): Value {
  charge(call, length);
  return arrayValue(Array.from({ length }, (_, index) => item(index)));
}

function joined(call: Call, arrays: readonly (readonly Value[])[]): Value {
  const items = arrays.flat();
  charge(call, items.length);
  return arrayValue(items);
}

/** What is there already, seen in another way. */
function view(call: Call, value: Value): Value {
  charge(call, 0);
  return value;
}

function elementAt(call: Call, index: number): Value {
  const items = itemsOf(call, 0);
  if (items.length === 0)
    call.context.fail(call.at, `${call.name} of an array with elements`, "an empty one");
  return view(call, items[index]);
}

/** Where take and drop cut. @throws ProgramError outside the array */
function cut(call: Call): number {
  const count = countOf(call, 0);
  const { length } = itemsOf(call, 1);
  if (count > length) call.context.fail(call.at, `${call.name} of at most ${length}`, String(count));
  return count;
}

function rotate(call: Call): Value {
  const items = itemsOf(call, 1);
  const { length } = items;
  if (length === 0) return view(call, arrayValue([]));
  const by = Number(BigInt(asScalar(call.operands[0])) % BigInt(length));
  const start = (by + length) % length;
  return view(call, arrayValue([...items.slice(start), ...items.slice(0, start)]));
}

function transpose(call: Call): Value {
  const rows = itemsOf(call, 0).map(asArray);
  if (rows.length === 0) return view(call, arrayValue([]));
  checkSameLength(call, rows);
  return view(call, arrayValue(rows[0].map((_, column) => arrayValue(rows.map((row) => row[column])))));
}

function zip(call: Call): Value {
  const arrays = call.operands.map(asArray);
  checkSameLength(call, arrays);
  return view(call, arrayValue(arrays[0].map((_, index) => tupleValue(arrays.map((array) => array[index])))));
}

function unzip(call: Call, width: number): Value {
  const items = itemsOf(call, 0);
  const column = (index: number): Value => arrayValue(items.map((item) => fieldOf(item, String(index))));
  return view(call, tupleValue(Array.from({ length: width }, (_, index) => column(index))));
}

function tabulate(call: Call): Value {
  const count = countOf(call, 0);
  const items = call.context.parallel(count, (index) => apply(call, 1, BigInt(index)));
  charge(call, count);
  return arrayValue(items);
}

/** map f xs: W = Σ W(f x), S = max S(f x) + 1. */
function map(call: Call): Value {
  const arrays = call.operands.slice(1).map(asArray);
  checkSameLength(call, arrays);
  const items = call.context.parallel(arrays[0].length, (index) => {
    return apply(call, 0, ...arrays.map((array) => array[index]));
  });
  charge(call, items.length);
  return arrayValue(items);
}

function foldl(call: Call): Value {
  let value = call.operands[1];
  for (const item of itemsOf(call, 2)) value = apply(call, 0, value, item);
  charge(call, itemsOf(call, 2).length);
  return value;
}

function reduce(call: Call): Value {
  const items = itemsOf(call, 2);
  const value = combineAll(call, items, call.operands[1]);
  charge(call, items.length);
  return value;
}

function scan(call: Call): Value {
  const items = itemsOf(call, 2);
  const prefixes = combinePrefixes(call, items, call.operands[1]);
  charge(call, items.length);
  return arrayValue(prefixes);
}

function partition(call: Call): Value {
  const { kept, others } = filtered(call);
  return tupleValue([arrayValue(kept), arrayValue(others)]);
}
