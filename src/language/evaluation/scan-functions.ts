import { apply, arrayOf, type Call, charge, checkSameLength, itemsOf, scalarsOf } from "./call.ts";
import { combineAll, combinePrefixes } from "./fold.ts";
import { arrayLike, type Value } from "./value.ts";

/** exscan op ne xs: `ne`, and then `ne` combined with every prefix but the last. */
export function exclusivePrefixes(call: Call): Value {
  const items = itemsOf(call, 2);
  const neutral = call.operands[1];
  const prefixes = combinePrefixes(call, items, neutral);
  const before = prefixes.slice(0, -1);
  // The sweeps give exclusive prefixes at the same cost.
  const values = call.context.unmetered(() => before.map((prefix) => apply(call, 0, neutral, prefix)));
  charge(call, items.length);
  return arrayLike(arrayOf(call, 2), items.length === 0 ? [] : [neutral, ...values]);
}

/** The prefixes of every segment alone. A true flag begins a segment; index 0 always does. */
export function segmentedPrefixes(call: Call): Value {
  const segments = segmentsOf(call);
  const neutral = call.operands[1];
  const prefixes = call.context.parallel(segments.length, (index) => {
    return combinePrefixes(call, segments[index], neutral);
  });
  charge(call, itemsOf(call, 3).length);
  return arrayLike(arrayOf(call, 3), prefixes.flat());
}

/** The reduce of every segment alone. */
export function segmentedTotals(call: Call): Value {
  const segments = segmentsOf(call);
  const neutral = call.operands[1];
  const totals = call.context.parallel(segments.length, (index) =>
    combineAll(call, segments[index], neutral),
  );
  charge(call, itemsOf(call, 3).length);
  return arrayLike(arrayOf(call, 3), totals);
}

function segmentsOf(call: Call): readonly (readonly Value[])[] {
  const flags = scalarsOf(call, 2);
  const items = itemsOf(call, 3);
  checkSameLength(call, [itemsOf(call, 2), items]);
  const segments: Value[][] = [];
  items.forEach((item, index) => {
    if (index === 0 || flags[index] === 1) segments.push([]);
    segments[segments.length - 1].push(item);
  });
  return segments;
}
