import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TypedContract } from "../contracts/contract.ts";
import { parseContract } from "../contracts/parse.ts";
import { referenceReduce } from "../reference/reference.ts";
import { FormatError } from "../values/errors.ts";
import { summaryAlgebra } from "./summary-algebra.ts";

const SEED = 20261121;
const LINES = [
  "add f64 exact initial=none v1",
  "add f64 binned:3 initial=3ff0000000000000@outside v1",
  "add f64 exact backward initial=bff8000000000000@first v1",
  "add f32 binned:2 initial=none v1",
  "add f32 sum=f64 exact initial=none v1",
];

function arrayOf({ type }: TypedContract, values: readonly number[]): Float64Array | Float32Array {
  return type === "f32" ? Float32Array.from(values) : Float64Array.from(values);
}

describe.each(LINES)("summaries of %s", (line) => {
  const contract = parseContract(line);
  const algebra = summaryAlgebra(contract);
  const value = contract.type === "f32" ? fc.float() : fc.double();

  it("are one text for the pieces, in whatever order they are joined, and for the whole", () => {
    const pieces = fc.array(fc.array(value, { maxLength: 8 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.boolean(), (cut, fromRight) => {
        const whole = algebra.append(algebra.empty(0), arrayOf(contract, cut.flat()));
        let position = 0;
        const parts = cut.map((piece) => {
          const part = algebra.append(algebra.empty(position), arrayOf(contract, piece));
          position += piece.length;
          return part;
        });
        const joined = fromRight
          ? parts.reduceRight((right, left) => algebra.concat(left, right))
          : parts.reduce((left, right) => algebra.concat(left, right));
        const text = algebra.encode(whole);
        expect(algebra.encode(joined)).toBe(text);
        expect(algebra.decode(text)).toEqual(whole);
        if (position === 0) return;
        const values = contract.direction === "backward" ? cut.flat().reverse() : cut.flat();
        expect(algebra.observe(joined)).toBe(referenceReduce(contract, arrayOf(contract, values)));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("do not depend on the order of the elements, but for where they begin", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 20 }), (values) => {
        const forwards = algebra.append(algebra.empty(0), arrayOf(contract, values));
        const backwards = algebra.append(algebra.empty(0), arrayOf(contract, [...values].reverse()));
        expect(algebra.encode(backwards)).toBe(algebra.encode(forwards));
      }),
      { seed: SEED },
    );
  });
});

describe("a text of a summary without an order", () => {
  const algebra = summaryAlgebra(parseContract("add f64 binned:2 initial=none v1"));
  const exact = summaryAlgebra(parseContract("add f64 exact initial=none v1"));

  it("spells sums as integers, with marks and the top bin", () => {
    expect(algebra.encode(algebra.append(algebra.empty(0), Float64Array.of(-1, 0)))).toContain(
      '"start":0,"end":2,"values":[["8","25"],["-8000","0"]]',
    );
    expect(exact.encode(exact.append(exact.empty(0), Float64Array.of(5e-324, Number.NaN)))).toContain(
      '"values":[["9"],["1"]]',
    );
  });

  it("is refused when it says what no sum has", () => {
    const whole = algebra.append(algebra.empty(0), Float64Array.of(1));
    // Sealed anew, so that the checksum is right.
    const forged = (values: object): string => algebra.encode({ ...whole, ...values });
    expect(() => algebra.decode(forged({ top: 52 }))).toThrow(FormatError);
    expect(() => algebra.decode(forged({ marks: 16 }))).toThrow("the marks of a sum");
    expect(() => algebra.decode(forged({ sums: [1n] }))).toThrow("lists of 2 and 2 values");
  });
});
