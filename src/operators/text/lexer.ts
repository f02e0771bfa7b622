import { errorAt, type Hole, type SourceText } from "./source-text.ts";

/** A piece of the text. `text` is the number without its suffix; of a hole its place, of the end nothing. */
export interface Token {
  readonly kind: "name" | "number" | "symbol" | "hole" | "end";
  readonly text: string;
  readonly at: number; // offset
  readonly suffix?: string; // of a number, when there is one
  readonly hole?: Hole;
}

const SPACE = /(?:\s|#[^\n]*|\/\/[^\n]*)+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR_NAME = /[A-Za-z_][A-Za-z0-9_-]*/y; // kebab-case, after the word "operator"
const NUMBER = /0x[0-9A-Fa-f]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SYMBOL = /=>|==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%<>=!~&|^(){}:,.]/y;

/** The longest number that is read: reading digits costs the square of how many there are. */
const LONGEST_NUMBER = 1000;

/** The tokens of a text, the last of them its end. @throws OperatorSyntaxError at a character that begins no token */
export function tokensOf(source: SourceText): readonly Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    return pattern.exec(source.text)?.[0];
  };
  for (;;) {
    const end = offset; // of the last token: what is missing after it is missing there, and not below an empty line
    offset += match(SPACE)?.length ?? 0;
    const at = offset;
    if (at === source.text.length) {
      tokens.push({ kind: "end", text: "", at: tokens.length === 0 ? at : end });
      return tokens;
    }
    const hole = source.holes.get(at);
    if (hole !== undefined) {
      offset += hole.length;
      tokens.push({ kind: "hole", text: source.text.slice(at, offset), at, hole: hole.value });
      continue;
    }
    const isOperatorName = tokens.length === 1 && tokens[0].text === "operator";
    const name = match(isOperatorName ? OPERATOR_NAME : NAME);
    const number = match(NUMBER);
    const text = name ?? number ?? match(SYMBOL);
    if (text === undefined) throw unknownCharacter(source, at);
    offset += text.length;
    if (number === undefined) {
      tokens.push({ kind: name === undefined ? "symbol" : "name", text, at });
      continue;
    }
    if (number.length > LONGEST_NUMBER) {
      throw errorAt(source, at, `a number of at most ${LONGEST_NUMBER} characters`, "a longer one");
    }
    const suffix = match(NAME);
    offset += suffix?.length ?? 0;
    tokens.push({ kind: "number", text, at, ...(suffix === undefined ? {} : { suffix }) });
  }
}

function unknownCharacter(source: SourceText, at: number): Error {
  const character = String.fromCodePoint(source.text.codePointAt(at) ?? 0);
  const hint = character === '"' || character === "'" ? " (there are no strings)" : "";
  return errorAt(source, at, "a name, a number or a symbol", `${JSON.stringify(character)}${hint}`);
}

/** What a token is, in an error message. */
export function tokenText(token: Token): string {
  if (token.kind === "end") return "the end of the text";
  return `"${token.text}${token.suffix ?? ""}"`;
}
