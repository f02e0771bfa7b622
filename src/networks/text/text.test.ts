import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyNetwork, everyNetwork } from "../../../test/networks/any-network.ts";
import { FormatError, InvalidArgumentError, NetworkSyntaxError } from "../../values/errors.ts";
import { koggeStone } from "../generators/kogge-stone.ts";
import { decodeNetwork, encodeNetwork } from "./decode-network.ts";
import { parseNetwork, printNetwork, readNetwork } from "./parse-network.ts";

const SEED = `E = {{(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)},
{(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7)},
{(0, 4), (1, 5), (2, 6), (3, 7)}}
`;

describe("nested pairs", () => {
  test("the seed's example is Kogge and Stone's network of 8, and is printed as it stands there", () => {
    expect(parseNetwork(SEED)).toEqual(koggeStone(8));
    expect(`E = ${printNetwork(koggeStone(8))}`).toBe(SEED);
  });

  test("what is printed parses back, in both formats", () => {
    fc.assert(
      fc.property(anyNetwork, (network) => {
        expect(parseNetwork(printNetwork(network))).toEqual(network);
        expect(decodeNetwork(encodeNetwork(network))).toEqual(network);
        expect(readNetwork(printNetwork(network))).toEqual(network);
        expect(readNetwork(encodeNetwork(network))).toEqual(network);
      }),
      { seed: 8 },
    );
    for (const { network } of everyNetwork([1, 2, 9, 16])) {
      expect(parseNetwork(printNetwork(network))).toEqual(network);
    }
  });

  test("braces or brackets, parentheses or brackets, spaces, lines and comments", () => {
    const expected = { width: 3, steps: [[[0, 1]], [[1, 2]]] };
    for (const text of [
      "{{(0,1)},{(1,2)}}",
      "[[[0,1]],[[1,2]]]",
      "[{[0,1]},{(1,2)}]",
      " \n\t{ { ( 0 , 1 ) } ,\r\n # the second step\n { (1, 2) } }  # the end",
      "N = 3 E = {{(0,1)},{(1,2)}}",
    ]) {
      expect(parseNetwork(text), text).toEqual(expected);
    }
  });

  test("the width is what the text says, or the caller, or one more than the highest wire", () => {
    expect(parseNetwork("{{(0,1)}}").width).toBe(2);
    expect(parseNetwork("{}").width).toBe(1);
    expect(parseNetwork("{{}}")).toEqual({ width: 1, steps: [[]] });
    expect(parseNetwork("N = 5 {{(0,1)}}").width).toBe(5);
    expect(parseNetwork("{{(0,1)}}", { width: 5 }).width).toBe(5);
    expect(parseNetwork("N = 5 {{(0,1)}}", { width: 5 }).width).toBe(5);
    expect(() => parseNetwork("{}", { width: 0 })).toThrow(InvalidArgumentError);
    expect(printNetwork({ width: 3, steps: [[[0, 1]]] })).toBe("N = 3\n{{(0, 1)}}\n");
  });

  test.each<[string, string, number, number, string]>([
    ["nothing", "", 1, 1, "expected { or [, and the steps, got the end of the text"],
    ["no brace", "(0,1)", 1, 1, 'expected { or [, and the steps, got "("'],
    ["a step that is a pair", "{(0,1)}", 1, 2, 'expected { or [, and the pairs of a step, got "("'],
    ["a wire for a pair", "{{0,1}}", 1, 3, 'expected ( or [, and a pair, got "0"'],
    ["no comma", "{{(0,1)\n (1,2)}}", 2, 2, 'expected "," or "}", got "("'],
    ["a comma too many", "{{(0,1),}}", 1, 9, 'expected ( or [, and a pair, got "}"'],
    ["an end too early", "{{(0,1)},\n{(1,2)", 2, 7, 'expected "," or "}", got the end of the text'],
    ["another bracket", "{{(0,1]}}", 1, 7, 'expected "," or ")", got "]"'],
    ["a letter", "{{(0,x)}}", 1, 6, 'expected the number of a wire, got "x"'],
    ["a sign", "{{(0,-1)}}", 1, 6, 'expected the number of a wire, got "-"'],
    ["a fraction", "{{(0,1.5)}}", 1, 7, 'expected "," or ")", got "."'],
    [
      "a triple",
      "{{(0,1,2)}}",
      1,
      3,
      "expected a pair of wires, [source, destination], got an Array of length 3",
    ],
    [
      "a single wire",
      "{{(0)}}",
      1,
      3,
      "expected a pair of wires, [source, destination], got an Array of length 1",
    ],
    ["a wire with itself", "{{(0,1),\n  (2,2)}}", 2, 3, "expected two different wires, got (2, 2)"],
    [
      "a wire written twice",
      "{{(0,2),(0,1)},\n{(0,2), (1,2)}}",
      2,
      9,
      "expected the only one of its step that writes its destination, got (1, 2), where wire 2 is written already",
    ],
    ["a wire beyond N", "N = 4\n{{(0,4)}}", 2, 3, "expected two wires from 0 to 3, got (0, 4)"],
    [
      "a wire beyond all",
      "{{(0,99999999999)}}",
      1,
      3,
      "expected two wires from 0 to 65535, got (0, 99999999999)",
    ],
    ["something behind", "{{(0,1)}} 7", 1, 11, 'expected the end, got "7"'],
    ["a width that is none", "N = x {}", 1, 5, 'expected a width from 1 to 65536, got "x"'],
    ["a width of 0", "N = 0 {}", 1, 5, 'expected a width from 1 to 65536, got "0"'],
    ["two widths", "N = 4 N = 5 {}", 1, 11, 'expected the width 4, got "5"'],
    ["a name without more", "E {}", 1, 3, 'expected "=" after "E", got "{"'],
    ["a character that is two units", "{{(0,😀)}}", 1, 6, 'expected the number of a wire, got "😀"'],
  ])("refuses %s", (_name, text, line, column, message) => {
    const error = errorOf(() => parseNetwork(text, { source: "x.net" }));
    expect(error).toBeInstanceOf(NetworkSyntaxError);
    expect(error).toMatchObject({
      sentence: `x.net:${line}:${column}: ${message}`,
      line,
      column,
      source: "x.net",
    });
  });

  test("shows the place", () => {
    const error = errorOf(() => parseNetwork("{{(0,1)},\n\t{(x,2)}}"));
    expect(error).toMatchObject({ source: "network", frame: "\t{(x,2)}}\n\t  ^" });
  });

  test("another width than the text's", () => {
    expect(() => parseNetwork("N = 4 {}", { width: 5 })).toThrow(
      'network:1:5: expected the width 5, got "4"',
    );
    expect(() => parseNetwork("{{(0,1)}}", { width: 1 })).toThrow(
      "network:1:3: expected two wires from 0 to 0, got (0, 1)",
    );
  });
});

