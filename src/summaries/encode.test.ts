import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contractOf,
  contractsOf,
  hostileElements,
  label,
  POSITIONED_EXPRESSIONS,
  SUMMARY_EXPRESSIONS,
} from "../../test/helpers/summaries/contracts.ts";
import { printContract } from "../contracts/print.ts";
import {
  blockDyadic,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../expressions/expression.ts";
import { add, multiply } from "../operators/built-in.ts";
import { fromBits } from "../values/bits.ts";
import { FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import { encodedContract } from "./envelope.ts";
import { summaryAlgebra } from "./summary-algebra.ts";

const SEED = 20261103;
const sum = { operator: add, type: "f64", accumulate: "f64" } as const;
const draws = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 230, size: "max" });

describe(`decode is the inverse of encode (seed ${SEED})`, () => {
  test.each(SUMMARY_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const contracts = fc.constantFrom(...contractsOf(expression));
      const starts = expression.kind === "leftFold" ? fc.constant(0) : fc.oneof(fc.constant(0), fc.nat(300));
      const law = fc.property(contracts, draws, starts, (contract, bits, start) => {
        const algebra = summaryAlgebra(contract);
        const summary = algebra.append(algebra.empty(start), hostileElements(contract.type, bits));
        const text = algebra.encode(summary);
        expect(algebra.decode(text)).toEqual(summary);
        expect(algebra.encode(algebra.decode(text))).toBe(text);
        expect(printContract(encodedContract(text, { expressions: [expression] }))).toBe(summary.contract);
      });
      fc.assert(law, { seed: SEED, numRuns: 60 });
    },
  );
});

test("the text is pinned: values as bits, never decimal", () => {
  const algebra = summaryAlgebra(contractOf(blockDyadic(2), sum));
  const summary = algebra.append(algebra.empty(3), Float64Array.of(-0, 0.1, 0.2, 5e-324));
  expect(algebra.encode(summary)).toBe(
    sealed(
      '{"format":"samebits-summary","version":1,"contract":"add f64 block-dyadic:2 initial=none v1","start":3,"end":7,' +
        '"values":[["8000000000000000"],["3fd3333333333334"],["0000000000000001"]]',
    ),
  );
});

test("an encoded NaN is canonical", () => {
  const algebra = summaryAlgebra(contractOf(iteratedPairwise, sum));
  const summary = algebra.append(algebra.empty(0), fromBits("f64", 0xfff4000000000badn));
  expect(algebra.encode(summary)).toContain('"values":[["7ff8000000000000"]]');
});

describe("a damaged text is refused", () => {
  const algebra = summaryAlgebra(contractOf(interleaved(3), sum));
  const text = algebra.encode(
    algebra.append(
      algebra.empty(2),
      Float64Array.from({ length: 20 }, (_, i) => i / 7),
    ),
  );

  test("whatever character changes", () => {
    const change = fc.tuple(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }));
    const law = fc.property(change, ([at, code]) => {
      const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
      fc.pre(changed !== text);
      expect(() => algebra.decode(changed)).toThrow(FormatError);
    });
    fc.assert(law, { seed: SEED, numRuns: 2000 });
  });

  test("wherever it is truncated", () => {
    for (let length = 0; length < text.length; length++) {
      expect(() => algebra.decode(text.slice(0, length))).toThrow(FormatError);
    }
  });

  test("saying what was expected and what came", () => {
    expect(() => algebra.decode(text.slice(0, 100))).toThrow(
      /whole JSON text.*got 100 characters that are not JSON/,
    );
    expect(() => algebra.decode(text.replace('"end":22', '"end":23'))).toThrow(
      /of checksum [0-9a-f]{16}, got checksum/,
    );
    expect(() => algebra.decode(text.replace('"version":1', '"version":2'))).toThrow(
      /format version 1, got version 2/,
    );
    expect(() => algebra.decode('{"format":"other"}')).toThrow(
      /format "samebits-summary", got format "other"/,
    );
    expect(() => algebra.decode("null")).toThrow(/a JSON object, got null/);
    expect(() => algebra.decode(text.replace('{"format"', '{ "format"'))).toThrow(FormatError);
    expect(() => algebra.decode(` ${text}`)).toThrow(FormatError);
  });
});

