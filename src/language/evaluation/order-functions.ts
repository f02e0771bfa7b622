import { comesBefore } from "../../values/total-order.ts";
import { apply, arrayOf, type Call, charge, checkSameLength, itemsOf, scalarsOf } from "./call.ts";
import { combineAll } from "./fold.ts";
import { arrayLike, asArrayValue, asScalar, type Value } from "./value.ts";

/** Elements that a predicate holds of, and the others, both in their order. */
export function filtered(call: Call): { readonly kept: readonly Value[]; readonly others: readonly Value[] } {
  const items = itemsOf(call, 1);
  const flags = tests(call);
  return {
    kept: items.filter((_, index) => flags[index] === 1),
    others: items.filter((_, index) => flags[index] !== 1),
  };
}

/** A predicate on every element. */
export function tests(call: Call): readonly number[] {
  const items = itemsOf(call, 1);
  const flags = call.context.parallel(items.length, (index) => Number(apply(call, 0, items[index])));
  charge(call, items.length);
  return flags;
}

/** scatter dest is vs: dest with vs[j] at is[j]; indices outside are ignored, and of several values at one index the last stays. */
export function scatter(call: Call): Value {
  const items = [...itemsOf(call, 0)];
  const indices = scalarsOf(call, 1);
  const values = itemsOf(call, 2);
  checkSameLength(call, [itemsOf(call, 1), values]);
  indices.forEach((index, j) => {
    if (index >= 0 && index < items.length) items[index] = values[j];
  });
  charge(call, indices.length);
  return arrayLike(arrayOf(call, 0), items);
}

/** reduce_by_index dest f ne is vs: f dest[k] (the reduce of what goes to k) for every k that something goes to. */
export function reduceByIndex(call: Call): Value {
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
export function sorted(call: Call): Value {
  const items = itemsOf(call, 0).map(asScalar);
  charge(call, items.length);
  return arrayLike(
    arrayOf(call, 0),
    [...items].sort((left, right) => Number(comesBefore(right, left)) - Number(comesBefore(left, right))),
  );
}