describe("JSON", () => {
  test("holds the width and the pairs", () => {
    expect(encodeNetwork({ width: 3, steps: [[[0, 1]], [[1, 2]]] })).toBe(
      '{"width":3,"steps":[[[0,1]],[[1,2]]]}',
    );
  });

  test.each([
    ["{", /^"x.json" must be JSON, got /],
    ["7", '"x.json" must be JSON of an object with "width" and "steps", got 7'],
    ['{"width":3}', 'an object with "width" and "steps", got an Object'],
    ["null", 'an object with "width" and "steps", got null'],
    [
      '{"width":"3","steps":[]}',
      '"x.json" must be a network whose width is an integer from 1 to 65536, got "3"',
    ],
    ['{"width":2,"steps":7}', "a network whose steps is an array of steps, got 7"],
    [
      '{"width":2,"steps":[[[0,2]]]}',
      '"x.json" must be a network whose steps[0][0] is two wires from 0 to 1, got (0, 2)',
    ],
  ])("refuses %s", (text, message) => {
    expect(() => decodeNetwork(text, "x.json")).toThrow(message);
    expect(() => decodeNetwork(text, "x.json")).toThrow(FormatError);
  });

  test("is told from nested pairs by how it begins", () => {
    expect(() => readNetwork('  { "width": 2, "steps": 7 }')).toThrow(FormatError);
    expect(() => readNetwork("  { {(0 1)} }")).toThrow(NetworkSyntaxError);
    expect(() => readNetwork('{ "width" = 2 }', { source: "y" })).toThrow('"y" must be JSON');
  });
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
