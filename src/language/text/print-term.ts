import type { ArrayTerm, LiteralTerm, LoopForm, Pattern } from "../term.ts";
import { printTypeSyntax } from "./print-type-syntax.ts";
import { INFIX_LEVELS } from "./words.ts";

/** How tightly what is printed binds: 0 anything, 1 to 7 the levels of infix symbols, then prefixes, applications and atoms. */
const OPEN = 0;
const PREFIX = 8;
const APPLICATION = 9;
const ATOM = 10;

/** A term's text; parsed again it is the same term, places aside. */
export function printTerm(term: ArrayTerm): string {
  return print(term, OPEN);
}

/** A pattern as it stands in a row of parameters. */
export function printPattern(pattern: Pattern): string {
  const text = printBare(pattern);
  return pattern.type === undefined ? text : `(${text}: ${printTypeSyntax(pattern.type)})`;
}

function printBare(pattern: Pattern): string {
  switch (pattern.kind) {
    case "any":
      return "_";
    case "name":
      return pattern.name;
    case "tuple":
      return `(${pattern.items.map(printPattern).join(", ")})`;
    case "record":
      return `{${pattern.fields.map((field) => `${field.name} = ${printPattern(field.pattern)}`).join(", ")}}`;
    default:
      return pattern satisfies never;
  }
}

function print(term: ArrayTerm, least: number): string {
  const { text, level } = printed(term);
  return level < least ? `(${text})` : text;
}

function printed(term: ArrayTerm): { readonly text: string; readonly level: number } {
  switch (term.kind) {
    case "literal":
      return printedLiteral(term);
    case "variable":
      return { text: term.name, level: ATOM };
    case "lambda": {
      const parameters = term.parameters.map(printPattern).join(" ");
      return { text: `\\${parameters} -> ${print(term.body, OPEN)}`, level: OPEN };
    }
    case "section":
      return { text: printSection(term), level: ATOM };
    case "apply": {
      const attribute = term.expression === undefined ? "" : `#[expression(${term.expression})] `;
      const parts = [term.function, ...term.operands].map((part) => print(part, ATOM));
      return { text: attribute + parts.join(" "), level: APPLICATION };
    }
    case "infix": {
      const level = INFIX_LEVELS[term.symbol];
      // Comparisons do not chain: both their sides bind tighter.
      const left = print(term.left, level === INFIX_LEVELS["=="] ? level + 1 : level);
      return { text: `${left} ${term.symbol} ${print(term.right, level + 1)}`, level };
    }
    case "prefix":
      return { text: `${term.symbol}${print(term.operand, leastOfOperand(term))}`, level: PREFIX };
    case "let": {
      const head = `let ${printPattern(term.pattern)} = ${print(term.value, OPEN)}`;
      const isRow = term.body.kind === "let";
      return { text: `${head}\n${isRow ? "" : "in "}${print(term.body, OPEN)}`, level: OPEN };
    }
    case "if": {
      const branches = [term.condition, term.first, term.second].map((part) => print(part, OPEN));
      return { text: `if ${branches[0]} then ${branches[1]} else ${branches[2]}`, level: OPEN };
    }
    case "tuple":
      return { text: `(${term.items.map((item) => print(item, OPEN)).join(", ")})`, level: ATOM };
    case "record": {
      const fields = term.fields.map(({ name, value }) => `${name} = ${print(value, OPEN)}`);
      return { text: `{${fields.join(", ")}}`, level: ATOM };
    }
    case "field":
      return { text: `${print(term.of, ATOM)}.${term.name}`, level: ATOM };
    case "array":
      return { text: `[${term.items.map((item) => print(item, OPEN)).join(", ")}]`, level: ATOM };
    case "index":
      return {
        text: `${printArray(term.array)}[${term.indices.map((index) => print(index, 1)).join(", ")}]`,
        level: ATOM,
      };
    case "slice": {
      const [start, end] = [term.start, term.end].map((bound) =>
        bound === undefined ? "" : print(bound, 1),
      );
      return { text: `${printArray(term.array)}[${start}:${end}]`, level: ATOM };
    }
    case "loop": {
      const head = `loop ${printPattern(term.pattern)} = ${print(term.initial, OPEN)}`;
      return {
        text: `${head} ${printForm(term.form)} do\n  ${print(term.body, OPEN).replaceAll("\n", "\n  ")}`,
        level: OPEN,
      };
    }
    case "ascription":
      return { text: `(${print(term.term, 1)}: ${printTypeSyntax(term.type)})`, level: ATOM };
    default:
      return term satisfies never;
  }
}

/** What is indexed stands in parentheses where its own last bracket would swallow the index. */
function printArray(array: ArrayTerm): string {
  return array.kind === "literal" ? `(${print(array, OPEN)})` : print(array, ATOM);
}

/** A minus before a number would be part of it, and two are a comment. */
function leastOfOperand({ symbol, operand }: Extract<ArrayTerm, { kind: "prefix" }>): number {
  return symbol === "-" && (operand.kind === "literal" || operand.kind === "prefix") ? ATOM + 1 : PREFIX;
}

function printedLiteral({ value, type, digits: written }: LiteralTerm): {
  readonly text: string;
  readonly level: number;
} {
  if (type === "bool") return { text: value === 1 ? "true" : "false", level: ATOM };
  const isNegative = value < 0 || Object.is(value, -0);
  const isReal = type === "real" || type === "f64" || type === "f32";
  const digits = isReal ? printReal(Number(value), written) : String(value);
  const suffix = type === "whole" || type === "real" ? "" : type;
  return { text: `${digits}${suffix}`, level: isNegative ? PREFIX : ATOM };
}

/** With a point or an exponent, so that it is read as a real number again. */
function printReal(value: number, written: string | undefined): string {
  if (written !== undefined) return value < 0 ? `-${written}` : written;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function printSection({ symbol, left, right }: Extract<ArrayTerm, { kind: "section" }>): string {
  if (left !== undefined) return `(${print(left, INFIX_LEVELS[symbol] + 1)} ${symbol})`;
  if (right !== undefined) return `(${symbol} ${print(right, INFIX_LEVELS[symbol] + 1)})`;
  return `(${symbol})`;
}

function printForm(form: LoopForm): string {
  if (form.kind === "while") return `while ${print(form.condition, OPEN)}`;
  if (form.kind === "for") return `for ${form.counter} < ${print(form.bound, OPEN)}`;
  return `for ${printPattern(form.element)} in ${print(form.array, OPEN)}`;
}
