import { describe, expect, it } from "vitest";
import { parseNetwork } from "../../networks/text/parse-network.ts";
import { emitWgsl } from "../../synthesis/emission/emit-wgsl.ts";
import { OperatorSyntaxError } from "../../values/errors.ts";
import { explainOperator } from "./explain-operator.ts";
import { parseOperator } from "./parse-operator.ts";

const CLAMPED = `operator clamped-add (left: i32, right) =>
  let sum = left + right in
  if sum > 100 then 100 else sum`;

const AFFINE = `(left: { scale: u32, offset: u32 }, right) => {
  scale: left.scale * right.scale,
  offset: left.offset * right.scale + right.offset
}`;

/** Word, type and steps of each place. */
function told(text: string): readonly string[] {
  return explainOperator(text).places.map(({ at, type, steps }) => {
    const [word] = /^(\w+|[^\s\w]+)/.exec(text.slice(at)) ?? [""];
    return `${word} ${type} ${steps.join(" ")}`.trim();
  });
}

describe("explainOperator", () => {
  it("tells type and step of every name, number and operation", () => {
    expect(explainOperator(CLAMPED).steps).toEqual([
      "constant i32 00000064",
      "left i32 0",
      "right i32 0",
      "add i32 1 2",
      "less bool 0 3",
      "select i32 4 0 3",
    ]);
    expect(told(CLAMPED)).toEqual([
      "left i32 1",
      "right i32 2",
      "let i32 5",
      "sum i32 3",
      "left i32 1",
      "+ i32 3",
      "right i32 2",
      "if i32 5",
      "sum i32 3",
      "> bool 4",
      "100 i32 0",
      "100 i32 0",
      "sum i32 3",
    ]);
  });

  it("has a step for each column of a record", () => {
    const { places, steps, operator } = explainOperator(AFFINE);
    expect(operator.hash).toBe(parseOperator(AFFINE).hash);
    const record = places.find(({ at }) => AFFINE[at] === "{");
    expect(record?.type).toBe("{scale:u32,offset:u32}");
    expect(record?.steps.map((step) => steps[step])).toEqual(["multiply u32 0 1", "add u32 4 5"]);
  });

  it("has no step for what is not computed", () => {
    const text = "(left: f64, right) => let unused = left * 3 in left + right";
    const { places } = explainOperator(text);
    const steps = (word: string) => places.find(({ at }) => text.startsWith(word, at))?.steps;
    expect([steps("unused"), steps("*"), steps("+")]).toEqual([[], [], [2]]);
  });

  it("counts steps as WGSL names them", () => {
    for (const text of [CLAMPED, AFFINE]) {
      const { operator, steps } = explainOperator(text);
      const { code } = emitWgsl(parseNetwork("{{(0, 1)}}"), { operator });
      expect(code.match(/^ {2}let t\d+ = /gm)).toEqual(steps.map((_, step) => `  let t${step} = `));
    }
  });

  it("refuses what parseOperator refuses, at its place", () => {
    expect(() => explainOperator("(left: f64, right) => left +")).toThrow(OperatorSyntaxError);
    expect(() => explainOperator("(left: f64, right) => left + wrong", { source: "mine.op" })).toThrow(
      /^mine\.op:1:30: /,
    );
  });
});
