import { describe, expect, test } from "vitest";
import { accuracyOf } from "../accuracy.ts";
import { javascriptExecutor } from "../javascript.ts";
import { fromScaledInteger, toScaledInteger } from "../values/scaled-integers.ts";
import { drawTreeSvg } from "./draw-tree-svg.ts";
import { explainError } from "./explain-error.ts";
import type { RevealedSum } from "./revealed.ts";

const TERMS = Float64Array.from({ length: 200 }, (_, i) => Math.sin(i) * 2 ** (i % 13));

describe("the errors of nodes", () => {
  test.each(["left-fold", "block-dyadic:8", "interleaved:4"])(
    "%s: add up to that of the sum, exactly",
    (expression) => {
      const { nodes, error, value, trueSum } = explainError(expression, TERMS);
      const exact = TERMS.reduce((sum, term) => sum + toScaledInteger(term), 0n);
      expect(fromScaledInteger(toScaledInteger(value) - exact, "f64")).toBe(error);
      expect(fromScaledInteger(exact, "f64")).toBe(trueSum);
      const roundings = nodes.reduce((sum, { rounding }) => sum + toScaledInteger(rounding), 0n);
      expect(roundings).toBe(toScaledInteger(value) - exact);
      expect(nodes).toHaveLength(TERMS.length - 1);
      expect(nodes.at(-1)).toMatchObject({ value, elementCount: 200, first: 0, last: 199 });
      expect((nodes.at(-1)?.inherited ?? 0) + (nodes.at(-1)?.rounding ?? 0)).toBeCloseTo(error, 20);
    },
  );

  test("each rounding is what two-sum finds, each value the sum of its operands", () => {
    const { nodes } = explainError("iterated-pairwise", TERMS);
    const valueAt = (place: number): number => (place < 0 ? nodes[-1 - place].value : TERMS[place]);
    for (const { operands, value, rounding } of nodes) {
      const [left, right] = operands.map(valueAt);
      const back = value - left;
      expect(value).toBe(left + right);
      expect(rounding + 0).toBe(-(left - (value - back) + (right - back)) + 0);
    }
  });

  test("is the error that accuracyOf measures, in f64 and in f32", async () => {
    const single = Float32Array.from(TERMS);
    for (const input of [TERMS, single]) {
      const { rows } = await accuracyOf(javascriptExecutor, input, { expressions: ["left-fold"] });
      const measured = rows[0].kind === "measured" ? rows[0] : undefined;
      const { value, ulps, type } = explainError("left-fold", input);
      expect([value, type]).toEqual([measured?.value, input === single ? "f32" : "f64"]);
      expect(ulps).toBeCloseTo(measured?.ulps ?? Number.NaN, 10);
    }
  });

  test("where digits cancel, and what was lost before comes to light", () => {
    const { nodes, error, roundingMagnitude } = explainError(
      "left-fold",
      Float64Array.of(2 ** 60, 1, -(2 ** 60), 3),
    );
    expect(nodes).toMatchObject([
      { operands: [0, 1], rounding: -1, inherited: 0, cancelledDigits: 0 },
      { operands: [-1, 2], value: 0, rounding: 0, inherited: -1, cancelledDigits: 53 },
      { operands: [-2, 3], value: 3, rounding: 0, inherited: -1, cancelledDigits: 0 },
    ]);
    expect([error, roundingMagnitude]).toEqual([-1, 1]);
    expect(explainError("left-fold", Float64Array.of(9, -8)).nodes[0].cancelledDigits).toBe(3);
  });

  test("f32 summed in f64, from the end, with an initial value", () => {
    const sum = {
      expression: "left-fold",
      direction: "backward",
      accumulate: "f64",
      initial: 2 ** 53,
    } as const;
    const { nodes, value } = explainError(sum, Float32Array.of(1, 2, 3));
    expect(nodes.map(({ operands }) => operands)).toEqual([
      [2, 1],
      [-1, 0],
      [3, -2],
    ]);
    expect([value, nodes[2].rounding]).toEqual([2 ** 53 + 6, 0]);
  });

  test("a node of three, as tensor cores have it", () => {
    const revealed = {
      ...{ kind: "tree", n: 3, type: "f32", start: "none", name: undefined, tree: { parts: [0, 1, 2] } },
      arithmetic: { precision: 24, result: "f32", fused: { guardDigits: 0, rounding: "towardZero" } },
    } as never as RevealedSum;
    const { nodes } = explainError(revealed, Float32Array.of(2 ** 24, 1.5, 1.5));
    expect(nodes).toMatchObject([{ operands: [0, 1, 2], value: 2 ** 24, rounding: -3 }]);
  });
});

test("a drawing has a spot for each node, in proportion to what it rounds away", () => {
  const { tree, nodes } = explainError("left-fold", Float64Array.of(2 ** 53, 1, 3, 0));
  const heat = nodes.map(({ rounding }) => rounding);
  expect(heat).toEqual([-1, 1, 0]);
  const svg = drawTreeSvg(tree, { heat, note: "Roundings" });
  expect(svg).toContain(">Roundings</text>");
  expect([...svg.matchAll(/<circle class="(\w+)" r="([\d.]+)"/g)].map(([, name, r]) => [name, r])).toEqual([
    ["below", "11"],
    ["above", "11"],
    ["cold", "2"],
  ]);
  expect(() => drawTreeSvg(tree, { heat: [1] })).toThrow('"heat" must be a number for each node, got 1');
  expect(() => drawTreeSvg(tree, { heat: [1, 2, Number.NaN] })).toThrow('"heat[2]" must be a finite number');
});

describe("bad input", () => {
  test.each([
    ["not finite", () => explainError("left-fold", Float64Array.of(1, Number.NaN)), "element 1 of NaN"],
    ["overflow", () => explainError("left-fold", Float64Array.of(1e308, 1e308)), "a partial sum of Infinity"],
    ["integers", () => explainError("left-fold", Int32Array.of(1) as never), '"sum" must be one of floats'],
    ["products", () => explainError({ operator: "multiply" }, TERMS), '"sum" must be one of floats'],
    ["no tree", () => explainError("exact", TERMS), "which no order of its terms changes"],
    ["too many", () => explainError("left-fold", new Float32Array(2 ** 20 + 1)), "at most 1048576 elements"],
  ])("%s", (_, call, message) => {
    expect(call).toThrow(message);
  });
});
