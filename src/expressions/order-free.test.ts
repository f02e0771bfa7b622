import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../values/errors.ts";
import { depthOf } from "./depth.ts";
import { errorBound } from "./error-bound.ts";
import { binned, type Expression, exact, isOrderFree, leftFold } from "./expression.ts";
import { parseExpression } from "./parse.ts";
import { prefixTrees, treeOf } from "./prefix-trees.ts";
import { printExpression } from "./print.ts";
import { propertiesOf } from "./properties.ts";
import { symbolic } from "./symbolic.ts";

const ORDER_FREE: readonly Expression[] = [exact, binned(2), binned(), binned(4)];

describe("sums without an order", () => {
  it("print and parse", () => {
    expect(ORDER_FREE.map(printExpression)).toEqual(["exact", "binned:2", "binned:3", "binned:4"]);
    for (const expression of ORDER_FREE) {
      expect(parseExpression(printExpression(expression))).toEqual(expression);
    }
    expect(() => parseExpression("exact:3")).toThrow('"exact" without a parameter');
    expect(() => parseExpression("binned")).toThrow('"binned:" and its fold');
  });

  it("have 2, 3 or 4 bins", () => {
    for (const fold of [0, 1, 5, 2.5, Number.NaN])
      expect(() => binned(fold)).toThrow('"fold" must be 2, 3, 4');
    expect(() => parseExpression("binned:5")).toThrow('"fold" must be 2, 3, 4, got 5');
  });

  it("are told from trees", () => {
    expect(ORDER_FREE.every(isOrderFree)).toBe(true);
    expect(isOrderFree(leftFold)).toBe(false);
  });

  it.each(ORDER_FREE)("have no tree, no bracket and no depth: %j", (expression) => {
    const asked = [
      () => treeOf(expression, 3),
      () => prefixTrees(expression, 3),
      () => symbolic(expression, 3),
      () => depthOf(expression, 3),
    ];
    for (const ask of asked) {
      expect(ask).toThrow(InvalidArgumentError);
      expect(ask).toThrow(`"${printExpression(expression)}", which no order of its terms changes`);
    }
  });

  it("stream in bounded memory", () => {
    for (const expression of ORDER_FREE) {
      expect(propertiesOf(expression)).toMatchObject({
        online: true,
        boundedBuffering: true,
        streamingOutput: true,
        portable: true,
      });
    }
  });

  it("have bounds without a depth", () => {
    expect(errorBound(exact, 10 ** 9, "f64")).toBe(2 ** -53);
    expect(errorBound(exact, 1, "f32")).toBe(2 ** -24);
    const single = 2 ** -23;
    const observing = (7 * single) / (1 - 6 * Math.sqrt(single) - 7 * single);
    expect(errorBound(binned(3), 1000, "f32")).toBe(1000 * 2 ** -26 + observing);
    expect(errorBound(binned(2), 1000, "f32", { initialPlacement: "outside" })).toBe(
      1001 * 2 ** -13 + observing,
    );
    expect(errorBound(binned(4), 1000, "f64")).toBeCloseTo(7 * 2 ** -52, 20);
    expect(() => errorBound(exact, 0, "f64")).toThrow(InvalidArgumentError);
  });
});
