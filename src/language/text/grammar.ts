// The words and symbols of the array language, for its parser and its printer.

import { Cursor } from "../../text/cursor.ts";
import type { SourceText } from "../../text/source-text.ts";
import { InternalError } from "../../values/errors.ts";
import { ProgramError } from "../program-error.ts";
import type { ArrayTerm, InfixSymbol, ProgramNote } from "../term.ts";
import { foreignTokens } from "./foreign.ts";
import { Names, type Sum } from "./names.ts";

/** The words that nothing may be called by. */
export const RESERVED_WORDS: readonly string[] =
  "def entry let in if then else loop for while do true false with match case".split(" ");

/** Words that begin something only where a definition may begin, and only where nothing is called so: tables have columns named "open". */
export const DECLARING_WORDS: readonly string[] = ["type", "module", "open", "local", "import"];

/** How tightly infix symbols bind; those of one level associate to the left, comparisons not at all. */
export const INFIX_LEVELS: Readonly<Record<InfixSymbol, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  "|": 4,
  "^": 4,
  "&": 4,
  "<<": 5,
  ">>": 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
};

export const COMPARISON_LEVEL = 3;

/** What binds tightest of all infix symbols: a power. */
const POWER_LEVEL = 8;

/** Symbols that are functions of the language, and those that its prelude defines. */
const FUNCTION_SYMBOLS: readonly string[] = ["++", "**", "//", "%%", ">>>", ">->", "<-<"];

type TokenKind = "name" | "number" | "symbol" | "attribute" | "constructor" | "text";

/** Where the parser of the array language stands, and what names stand for there. */
export class ProgramCursor extends Cursor<TokenKind> {
  readonly names = new Names();
  /** Types of several constructors that are written so far. */
  readonly sums: Sum[] = [];
  /** Those that are written further on, as a look ahead has found them. */
  laterSums: readonly Sum[] = [];
  /** The type that is asked for where a value stands, as what a definition gives. */
  askedSum: readonly Sum[] | undefined;
  /** Whether types are all that is looked for: a constructor is then one of whatever type. */
  isLookingAhead = false;
  hasUnknownConstructor = false;
  /** Of a value of a constructor, the same of another type that has this one. */
  readonly constructed = new WeakMap<ArrayTerm, (sum: Sum) => ArrayTerm>();
  /** Names of the prelude that are used. */
  readonly prelude = new Set<string>();
  readonly notes: ProgramNote[] = [];
  /** Names that stand for nothing where they are read, and the last place of each. */
  readonly unknownNames = new Map<string, number>();
  private readonly operators: ReadonlySet<string>;
  private fresh = 0;

  constructor(source: SourceText, operators: readonly string[]) {
    super(source, {
      blank: /(?:\s|--[^\n]*)+/y,
      rules: rulesWith(operators),
      foreign: foreignTokens(operators),
      reserved: RESERVED_WORDS,
      deepest: DEEPEST,
      nested: "terms nested",
      error: ProgramError,
    });
    this.operators = new Set([...Object.keys(INFIX_LEVELS), ...FUNCTION_SYMBOLS, ...operators]);
  }

  /** How a term is read: types have terms in them, which types come before. */
  readTerm: () => ArrayTerm = () => {
    throw new InternalError("a cursor that reads no terms");
  };

  /** How a term without a type, a pipe or a range in it is read, of symbols that bind at least so tightly. */
  readInfix: (lowest?: number) => ArrayTerm = this.readTerm;

  /** A name that the text has not: nothing in it can mean what is bound by that. */
  freshName(stem: string): string {
    let name: string;
    do {
      this.fresh++;
      name = `${stem}${this.fresh}`;
    } while (this.source.text.includes(name));
    return name;
  }

  /** The infix symbol that comes next, if there is one, and how tightly it binds. */
  symbolNext(ahead = 0): Infix | undefined {
    const { kind, text } = this.peek(ahead);
    if (kind !== "symbol") return undefined;
    if (text === "`") return { text: "`", level: TICK_LEVEL, tokens: 1 };
    return this.operators.has(text) ? { text, level: levelOf(text), tokens: 1 } : undefined;
  }

  /** The same, or that of a module: `m.+`, whose name is as tight as the symbol is. */
  infixNext(): Infix | undefined {
    let path = "";
    let ahead = 0;
    for (; this.isPathAt(ahead); ahead += 2) path += `${this.peek(ahead).text}.`;
    const symbol = this.symbolNext(ahead);
    if (ahead === 0 || symbol === undefined) return symbol;
    return symbol.text === "`" || !this.peek(ahead).isTight
      ? undefined
      : { text: path + symbol.text, level: symbol.level, tokens: ahead + 1 };
  }

  /** Whether a name and a dot stand there, with no blank between them. */
  private isPathAt(ahead: number): boolean {
    const isName = this.peek(ahead).kind === "name" && (ahead === 0 || this.peek(ahead).isTight);
    return isName && this.isNext(".", ahead + 1) && this.peek(ahead + 1).isTight;
  }

  /** Refuses what is missing: where it is, after the token before, if the next one stands on another line. */
  missing(expected: string): never {
    const before: ReturnType<typeof this.peek> | undefined = this.peek(-1);
    const next = this.peek();
    const end = before === undefined ? 0 : before.at + before.text.length;
    const isBelow = before !== undefined && this.source.text.slice(end, next.at).includes("\n");
    return isBelow ? this.fail(expected, { ...next, at: end }) : this.fail(expected);
  }

