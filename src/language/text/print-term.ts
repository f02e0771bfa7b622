// Terms as texts that parse to the same terms. Chains are printed in a loop, since they are as deep as they are long.

import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm, LiteralTerm, LoopForm, Pattern, SizeSyntax, TypeSyntax } from "../term.ts";
import { linkOf } from "../term-parts.ts";
import { INFIX_LEVELS } from "./grammar.ts";

/** How tightly what is printed binds: 0 anything, 1 to 7 the levels of infix symbols, then prefixes, applications and atoms. */
const OPEN = 0;
const PIPE = 0.5;
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
  return within(printed(term), least);
}

interface Printed {
  readonly text: string;
  readonly level: number;
}

function within({ text, level }: Printed, least: number): string {
  return level < least ? `(${text})` : text;
}

/** Along a chain in a loop: it is as deep as it is long. */
function printed(term: ArrayTerm): Printed {
  const chain: ArrayTerm[] = [];
  let part = term;
  for (let link = linkOf(part); link !== undefined; link = linkOf(part)) {
    chain.push(part);
    part = link;
  }
  const pipes = longPipes(chain);
  let inner = printedParts(part);
  for (let last = chain.pop(); last !== undefined; last = chain.pop()) {
    inner = pipes.has(last) ? printedPipe(last, inner) : printedLink(last, inner);
  }
  return inner;
}

/** So many applications of one to the next are written as pipes, since parentheses nest no deeper than `cursor.ts` lets them. */
const LONGEST_NEST = 50;

function longPipes(chain: readonly ArrayTerm[]): ReadonlySet<ArrayTerm> {
  const pipes = new Set<ArrayTerm>();
  let run: ArrayTerm[] = [];
  const close = (): void => {
    if (run.length > LONGEST_NEST) for (const each of run) pipes.add(each);
    run = [];
  };
  for (const term of chain) {
    // What is applied twice over, or has an attribute and one operand, would be another term.
    const mayPipe =
      term.kind === "apply" &&
      term.function.kind !== "apply" &&
      (term.expression === undefined || term.operands.length > 1);
    if (mayPipe) run.push(term);
    else close();
  }
  close();
  return pipes;
}

function printedPipe(term: ArrayTerm, link: Printed): Printed {
  if (term.kind !== "apply") return link;
  const stage = printApplication(
    term,
    term.operands.slice(0, -1).map((operand) => print(operand, ATOM)),
  );
  return { text: `${within(link, PIPE)} |> ${stage}`, level: PIPE };
}

function printApplication(
  { expression, function: head }: Extract<ArrayTerm, { kind: "apply" }>,
  operands: readonly string[],
): string {
  const attribute = expression === undefined ? "" : `#[expression(${expression})] `;
  return attribute + [print(head, ATOM), ...operands].join(" ");
}

/** A term around its link, which is printed. */
function printedLink(term: ArrayTerm, link: Printed): Printed {
  switch (term.kind) {
    case "apply": {
      const operands = term.operands.slice(0, -1).map((operand) => print(operand, ATOM));
      return { text: printApplication(term, [...operands, within(link, ATOM)]), level: APPLICATION };
    }
    case "infix": {
      const level = INFIX_LEVELS[term.symbol];
      // Comparisons do not chain: both their sides bind tighter.
      const left = within(link, level === INFIX_LEVELS["=="] ? level + 1 : level);
      return { text: `${left} ${term.symbol} ${print(term.right, level + 1)}`, level };
    }
    case "let": {
      const head = `let ${printPattern(term.pattern)} = ${print(term.value, OPEN)}`;
      const isRow = term.body.kind === "let";
      return { text: `${head}\n${isRow ? "" : "in "}${within(link, OPEN)}`, level: OPEN };
    }
    case "field":
      return { text: `${within(link, ATOM)}.${term.name}`, level: ATOM };
    case "index": {
      const indices = term.indices.map((index) => print(index, 1)).join(", ");
      return { text: `${printedArray(term.array, link)}[${indices}]`, level: ATOM };
    }
    case "slice": {
      const [start, end] = [term.start, term.end].map((bound) =>
        bound === undefined ? "" : print(bound, 1),
      );
      return { text: `${printedArray(term.array, link)}[${start}:${end}]`, level: ATOM };
    }
    default:
      return link;
  }
}

