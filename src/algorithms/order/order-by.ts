import type { Primitives } from "../../executors/primitives.ts";
import { oneOf } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { imageBits } from "../../values/total-order.ts";
import { pathText } from "../../values/value-types.ts";
import { done, type Steps } from "../call.ts";
import type { GivenColumns } from "../move-columns.ts";

/** A column that records are ordered by. */
export interface KeyColumn {
  readonly column: number; // its place among the columns
  readonly isDescending: boolean;
}

/**
 * The columns named by `by`, the first of which decides first, and the direction of each.
 *
 * @throws InvalidArgumentError for a name that no column has or that comes twice, and for directions that are none
 */
export function keyColumns(given: GivenColumns, by: unknown, descending: unknown): readonly KeyColumn[] {
  const names = given.names.map(pathText);
  const wanted: readonly unknown[] = Array.isArray(by) ? Array.from(by) : [by];
  if (wanted.length === 0) throw new InvalidArgumentError("by", "at least one name of a column", "none");
  const directions = directionsOf(descending, wanted.length);
  return wanted.map((name, i) => {
    const argument = Array.isArray(by) ? `by[${i}]` : "by";
    const column = typeof name === "string" ? names.indexOf(name) : -1;
    if (column === -1) {
      const expected =
        typeof name === "string"
          ? `the name of a column: ${oneOf(name, names)}`
          : "the name of a column, or an Array of them";
      throw new InvalidArgumentError(argument, expected, describe(name));
    }
    if (wanted.indexOf(name) !== i) {
      throw new InvalidArgumentError(argument, "a name that has not come before", describe(name));
    }
    return { column, isDescending: directions[i] };
  });
}

function directionsOf(descending: unknown, count: number): readonly boolean[] {
  if (descending === undefined || typeof descending === "boolean") {
    return Array.from({ length: count }, () => descending === true);
  }
  const isList = Array.isArray(descending) && descending.every((each) => typeof each === "boolean");
  if (isList && descending.length === count) return descending;
  const expected = `true or false, or an Array of ${count} of them, one for each name in "by"`;
  throw new InvalidArgumentError("descending", expected, describe(descending));
}

/**
 * All columns in the order of some of them, stable.
 *
 * Sorts are stable, so the column that decides last is sorted by first. What moves meanwhile are indices; all else is gathered once.
 */
export function* orderBySteps<Vector>(
  on: Primitives<Vector>,
  columns: readonly Vector[],
  by: readonly KeyColumn[],
): Steps<readonly Vector[]> {
  const [{ column: first, isDescending }] = by;
  const others = columns.filter((_, i) => i !== first);
  if (by.length === 1) {
    const { keys, payload } = yield* sortSteps(on, columns[first], others, isDescending);
    return [...payload.slice(0, first), keys, ...payload.slice(first)];
  }
  let indices = yield* done(on.iota(columns[0]));
  let isFirst = true;
  for (const key of by.slice(1).reverse()) {
    const keys = isFirst ? columns[key.column] : (yield* done(on.gather([columns[key.column]], indices)))[0];
    const sorted = yield* sortSteps(on, keys, [indices], key.isDescending);
    indices = sorted.payload[0];
    isFirst = false;
  }
  const [firstKeys] = yield* done(on.gather([columns[first]], indices));
  const { keys, payload } = yield* sortSteps(on, firstKeys, [indices], isDescending);
  const moved = yield* done(on.gather(others, payload[0]));
  return [...moved.slice(0, first), keys, ...moved.slice(first)];
}

function sortSteps<Vector>(
  on: Primitives<Vector>,
  keys: Vector,
  payload: readonly Vector[],
  isDescending: boolean,
): Steps<{ readonly keys: Vector; readonly payload: readonly Vector[] }> {
  return done(on.sort(keys, payload, { isDescending, bits: [0, imageBits(on.typeOf(keys))] }));
}
