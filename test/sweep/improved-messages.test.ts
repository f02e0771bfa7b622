import { describe, expect, test } from "vitest";
import { algorithmsOn } from "../../src/algorithms.ts";
import { decodeCsv, readColumns, writeArray } from "../../src/formats.ts";
import { reduce, wasmExecutor } from "../../src/index.ts";
import { compile } from "../../src/language.ts";
import { checkLaw } from "../../src/laws.ts";
import { parseNetwork, parseSketch } from "../../src/networks.ts";
import { parseOperator } from "../../src/operators.ts";

/*
 * The messages that the second edition of the house changed, with what they were: plainer English, a caret below a text of several lines, the
 * entry of a list in place of the list. Every other message is as it was before, which the tests of its room say.
 */

const operator = parseOperator("(left: u32, right) => left + right");

interface Improved {
  readonly call: () => unknown;
  readonly was: string;
  readonly now: string;
}

const IMPROVED: Readonly<Record<string, Improved>> = {
  "a sum without an order where its part is missing": {
    call: () => reduce(Float64Array.of(1, 2), { expression: "exact" }),
    was: "this door has no accumulators",
    now: "this entry point has no accumulators",
  },
  "an executor without primitives": {
    call: () => algorithmsOn(wasmExecutor() as never),
    was: 'executor "wasm" of a door without algorithms',
    now: 'executor "wasm" of an entry point without algorithms',
  },
  "an operand that is a reserved word": {
    call: () => parseOperator("(if: f64, right) => right"),
    was: "the name of the left operand that is no word of the language",
    now: "the name of the left operand that is not a reserved word",
  },
  "a function of the array language that is a reserved word": {
    call: () => compile("def if (x: i32): i32 = x"),
    was: "expected a name to define, got",
    now: "expected a name to define that is not a reserved word, got",
  },
  "an operator of two lines": {
    call: () => parseOperator("(left: f64, right) =>\n  left +* right"),
    was: 'operator:2:9: expected a value, got "*"',
    now: 'operator:2:9: expected a value, got "*"\n  left +* right\n        ^',
  },
  "a program of two lines": {
    call: () => compile("def f (x: i32): i32 =\n  x +"),
    was: "program:2:6: expected a value, got the end of the text",
    now: "program:2:6: expected a value, got the end of the text\n  x +\n     ^",
  },
  "a sketch that ends": {
    call: () => parseSketch("for"),
    was: 'sketch:1:4: expected "(", got the end',
    now: 'sketch:1:4: expected "(", got the end of the text',
  },
  "a network that ends": {
    call: () => parseNetwork("network"),
    was: 'network:1:8: expected "=" after "network", got the end',
    now: 'network:1:8: expected "=" after "network", got the end of the text',
  },
  "a text in a program": {
    call: () => compile('def f (x: i32): i32 = "'),
    was: 'expected a name, a number or a symbol, got "\\""',
    now: 'expected a text that ends on its line, got "\\""',
  },
  "columns that are not objects": {
    call: () => readColumns("table.csv", ["a"] as never),
    was: '"wanted" must be an array of columns, each an object, got an Array of length 1',
    now: '"wanted[0]" must be an object, got "a"',
  },
  "a quote that never closes": {
    call: () => decodeCsv(new TextEncoder().encode('x,y\n1,"2\n3,4\n'), { column: "x" }),
    was: "Quote Not Closed: the parsing is finished with an opening quote at line 2",
    now: "got a quote that opens in line 2 and does not close",
  },
  "several rows of CSV with too few cells": {
    call: () => decodeCsv(new TextEncoder().encode("x,y\n1\n2,3\n4\n"), { column: "x" }),
    was: "got 1 in row 1 (line 2)",
    now: "got 1 in row 1 (line 2), 1 in row 3 (line 4)",
  },
  "a solver without its method": {
    call: () => checkLaw(operator, "associative", { solver: {} as never }),
    was: '"solver.check" must be a function, got undefined',
    now: '"solver" must be an open solver, got an Object without "check"',
  },
  "a path through a file": {
    call: () => writeArray("/dev/null/x.npy", Float64Array.of(1)),
    was: "a path through something that is no directory",
    now: "a path through something that is not a directory",
  },
};

describe("messages that were improved", () => {
  test.each(Object.entries(IMPROVED))("%s", async (_, { call, was, now }) => {
    const error = await Promise.resolve()
      .then(call)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    expect(message).toContain(now);
    if (!now.includes(was)) expect(message).not.toContain(was);
  });
});
