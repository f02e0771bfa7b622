import { expect, test } from "vitest";
import { treeNamed } from "../../test/helpers/expressions/tree-named.ts";
import { parseExpression } from "../index.ts";
import { drawTreeText } from "./draw-tree-text.ts";
import type { RevealedTree } from "./revealed-tree.ts";
import { type TreeForm, treeOfForm } from "./tree-form.ts";

const named = (text: string): TreeForm => ({
  kind: "expression",
  expression: parseExpression(text) as never,
});

test("folds take a line, and what is alike is drawn once", () => {
  expect(drawTreeText(treeNamed("left-fold", 100))).toBe("x0 + x1 + … + x99\n");
  expect(drawTreeText(treeNamed("left-fold", 3))).toBe("x0 + x1 + x2\n");
  expect(drawTreeText(treeNamed("iterated-pairwise", 16))).toBe(
    [
      "+ 16 elements",
      "├─ + 8 elements",
      "│  ├─ + 4 elements",
      "│  │  ├─ x0 + x1",
      "│  │  └─ like it, from x2",
      "│  └─ like it, from x4",
      "└─ like it, from x8",
      "",
    ].join("\n"),
  );
});

test("blocks and what is left over stand one below the other", () => {
  const form: TreeForm = {
    ...{ kind: "blocks", blockLength: 4, tail: "singly" },
    ...{ within: named("iterated-pairwise"), over: named("left-fold") },
  };
  const tree = treeOfForm(
    form,
    Array.from({ length: 23 }, (_, i) => i),
  );
  expect(drawTreeText(tree)).toBe(
    [
      "+ 23 elements, one operand after the other",
      "├─ + 20 elements, one operand after the other",
      "│  ├─ + 4 elements",
      "│  │  ├─ x0 + x1",
      "│  │  └─ like it, from x2",
      "│  └─ 4 like it, from x4, x8, x12, x16",
      "└─ x20, x21, x22",
      "",
    ].join("\n"),
  );
});

test("lanes are told by their steps, and operands added at once by their number", () => {
  expect(drawTreeText(treeNamed("interleaved:2", 12))).toBe(
    [
      "+ 12 elements",
      "├─ + 6 elements, one operand after the other",
      "│  ├─ x0 + x2",
      "│  └─ 2 like it, from x4, x8",
      "└─ like it, from x1",
      "",
    ].join("\n"),
  );
  expect(drawTreeText({ left: { parts: [0, 1, 2] }, right: 3 })).toBe(
    ["+ 4 elements", "├─ x0 + x1 + x2 at once", "└─ x3", ""].join("\n"),
  );
});

test("trees of any length and depth fit 80 columns and the lines that are asked for", () => {
  const right = Array.from({ length: 5000 }, (_, i) => i).reduceRight<RevealedTree>(
    (later, index) => (index === 4999 ? index : { left: index, right: later }),
    0,
  );
  for (const tree of [
    right,
    treeNamed("left-fold", 100_000),
    treeNamed("bisection", 4099),
    treeNamed("block-dyadic:32", 777),
  ]) {
    const lines = drawTreeText(tree, { lineCount: 20 }).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(21);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  }
  expect(() => drawTreeText({ left: 0, right: 2 })).toThrow("each index from 0 to 2 once");
});
