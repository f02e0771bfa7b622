import { programError, type SourceText } from "./source-text.ts";

/** A piece of a program's text. */
export interface Token {
  readonly kind: "name" | "number" | "symbol" | "attribute" | "end";
  readonly text: string; // of an attribute what stands in its parentheses
  readonly at: number;
  readonly isTight: boolean; // nothing stands between it and the token before it
}

const SPACE = /(?:\s|--[^\n]*)+/y;
const NAME = /'?[A-Za-z_][A-Za-z0-9_]*'*/y;
const ATTRIBUTE = /#\[\s*expression\(([^)\]]*)\)\s*\]/y;
const NUMBER =
  /(?:0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)(?:[iuf][0-9]+)?/y;
const DIGITS = /[0-9]+/y;
const SYMBOL = /->|\|>|<\||==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%<>=!&|^(){}[\]:,.\\]/y;

/** The tokens of a text, the last of them its end. @throws ProgramError at a character that begins no token */
export function tokensOf(source: SourceText): readonly Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let end = 0; // of the last token: what is missing after it is missing there, and not below an empty line
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = offset;
    return pattern.exec(source.text);
  };
  for (;;) {
    const space = match(SPACE)?.[0].length ?? 0;
    offset += space;
    const at = offset;
    const add = (kind: Token["kind"], text: string, length = text.length): void => {
      offset += length;
      end = offset;
      tokens.push({ kind, text, at, isTight: space === 0 && tokens.length > 0 });
    };
    if (at === source.text.length) {
      tokens.push({ kind: "end", text: "", at: tokens.length === 0 ? at : end, isTight: false });
      return tokens;
    }
    const attribute = match(ATTRIBUTE);
    // After a point that takes a component, `t.0.1` is two components and no number.
    const isComponent = tokens.at(-1)?.text === "." && space === 0;
    const name = match(NAME)?.[0];
    const number = match(isComponent ? DIGITS : NUMBER)?.[0];
    const symbol = match(SYMBOL)?.[0];
    if (attribute !== null) add("attribute", attribute[1].trim(), attribute[0].length);
    else if (name !== undefined) add("name", name);
    else if (number !== undefined) add("number", number);
    else if (symbol !== undefined) add("symbol", symbol);
    else {
      const character = String.fromCodePoint(source.text.codePointAt(at) ?? 0);
      throw programError(source, at, "a name, a number or a symbol", JSON.stringify(character));
    }
  }
}

/** What a token is, in an error message. */
export function tokenText(token: Token): string {
  if (token.kind === "end") return "the end of the text";
  return token.kind === "attribute" ? `"#[expression(${token.text})]"` : `"${token.text}"`;
}
