import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BINARY_ROWS,
  BITCAST_ROWS,
  CONVERT_ROWS,
  type Rows,
  UNARY_ROWS,
} from "../../test/helpers/operators/semantics.ts";
import { everyOperation, hostileScalars } from "../../test/helpers/operators/terms.ts";
import { bitsOf, toHex } from "../values/bits.ts";
import { isElement } from "../values/convert.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import { SCALAR_TYPES } from "../values/value-types.ts";
import { evaluateTerm } from "./evaluate.ts";
import {
  BINARY_OPERATIONS,
  BITCASTS,
  type BinaryOperation,
  binary,
  bitcast,
  convert,
  left,
  right,
  select,
  type Term,
  UNARY_OPERATIONS,
  type UnaryOperation,
  unary,
} from "./term.ts";

const SEED = 2026;
const INTEGERS = ["i64", "u64", "i32", "u32"] as const;
type IntegerType = (typeof INTEGERS)[number];

/** One row for one type: what goes in, what must come out, and the row itself for messages. */
interface Row {
  readonly text: string;
  readonly operands: readonly Scalar[];
  readonly expected: Scalar;
}

function readRow(text: string, from: ScalarType, to: ScalarType): Row {
  const [operands, expected] = text.split(" = ");
  return {
    text,
    operands: operands.split(" ").map((token) => readToken(token, from)),
    expected: readToken(expected, to),
  };
}

function readToken(token: string, type: ScalarType): Scalar {
  const { isFloat, isSigned, isBigInt, bytes } = SCALAR_TYPE_FACTS[type];
  if (isFloat) return type === "f32" ? Math.fround(Number(token)) : Number(token);
  const width = BigInt(bytes * 8);
  const top = 2n ** (width - 1n);
  const names = { min: -top, max: isSigned ? top - 1n : 2n * top - 1n, width, top };
  const [, name, offset] = /^(min|max|width|top)([+-]\d+)?$/.exec(token) ?? [];
  const value = name === undefined ? BigInt(token) : names[name as keyof typeof names] + BigInt(offset ?? 0);
  return isBigInt ? value : Number(value);
}

function rowsFor(rows: Rows, types: string, from: ScalarType, to: ScalarType): readonly Row[] {
  const texts = Object.entries(rows).filter(([key]) =>
    types.includes(" ") ? key === types : key.split(" ").includes(types),
  );
  return texts.flatMap(([, each]) => each.map((text) => readRow(text, from, to)));
}

/** Every row holds, there is one at least, and each value is an element of its type. */
function checkRows(rows: readonly Row[], term: Term): void {
  expect(rows.length).toBeGreaterThan(0);
  for (const { text, operands, expected } of rows) {
    const actual = evaluateTerm(term, operands[0], operands[1] ?? operands[0]);
    expect(`${text}: ${toHex(term.type, actual)}`).toBe(`${text}: ${toHex(term.type, expected)}`);
    expect(isElement(term.type, actual)).toBe(true);
  }
}

describe("the rows written by hand", () => {
  const operations = [
    ...(Object.keys(UNARY_OPERATIONS) as UnaryOperation[]).flatMap((operation) =>
      UNARY_OPERATIONS[operation].map((type) => ({
        name: `${operation} ${type}`,
        rows: rowsFor(UNARY_ROWS[operation], type, type, type),
        term: unary(operation, left(type)),
      })),
    ),
    ...(Object.keys(BINARY_OPERATIONS) as BinaryOperation[]).flatMap((operation) =>
      BINARY_OPERATIONS[operation].map((type) => {
        const term = binary(operation, left(type), right(type));
        return {
          name: `${operation} ${type}`,
          rows: rowsFor(BINARY_ROWS[operation], type, type, term.type),
          term,
        };
      }),
    ),
  ];
  it.each(operations)("hold for $name", ({ rows, term }) => checkRows(rows, term));

  for (const from of SCALAR_TYPES) {
    const others = SCALAR_TYPES.filter((to) => to !== from && to !== "bool");
    it.each(others)(`hold for the conversion of ${from} to %s`, (to) => {
      checkRows(rowsFor(CONVERT_ROWS, `${from} ${to}`, from, to), convert(to, left(from)));
    });
    it.each(BITCASTS[from])(`hold for the bits of ${from} as %s`, (to) => {
      checkRows(rowsFor(BITCAST_ROWS, `${from} ${to}`, from, to), bitcast(to, left(from)));
    });
  }

  it.each(SCALAR_TYPES)("hold for select of %s: the first where the condition holds", (type) => {
    const values = hostileScalars(type);
    const [first, second] = [values[0], values[1]];
    const isFirst = binary("equal", left(type), left(type));
    expect(evaluateTerm(select(isFirst, left(type), right(type)), first, second)).toBe(first);
    expect(evaluateTerm(select(unary("not", isFirst), left(type), right(type)), first, second)).toBe(second);
  });
});

/** The representative of a class modulo 2^width, by the definition of a remainder. */
function modulo(type: IntegerType, value: bigint): bigint {
  const { bytes, isSigned } = SCALAR_TYPE_FACTS[type];
  const size = 2n ** BigInt(bytes * 8);
  const residue = ((value % size) + size) % size;
  return isSigned && residue >= size / 2n ? residue - size : residue;
}

/** The binary digits of an integer, the lowest first. */
function digitsOf(type: IntegerType, value: Scalar): readonly number[] {
  const bits = bitsOf(type, value);
  return Array.from({ length: SCALAR_TYPE_FACTS[type].bytes * 8 }, (_, place) =>
    Number((bits / 2n ** BigInt(place)) % 2n),
  );
}