  override expect(text: string, purpose = ""): ReturnType<Cursor<TokenKind>["take"]> {
    return this.takeIf(text) ?? this.missing(`"${text}" ${purpose}`.trimEnd());
  }
}

/** An infix symbol: "`" is a name between two of them. */
export interface Infix {
  readonly text: string;
  readonly level: number;
  readonly tokens: number; // one, or more where a module stands before it
}

/** Beyond a level, and below the next: where symbols of one level associate to the left. */
export const NEXT_LEVEL = 0.125;

const TICK_LEVEL = 0.75;

/** A symbol that a program defines binds as the longest of the language's own that it begins with. */
function levelOf(text: string): number {
  if (text.startsWith("**")) return POWER_LEVEL;
  for (let length = text.length; length > 0; length--) {
    const start = text.slice(0, length);
    if (isInfix(start)) return INFIX_LEVELS[start];
  }
  return COMPARISON_LEVEL; // "=" and "!" are how comparisons begin
}

/** A cursor at the beginning of a text. */
export function cursorOf(source: SourceText): ProgramCursor {
  return new ProgramCursor(source, ownOperators(source.text));
}

/** Symbols that a text defines. Only these are read as such, so that `x*-1` stays what it is. */
function ownOperators(text: string): readonly string[] {
  const defined = [NAMED_OPERATOR, INFIX_OPERATOR, OPERATOR_PARAMETER].flatMap((form) => [
    ...text.matchAll(form),
  ]);
  return [...new Set(defined.map(([, symbol]) => symbol))].filter((symbol) => !TAKEN.includes(symbol));
}

/** `def (+++) x y`, `def m.(+++) x y` */
const NAMED_OPERATOR = /\b(?:def|let)\s*(?:[A-Za-z_]\w*'*\.)*\(\s*([-+*/%=!><|&^]+)\s*\)/g;

/** `def x +++ y`; what begins with `=` is how a definition without parameters goes on. */
const INFIX_OPERATOR =
  /\b(?:def|let)\s+(?:[A-Za-z_]\w*'*|\([^()=\n]*\)|\{[^{}\n]*\})\s*(?!=)([-+*/%=!><|&^]+)\s*[A-Za-z_({]/g;

/** `((+++): t -> t -> t)` */
const OPERATOR_PARAMETER = /\(\(([-+*/%=!><|&^]+)\)\s*:/g;

/** What no operator may be called by, and the language's own symbols, which are read as such anyhow. */
const TAKEN: readonly string[] = [
  ...Object.keys(INFIX_LEVELS),
  ...FUNCTION_SYMBOLS,
  "=",
  "->",
  "|>",
  "<|",
  "--",
  "!",
  "<-",
];

type Rules = ConstructorParameters<typeof Cursor<TokenKind>>[1]["rules"];

function rulesWith(operators: readonly string[]): Rules {
  const escaped = [...operators]
    .sort((one, other) => other.length - one.length)
    .map((symbol) => symbol.replaceAll(/[-+*/%=!><|&^]/g, "\\$&"));
  const own: Rules =
    escaped.length === 0 ? [] : [{ kind: "symbol", pattern: new RegExp(escaped.join("|"), "y") }];
  return [
    { kind: "attribute", pattern: /#\[((?:[^[\]]|\[[^[\]]*\])*)\]/y },
    { kind: "constructor", pattern: /#[A-Za-z_][A-Za-z0-9_]*'*/y },
    { kind: "text", pattern: /'(?:[^'\\\n]|\\.[^']*)'|"(?:[^"\\\n]|\\.)*"/y },
    { kind: "name", pattern: /(?:'[~^]?)?[A-Za-z_][A-Za-z0-9_]*'*/y },
    {
      kind: "number", // a component, as `t.0.1` has two of and no number
      pattern: /[0-9]+/y,
      where: (before, _, isTight) => isTight && before.at(-1)?.text === ".",
    },
    {
      kind: "number",
      pattern:
        /(?:0x[0-9A-Fa-f_]+(?:\.[0-9A-Fa-f_]+)?[pP][+-]?[0-9]+|0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)(?:[iuf][0-9]+)?/y,
    },
    ...own,
    {
      kind: "symbol",
      pattern:
        />->|<-<|>>>|\.\.\.|\.\.<|\.\.>|\.\.|->|:>|\|>|<\||==|!=|<=|>=|<<|>>|&&|\|\||\+\+|\*\*|\/\/|%%|[-+*/%<>=!&|^(){}[\]:,.\\?`~]/y,
    },
  ];
}

/** A parser that recurses ends at the engine's stack, and says so worse. */
const DEEPEST = 500;

/** Items between commas up to a closing symbol, which is taken; a comma may stand before it. */
export function parseItems<Item>(cursor: ProgramCursor, close: string, parse: () => Item): readonly Item[] {
  const items: Item[] = [];
  while (cursor.takeIf(close) === undefined) {
    items.push(parse());
    if (cursor.takeIf(",") === undefined) {
      cursor.expect(close, "or a comma");
      return items;
    }
  }
  return items;
}

/** Whether a symbol is one of the language's own operators. */
export function isInfix(text: string): text is InfixSymbol {
  return Object.hasOwn(INFIX_LEVELS, text);
}
