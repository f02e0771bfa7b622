import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ofRuns } from "../../../test/extent.ts";
import {
  everyOperation,
  hostileScalars,
  type Pick,
  randomRecordType,
  randomTerm,
  randomValue,
} from "../../../test/helpers/operators/terms.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { columnsOf, type RecordType } from "../../values/value-types.ts";
import { add, BUILT_IN_OPERATORS, treeHash } from "../built-in.ts";
import { decodeOperator } from "../decode-operator.ts";
import { defineOperator, hashOf } from "../define-operator.ts";
import { encodeOperator } from "../encode-operator.ts";
import { type AnyOperator, bodyOf } from "../operator.ts";
import {
  BINARY_OPERATIONS,
  type BinaryOperation,
  binary,
  constant,
  isComparison,
  left,
  right,
  select,
  swapSides,
  type Term,
  unary,
} from "../term.ts";
import { parseOperator } from "./parse-operator.ts";
import { printOperator } from "./print-operator.ts";

const SEED = 2027;
const RUNS = 400;

/** What the text and the JSON of an operator keep of it. */
function kept(operator: AnyOperator): unknown {
  const { hash, kind, name, claims } = operator;
  const start = operator.kind === "operator" ? operator.start(operator.types[0]) : operator.start;
  const carrier = claims?.carrier && hashOf({ value: "bool" }, [claims.carrier]);
  return { hash, kind, name, start, identity: claims?.identity, carrier };
}

/** Any operator over one scalar in a record, so that each term can be tried, bools too. */
function operatorOn(type: ScalarType, term: Term): AnyOperator {
  return defineOperator<RecordType>({ value: type }, [term]);
}

function randomOperator(pick: Pick): AnyOperator {
  const type = randomRecordType(pick);
  const columns = columnsOf(type);
  // Terms of single elements, with their leaves moved to columns of their type.
  const terms = columns.map((column, place) => {
    const term = randomTerm(column.type, pick);
    return moved(
      term,
      columns.map((each) => each.type),
      place,
    );
  });
  const carrier =
    pick(2) === 0 ? unary("not", binary("equal", left(columns[0].type), left(columns[0].type))) : undefined;
  const identity = pick(2) === 0 ? randomValue(columns, pick) : undefined;
  const start = pick(2) === 0 ? randomValue(columns, pick) : undefined;
  return defineOperator<RecordType>(type, terms, {
    name: pick(2) === 0 ? undefined : "some-name",
    start,
    claims: { ...(carrier && { carrier }), ...(identity && { identity }) },
  });
}

function moved(term: Term, types: readonly ScalarType[], place: number): Term {
  const wide = { left, right };
  const move = (part: Term): Term => {
    switch (part.kind) {
      case "left":
      case "right":
        return wide[part.kind](part.type, types.indexOf(part.type, part.type === types[place] ? place : 0));
      case "constant":
        return part;
      case "binary":
        return { ...part, first: move(part.first), second: move(part.second) };
      case "select":
        return {
          ...part,
          condition: move(part.condition),
          first: move(part.first),
          second: move(part.second),
        };
      default:
        return { ...part, operand: move(part.operand) };
    }
  };
  return move(term);
}

