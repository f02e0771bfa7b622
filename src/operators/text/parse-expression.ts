import { describe } from "../../values/describe.ts";
import { type AnyOperator, OPERATORS } from "../operator.ts";
import {
  type Cursor,
  expectNext,
  fail,
  isNext,
  nested,
  nodeOf,
  peek,
  take,
  takeField,
  takeIf,
  takeNewName,
} from "./cursor.ts";
import type { Token } from "./lexer.ts";
import { errorAt, type Hole } from "./source-text.ts";
import type { Binding, FieldSyntax, Syntax } from "./syntax.ts";
import { COMPARISON_LEVEL, INFIXES } from "./words.ts";

const PREFIXES: readonly string[] = ["-", "!", "~"];

/** Parses `let … in`, `if … then … else …`, or what operators join. The grammar stands in parse-file.ts. */
export function parseExpression(cursor: Cursor): Syntax {
  return nested(cursor, () => {
    if (isNext(cursor, "let")) return parseLet(cursor);
    if (isNext(cursor, "if")) return parseIf(cursor);
    return parseInfix(cursor, 1);
  });
}

// A row of lets is one node, so that an operator with thousands of shared subterms is not nested thousands deep.
function parseLet(cursor: Cursor): Syntax {
  const at = peek(cursor).at;
  const bindings: Binding[] = [];
  while (takeIf(cursor, "let") !== undefined) {
    const name = takeNewName(cursor, "a name to define");
    expectNext(cursor, "=", "and the value");
    const value = parseExpression(cursor);
    expectNext(cursor, "in", `and where "${name.text}" is used`);
    bindings.push({ name: name.text, at: name.at, value });
  }
  return nodeOf(cursor, { kind: "let", at, bindings, body: parseExpression(cursor) });
}

function parseIf(cursor: Cursor): Syntax {
  const at = take(cursor).at;
  const condition = parseExpression(cursor);
  expectNext(cursor, "then", "and a value");
  const first = parseExpression(cursor);
  expectNext(cursor, "else", "and a value (there is always one)");
  return nodeOf(cursor, { kind: "if", at, condition, first, second: parseExpression(cursor) });
}

function parseInfix(cursor: Cursor, lowest: number): Syntax {
  let first = parsePrefix(cursor);
  for (;;) {
    const token = peek(cursor);
    const infix =
      token.kind === "symbol" && Object.hasOwn(INFIXES, token.text) ? INFIXES[token.text] : undefined;
    if (infix === undefined || infix.level < lowest) return first;
    take(cursor);
    const second = parseInfix(cursor, infix.level + 1);
    first = nodeOf(cursor, { kind: "infix", at: token.at, symbol: token.text, infix, first, second });
    const next = peek(cursor);
    const isChained = next.kind === "symbol" && INFIXES[next.text]?.level === COMPARISON_LEVEL;
    if (infix.level === COMPARISON_LEVEL && isChained) {
      fail(cursor, "one comparison; two are joined by &&");
    }
  }
}

function parsePrefix(cursor: Cursor): Syntax {
  const token = peek(cursor);
  if (token.kind !== "symbol" || !PREFIXES.includes(token.text)) return parsePostfix(cursor);
  take(cursor);
  const next = peek(cursor);
  // A minus and a number are one literal: −2147483648 is an i32, and its negation would not be.
  if (token.text === "-" && next.kind === "number") return literalNode(cursor, take(cursor), token.at, "-");
  if (token.text === "-" && takeIf(cursor, "inf")) {
    return nodeOf(cursor, {
      kind: "literal",
      at: token.at,
      literal: { kind: "text", text: "-inf" },
      suffix: undefined,
    });
  }
  const operand = nested(cursor, () => parsePrefix(cursor));
  return nodeOf(cursor, { kind: "prefix", at: token.at, symbol: token.text, operand });
}

function parsePostfix(cursor: Cursor): Syntax {
  let node = parsePrimary(cursor);
  while (takeIf(cursor, ".") !== undefined) {
    const field = takeField(cursor);
    node = nodeOf(cursor, { kind: "field", at: field.at, record: node, field: field.text });
  }
  return node;
}

