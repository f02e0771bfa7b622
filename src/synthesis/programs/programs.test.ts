import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reverseNetwork } from "../../networks/direction.ts";
import { koggeStone } from "../../networks/generators/kogge-stone.ts";
import { sklansky } from "../../networks/generators/sklansky.ts";
import { brentKung } from "../../networks/generators/up-down-sweep.ts";
import { isSameNetwork } from "../../networks/network.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import {
  add,
  all,
  and as andTerm,
  ceilLog2,
  compare,
  divide,
  COUNTER as i,
  integer,
  THREAD as j,
  maximum,
  minimum,
  modulo,
  multiply,
  WIDTH as N,
  powerOfTwo,
  shiftLeft,
  shiftRight,
  subtract,
  variable,
} from "./build-terms.ts";
import { decodeProgram } from "./decode-program.ts";
import { evaluateCondition, evaluateTerm } from "./evaluate-term.ts";
import { expandProgram } from "./expand-program.ts";
import type { IndexOperation, IndexTerm, NetworkProgram, ProgramPhase } from "./network-program.ts";
import { printCondition, printProgram, printTerm } from "./print-program.ts";
import { reverseProgram } from "./reverse-program.ts";
import { unrollSingleSteps } from "./substitute.ts";

const levels = ceilLog2(N);
const power = powerOfTwo(i);
const twice = powerOfTwo(add(i, integer(1)));

function phase(part: Partial<ProgramPhase> & Pick<ProgramPhase, "guard" | "source">): ProgramPhase {
  return { first: integer(0), count: levels, direction: "up", destination: j, ...part };
}

const KOGGE_STONE: NetworkProgram = {
  phases: [phase({ guard: compare(power, "lessOrEqual", j), source: subtract(j, power) })],
};
const SKLANSKY: NetworkProgram = {
  phases: [
    phase({
      guard: compare(modulo(shiftRight(j, i), integer(2)), "equal", integer(1)),
      source: subtract(shiftLeft(shiftRight(j, i), i), integer(1)),
    }),
  ],
};
const rest = modulo(add(j, integer(1)), twice);
const BRENT_KUNG: NetworkProgram = {
  phases: [
    phase({ guard: compare(rest, "equal", integer(0)), source: subtract(j, power) }),
    phase({
      direction: "down",
      count: subtract(levels, integer(1)),
      guard: all([compare(twice, "lessOrEqual", j), compare(rest, "equal", power)]),
      source: subtract(j, power),
    }),
  ],
};

