import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileColumns, RECORD_OPERATORS } from "../../../../test/helpers/operators/operators.ts";
import { combineRecords } from "../../../codegen/closures.ts";
import { binary, constant, convert, left, right, type Term, unary } from "../../../operators/term.ts";
import { ELEMENT_TYPES, type Scalar, type ScalarType } from "../../../values/element-types.ts";
import { bitsView } from "../../../values/total-order.ts";
import { type Column, type Columns, newColumn } from "../../../values/value-types.ts";
import { MAP_LOOPS } from "../typed/map-loops.ts";
import { wordLoop } from "../typed/word-loops.ts";
import { mapColumns } from "./map-columns.ts";

const SEED = 1125;

describe("mapColumns", () => {
  it(`has the bits of closures over one record after the other (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...RECORD_OPERATORS), fc.nat(2500), fc.nat(), (operator, length, draw) => {
        const first = hostileColumns(operator.columns, length, pickFrom(draw));
        const second = hostileColumns(operator.columns, length, pickFrom(draw + 1));
        expectSame(operator.terms, first, second, length);
      }),
      { seed: SEED, numRuns: 120 },
    );
  });

  it("has them for each loop, with columns and with constants", () => {
    for (const type of [...ELEMENT_TYPES, "bool"] as const) {
      const columns: readonly Column[] = [{ path: [], type }];
      const operations = Object.keys(MAP_LOOPS).filter((name) => MAP_LOOPS[name][type] !== undefined);
      expect(operations.length).toBeGreaterThan(3);
      for (const name of operations) {
        const operation = name as Parameters<typeof binary>[0];
        const length = 1100;
        const first = hostileColumns(columns, length, pickFrom(1));
        const second = hostileColumns(columns, length, pickFrom(2));
        const three = constant(type, type === "i64" || type === "u64" ? 3n : type === "bool" ? 1 : 3);
        expectSame(
          [
            binary(operation, left(type), right(type)),
            binary(operation, three, left(type)),
            left(type),
            three,
          ],
          first,
          second,
          length,
        );
      }
    }
  });
});

describe("loops over words", () => {
  const length = 1100;
  const values = (type: ScalarType, seed: number): Columns => {
    const [column] = hostileColumns([{ path: [], type }], length, pickFrom(seed));
    // Every second one small, so that quotients and comparisons are not all alike.
    for (let i = 0; i < length; i += 2) {
      const small = Math.trunc(i / 2 - length / 4) % (5 + seed);
      (column as ArrayLike<unknown> as Scalar[])[i] =
        type === "i64" || type === "u64" ? BigInt(small) : type === "bool" ? i & 1 : small;
    }
    return [column];
  };

  it("have the bits of closures: conversions", () => {
    let loops = 0;
    for (const from of [...ELEMENT_TYPES, "bool"] as const) {
      for (const to of ELEMENT_TYPES) {
        const term = convert(to, left(from));
        if (wordLoop(term) !== undefined) loops++;
        expectSame([term], values(from, 1), [], length);
      }
    }
    expect(loops).toBe(20);
  });

  it("have them: comparisons, quotients and remainders", () => {
    let loops = 0;
    for (const type of ["i32", "u32", "i64", "u64"] as const) {
      for (const operation of ["less", "lessOrEqual", "equal", "divide", "remainder"] as const) {
        const [first, second] = [values(type, 1), values(type, 2)];
        const term = binary(operation, left(type), right(type));
        if (wordLoop(term) !== undefined) loops++;
        expectSame([term, binary(operation, left(type), left(type))], first, second, length);
      }
    }
    expect(loops).toBe(12);
    expectSame([unary("not", left("bool"))], values("bool", 1), [], length);
  });
});

function expectSame(terms: readonly Term[], first: Columns, second: Columns, length: number): void {
  const columns = terms.map(({ type }) => ({ path: [], type }));
  const evaluate = combineRecords({ columns, terms });
  const expected = columns.map(({ type }) => newColumn(type, length));
  for (let i = 0; i < length; i++) {
    const row = evaluate(
      first.map((column) => column[i]),
      second.map((column) => column[i]),
    );
    row.forEach((value, k) => {
      (expected[k] as ArrayLike<unknown> as Scalar[])[i] = canonical(columns[k].type, value);
    });
  }
  const actual = mapColumns(terms, first, second, length);
  expect(actual.map((column) => bitsView(column).join())).toEqual(
    expected.map((column) => bitsView(column).join()),
  );
}

function canonical(type: ScalarType, value: Scalar): Scalar {
  return (type === "f64" || type === "f32") && Number.isNaN(value) ? Number.NaN : value;
}

/** Numbers below a length, the same for the same seed. */
function pickFrom(seed: number): (length: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (length) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % length;
  };
}
