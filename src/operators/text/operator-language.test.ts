import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ScalarType } from "../../values/element-types.ts";
import { OperatorSyntaxError } from "../../values/errors.ts";
import { builderText } from "../builder/trace.ts";
import { bodyOf } from "../operator.ts";
import { BINARY_OPERATIONS, type Term, UNARY_OPERATIONS } from "../term.ts";
import { parseOperator } from "./parse-operator.ts";

const PAGE = readFileSync(new URL("../../../docs/operator-language.md", import.meta.url), "utf8");
const TYPES: Readonly<Record<string, readonly ScalarType[]>> = {
  floats: ["f64", "f32"],
  integers: ["i64", "u64", "i32", "u32"],
  signed: ["f64", "f32", "i64", "i32"],
  numbers: ["f64", "f32", "i64", "u64", "i32", "u32"],
  bits: ["i64", "u64", "i32", "u32", "bool"],
  all: ["f64", "f32", "i64", "u64", "i32", "u32", "bool"],
};
const OPERATIONS: Readonly<Record<string, readonly ScalarType[]>> = {
  ...UNARY_OPERATIONS,
  ...BINARY_OPERATIONS,
};

/** The rows of the table of operations: cells of each. */
const rows = PAGE.split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")))
  .map(([, operation, text, builder, of]) => ({ operation, text, builder, of }));

function fencesBelow(heading: string): readonly string[] {
  const section = PAGE.split(`\n## ${heading}\n`)[1].split("\n## ")[0];
  return [...section.matchAll(/```text\n(.*?)\n```/gs)].map(([, text]) => text);
}

/** What a cell says for a type: `a`, of bools `b`; or `a`, or `b`. */
function spellingsOf(cell: string, type: ScalarType): readonly string[] {
  const [first, second] = [...cell.matchAll(/`([^`]*)`/g)].map(([, text]) => text);
  if (cell.includes(", of bools")) return [type === "bool" ? second : first];
  return cell.includes(", or") ? [first, second] : [first];
}

/** The term of a text over two values of any type, bool too. */
function termOf(text: string, type: ScalarType): Term {
  const isBool = /[<>]=? |==/.test(text.replace(/<<|>>/, ""));
  const body = isBool ? `x: p.x, flag: ${text}` : `x: ${text}, flag: p.flag`;
  const operator = parseOperator(
    `(p: { x: ${type}, flag: bool }, q) => let left = p.x in let right = q.x in { ${body} }`,
  );
  return bodyOf(operator).terms[isBool ? 1 : 0];
}

describe("docs/operator-language.md", () => {
  it("has the grammar of the parser", () => {
    const source = readFileSync(new URL("parse-file.ts", import.meta.url), "utf8");
    const comment = source.split("/*\n")[1].split("*/")[0];
    const lines = comment.split("\n").flatMap((line) => (line.startsWith(" *   ") ? [line.slice(5)] : []));
    expect(fencesBelow("Grammar")).toEqual([lines.join("\n")]);
  });

  it("has every operation, and no other", () => {
    const names = rows.map(({ operation }) => operation);
    const known = [...Object.keys(OPERATIONS), "select", "convert", "bitcast"];
    expect(names.filter((name) => !["operation", "---"].includes(name)).sort()).toEqual(known.sort());
  });

  it.each(Object.keys(OPERATIONS))("says the types and both spellings of %s", (operation) => {
    const row = rows.find((candidate) => candidate.operation === operation);
    expect(TYPES[row?.of ?? ""]).toEqual(OPERATIONS[operation]);
    for (const type of TYPES[row?.of ?? ""]) {
      for (const text of spellingsOf(row?.text ?? "", type)) {
        const term = termOf(text, type);
        expect(term.kind === "unary" || term.kind === "binary" ? term.operation : term.kind).toBe(operation);
        expect(`\`${builderText(term, undefined)}\``).toBe(row?.builder);
      }
    }
  });

  it("shows errors as they are", () => {
    const errors = fencesBelow("Errors")[0].split("\n\n");
    expect(errors.length).toBeGreaterThan(4);
    for (const error of errors) {
      const [message, text, caret] = error.split("\n");
      const parse = (): unknown => parseOperator(text, { source: "my.op" });
      expect(parse).toThrow(OperatorSyntaxError);
      expect(parse).toThrow(expect.objectContaining({ message, frame: `${text}\n${caret}` }));
    }
  });

  it("shows an operator that parses", () => {
    const text = PAGE.match(/```text\n(operator .*?)\n```/s)?.[1] ?? "";
    expect(parseOperator(text).name).toBe("arg-max");
  });
});