describe("a text of another contract is refused, with both named", () => {
  const contract = contractOf(blockDyadic(4), sum);
  const text = summaryAlgebra(contract).encode(summaryAlgebra(contract).empty(0));
  const others = [
    contractOf(blockDyadic(8), sum),
    contractOf(iteratedPairwise, sum),
    { ...contract, operator: multiply },
    { ...contract, direction: "backward" as const },
    { ...contract, type: "f32" as const },
    { ...contract, initial: { value: 0, placement: "outside" as const } },
  ];
  test.each(others.map((other) => [printContract(other), other] as const))("%s", (line, other) => {
    const decode = () => summaryAlgebra(other).decode(text);
    expect(decode).toThrow(FormatError);
    expect(decode).toThrow(`of contract "${line}", got one of "add f64 block-dyadic:4 initial=none v1"`);
  });

  test("also another version of the same contract", () => {
    const later = sealed(text.slice(0, text.indexOf(',"checksum"')).replace(" v1", " v2"));
    expect(() => summaryAlgebra(contract).decode(later)).toThrow(
      'of contract "add f64 block-dyadic:4 initial=none v1", got one of "add f64 block-dyadic:4 initial=none v2"',
    );
  });
});

describe("a text with a good checksum that no summary has is refused", () => {
  const bits = "3ff0000000000000";
  test.each(
    POSITIONED_EXPRESSIONS.flatMap((expression) =>
      [
        "[]",
        "[[]]",
        "[[],[],[]]",
        `[["${bits}"],["${bits}"]]`,
        "[[],[],[],[],[],[],[],[],[]]",
        `[["${bits}","${bits}"]]`,
      ].map((values) => [label(expression), values, expression] as const),
    ),
  )("%s %s", (_, values, expression) => {
    expect(() => forged(contractOf(expression, sum), 5, 10, values)).toThrow(FormatError);
  });

  test("wrong fields, positions or digits", () => {
    const contract = contractOf(linearCarry(2), sum);
    expect(() => forged(contract, 4, 2, "[[],[],[]]")).toThrow(/positions start ≤ end, got \[4,2\]/);
    expect(() => forged(contract, -1, 2, "[[],[],[]]")).toThrow(FormatError);
    expect(() => forged(contract, 0.5, 2, "[[],[],[]]")).toThrow(FormatError);
    expect(() => forged(contract, 2, Number.MAX_SAFE_INTEGER, "[[],[],[]]")).toThrow(FormatError);
    expect(() => forged(contract, 0, 2, "[[],[1],[]]")).toThrow(/lists of hexadecimal values/);
    expect(() => forged(contract, 0, 2, '[[],["3FF0000000000000"],[]]')).toThrow(InvalidArgumentError);
    expect(() => forged(contract, 0, 2, '[[],["3ff0000000000000"],[]],"more":1')).toThrow(/the very text/);
    expect(() => forged(contract, 0, 2, '[[],["fff8000000000000"],[]]')).toThrow(/the very text/);
    expect(() => forged(contractOf(leftFold, sum), 3, 4, '[["3ff0000000000000"]]')).toThrow(UnsupportedError);
  });

  function forged(
    contract: Parameters<typeof printContract>[0],
    start: number,
    end: number,
    values: string,
  ): void {
    if (contract.kind !== "typed") return;
    const header = `{"format":"samebits-summary","version":1,"contract":"${printContract(contract)}"`;
    summaryAlgebra(contract).decode(sealed(`${header},"start":${start},"end":${end},"values":${values}`));
  }
});

function sealed(body: string): string {
  return `${body},"checksum":"${hashBytes(new TextEncoder().encode(body))}"}`;
}
