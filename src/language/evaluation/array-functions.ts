// What every function over arrays gives, element by element: the equations of the language.

import { comesBefore } from "../../values/total-order.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import {
  ASSERTION,
  apply,
  arrayOf,
  type Call,
  charge,
  checkSameLength,
  countOf,
  elementShapeOf,
  itemsOf,
  probedElement,
  probedShape,
  scalarsOf,
  unitsOf,
} from "./call.ts";
import {
  combineAll,
  combinePrefixes,
  exclusivePrefixes,
  segmentedPrefixes,
  segmentedTotals,
} from "./fold.ts";
import {
  arrayShape,
  elementShape,
  joinedShapes,
  MOST_EMPTY_ROWS,
  type Shape,
  tupleShape,
  UNKNOWN_SHAPE,
  WIDE,
} from "./shape.ts";
import {
  type ArrayValue,
  arrayLike,
  arrayValue,
  asArray,
  asArrayValue,
  asScalar,
  changedArray,
  elementOf,
  fieldsOf,
  lookAt,
  shapeOf,
  tupleValue,
  type Value,
} from "./value.ts";

/** What every function over arrays gives. Each charges what it costs beside its operands. */
const ARRAY_FUNCTIONS: Readonly<Record<ArrayFunction, (call: Call) => Value>> = {
  iota: (call) => counting(call, countOf(call, 0)),
  replicate: replicate,
  indices: (call) => counting(call, itemsOf(call, 0).length),
  tabulate: tabulate,
  length: (call) => view(call, BigInt(lookAt(arrayOf(call, 0)).length)),
  concat: (call) => joined(call, [arrayOf(call, 0), arrayOf(call, 1)]),
  flatten: flatten,
  transpose: transpose,
  reverse: (call) => view(call, arrayLike(arrayOf(call, 0), [...itemsOf(call, 0)].reverse())),
  rotate: rotate,
  head: (call) => elementAt(call, 0),
  last: (call) => elementAt(call, itemsOf(call, 0).length - 1),
  take: (call) => view(call, arrayLike(arrayOf(call, 1), itemsOf(call, 1).slice(0, cut(call)))),
  drop: (call) => view(call, arrayLike(arrayOf(call, 1), itemsOf(call, 1).slice(cut(call)))),
  zip: zip,
  zip3: zip,
  unzip: (call) => unzip(call, 2),
  unzip3: (call) => unzip(call, 3),
  map: map,
  map1: map,
  map2: map,
  map3: map,
  map4: map,
  map5: map,
  foldl: foldl,
  reduce: reduce,
  reduce_comm: reduce,
  scan: scan,
  exscan: exclusivePrefixes,
  segmented_scan: segmentedPrefixes,
  segmented_reduce: segmentedTotals,
  reduce_by_index: reduceByIndex,
  filter: (call) => arrayLike(arrayOf(call, 1), filtered(call).kept),
  partition: partition,
  scatter: scatter,
  sort: sorted,
  any: (call) => (tests(call).includes(1) ? 1 : 0),
  all: (call) => (tests(call).includes(0) ? 0 : 1),
  assert: asserted,
};

/** A function on its operands, once there is memory for what it gives. */
export function runArrayFunction(call: Call): Value {
  call.context.allocate(call.at, unitsOf(call));
  return ARRAY_FUNCTIONS[call.name](call);
}

function counting(call: Call, length: number): Value {
  charge(call, length);
  const items = Array.from({ length }, (_, index) => BigInt(index));
  return arrayValue(items, WIDE);
}

function replicate(call: Call): Value {
  const length = countOf(call, 0);
  charge(call, length);
  const [, item] = call.operands;
  return length === 0 ? arrayValue([], shapeOf(item)) : arrayValue(Array(length).fill(item), UNKNOWN_SHAPE);
}

function joined(call: Call, arrays: readonly ArrayValue[], element: Shape = UNKNOWN_SHAPE): Value {
  const items = arrays.flatMap((array) => array.items);
  charge(call, items.length);
  return arrayValue(items, arrays.map(elementOf).reduce(joinedShapes, element));
}

function flatten(call: Call): Value {
  const rows = arrayOf(call, 0);
  return joined(call, rows.items.map(asArrayValue), elementShape(elementOf(rows)));
}

/** What is there already, seen in another way. */
function view(call: Call, value: Value): Value {
  charge(call, 0);
  return value;
}

function elementAt(call: Call, index: number): Value {
  const array = arrayOf(call, 0);
  const { items } = array;
  if (items.length > 0) return view(call, items[index]);
  const probed = probedElement(array, call.context);
  if (probed !== undefined) return probed;
  return call.context.fail(call.at, `${call.name} of an array with elements`, "an empty one");
}

/** @throws ProgramError where the condition does not hold; a stand-in says nothing of it */
function asserted(call: Call): Value {
  const [condition, value] = call.operands;
  if (asScalar(condition) !== 1 && !call.context.isProbing)
    call.context.fail(call.at, ASSERTION, "one that does not");
  return view(call, value);
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
  if (length === 0) return view(call, call.operands[1]);
  const by = Number(BigInt(asScalar(call.operands[0])) % BigInt(length));
  const start = (by + length) % length;
  return view(call, arrayLike(arrayOf(call, 1), [...items.slice(start), ...items.slice(0, start)]));
}