function fromDigits(type: IntegerType, digits: readonly number[]): bigint {
  return modulo(
    type,
    digits.reduce((sum, digit, place) => sum + BigInt(digit) * 2n ** BigInt(place), 0n),
  );
}

function at(digits: readonly number[], place: number, beyond = 0): number {
  return place >= 0 && place < digits.length ? digits[place] : beyond;
}

describe.each(INTEGERS)("%s is arithmetic on integers and digits", (type) => {
  const width = SCALAR_TYPE_FACTS[type].bytes * 8;
  const bits = fc.oneof(
    fc.constantFrom(...hostileScalars(type).map((value) => bitsOf(type, value))),
    fc.bigInt({ min: 0n, max: 2n ** BigInt(width) - 1n }),
  );
  const value = bits.map((each): Scalar => {
    const element = modulo(type, each);
    return SCALAR_TYPE_FACTS[type].isBigInt ? element : Number(element);
  });

  const checkBinary = (
    oracle: Partial<Record<BinaryOperation, (first: Scalar, second: Scalar) => bigint>>,
  ): void => {
    for (const [operation, expected] of Object.entries(oracle)) {
      const term = binary(operation as BinaryOperation, left(type), right(type));
      fc.assert(
        fc.property(value, value, (first, second) => {
          const actual = evaluateTerm(term, first, second);
          expect(isElement(term.type, actual)).toBe(true);
          expect(`${operation} ${actual}`).toBe(`${operation} ${expected(first, second)}`);
        }),
        { seed: SEED, numRuns: 200 },
      );
    }
  };

  it("modulo a power of two", () => {
    const wrapped =
      (operation: (first: bigint, second: bigint) => bigint) => (first: Scalar, second: Scalar) =>
        modulo(type, operation(BigInt(first), BigInt(second)));
    checkBinary({
      add: wrapped((first, second) => first + second),
      subtract: wrapped((first, second) => first - second),
      multiply: wrapped((first, second) => first * second),
      min: wrapped((first, second) => [first, second].sort((one, two) => (one < two ? -1 : 1))[0]),
      max: wrapped((first, second) => [first, second].sort((one, two) => (one < two ? 1 : -1))[0]),
    });
  });

  it("with quotients towards zero and remainders that complete them", () => {
    const [quotient, remainder] = (["divide", "remainder"] as const).map((operation) =>
      binary(operation, left(type), right(type)),
    );
    fc.assert(
      fc.property(value, value, (first, second) => {
        fc.pre(BigInt(second) !== 0n);
        const [whole, divisor] = [BigInt(first), BigInt(second)];
        const times = BigInt(evaluateTerm(quotient, first, second));
        const rest = BigInt(evaluateTerm(remainder, first, second));
        const size = (each: bigint): bigint => (each < 0n ? -each : each);
        expect(modulo(type, times * divisor + rest)).toBe(whole);
        expect(size(rest) < size(divisor)).toBe(true);
        expect(rest === 0n || rest < 0n === whole < 0n).toBe(true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("digit by digit", () => {
    const each = (rule: (first: number, second: number) => boolean) => (first: Scalar, second: Scalar) => {
      const others = digitsOf(type, second);
      return fromDigits(
        type,
        digitsOf(type, first).map((digit, place) => (rule(digit, others[place]) ? 1 : 0)),
      );
    };
    const moved =
      (source: (digits: readonly number[], place: number, distance: number) => number) =>
      (first: Scalar, second: Scalar) => {
        const distance = Number(bitsOf(type, second) % BigInt(width));
        const digits = digitsOf(type, first);
        return fromDigits(
          type,
          digits.map((_, place) => source(digits, place, distance)),
        );
      };
    checkBinary({
      and: each((first, second) => first === 1 && second === 1),
      or: each((first, second) => first === 1 || second === 1),
      xor: each((first, second) => first !== second),
      shiftLeft: moved((digits, place, distance) => at(digits, place - distance)),
      shiftRight: moved((digits, place, distance) =>
        at(digits, place + distance, SCALAR_TYPE_FACTS[type].isSigned ? digits[width - 1] : 0),
      ),
      rotateLeft: moved((digits, place, distance) => digits[(place - distance + width) % width]),
    });
  });

  it("whose digits it counts", () => {
    const evaluate = (operation: UnaryOperation, operand: Scalar): Scalar =>
      evaluateTerm(unary(operation, left(type)), operand, operand);
    fc.assert(
      fc.property(value, (operand) => {
        const digits = digitsOf(type, operand);
        const lowest = digits.indexOf(1);
        expect(Number(evaluate("countOnes", operand))).toBe(digits.reduce((sum, digit) => sum + digit, 0));
        expect(Number(evaluate("countTrailingZeros", operand))).toBe(lowest < 0 ? width : lowest);
        expect(Number(evaluate("countLeadingZeros", operand))).toBe(width - 1 - digits.lastIndexOf(1));
        expect(BigInt(evaluate("not", operand))).toBe(
          fromDigits(
            type,
            digits.map((digit) => 1 - digit),
          ),
        );
        expect(BigInt(evaluate("negate", operand))).toBe(modulo(type, -BigInt(operand)));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("every operation", () => {
  it.each(everyOperation())("gives elements of its type: $name", ({ term, operandType }) => {
    const strays: string[] = [];
    for (const first of hostileScalars(operandType)) {
      for (const second of hostileScalars(operandType)) {
        const value = evaluateTerm(term, first, second);
        const isStray =
          !isElement(term.type, value) || (!SCALAR_TYPE_FACTS[term.type].isFloat && Object.is(value, -0));
        if (isStray) strays.push(`${first}, ${second}: ${value}`);
      }
    }
    expect(strays).toEqual([]);
  });
});
