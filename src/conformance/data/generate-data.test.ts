import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { hashArray } from "../../values/hash.ts";
import { DATA_SETS, type DataSet, generateChunks, generateData } from "./generate-data.ts";

interface InputHash {
  readonly data: DataSet;
  readonly type: ElementType;
  readonly n: number;
  readonly seed: string;
  readonly input: string;
}

const SEED = 20260101;

function distinctInputs(): readonly InputHash[] {
  const inputs = new Map<string, InputHash>();
  for (const file of ["expressions.jsonl", "paper-witness.jsonl"]) {
    const text = readFileSync(new URL(`../../../vectors/${file}`, import.meta.url), "utf8");
    for (const line of text.trim().split("\n")) {
      const vector = JSON.parse(line) as InputHash;
      inputs.set(`${vector.data} ${vector.type} ${vector.n}`, vector);
    }
  }
  return [...inputs.values()];
}

describe("generateData", () => {
  test.each(distinctInputs())("$data $type of $n elements has the published hash", (vector) => {
    const { data, type, n: length, seed } = vector;
    const array = generateData({ data, type, length, seed: BigInt(seed) });
    expect(hashArray(array)).toBe(vector.input);
  });

  test("chunks of any length join to the same array", () => {
    const types = fc.constantFrom<ElementType>("f64", "f32", "i64", "u64", "i32", "u32");
    fc.assert(
      fc.property(
        types,
        fc.nat(300),
        fc.integer({ min: 1, max: 70 }),
        fc.bigInt(),
        (type, length, chunk, seed) => {
          for (const data of DATA_SETS) {
            if ((data === "bits") === type.startsWith("f")) continue;
            const request = { data, type, length, seed };
            const joined: (number | bigint)[] = [];
            for (const part of generateChunks(request, chunk)) joined.push(...part);
            expect(joined).toStrictEqual([...generateData(request)]);
          }
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });

  test("a chunk has at least one element", () => {
    const make = (): unknown => generateChunks({ data: "wide", type: "f64", length: 3, seed: 1n }, 0);
    expect(make).toThrow('"chunkLength" must be an integer of at least 1, got 0');
  });

  test.each([
    [{ data: "bits", type: "f64" }, '"data" must be one of wide, narrow, special for f64, got "bits"'],
    [{ data: "wide", type: "u32" }, '"data" must be one of bits for u32, got "wide"'],
    [
      { data: "narow", type: "f64" },
      '"data" must be one of wide, narrow, special, bits (nearest: narrow), got "narow"',
    ],
    [{ data: "wide", type: "f64", length: 1.5 }, '"length" must be an integer of at least 0, got 1.5'],
  ])("%j is refused", (part, message) => {
    const request = { length: 3, seed: 1n, ...part } as Parameters<typeof generateData>[0];
    expect(() => generateData(request)).toThrow(InvalidArgumentError);
    expect(() => generateData(request)).toThrow(message);
  });
});
