import { describe, expect, test } from "vitest";
import * as algorithms from "../../src/algorithms.ts";
import * as small from "../../src/index.ts";
import * as plain from "../../src/javascript.ts";
import {
  add,
  blockDyadic,
  brentKung,
  defineNetwork,
  exact,
  exclusiveScan,
  InvalidArgumentError,
  inclusiveScan,
  koggeStone,
  networkExpression,
  parseContract,
  parseExpression,
  prepare,
  printContract,
  printExpression,
  reduce,
  treeHash,
  UnsupportedError,
} from "../../src/networks.ts";
import { argMax, f64 } from "../../src/operators.ts";
import { concatSnapshots, onlineReduce, onlineScan, resumeScan } from "../../src/streams.ts";
import * as sums from "../../src/sums.ts";

const brent = networkExpression("brent-kung", 16);
const INPUT = Float64Array.from({ length: 1009 }, (_, i) => ((i * 7919) % 1013) / 97 - 5);

describe("the functions of this door", () => {
  test("prefixes are reduces, both ways, whatever stands before them", () => {
    for (const direction of ["forward", "backward"] as const) {
      for (const initial of [{}, { initial: 0.1 }, { initial: 0.1, initialPlacement: "first" }] as const) {
        const options = { expression: brent, direction, ...initial };
        const prefixes = inclusiveScan(INPUT, options);
        const excluded = "initial" in options ? exclusiveScan(INPUT, options) : undefined;
        for (const length of [1, 7, 16, 17, 100, 512, 1008]) {
          const isForward = direction === "forward";
          const part = isForward ? INPUT.subarray(0, length) : INPUT.subarray(INPUT.length - length);
          const total = reduce(part, options);
          expect(prefixes.at(isForward ? length - 1 : -length)).toBe(total);
          if (excluded !== undefined) expect(excluded.at(isForward ? length : -length - 1)).toBe(total);
        }
      }
    }
  });

  test("say the contract and keep it: two widths in a row, two networks of one name", () => {
    const input = BigUint64Array.from({ length: 63 }, (_, i) => BigInt(i) * 0x9e3779b97f4a7c15n);
    const expressions = [
      networkExpression("sklansky", 12),
      networkExpression("sklansky", 16),
      networkExpression(koggeStone(16), "mine"),
      networkExpression(brentKung(16), "mine"),
    ];
    for (let round = 0; round < 2; round++) {
      const found = expressions.map((expression) => reduce(input, { operator: treeHash, expression }));
      expect(found).toEqual(
        expressions.map((expression) => plain.reduce(input, { operator: treeHash, expression })),
      );
      expect(new Set(found).size).toBe(4);
    }
    const { contract, achieved } = prepare({ type: "f64", expression: brent });
    expect(printContract(contract)).toBe("add f64 network:brent-kung:16 initial=none v1");
    expect(achieved).toMatchObject({
      determinism: "everywhere",
      executor: "wasm",
      expression: "network:brent-kung:16",
    });
  });

  test("Sklansky's network of a power of two is blockDyadic", () => {
    for (const blockLength of [1, 2, 16, 32, 256]) {
      expect(inclusiveScan(INPUT, { expression: networkExpression("sklansky", blockLength) })).toEqual(
        inclusiveScan(INPUT, { expression: blockDyadic(blockLength) }),
      );
    }
  });

  test("take records and plain functions, and have the sums without an order", () => {
    const index = Uint32Array.from(INPUT, (_, i) => i);
    const operator = argMax(f64);
    const scanned = inclusiveScan({ value: INPUT, index }, { operator, expression: brent });
    expect(scanned).toEqual(plain.inclusiveScan({ value: INPUT, index }, { operator, expression: brent }));
    const join = (left: string, right: string): string => `(${left}${right})`;
    const four = networkExpression("kogge-stone", 4);
    expect(inclusiveScan(["a", "b", "c", "d", "e"], { operator: join, expression: four })).toEqual([
      "a",
      "(ab)",
      "(a(bc))",
      "((ab)(cd))",
      "(((ab)(cd))e)",
    ]);
    expect(reduce(Float64Array.of(1, 1e100, 1, -1e100), { expression: exact })).toBe(2);
  });

  test("read and write the name", () => {
    expect(parseExpression("network:brent-kung:16")).toEqual(brent);
    const line = "add f64 network:brent-kung:16 initial=none v1";
    expect(printContract(parseContract(line, { expressions: [brent] }))).toBe(line);
    expect(() => parseContract(line)).toThrow(/networkExpression, of "samebits\/networks"/);
    expect(() => parseContract(line, { expressions: [networkExpression("brent-kung", 8)] })).toThrow(
      InvalidArgumentError,
    );
  });
});