describe("terms", () => {
  const OPERATIONS: Readonly<Record<IndexOperation, (left: bigint, right: bigint) => bigint>> = {
    add: (left, right) => left + right,
    subtract: (left, right) => left - right,
    multiply: (left, right) => left * right,
    shiftLeft: (left, right) => left << right,
    shiftRight: (left, right) => left >> right,
    divide: (left, right) => (left - (((left % right) + right) % right)) / right,
    modulo: (left, right) => ((left % right) + right) % right,
    and: (left, right) => left & right,
    minimum: (left, right) => (left < right ? left : right),
    maximum: (left, right) => (left > right ? left : right),
  };
  const SMALL_RIGHT: readonly IndexOperation[] = ["shiftLeft", "shiftRight", "divide", "modulo"];
  const operand = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }));

  test.each(Object.entries(OPERATIONS))("%s is that of whole numbers without an end", (name, exactly) => {
    const operation = name as IndexOperation;
    const right = SMALL_RIGHT.includes(operation) ? fc.integer({ min: 1, max: 70 }) : operand;
    fc.assert(
      fc.property(operand, right, (x, y) => {
        const term: IndexTerm = { kind: "binary", operation, left: variable("x"), right: variable("y") };
        const expected = exactly(BigInt(x), BigInt(y));
        if (BigInt.asIntN(54, expected) !== expected || expected === -(2n ** 53n)) {
          expect(() => evaluateTerm(term, { x, y })).toThrow(InvalidArgumentError);
        } else {
          expect(BigInt(evaluateTerm(term, { x, y }))).toBe(expected);
          expect(Object.is(evaluateTerm(term, { x, y }), -0)).toBe(false);
        }
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  test.each([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 2],
    [65_537, 17],
    [2 ** 40, 40],
    [2 ** 40 + 1, 41],
  ])("⌈log2 %d⌉ = %d", (value, expected) => {
    expect(evaluateTerm(levels, { N: value })).toBe(expected);
  });

  test("what has no value is refused, by name", () => {
    expect(() => evaluateTerm(add(i, variable("k")), { i: 1 })).toThrow(/"k" must be a whole number/);
    expect(() => evaluateTerm(shiftLeft(i, j), { i: 1, j: -1 })).toThrow(/"shift places" must be not neg/);
    expect(() => evaluateTerm(modulo(i, j), { i: 1, j: 0 })).toThrow(/"modulus" must be positive, got 0/);
    expect(() => evaluateTerm(divide(i, j), { i: 1, j: -2 })).toThrow(/"divisor" must be positive, got -2/);
    expect(() => evaluateTerm(levels, { N: 0 })).toThrow(/"ceilLog2" must be of a positive number, got 0/);
  });

  test("builders keep the value and work out what is constant", () => {
    expect(subtract(add(j, integer(3)), integer(3))).toEqual(j);
    expect(add(integer(2), subtract(j, integer(5)))).toEqual(subtract(j, integer(3)));
    expect(shiftLeft(integer(3), integer(4))).toEqual(integer(48));
    expect(multiply(integer(0), j)).toEqual(integer(0));
    fc.assert(
      fc.property(operand, fc.nat(20), fc.nat(20), (x, offset, other) => {
        const term = subtract(add(add(variable("x"), integer(offset)), integer(-other)), integer(7));
        expect(evaluateTerm(term, { x })).toBe(x + offset - other - 7);
      }),
      { seed: 8 },
    );
  });

  test("conditions stop at the first that fails", () => {
    const guarded = all([compare(integer(0), "less", i), compare(modulo(j, i), "equal", integer(0))]);
    expect(evaluateCondition(guarded, { i: 0, j: 4 })).toBe(false);
    expect(evaluateCondition(guarded, { i: 2, j: 4 })).toBe(true);
    expect(evaluateCondition(all([]), {})).toBe(true);
    expect(evaluateCondition(compare(i, "notEqual", j), { i: 0, j: 4 })).toBe(true);
  });
});

describe("programs", () => {
  const widths = [1, 2, 3, 4, 5, 8, 13, 16, 37, 64, 100];
  test.each([
    ["Kogge and Stone's", KOGGE_STONE, koggeStone],
    ["Sklansky's", SKLANSKY, sklansky],
    ["Brent and Kung's", BRENT_KUNG, brentKung],
  ])("%s network at every width", (_name, program, generator) => {
    for (const width of widths) {
      expect(isSameNetwork(expandProgram(program, width), generator(width)), `N = ${width}`).toBe(true);
    }
  });

  test("counters up, down, none", () => {
    const serial = (direction: "up" | "down"): NetworkProgram => ({
      phases: [
        phase({
          direction,
          first: integer(1),
          count: subtract(N, integer(1)),
          guard: compare(j, "equal", i),
          source: subtract(j, integer(1)),
        }),
      ],
    });
    expect(expandProgram(serial("up"), 4).steps).toEqual([[[0, 1]], [[1, 2]], [[2, 3]]]);
    expect(expandProgram(serial("down"), 4).steps).toEqual([[[2, 3]], [[1, 2]], [[0, 1]]]);
    expect(expandProgram(serial("up"), 1).steps).toEqual([]);
  });

  test("for the other direction, and back", () => {
    for (const width of widths) {
      const backward = expandProgram(reverseProgram(BRENT_KUNG), width);
      expect(isSameNetwork(backward, reverseNetwork(brentKung(width)))).toBe(true);
    }
    expect(reverseProgram(reverseProgram(BRENT_KUNG))).toEqual(BRENT_KUNG);
    const pairs: NetworkProgram = {
      phases: [phase({ guard: compare(add(j, power), "less", N), source: j, destination: add(j, power) })],
    };
    expect(isSameNetwork(expandProgram(reverseProgram(pairs), 13), reverseNetwork(koggeStone(13)))).toBe(
      true,
    );
  });

  test("through JSON, and what is none is refused with its place", () => {
    expect(decodeProgram(JSON.parse(JSON.stringify(BRENT_KUNG)))).toEqual(BRENT_KUNG);
    expect(() => decodeProgram([])).toThrow(/"program" must be an object, got an Array of length 0/);
    expect(() => decodeProgram({ phases: [{}] })).toThrow(
      /"program.phases\[0\].direction" must be "up" or "down"/,
    );
    const [first] = KOGGE_STONE.phases;
    const decode = (part: object) => () => decodeProgram({ phases: [{ ...first, ...part }] }, "file");
    expect(decode({ first: { kind: "variable", name: 3 } })).toThrow(
      /"file.phases\[0\].first.name" must be a name, of letters, digits and _, got 3/,
    );
    expect(decode({ count: { kind: "float" } })).toThrow(/count.kind" must be a kind of term, got "float"/);
    expect(decode({ guard: { kind: "any" } })).toThrow(/guard.kind" must be a kind of condition, got "any"/);
  });

  test("names besides i, j and N", () => {
    const program = {
      phases: [phase({ count: integer(1), guard: compare(j, "equal", variable("K")), source: integer(0) })],
    };
    expect(expandProgram(program, 8, { K: 5 }).steps).toEqual([[[0, 5]]]);
  });

  test("a pair that is none is named with its place", () => {
    const outside = { phases: [phase({ guard: all([]), source: subtract(j, power) })] };
    expect(() => expandProgram(outside, 4)).toThrow(
      /"program" must be a program whose pairs in phase 1 at i = 0 are of two wires from 0 to 3, each written once, got \(-1, 0\)/,
    );
    const twiceWritten = {
      phases: [phase({ guard: compare(integer(0), "less", j), source: integer(1), destination: integer(3) })],
    };
    expect(() => expandProgram(twiceWritten, 4)).toThrow(/got \(1, 3\)/);
    const endless = { phases: [phase({ count: powerOfTwo(N), guard: all([]), source: i })] };
    expect(() => expandProgram(endless, 40)).toThrow(/"count" must be at most 131072 steps/);
    expect(() => expandProgram(SKLANSKY, 0)).toThrow(/"width" must be an integer/);
  });
});

describe("as text", () => {
  test("a program", () => {
    expect(printProgram(BRENT_KUNG)).toBe(
      [
        "for (i = 0; i < ceilLog2(N); i++)",
        "  for all j < N where (j + 1) % 2^(i + 1) == 0:",
        "    a[j] = a[j - 2^i] . a[j]",
        "for (i = ceilLog2(N) - 2; i >= 0; i--)",
        "  for all j < N where 2^(i + 1) <= j && (j + 1) % 2^(i + 1) == 2^i:",
        "    a[j] = a[j - 2^i] . a[j]",
        "",
      ].join("\n"),
    );
  });

  test("a phase of one step at every width, and a program for suffixes", () => {
    const single = unrollSingleSteps({
      phases: [
        phase({
          first: integer(2),
          count: integer(1),
          guard: compare(power, "lessOrEqual", j),
          source: subtract(j, power),
        }),
      ],
    });
    expect(printProgram(single)).toBe("for all j < N where 4 <= j:\n  a[j] = a[j - 4] . a[j]\n");
    expect(printProgram(reverseProgram(KOGGE_STONE))).toBe(
      [
        "for (i = 0; i < ceilLog2(N); i++)",
        "  for all j < N where 2^i <= N - 1 - j:",
        "    a[j] = a[j] . a[j + 2^i]",
        "",
      ].join("\n"),
    );
  });

  test("terms with as many parentheses as they need", () => {
    expect(printTerm(subtract(shiftLeft(shiftRight(j, i), i), integer(1)))).toBe("(j >> i << i) - 1");
    expect(printTerm(subtract(i, subtract(j, N)))).toBe("i - (j - N)");
    expect(printTerm(multiply(add(i, j), integer(-2)))).toBe("(i + j) * (-2)");
    expect(printTerm(andTerm(andTerm(i, j), minimum(i, integer(-1))))).toBe("i & j & min(i, -1)");
    expect(printTerm(add(maximum(i, j), divide(i, j)))).toBe("max(i, j) + i / j");
    expect(printCondition(compare(andTerm(i, j), "notEqual", integer(0)))).toBe("(i & j) != 0");
    expect(printCondition(all([]))).toBe("true");
  });
});
