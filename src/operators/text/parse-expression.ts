// From tokens to syntax, by precedence. No types here: elaboration has them.

import type { Token } from "../../text/tokens.ts";
import { describe } from "../../values/describe.ts";
import { type AnyOperator, OPERATORS } from "../operator.ts";
import { COMPARISON_LEVEL, INFIXES, type OperatorCursor } from "./grammar.ts";
import type { Hole } from "./operator-text.ts";
import { type Binding, type FieldSyntax, nodeOf, type Syntax } from "./syntax.ts";

/** The longest number that is read: reading digits costs the square of how many there are. */
const LONGEST_NUMBER = 1000;

const PREFIXES: readonly string[] = ["-", "!", "~"];

/** Parses `let … in`, `if … then … else …`, or what operators join. The grammar stands in parse-file.ts. */
export function parseExpression(cursor: OperatorCursor): Syntax {
  return cursor.nested(() => {
    if (cursor.isNext("let")) return parseLet(cursor);
    if (cursor.isNext("if")) return parseIf(cursor);
    return parseInfix(cursor, 1);
  });
}

// A row of lets is one node, so that an operator with thousands of shared subterms is not nested thousands deep.
function parseLet(cursor: OperatorCursor): Syntax {
  const at = cursor.peek().at;
  const bindings: Binding[] = [];
  while (cursor.takeIf("let") !== undefined) {
    const name = cursor.takeNewName("a name to define");
    cursor.expect("=", "and the value");
    const value = parseExpression(cursor);
    cursor.expect("in", `and where "${name.text}" is used`);
    bindings.push({ name: name.text, at: name.at, value });
  }
  return nodeOf(cursor, { kind: "let", at, bindings, body: parseExpression(cursor) });
}

function parseIf(cursor: OperatorCursor): Syntax {
  const at = cursor.take().at;
  const condition = parseExpression(cursor);
  cursor.expect("then", "and a value");
  const first = parseExpression(cursor);
  cursor.expect("else", "and a value (there is always one)");
  return nodeOf(cursor, { kind: "if", at, condition, first, second: parseExpression(cursor) });
}

function parseInfix(cursor: OperatorCursor, lowest: number): Syntax {
  let first = parsePrefix(cursor);
  for (;;) {
    const token = cursor.peek();
    const infix =
      token.kind === "symbol" && Object.hasOwn(INFIXES, token.text) ? INFIXES[token.text] : undefined;
    if (infix === undefined || infix.level < lowest) return first;
    cursor.take();
    const second = parseInfix(cursor, infix.level + 1);
    first = nodeOf(cursor, { kind: "infix", at: token.at, symbol: token.text, infix, first, second });
    const next = cursor.peek();
    const isChained = next.kind === "symbol" && INFIXES[next.text]?.level === COMPARISON_LEVEL;
    if (infix.level === COMPARISON_LEVEL && isChained) {
      cursor.fail("one comparison; two are joined by &&");
    }
  }
}

function parsePrefix(cursor: OperatorCursor): Syntax {
  const token = cursor.peek();
  if (token.kind !== "symbol" || !PREFIXES.includes(token.text)) return parsePostfix(cursor);
  cursor.take();
  const next = cursor.peek();
  // A minus and a number are one literal: −2147483648 is an i32, and its negation would not be.
  if (token.text === "-" && next.kind === "number") return literalNode(cursor, cursor.take(), token.at, "-");
  if (token.text === "-" && cursor.takeIf("inf")) {
    return nodeOf(cursor, {
      kind: "literal",
      at: token.at,
      literal: { kind: "text", text: "-inf" },
      suffix: undefined,
    });
  }
  const operand = cursor.nested(() => parsePrefix(cursor));
  return nodeOf(cursor, { kind: "prefix", at: token.at, symbol: token.text, operand });
}