function transpose(call: Call): Value {
  const matrix = arrayOf(call, 0);
  const rows = matrix.items.map(asArray);
  checkSameLength(call, rows);
  const row = elementOf(matrix);
  const [length = 0] = row.kind === "array" ? row.lengths : [];
  const element = elementShape(row);
  const column = (index: number): Value =>
    arrayValue(
      rows.map((each) => each[index]),
      element,
    );
  if (rows.length > 0) {
    const columns = rows[0].map((_, index) => column(index));
    return view(call, arrayValue(columns, arrayShape(rows.length, element)));
  }
  // Columns of no elements are as many as a row would have had.
  if (length > MOST_EMPTY_ROWS) {
    const expected = `transpose of at most ${MOST_EMPTY_ROWS} columns without an element`;
    call.context.fail(call.at, expected, String(length));
  }
  return view(call, arrayValue(Array(length).fill(column(0)), arrayShape(0, element)));
}

function zip(call: Call): Value {
  const arrays = call.operands.map(asArray);
  checkSameLength(call, arrays);
  const items = arrays[0].map((_, index) => tupleValue(arrays.map((array) => array[index])));
  return view(call, arrayValue(items, tupleShape(call.operands.map(elementShapeOf))));
}

function unzip(call: Call, width: number): Value {
  const array = arrayOf(call, 0);
  return view(call, tupleValue(Array.from({ length: width }, (_, index) => fieldsOf(array, String(index)))));
}

function tabulate(call: Call): Value {
  const count = countOf(call, 0);
  const items = call.context.parallel(count, (index) => apply(call, 1, BigInt(index)));
  charge(call, count);
  return arrayValue(items, count === 0 ? probedShape(call, 1, [WIDE]) : UNKNOWN_SHAPE);
}

/** map f xs: W = Σ W(f x), S = max S(f x) + 1. */
function map(call: Call): Value {
  const arrays = call.operands.slice(1).map(asArray);
  checkSameLength(call, arrays);
  const items = call.context.parallel(arrays[0].length, (index) => {
    return apply(call, 0, ...arrays.map((array) => array[index]));
  });
  charge(call, items.length);
  if (items.length > 0) return arrayValue(items, UNKNOWN_SHAPE);
  return arrayValue([], probedShape(call, 0, call.operands.slice(1).map(elementShapeOf)));
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
  return arrayLike(arrayOf(call, 2), prefixes);
}

function partition(call: Call): Value {
  const { kept, others } = filtered(call);
  const array = arrayOf(call, 1);
  return tupleValue([arrayLike(array, kept), arrayLike(array, others)]);
}

/** Elements that a predicate holds of, and the others, both in their order. */
function filtered(call: Call): { readonly kept: readonly Value[]; readonly others: readonly Value[] } {
  const items = itemsOf(call, 1);
  const flags = tests(call);
  return {
    kept: items.filter((_, index) => flags[index] === 1),
    others: items.filter((_, index) => flags[index] !== 1),
  };
}

/** A predicate on every element. */
function tests(call: Call): readonly number[] {
  const items = itemsOf(call, 1);
  const flags = call.context.parallel(items.length, (index) => Number(apply(call, 0, items[index])));
  charge(call, items.length);
  return flags;
}

/** scatter dest is vs: dest with vs[j] at is[j]; indices outside are ignored, and of several values at one index the last stays. */
function scatter(call: Call): Value {
  const into = arrayOf(call, 0);
  const { length } = lookAt(into);
  const indices = scalarsOf(call, 1);
  const values = itemsOf(call, 2);
  checkSameLength(call, [itemsOf(call, 1), values]);
  const changes = indices
    .map((index, j) => [index, values[j]] as const)
    .filter(([index]) => index >= 0 && index < length);
  charge(call, indices.length);
  return changes.length === 0 ? into : changedArray(into, changes);
}

/** reduce_by_index dest f ne is vs: f dest[k] (the reduce of what goes to k) for every k that something goes to. */
function reduceByIndex(call: Call): Value {
  const [destination, , neutral] = call.operands;
  const items = itemsOf({ ...call, operands: [destination] }, 0);
  const indices = scalarsOf(call, 3);
  const values = itemsOf(call, 4);
  checkSameLength(call, [itemsOf(call, 3), values]);
  const bins: Value[][] = items.map(() => []);
  indices.forEach((index, j) => {
    bins[index]?.push(values[j]);
  });
  const operator: Call = { ...call, operands: [call.operands[1]] };
  const combined = call.context.parallel(items.length, (bin) => {
    if (bins[bin].length === 0) return items[bin];
    return apply(operator, 0, items[bin], combineAll(operator, bins[bin], neutral));
  });
  charge(call, items.length + indices.length);
  return arrayLike(asArrayValue(destination), combined);
}

/** In total order: −0 before +0, NaN last. */
function sorted(call: Call): Value {
  const items = itemsOf(call, 0).map(asScalar);
  charge(call, items.length);
  return arrayLike(
    arrayOf(call, 0),
    [...items].sort((left, right) => Number(comesBefore(right, left)) - Number(comesBefore(left, right))),
  );
}