describe("printOperator", () => {
  it("prints every operation on every type so that it parses to the same hash", () => {
    for (const { name, operandType, term } of everyOperation()) {
      const type = { value: term.type, operand: operandType };
      const shifted = moved(term, [term.type, operandType], operandType === term.type ? 0 : 1);
      const operator = defineOperator<RecordType>(type, [shifted, left(operandType, 1)]);
      expect(parseOperator(printOperator(operator)).hash, name).toBe(operator.hash);
    }
  });

  it("prints random operators so that the same come back, from the text and from JSON", () => {
    const seen = { lets: 0, records: 0 };
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const operator = randomOperator((length) => generate(fc.nat, { max: length - 1 }));
        const text = printOperator(operator);
        if (text.includes("let ")) seen.lets++;
        if (operator.kind === "record-operator" && operator.columns.length > 1) seen.records++;
        const parsed = parseOperator(text);
        expect(kept(parsed), text).toEqual(kept(operator));
        expect(printOperator(parsed)).toBe(text);
        const json = encodeOperator(operator);
        expect(kept(decodeOperator(json)), json).toEqual(kept(operator));
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(seen.lets).toBeGreaterThan(RUNS / 20);
    expect(seen.records).toBeGreaterThan(ofRuns(RUNS / 4));
  });

  it("keeps every hostile constant, alone, beside another and below a minus", () => {
    for (const type of ["f64", "f32", "i64", "u64", "i32", "u32", "bool"] as const) {
      for (const value of hostileScalars(type)) {
        const number = constant(type, value);
        const negated = unary(type === "bool" ? "not" : "negate", number);
        const twice = unary(type === "bool" ? "not" : "negate", negated);
        const compared = binary("equal", number, negated);
        for (const term of [number, negated, twice, select(compared, number, left(type))]) {
          const operator = operatorOn(type, term);
          const text = printOperator(operator);
          expect(parseOperator(text).hash, text).toBe(operator.hash);
        }
      }
    }
  });

  it("prints two infix operations with parentheses exactly where they are needed", () => {
    const calls = ["min", "max", "rotateLeft"];
    const infix = (Object.keys(BINARY_OPERATIONS) as BinaryOperation[]).filter((operation) => {
      return BINARY_OPERATIONS[operation].includes("u32") && !calls.includes(operation);
    });
    const [a, b] = [left("u32", 1), right("u32", 1)];
    let needed = 0;
    for (const outer of infix) {
      for (const inner of infix.filter((operation) => !isComparison(operation))) {
        for (const term of [binary(outer, binary(inner, a, b), b), binary(outer, a, binary(inner, a, b))]) {
          const operator = defineOperator<RecordType>({ value: term.type, x: "u32" }, [term, a]);
          const text = printOperator(operator);
          expect(parseOperator(text).hash, text).toBe(operator.hash);
          const [header, body] = text.split("=>");
          const bare = `${header}=>${body.replace(/[()]/g, "")}`;
          if (bare === text) continue;
          needed++;
          expect(parseOperator(bare).hash, `${text} without parentheses`).not.toBe(operator.hash);
        }
      }
    }
    expect(needed).toBe(100); // of 260 pairs
  });

  it("reads like what a person would write", () => {
    expect(printOperator(add, "i32")).toBe("operator add (left: i32, right) => left + right\nidentity 0\n");
    expect(printOperator(add)).toBe(
      "operator add (left: f64, right) => left + right\nidentity -0\nstart 0\n",
    );
    const text = `operator arg-max (left: { value: f32, index: u32 }, right) =>
  if left.value < right.value then right else left
identity { value: -inf, index: 0 }
where value => value.value == value.value
`;
    expect(printOperator(parseOperator(text))).toBe(text);
  });

  it("names what is shared, and nothing else", () => {
    expect(printOperator(treeHash)).toBe(`operator tree-hash (left: u64, right) =>
  let t1 = left * 11400714819323198485 + rotate_left(right, 29) * 14029467366897019727
      + 1609587929392839161 in
  let t2 = (t1 ^ t1 >> 32) * 15485907386658061715 in
  t2 ^ t2 >> 32
`);
  });

  it("breaks long lines where the structure does", () => {
    const text = `(left: { position: { x: f32, y: f32 }, count: i64 }, right) =>
  {
    position: if 0.1 < left.position.x * left.position.y
      then left.position
      else { x: 10000000000, y: -right.position.y },
    count: rotate_left(left.count, 3) ^ (right.count | 1 << 4)
  }
`;
    expect(printOperator(parseOperator(text))).toBe(text);
  });

  it("prints every built-in operator on every type to a text of the same terms", () => {
    for (const operator of BUILT_IN_OPERATORS) {
      for (const type of operator.types) {
        const { terms } = bodyOf(operator, type);
        const parsed = parseOperator(printOperator(operator, type));
        expect(parsed.hash).toBe(hashOf(type, terms));
        expect(decodeOperator(encodeOperator(operator, type)).hash).toBe(parsed.hash);
        const identity: Scalar | undefined = operator.identity(type);
        expect(parsed.claims?.identity).toEqual(identity === undefined ? undefined : [identity]);
      }
    }
  });

  it("prints the deepest operator that can be made, in each shape, and reads it back", () => {
    const grow: readonly ((term: Term, i: number) => Term)[] = [
      (term) => binary("add", left("f64"), term),
      (term) => binary("subtract", term, right("f64")),
      (term) => unary("negate", term),
      (term) => unary("sqrt", term),
      (term, i) => (i % 2 === 0 ? unary("negate", term) : binary("add", left("f64"), term)),
      (term, i) => (i % 3 === 0 ? binary("multiply", term, left("f64")) : binary("add", right("f64"), term)),
      (term) => select(binary("less", left("f64"), right("f64")), term, left("f64")),
      (term) => select(binary("less", left("f64"), right("f64")), right("f64"), term),
      (term) => binary("add", term, term),
    ];
    for (const step of grow) {
      let term: Term = left("f64");
      for (let i = 1; i < 255; i++) term = step(term, i);
      const operator = defineOperator("f64", [term]);
      expect(parseOperator(printOperator(operator)).hash).toBe(operator.hash);
      expect(decodeOperator(encodeOperator(operator)).hash).toBe(operator.hash);
    }
  });

  it("keeps records whose fields are named like words of the language", () => {
    const type = { let: "f32", if: { in: "bool", left: "i64" }, nan: "u32" } as const;
    const terms = columnsOf(type).map((column, i) => (i % 2 === 0 ? left : right)(column.type, i));
    const operator = defineOperator(type, terms);
    expect(parseOperator(printOperator(operator)).hash).toBe(operator.hash);
    const swapped = defineOperator(type, swapSides(terms));
    expect(parseOperator(printOperator(swapped)).hash).toBe(swapped.hash);
  });
});