/** A term without a link. */
function printedParts(term: ArrayTerm): Printed {
  switch (term.kind) {
    case "literal":
      return printedLiteral(term);
    case "variable":
      return { text: printName(term.name), level: ATOM };
    case "lambda": {
      const parameters = term.parameters.map(printPattern).join(" ");
      return { text: `\\${parameters} -> ${print(term.body, OPEN)}`, level: OPEN };
    }
    case "section":
      return { text: printSection(term), level: ATOM };
    case "prefix":
      return printedPrefix(term);
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
    case "array":
      return { text: `[${term.items.map((item) => print(item, OPEN)).join(", ")}]`, level: ATOM };
    case "loop": {
      const head = `loop ${printPattern(term.pattern)} = ${print(term.initial, OPEN)}`;
      return {
        text: `${head} ${printForm(term.form)} do\n  ${print(term.body, OPEN).replaceAll("\n", "\n  ")}`,
        level: OPEN,
      };
    }
    case "ascription":
      return {
        text: `(${print(term.term, 1)}${term.isCoercion ? " :>" : ":"} ${printTypeSyntax(term.type)})`,
        level: ATOM,
      };
    case "update":
      return { text: `(${print(term.of, 1)} with ${term.name} = ${print(term.value, 1)})`, level: ATOM };
    case "apply":
      return {
        text: printApplication(
          term,
          term.operands.map((operand) => print(operand, ATOM)),
        ),
        level: APPLICATION,
      };
    default:
      throw new InternalError(`a ${term.kind} without its link`);
  }
}

/** Symbols are names between parentheses. */
function printName(name: string): string {
  return /^[A-Za-z_'(]/.test(name) ? name : `(${name})`;
}

/** What is indexed stands in parentheses where its own last bracket would swallow the index. */
function printedArray(array: ArrayTerm, printedOne: Printed): string {
  return array.kind === "literal" ? `(${printedOne.text})` : within(printedOne, ATOM);
}

/** A minus before a number would be part of it, and two are a comment. */
function printedPrefix({ symbol, operand }: Extract<ArrayTerm, { kind: "prefix" }>): Printed {
  const isNumber = symbol === "-" && operand.kind === "literal";
  const isMinus = symbol === "-" && operand.kind === "prefix" && operand.symbol === "-";
  const text = isNumber ? `(${print(operand, OPEN)})` : print(operand, PREFIX);
  return { text: `${symbol}${isMinus ? " " : ""}${text}`, level: PREFIX };
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

/** A type as it is written. */
export function printTypeSyntax(syntax: TypeSyntax): string {
  switch (syntax.kind) {
    case "scalar":
      return syntax.type;
    case "variable":
      return syntax.name;
    case "array": {
      const { size } = syntax;
      return `[${size === undefined ? "" : printSize(size)}]${printAtom(syntax.element)}`;
    }
    case "tuple":
      return `(${syntax.items.map(printTypeSyntax).join(", ")})`;
    case "record":
      return `{${syntax.fields.map(({ name, type }) => `${name}: ${printTypeSyntax(type)}`).join(", ")}}`;
    case "function":
      return `${printAtom(syntax.parameter)} -> ${printTypeSyntax(syntax.result)}`;
    default:
      return syntax satisfies never;
  }
}

function printSize(size: SizeSyntax): string {
  if (size.kind === "constant") return String(size.value);
  return size.kind === "name" ? size.name : print(size.term, OPEN);
}

function printAtom(syntax: TypeSyntax): string {
  const text = printTypeSyntax(syntax);
  return syntax.kind === "function" ? `(${text})` : text;
}