function parsePrimary(cursor: Cursor): Syntax {
  const token = peek(cursor);
  switch (token.kind) {
    case "number":
      return literalNode(cursor, take(cursor), token.at, "");
    case "hole":
      return parseHole(cursor);
    case "name":
      return parseName(cursor);
    case "symbol":
      if (token.text === "{") return parseRecord(cursor);
      if (token.text === "(") return parseParentheses(cursor);
      return fail(cursor, "a value");
    case "end":
      return fail(cursor, "a value");
    default:
      return token.kind satisfies never;
  }
}

function literalNode(cursor: Cursor, token: Token, at: number, sign: "-" | ""): Syntax {
  const literal = { kind: "text", text: sign + token.text } as const;
  return nodeOf(cursor, { kind: "literal", at, literal, suffix: token.suffix });
}

const WORDS_THAT_BEGIN_NO_VALUE = ["operator", "in", "then", "else", "identity", "start", "where"];

function parseName(cursor: Cursor): Syntax {
  const token = peek(cursor);
  if (WORDS_THAT_BEGIN_NO_VALUE.includes(token.text)) fail(cursor, "a value");
  if (token.text === "let" || token.text === "if") fail(cursor, `parentheses around "${token.text}"`);
  take(cursor);
  const { at, text } = token;
  if (text === "true" || text === "false")
    return nodeOf(cursor, { kind: "bool", at, value: text === "true" ? 1 : 0 });
  if (text === "inf" || text === "nan") {
    return nodeOf(cursor, { kind: "literal", at, literal: { kind: "text", text }, suffix: undefined });
  }
  if (!isNext(cursor, "(")) return nodeOf(cursor, { kind: "name", at, name: text });
  return nodeOf(cursor, { kind: "call", at, name: text, operands: parseOperands(cursor) });
}

function parseOperands(cursor: Cursor): readonly Syntax[] {
  expectNext(cursor, "(", "and operands");
  const operands = [parseExpression(cursor)];
  while (takeIf(cursor, ",") !== undefined) operands.push(parseExpression(cursor));
  expectNext(cursor, ")", "after the operands");
  return operands;
}

function parseParentheses(cursor: Cursor): Syntax {
  take(cursor);
  const inside = parseExpression(cursor);
  expectNext(cursor, ")", "to close the parenthesis");
  return inside;
}

function parseRecord(cursor: Cursor): Syntax {
  const at = take(cursor).at;
  const fields: FieldSyntax[] = [];
  do {
    const field = takeField(cursor);
    if (fields.some(({ name }) => name === field.text)) {
      throw errorAt(cursor.source, field.at, "each field once", `"${field.text}" again`);
    }
    expectNext(cursor, ":", `and the value of "${field.text}"`);
    fields.push({ name: field.text, at: field.at, value: parseExpression(cursor) });
  } while (takeIf(cursor, ",") !== undefined);
  expectNext(cursor, "}", "after the fields");
  return nodeOf(cursor, { kind: "record", at, fields });
}

function parseHole(cursor: Cursor): Syntax {
  const { at, hole } = take(cursor);
  switch (typeof hole) {
    case "number":
      return nodeOf(cursor, {
        kind: "literal",
        at,
        literal: { kind: "number", value: hole },
        suffix: undefined,
      });
    case "bigint":
      return nodeOf(cursor, {
        kind: "literal",
        at,
        literal: { kind: "text", text: String(hole) },
        suffix: undefined,
      });
    case "boolean":
      return nodeOf(cursor, { kind: "bool", at, value: hole ? 1 : 0 });
    default:
      if (!isOperator(hole))
        throw errorAt(cursor.source, at, "a number, a bigint, a boolean or an operator", describe(hole));
      if (!isNext(cursor, "(")) fail(cursor, `"(" and the operands of ${hole.name}`);
      return nodeOf(cursor, { kind: "combine", at, operator: hole, operands: parseOperands(cursor) });
  }
}

function isOperator(value: Hole | undefined): value is AnyOperator {
  return OPERATORS.has(value);
}
