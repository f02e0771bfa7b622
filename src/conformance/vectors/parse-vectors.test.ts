import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { printContract } from "../../contracts/print.ts";
import { FormatError } from "../../values/errors.ts";
import { parsePaperVectors, parseVectors } from "./parse-vectors.ts";

function linesOf(file: string): string {
  return readFileSync(new URL(`../../../vectors/${file}`, import.meta.url), "utf8");
}

const LINE = {
  type: "f64",
  data: "narrow",
  n: 3,
  seed: "2026",
  operator: "add",
  expression: "block-dyadic:32",
  input: "0",
  scan: "1",
  last: "2",
  probes: { 0: "3", 2: "4" },
};

function parsed(change: object): ReturnType<typeof parseVectors>[number] {
  return parseVectors(JSON.stringify({ ...LINE, ...change }))[0];
}

describe("parseVectors", () => {
  test("reads every line that is published", () => {
    expect(parseVectors(linesOf("expressions.jsonl"))).toHaveLength(9063);
    expect(parseVectors(linesOf("order-free.jsonl"))).toHaveLength(1580);
    expect(parseVectors(linesOf("published.jsonl"))).toHaveLength(6);
    expect(
      parsePaperVectors(linesOf("paper-witness.jsonl")).map(({ probes }) => probes.length),
    ).toStrictEqual(Array(6).fill(24));
  });

  test.each([
    [{}, "add f64 block-dyadic:32 initial=none v1", "inclusive-scan"],
    [
      { observation: "exclusive", initial: "start" },
      "add f64 block-dyadic:32 initial=0000000000000000@outside v1",
      "exclusive-scan",
    ],
    [
      { direction: "backward", initial: "8000000000000000", initialPlacement: "first" },
      "add f64 block-dyadic:32 backward initial=8000000000000000@first v1",
      "inclusive-scan",
    ],
    [
      { reduce: "00", operator: "treeHash", type: "u64", data: "bits" },
      "tree-hash u64 block-dyadic:32 initial=none v1",
      "reduce",
    ],
    [
      {
        sum: "f64",
        type: "f32",
        expression: "exact",
        initial: "8000000000000000",
        initialPlacement: "outside",
      },
      "add f32 sum=f64 exact initial=8000000000000000@outside v1",
      "inclusive-scan",
    ],
    [
      { data: "whole-range", expression: "binned:4", direction: "backward" },
      "add f64 binned:4 backward initial=none v1",
      "inclusive-scan",
    ],
  ])("%j is the contract %s", (change, line, observation) => {
    const vector = parsed(change);
    expect(printContract(vector.contract)).toBe(line);
    expect(vector.observation).toBe(observation);
  });

  test("keeps probes in order, and where the line stood", () => {
    const [, second] = parseVectors(`${JSON.stringify(LINE)}\n\n${JSON.stringify(LINE)}\n`);
    expect(second.expected.probes).toStrictEqual([
      { index: 0, bits: "3" },
      { index: 2, bits: "4" },
    ]);
    expect(second.name).toBe("line 3");
  });

  test.each([
    [{ n: -1 }, '"line 1, n" must be a non-negative integer, got -1'],
    [{ seed: 2026 }, '"line 1, seed" must be a text, got 2026'],
    [{ seed: "0x1" }, '"line 1, seed" must be decimal digits in quotation marks, got "0x1"'],
    [{ type: "f16" }, '"line 1, type" must be one of f64, f32, i64, u64, i32, u32, got "f16"'],
    [
      { data: "published data" },
      '"line 1, data" must be one of wide, narrow, special, bits, got "published data"',
    ],
    [{ direction: "left" }, '"line 1, direction" must be "backward" or nothing, got "left"'],
    [{ observation: "all" }, '"line 1, observation" must be "exclusive" or nothing, got "all"'],
    [{ probes: { x: "1" } }, '"line 1, probes" must be index to bits, got {"x":"1"}'],
    [{ initial: "0000000000000000" }, '"line 1, initialPlacement" must be a text, got nothing'],
    [
      { initial: "start", operator: "treeHash", type: "u64" },
      '"line 1, initial" must be bits, because tree-hash has no start, got "start"',
    ],
  ])("%j is refused", (change, message) => {
    expect(() => parsed(change)).toThrow(FormatError);
    expect(() => parsed(change)).toThrow(message);
  });

  test("a line that is no object is refused by its number", () => {
    expect(() => parseVectors(`${JSON.stringify(LINE)}\n{"type":`)).toThrow('"line 2" must be a JSON object');
    expect(() => parseVectors("7")).toThrow('"line 1" must be a JSON object, got 7');
  });
});
