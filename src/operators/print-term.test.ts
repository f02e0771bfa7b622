import { describe, expect, it } from "vitest";
import { columnsOf } from "../values/value-types.ts";
import { bodyOf } from "./operator.ts";
import { leafNames, printTerm } from "./print-term.ts";

import { binary, left, type Term } from "./term.ts";
import { parseOperator } from "./text/parse-operator.ts";

describe("printTerm", () => {
  it("prints one line, with the names that are given", () => {
    const { terms, columns } = bodyOf(
      parseOperator("(a: { v: f32, p: { i: u32 } }, b) => if a.v != b.v then { v: -(1), p: b.p } else a"),
    );
    expect(printTerm(terms[0], leafNames(columns))).toBe("if left.v != right.v then -(1) else left.v");
    expect(printTerm(terms[1], leafNames(columns, "x", "y"))).toBe("if x.v != y.v then y.p.i else x.p.i");
    expect(printTerm(terms[1])).toBe("if left != right then right.column1 else left.column1");
    expect(
      printTerm(
        terms[0].kind === "select" ? terms[0].condition : terms[0],
        leafNames(columnsOf("f32"), "x", "y"),
      ),
    ).toBe("x != y");
  });

  it("writes what is shared out, and shortens what is too large where it is deepest", () => {
    let doubled: Term = left("f64");
    for (let i = 0; i < 3; i++) doubled = binary("add", doubled, doubled);
    expect(printTerm(doubled)).toBe("left + left + (left + left) + (left + left + (left + left))");
    expect(printTerm(doubled, undefined, 3)).toBe("… + … + (… + …)");
    for (let i = 3; i < 250; i++) doubled = binary("add", doubled, doubled);
    expect(printTerm(doubled).length).toBeLessThan(1000);
    const lopsided = binary("add", doubled, binary("multiply", left("f64"), left("f64")));
    expect(printTerm(lopsided, undefined, 6)).toBe("… + … + left * left");
  });
});
