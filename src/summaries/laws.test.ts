import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contractOf,
  contractsOf,
  hostileElements,
  label,
  POSITIONED_EXPRESSIONS,
} from "../../test/helpers/summaries/contracts.ts";
import { leftFold } from "../expressions/expression.ts";
import type { ElementArray } from "../values/element-types.ts";
import type { Summary } from "./summary.ts";
import { type SummaryAlgebra, summaryAlgebra } from "./summary-algebra.ts";

const SEED = 20261101;
const parameters = { seed: SEED, numRuns: 150 };

const draws = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 230, size: "max" });

/** Where an input is cut, as fractions of its length, in any order; equal ones give empty pieces. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** Which neighbouring pair is joined next, as a fraction of the pairs that are left: any binary tree. */
const grouping = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
  minLength: 16,
  maxLength: 16,
});

const starts = fc.oneof(fc.constant(0), fc.nat(250), fc.constantFrom(2 ** 31 - 5, 2 ** 53 - 4000));

describe(`any split into any pieces, concatenated in any grouping, is one append (seed ${SEED})`, () => {
  test.each(POSITIONED_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const contracts = fc.constantFrom(...contractsOf(expression));
      const law = fc.property(
        contracts,
        draws,
        starts,
        cuts,
        grouping,
        (contract, bits, start, cuts, grouping) => {
          const algebra = summaryAlgebra(contract);
          const elements = hostileElements(contract.type, bits);
          const whole = algebra.append(algebra.empty(start), elements);
          const joined = concatAll(algebra, piecesOf(algebra, start, elements, cuts), grouping);
          expect(joined).toEqual(whole);
          expect(algebra.encode(joined)).toBe(algebra.encode(whole));
          if (start > 0 || (elements.length === 0 && contract.initial === undefined)) return;
          expect(algebra.observe(joined)).toBe(algebra.observe(whole));
        },
      );
      fc.assert(law, parameters);
    },
  );
});

describe(`appending in any chunks is appending at once (seed ${SEED})`, () => {
  test.each(
    [leftFold, ...POSITIONED_EXPRESSIONS].map((expression) => [label(expression), expression] as const),
  )("%s", (_, expression) => {
    const law = fc.property(
      fc.constantFrom(...contractsOf(expression)),
      draws,
      cuts,
      (contract, bits, cuts) => {
        const algebra = summaryAlgebra(contract);
        const elements = hostileElements(contract.type, bits);
        const whole = algebra.append(algebra.empty(0), elements);
        let chunked = algebra.empty(0);
        for (const [start, end] of rangesOf(elements.length, cuts)) {
          const isSingle = end - start === 1;
          chunked = algebra.append(chunked, isSingle ? elements[start] : elements.subarray(start, end));
        }
        expect(algebra.encode(chunked)).toBe(algebra.encode(whole));
      },
    );
    fc.assert(law, parameters);
  });
});

describe("an empty summary is neutral, also where it holds an initial value", () => {
  test.each(
    [leftFold, ...POSITIONED_EXPRESSIONS].map((expression) => [label(expression), expression] as const),
  )("%s", (_, expression) => {
    const initial = { value: 7n, placement: "first" } as const;
    for (const contract of [contractOf(expression), contractOf(expression, { initial })]) {
      const algebra = summaryAlgebra(contract);
      const some = algebra.append(algebra.empty(0), BigUint64Array.from([1n, 2n, 3n]));
      expect(algebra.concat(algebra.empty(0), some)).toEqual(some);
      expect(algebra.concat(algebra.empty(0), algebra.empty(0))).toEqual(algebra.empty(0));
      if (expression.kind === "leftFold") continue;
      expect(algebra.concat(some, algebra.empty(3))).toEqual(some);
    }
  });
});

describe(`a summary stays as small as it is said to (seed ${SEED})`, () => {
  test.each(POSITIONED_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const algebra = summaryAlgebra(contractOf(expression), () => 0n);
      const law = fc.property(starts, fc.nat(3000), (start, length) => {
        const summary = algebra.append(algebra.empty(start), new BigUint64Array(length));
        expect(valueCount(summary)).toBeLessThanOrEqual(boundOf(summary));
      });
      fc.assert(law, { seed: SEED, numRuns: 60 });

      function boundOf({ start, end }: Summary): number {
        switch (expression.kind) {
          case "interleaved": {
            const rows = Math.ceil((end - start) / expression.laneCount);
            return Math.min(expression.laneCount, end - start) * dyadicBound(rows);
          }
          case "blockDyadic": {
            const ends = 2 * dyadicBound(Math.min(end - start, expression.blockLength - 1));
            return ends + dyadicBound(Math.floor((end - start) / expression.blockLength));
          }
          case "linearCarry": {
            const ends = 2 * dyadicBound(Math.min(end - start, expression.blockLength - 1));
            return ends + (start === 0 ? 1 : Math.floor((end - start) / expression.blockLength));
          }
          case "network": {
            const { width } = expression.network;
            const ends = 2 * Math.min(end - start, width - 1); // elements, not roots
            return ends + dyadicBound(Math.floor((end - start) / width));
          }
          default:
            return dyadicBound(end - start);
        }
      }
    },
  );

  test("leftFold: one value", () => {
    const algebra = summaryAlgebra(contractOf(leftFold), () => 0n);
    expect(valueCount(algebra.append(algebra.empty(0), new BigUint64Array(1000)))).toBe(1);
  });
});

/** Values of n positions in one dyadic list. */
function dyadicBound(length: number): number {
  return length === 0 ? 0 : Math.max(1, 2 * Math.log2(length));
}

function valueCount(summary: Summary): number {
  switch (summary.kind) {
    case "roots":
      return summary.roots.length;
    case "lanes":
      return summary.lanes.reduce((count, lane) => count + lane.length, 0);
    case "blocks":
      return summary.head.length + summary.blocks.length + summary.tail.length;
    case "binned":
      return summary.sums.length;
    case "exact":
      return 1;
    default:
      return summary satisfies never;
  }
}

function rangesOf(length: number, cuts: readonly number[]): (readonly [number, number])[] {
  const bounds = [
    0,
    ...cuts.map((cut) => Math.floor(cut * length)).sort((left, right) => left - right),
    length,
  ];
  return bounds.slice(1).map((end, i) => [bounds[i], end] as const);
}

/** A summary of each piece, empty ones included. */
function piecesOf(
  algebra: SummaryAlgebra,
  start: number,
  elements: ElementArray,
  cuts: readonly number[],
): Summary[] {
  return rangesOf(elements.length, cuts).map(([from, to]) =>
    algebra.append(algebra.empty(start + from), elements.subarray(from, to)),
  );
}

function concatAll(algebra: SummaryAlgebra, pieces: Summary[], grouping: readonly number[]): Summary {
  let joined = pieces;
  for (let i = 0; joined.length > 1; i++) {
    const at = Math.floor(grouping[i] * (joined.length - 1));
    const pair = algebra.concat(joined[at], joined[at + 1]);
    joined = [...joined.slice(0, at), pair, ...joined.slice(at + 2)];
  }
  return joined[0];
}
