// Programs for lanes run on one number: what each operation does to a double, with JavaScript's own arithmetic.

import type { LaneCode, LaneOperation } from "../../src/elementary/lanes/lane-code.ts";

const double = new Float64Array(1);
const word = new BigUint64Array(double.buffer);

function bitsOf(value: number): bigint {
  double[0] = value;
  return word[0];
}

function fromBits(bits: bigint): number {
  word[0] = BigInt.asUintN(64, bits);
  return double[0];
}

const NO_BITS = 0n;
const ALL_BITS = -1n;

const mask = (isTrue: boolean): number => fromBits(isTrue ? ALL_BITS : NO_BITS);

const OPERATIONS: Partial<Record<LaneOperation, (first: number, second: number, third: number) => number>> = {
  add: (first, second) => first + second,
  subtract: (first, second) => first - second,
  multiply: (first, second) => first * second,
  magnitude: Math.abs,
  isEqual: (first, second) => mask(first === second),
  and: (first, second) => fromBits(bitsOf(first) & bitsOf(second)),
  or: (first, second) => fromBits(bitsOf(first) | bitsOf(second)),
  pick: (first, second, third) => (bitsOf(third) === NO_BITS ? second : first),
  plus: (first, second) => fromBits(bitsOf(first) + bitsOf(second)),
  minus: (first, second) => fromBits(bitsOf(first) - bitsOf(second)),
};

/** An emitter that computes at once, with these tables. NaNs as masks and as bits go through numbers: engines keep those that no operation makes. */
export function numbersAsLanes(tables: Float64Array): LaneCode<number> {
  const unused = (): never => {
    throw new Error("not of one number");
  };
  return {
    apply(operation, ...operands) {
      const run = OPERATIONS[operation] ?? unused;
      const [first, second = 0, third = 0] = operands;
      return run(first, second, third);
    },
    shift: (direction, value, bits) =>
      fromBits(direction === "left" ? bitsOf(value) << BigInt(bits) : bitsOf(value) >> BigInt(bits)),
    keep: (value) => value,
    number: (value) => value,
    number32: unused,
    bits: fromBits,
    halves: unused,
    rows({ start, rowBytes }, places) {
      const row = start / 8 + Number(bitsOf(places)) * (rowBytes / 8);
      return {
        column: (index) => tables[row + index],
        columns: (index) => [tables[row + index], tables[row + index + 1]],
      };
    },
  };
}
