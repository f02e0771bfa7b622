import { describe, expect, it } from "vitest";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { decodeOperator } from "./decode-operator.ts";
import { encodeOperator } from "./encode-operator.ts";
import { parseOperator } from "./text/parse-operator.ts";

const clamp = parseOperator(`operator clamp (left: { value: f32, index: u32 }, right) =>
  if left.value < right.value then right else { value: sqrt(left.value), index: left.index + 1 }
  identity { value: -inf, index: 7 } start { value: 0, index: 8 } where v => v.value == v.value`);

type Json = Record<string, unknown> & { nodes: Record<string, unknown>[]; roots: unknown[] };

/** The error of the encoding of `clamp` after a change. */
function refusal(change: (json: Json) => void): string {
  const json = JSON.parse(encodeOperator(clamp)) as Json;
  change(json);
  try {
    decodeOperator(JSON.stringify(json));
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
  throw new Error("decoded");
}

describe("encodeOperator", () => {
  it("writes one line, whose form is fixed", () => {
    const sum = parseOperator(
      "operator sum (left: { flag: bool, total: i64 }, right) => { flag: left.flag, total: left.total + 1 } identity { flag: true, total: -1 }",
    );
    expect(encodeOperator(sum)).toBe(
      '{"format":"samebits-operator","version":1,"name":"sum","type":{"flag":"bool","total":"i64"},"nodes":[' +
        '{"kind":"left","type":"bool","column":0},{"kind":"left","type":"i64","column":1},' +
        '{"kind":"constant","type":"i64","bits":"0000000000000001"},{"kind":"binary","operation":"add","first":1,"second":2}],' +
        `"roots":[0,3],"start":["01","ffffffffffffffff"],"identity":["01","ffffffffffffffff"],"hash":"${sum.hash}"}`,
    );
  });
});

describe("decodeOperator", () => {
  it("gives back what the encoding carries", () => {
    const decoded = decodeOperator(encodeOperator(clamp));
    expect(decoded.hash).toBe(clamp.hash);
    expect(decoded.name).toBe("clamp");
    expect(decoded.claims).toEqual(clamp.claims);
    expect(decoded.kind === "record-operator" && decoded.start).toEqual([0, 8]);
  });

  it.each<[string, (json: Json) => void, string]>([
    [
      "another format",
      (j) => {
        j.format = "npy";
      },
      '"format" must be "samebits-operator", got "npy"',
    ],
    [
      "a later version",
      (j) => {
        j.version = 2;
      },
      '"version" must be 1, got 2',
    ],
    [
      "a field too few",
      (j) => {
        delete (j as { roots?: unknown }).roots;
      },
      '"operator" must be an object with "roots", got none',
    ],
    [
      "a field too many",
      (j) => {
        j.isAssociative = true;
      },
      '"operator" must be of the fields format, version, name, type, nodes, roots, hash, start, identity, carrier, got "isAssociative"',
    ],
    [
      "an unknown type",
      (j) => {
        j.type = { value: "f16" };
      },
      '"type" must be one of f64, f32, i64, u64, i32, u32, bool, or a record of them, got "f16"',
    ],
    [
      "a name that is none",
      (j) => {
        j.name = "Clamp";
      },
      '"operator" must be in kebab-case and not "function", got "Clamp"',
    ],
    [
      "an unknown kind",
      (j) => {
        j.nodes[2].kind = "binery";
      },
      '"nodes[2].kind" must be one of left, right, constant, unary, binary, select, convert, bitcast (nearest: binary), got "binery"',
    ],
    [
      "an unknown operation",
      (j) => {
        j.nodes[2].operation = "lees";
      },
      '"nodes[2].operation" must be one of add, subtract, multiply, divide, remainder, min, max, pow, atan2, hypot, and, or, xor, shiftLeft, shiftRight, rotateLeft, less, lessOrEqual, equal (nearest: less), got "lees"',
    ],
    [
      "a node that uses itself",
      (j) => {
        j.nodes[2].first = 2;
      },
      '"nodes[2].first" must be from 0 to 1 (nothing is recursive), got 2',
    ],
    [
      "a node that uses a later one",
      (j) => {
        j.nodes[2].second = 5;
      },
      '"nodes[2].second" must be from 0 to 1 (nothing is recursive), got 5',
    ],
    [
      "a place below zero",
      (j) => {
        j.nodes[2].first = -1;
      },
      '"nodes[2].first" must be a number of 0 or more, got -1',
    ],
    [
      "a root that is not there",
      (j) => {
        j.roots[0] = 99;
      },
      '"roots[0]" must be from 0 to 10 (nothing is recursive), got 99',
    ],
    [
      "a root of another type",
      (j) => {
        j.roots.reverse();
      },
      '"operator" must be f32, got u32',
    ],
    [
      "a root too few",
      (j) => {
        j.roots.pop();
      },
      '"operator" must be 2, one for each column, got 1',
    ],
    [
      "operands of two types",
      (j) => {
        j.nodes[8].second = 0;
      },
      '"nodes[8]" must be u32, got f32',
    ],
    [
      "bits too short",
      (j) => {
        j.nodes[7].bits = "1";
      },
      '"nodes[7].bits" must be 8 lower-case hexadecimal digits (u32), got "1"',
    ],
    [
      "a field of a node too many",
      (j) => {
        j.nodes[0].value = 1;
      },
      '"nodes[0]" must be of the fields kind, type, column, got "value"',
    ],
    [
      "a node that is none",
      (j) => {
        (j.nodes as unknown[])[0] = 7;
      },
      '"nodes[0].kind" must be a text, got undefined',
    ],
    [
      "a list that is none",
      (j) => {
        (j as { nodes: unknown }).nodes = {};
      },
      '"nodes" must be a list, got an Object',
    ],
    [
      "a column that is not there",
      (j) => {
        j.nodes[0].column = 9;
      },
      '"operator" must be a column of the operator\'s type, got column 9',
    ],
    [
      "an identity too short",
      (j) => {
        j.identity = ["00000000"];
      },
      '"identity" must be 2 values, one for each column, got 1',
    ],
    [
      "an identity of other bits",
      (j) => {
        j.identity = ["00000000", "000000000"];
      },
      '"identity[1]" must be 8 lower-case hexadecimal digits (u32), got "000000000"',
    ],
    [
      "a carrier that is no bool",
      (j) => {
        j.carrier = 0;
      },
      '"operator" must be bool, got f32',
    ],
    [
      "a node that is not used",
      (j) => {
        j.nodes.push({ kind: "right", type: "u32", column: 0 });
      },
      '"nodes" must be the 11 distinct subterms that are used, got 12 nodes',
    ],
    [
      "a node twice",
      (j) => {
        j.nodes.push({ ...j.nodes[0] });
      },
      '"nodes" must be the 11 distinct subterms that are used, got 12 nodes',
    ],
    [
      "another hash",
      (j) => {
        j.hash = "0123456789abcdef";
      },
      `"hash" must be "${clamp.hash}", the hash of the terms, got "0123456789abcdef"`,
    ],
    [
      "a changed constant",
      (j) => {
        j.nodes[7].bits = "00000002";
      },
      `"hash" must be "7ddb2eb9cb109cf7", the hash of the terms, got "${clamp.hash}"`,
    ],
  ])("refuses %s", (_, change, message) => {
    expect(refusal(change)).toBe(message);
  });

  it("refuses what is no JSON, no object, no text", () => {
    expect(() => decodeOperator("{")).toThrow(FormatError);
    expect(() => decodeOperator("[]")).toThrow('"operator" must be an object, got an Array of length 0');
    expect(() => decodeOperator(undefined as unknown as string)).toThrow(InvalidArgumentError);
  });

  it("refuses a chain too deep for the limits, however long, without running out of stack", () => {
    const nodes: unknown[] = [{ kind: "left", type: "f64", column: 0 }];
    for (let i = 0; i < 100_000; i++) nodes.push({ kind: "unary", operation: "negate", operand: i });
    const json = {
      format: "samebits-operator",
      version: 1,
      name: "deep",
      type: "f64",
      nodes,
      roots: [100_000],
      hash: "0",
    };
    expect(() => decodeOperator(JSON.stringify(json))).toThrow(
      '"operator" must be a term at most 256 deep, got a deeper one',
    );
  });
});