describe("the other doors", () => {
  test.each([
    ["samebits", small],
    ["samebits/sums", sums],
  ] as const)("%s says which has networks, but where any tree has the bits", (_, door) => {
    expect(printExpression(brent)).toBe("network:brent-kung:16");
    for (const ask of [
      () => door.reduce(INPUT, { expression: brent }),
      () => door.inclusiveScan(INPUT, { expression: brent }),
      () => door.exclusiveScan(INPUT, { expression: brent }),
    ]) {
      expect(ask).toThrow(UnsupportedError);
      expect(ask).toThrow(/this entry point has no networks; use the same function of "samebits\/networks"/);
    }
    const joined = { expression: brent, operator: (left: string, right: string) => left + right };
    expect(() => door.reduce(["a", "b"], joined)).toThrow(/samebits\/networks/);
    expect(() => door.reduce(INPUT, { expression: "network:brent-kung:16" })).toThrow(
      /"expression" must be a value of networkExpression, of "samebits\/networks", got "network:brent-kung:16"/,
    );
    const integers = Int32Array.from({ length: 100 }, (_, i) => i * 123_457);
    expect(door.inclusiveScan(integers, { expression: brent })).toEqual(inclusiveScan(integers));
  });

  test("samebits/javascript has them, and counts their combines", () => {
    expect(plain.inclusiveScan(INPUT, { expression: brent })).toEqual(
      inclusiveScan(INPUT, { expression: brent }),
    );
    const { contract } = plain.prepare({ type: "f64", expression: brent });
    if (contract.kind !== "typed") throw new Error("a contract over elements has another kind");
    expect(plain.countCombines(contract, 16)).toBe(26); // Brent and Kung's pairs
    expect(plain.countCombines(contract, 32)).toBe(26 + 26 + 16);
  });

  test("samebits/algorithms scans segments by them, each as if alone", () => {
    const offsets = Uint32Array.of(0, 5, 5, 41, 1009);
    const found = algorithms.segmentedInclusiveScan(INPUT, { offsets }, { expression: brent });
    const pieces = Array.from({ length: 4 }, (_, i) => [
      ...inclusiveScan(INPUT.subarray(offsets[i], offsets[i + 1]), { expression: brent }),
    ]);
    expect(found).toEqual(Float64Array.from(pieces.flat()));
  });

  test("samebits/streams stops, joins and goes on, where the network is passed in", () => {
    const own = networkExpression(defineNetwork(3, [[[0, 1]], [[1, 2]]]), "chain");
    const options = { type: "f64", expression: own } as const;
    const whole = inclusiveScan(INPUT, { expression: own });
    const first = onlineScan(options);
    first.push(INPUT.subarray(0, 500));
    const text = first.snapshot();
    first.close();
    expect(() => resumeScan(text)).toThrow(/networkExpression/);
    const second = resumeScan<"f64">(text, { expressions: [own] });
    expect(second.push(INPUT.subarray(500))).toEqual(whole.slice(500));
    const later = onlineReduce({ ...options, position: 500 });
    later.push(INPUT.subarray(500));
    const joined = concatSnapshots(text, later.snapshot(), { expressions: [own] });
    expect(joined).toBe(second.snapshot());
    second.close();
    later.close();
  });
});

describe("bad input", () => {
  test.each([
    [{ kind: "network", name: "mine", network: { width: 4, steps: [[[0, 1]], [[1, 3]]] } }, /output 2 is/],
    [{ kind: "network", name: "sklansky", network: koggeStone(8) }, /means no other network/],
    [{ kind: "network", name: "mine", network: { width: 0, steps: [] } }, /an integer from 1 to 65536/],
    [{ kind: "network", name: "mine" }, /"expression.network"/],
  ])("an object that is no network's expression: %#", (expression, message) => {
    const wrong = { expression: expression as never };
    for (const ask of [
      () => reduce(INPUT, wrong),
      () => inclusiveScan(INPUT, wrong),
      () => plain.reduce(INPUT, wrong),
    ]) {
      expect(ask).toThrow(InvalidArgumentError);
      expect(ask).toThrow(message);
    }
  });

  test("an object without a network is refused by the doors that look no further, too", () => {
    const expression = { kind: "network", name: "mine" } as never;
    expect(() => small.reduce(INPUT, { expression })).toThrow(InvalidArgumentError);
    expect(() => small.reduce(INPUT, { expression, determinism: "notGuaranteed" })).toThrow(
      InvalidArgumentError,
    );
  });

  test("an operator of one's own still has to be one", () => {
    expect(() => reduce(INPUT, { expression: brent, operator: { ...add, name: "Plus" } })).toThrow(
      InvalidArgumentError,
    );
  });
});