function parsePostfix(cursor: OperatorCursor): Syntax {
  let node = parsePrimary(cursor);
  while (cursor.takeIf(".") !== undefined) {
    const field = cursor.takeName("the name of a field");
    node = nodeOf(cursor, { kind: "field", at: field.at, record: node, field: field.text });
  }
  return node;
}

function parsePrimary(cursor: OperatorCursor): Syntax {
  const token = cursor.peek();
  switch (token.kind) {
    case "number":
      return literalNode(cursor, cursor.take(), token.at, "");
    case "hole":
      return parseHole(cursor);
    case "name":
      return parseName(cursor);
    case "symbol":
      if (token.text === "{") return parseRecord(cursor);
      if (token.text === "(") return parseParentheses(cursor);
      return cursor.fail("a value");
    case "end":
      return cursor.fail("a value");
    default:
      return token.kind satisfies never;
  }
}

function literalNode(cursor: OperatorCursor, token: Token, at: number, sign: "-" | ""): Syntax {
  const [digits = "", suffix] = token.parts;
  if (digits.length > LONGEST_NUMBER) {
    throw cursor.error(token.at, `a number of at most ${LONGEST_NUMBER} characters`, "a longer one");
  }
  return nodeOf(cursor, { kind: "literal", at, literal: { kind: "text", text: sign + digits }, suffix });
}

const WORDS_THAT_BEGIN_NO_VALUE = ["operator", "in", "then", "else", "identity", "start", "where"];

function parseName(cursor: OperatorCursor): Syntax {
  const token = cursor.peek();
  if (WORDS_THAT_BEGIN_NO_VALUE.includes(token.text)) cursor.fail("a value");
  if (token.text === "let" || token.text === "if") cursor.fail(`parentheses around "${token.text}"`);
  cursor.take();
  const { at, text } = token;
  if (text === "true" || text === "false")
    return nodeOf(cursor, { kind: "bool", at, value: text === "true" ? 1 : 0 });
  if (text === "inf" || text === "nan") {
    return nodeOf(cursor, { kind: "literal", at, literal: { kind: "text", text }, suffix: undefined });
  }
  if (!cursor.isNext("(")) return nodeOf(cursor, { kind: "name", at, name: text });
  return nodeOf(cursor, { kind: "call", at, name: text, operands: parseOperands(cursor) });
}

function parseOperands(cursor: OperatorCursor): readonly Syntax[] {
  cursor.expect("(", "and operands");
  const operands = cursor.list(() => parseExpression(cursor));
  cursor.expect(")", "after the operands");
  return operands;
}

function parseParentheses(cursor: OperatorCursor): Syntax {
  cursor.take();
  const inside = parseExpression(cursor);
  cursor.expect(")", "to close the parenthesis");
  return inside;
}

function parseRecord(cursor: OperatorCursor): Syntax {
  const at = cursor.take().at;
  const fields: FieldSyntax[] = [];
  cursor.list(() => {
    const field = cursor.takeName("the name of a field");
    if (fields.some(({ name }) => name === field.text)) {
      throw cursor.error(field.at, "each field once", `"${field.text}" again`);
    }
    cursor.expect(":", `and the value of "${field.text}"`);
    fields.push({ name: field.text, at: field.at, value: parseExpression(cursor) });
  });
  cursor.expect("}", "after the fields");
  return nodeOf(cursor, { kind: "record", at, fields });
}

function parseHole(cursor: OperatorCursor): Syntax {
  const { at } = cursor.take();
  const hole = cursor.source.holes.get(at);
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
        throw cursor.error(at, "a number, a bigint, a boolean or an operator", describe(hole));
      if (!cursor.isNext("(")) cursor.fail(`"(" and the operands of ${hole.name}`);
      return nodeOf(cursor, { kind: "combine", at, operator: hole, operands: parseOperands(cursor) });
  }
}

function isOperator(value: Hole | undefined): value is AnyOperator {
  return OPERATORS.has(value);
}
