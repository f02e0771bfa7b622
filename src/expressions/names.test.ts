import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXPRESSIONS, rightFold } from "../../test/helpers/expressions/expressions.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { defineExpression } from "./define-expression.ts";
import {
  blockDyadic,
  DEFAULT_EXPRESSION,
  type Expression,
  interleaved,
  iteratedPairwise,
  linearCarry,
} from "./expression.ts";
import { EXPRESSION_NAMES, parseExpression } from "./parse.ts";
import { printExpression } from "./print.ts";

const FAMILIES = { interleaved, "block-dyadic": blockDyadic, "linear-carry": linearCarry };

describe("printing and parsing", () => {
  it("go round", () => {
    for (const expression of EXPRESSIONS) {
      expect(parseExpression(printExpression(expression))).toEqual(expression);
    }
    expect(new Set(EXPRESSIONS.map(printExpression)).size).toBe(EXPRESSIONS.length);
  });

  it("go round with any parameter", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (parameter) => {
        for (const [name, make] of Object.entries(FAMILIES)) {
          expect(printExpression(make(parameter))).toBe(`${name}:${parameter}`);
          expect(parseExpression(`${name}:${parameter}`)).toEqual(make(parameter));
        }
      }),
      { seed: 2026, numRuns: 200 },
    );
  });

  it("spell the names of the command line", () => {
    expect(EXPRESSION_NAMES).toEqual([
      "left-fold",
      "iterated-pairwise",
      "pairwise",
      "bisection",
      "interleaved",
      "block-dyadic",
      "linear-carry",
      "binned",
      "exact",
    ]);
    expect(printExpression(DEFAULT_EXPRESSION)).toBe("block-dyadic:32");
  });

  it("know pairwise as another name of iterated-pairwise", () => {
    expect(parseExpression("pairwise")).toEqual(iteratedPairwise);
    expect(printExpression(parseExpression("pairwise"))).toBe("iterated-pairwise");
  });

  it("know a caller's own expressions where they are passed in", () => {
    expect(printExpression(rightFold)).toBe("right-fold");
    expect(parseExpression("right-fold", [rightFold])).toBe(rightFold);
    expect(() => parseExpression("right-fold")).toThrow(InvalidArgumentError);
    expect(() => parseExpression("right-folds", [rightFold])).toThrow("nearest: right-fold");
  });
});

describe("an unknown expression", () => {
  it.each([
    ["left-flod", "left-fold"],
    ["iterated_pairwise", "iterated-pairwise"],
    ["Bisection", "bisection"],
    ["blockdyadic:32", "block-dyadic"],
    ["interleave:16", "interleaved"],
    ["linear-carry-:4", "linear-carry"],
  ])("%s: the nearest is %s", (text, nearest) => {
    const call = (): Expression => parseExpression(text);
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(`"expression" must be one of`);
    expect(call).toThrow(`(nearest: ${nearest})`);
    expect(call).toThrow(`got "${text}"`);
  });

  it("that an executor reported below everywhere is told as what it is", () => {
    expect(() => parseExpression("implementation-defined:webgpu-native:left-fold")).toThrow(
      '"left-fold" with determinism "runToRun" on webgpu',
    );
    expect(() => parseExpression("implementation-defined:arrival-order")).toThrow("have none");
  });

  it.each(["", " ", ":", ":4", "toString", "constructor", "__proto__", "hasOwnProperty:3", "δ"])(
    "%o is refused",
    (text) => expect(() => parseExpression(text)).toThrow(InvalidArgumentError),
  );
});

describe("a parameter", () => {
  const JUNK = "0|-1|1.5|1e3|+1|01|0x10| 4|4 |4:4||:|four|9007199254740993|NaN|Infinity|٤".split("|");
  it.each(Object.keys(FAMILIES))("of %s must be a positive integer, digits only", (name) => {
    for (const junk of JUNK) {
      const call = (): Expression => parseExpression(`${name}:${junk}`);
      expect(call, junk).toThrow(InvalidArgumentError);
      expect(call, junk).toThrow(`"expression" must be "${name}:" and its`);
      expect(call, junk).toThrow(`got "${name}:${junk}"`);
    }
    expect(() => parseExpression(name)).toThrow(`"${name}:" and its`);
  });

  it.each(["left-fold", "iterated-pairwise", "pairwise", "bisection"])("is not for %s", (name) => {
    expect(() => parseExpression(`${name}:4`)).toThrow(`"expression" must be "${name}" without a parameter`);
    expect(() => parseExpression(`${name}:`)).toThrow(InvalidArgumentError);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "4" as unknown as number])(
    "%s is refused by the constructors",
    (parameter) => {
      expect(() => interleaved(parameter)).toThrow('"laneCount" must be a positive integer');
      expect(() => blockDyadic(parameter)).toThrow('"blockLength" must be a positive integer');
      expect(() => linearCarry(parameter)).toThrow('"blockLength" must be a positive integer');
    },
  );
});

describe("a caller's own name", () => {
  it.each(["a", "right-fold", "thirds3", "x-2-y"])("may be %s", (name) => {
    const expression = defineExpression(name, () => 0);
    expect(expression).toMatchObject({ kind: "custom", name });
    expect(parseExpression(printExpression(expression), [expression])).toBe(expression);
  });

  it.each([
    "",
    "Thirds",
    "right_fold",
    "-a",
    "a-",
    "a--b",
    "3a",
    "a b",
    "a:3",
    "é",
    "exact",
    "binned",
    "network",
    ...EXPRESSION_NAMES,
  ])("may not be %o", (name) => {
    const call = (): Expression => defineExpression(name, () => 0);
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(`"name" must be kebab-case and not a name of the specification's own`);
  });
});
