import { describe, expect, it } from "vitest";
import { parseNetworkExpression } from "../../src/expressions/network-expression.ts";
import { EXPRESSION_NAMES } from "../../src/expressions/parse.ts";
import { propertiesOf } from "../../src/expressions/properties.ts";
import { describeExpressions } from "./describe-expressions.ts";

const lines = describeExpressions().split("\n");
const rows = lines.slice(2, -1).map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

describe("describeExpressions", () => {
  it("is one table, every row as long as its heading", () => {
    expect(lines[0]).toMatch(/^\| expression \| command line \| the tree \| depth \| at n = 1,000,000 \|/);
    expect(lines.at(-1)).toBe("");
    const width = lines[0].split(/(?<!\\)\|/).length;
    for (const row of rows) expect(row).toHaveLength(width);
    for (const row of rows) expect(row.slice(1, -1).every((cell) => cell.length > 0)).toBe(true);
  });

  it("has every name of the command line once, and a caller's own", () => {
    const spellings = rows.map((row) => row[2].replaceAll("`", ""));
    const names = spellings.map((spelling) => spelling.split(":")[0]);
    expect([...names].sort()).toEqual(
      [...EXPRESSION_NAMES.filter((name) => name !== "pairwise"), "network", "–"].sort(),
    );
    expect(rows.filter((row) => row[1].includes("default)")).map((row) => row[2])).toEqual([
      "`block-dyadic:32`",
    ]);
  });

  it("says of each what its data say, and calls it by its constructor", () => {
    for (const row of rows) {
      const spelling = row[2].replaceAll("`", "");
      if (spelling === "–") continue;
      const expression = parseNetworkExpression(spelling);
      const { online, scanCombines, state } = propertiesOf(expression);
      expect(row[7]).toBe(online ? "yes" : "no");
      expect(row.slice(12, 14)).toEqual([scanCombines, state]);
      const parameter = spelling.split(":").at(-1) ?? "";
      const call =
        expression.kind === "network"
          ? `networkExpression("${expression.name}", ${parameter})`
          : spelling.includes(":")
            ? `${expression.kind}(${parameter})`
            : expression.kind;
      expect(row[1].startsWith(`\`${call}\``)).toBe(true);
      if (spelling.includes(":")) expect(row[3]).toContain(parameter);
    }
  });
});
