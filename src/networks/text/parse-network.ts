import { checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import { NetworkSyntaxError } from "../../values/errors.ts";
import { checkWidth, MAX_WIDTH, type Network, type Pair, pairFault, type Step } from "../network.ts";
import { impliedWidth } from "./print-network.ts";

/** What is known of a text beside it. */
export interface ParseNetworkOptions {
  readonly width?: number; // default: as the text says, else one more than the highest wire of a pair
  readonly source?: string; // what errors call it; default: "network"
}

/**
 * The network of a text of nested pairs, as published examples are written: `{{(0,1),(2,3)},{(1,3)}}`.
 *
 * Steps and the whole stand in braces or square brackets, pairs in parentheses or square brackets, commas between; before it there may be `N = 4` and the
 * name of the example, `E =`; `#` begins a comment.
 *
 * @throws NetworkSyntaxError with line, column and frame: for syntax, a wire that is not there, a wire paired with itself, one that a step writes twice
 * @throws InvalidArgumentError for a bad `width`
 */
export function parseNetwork(text: string, options: ParseNetworkOptions = {}): Network {
  checkText("text", text);
  checkOptionNames(options, ["width", "source"]);
  const { width, source = "network" } = options;
  checkText("source", source);
  if (width !== undefined) checkWidth(width);
  return new NetworkParser(text, source, width).network();
}

interface Token {
  readonly text: string; // "" at the end
  readonly at: number;
}

interface Bracketed {
  readonly open: string;
  readonly close: string;
}

const LISTS: readonly Bracketed[] = [
  { open: "{", close: "}" },
  { open: "[", close: "]" },
];
const PAIRS: readonly Bracketed[] = [
  { open: "(", close: ")" },
  { open: "[", close: "]" },
];
const TOKEN = /\s+|#[^\n]*|\p{L}[\p{L}\p{N}_]*|\d+|./gsu;

class NetworkParser {
  readonly #text: string;
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #width: number | undefined;

  constructor(text: string, source: string, width: number | undefined) {
    this.#text = text;
    this.#source = source;
    this.#width = width;
    const all = Array.from(text.matchAll(TOKEN), (match): Token => ({ text: match[0], at: match.index }));
    this.#tokens = [...all.filter((token) => !/^[\s#]/.test(token.text)), { text: "", at: text.length }];
  }

  network(): Network {
    this.#head();
    const steps = this.#list(LISTS, "{ or [, and the steps", () => this.#step());
    this.#end();
    return { width: this.#width ?? impliedWidth(steps), steps };
  }

  /** `N = 8` gives the width; any other name names the example. */
  #head(): void {
    while (/^\p{L}/u.test(this.#peek().text)) {
      const name = this.#take();
      this.#expect("=", `"=" after "${name.text}"`);
      if (name.text === "N") this.#takeWidth();
    }
  }

  #takeWidth(): void {
    const token = this.#take();
    const width = /^\d+$/.test(token.text) ? Number(token.text) : 0;
    if (width < 1 || width > MAX_WIDTH) this.#fail(token, `a width from 1 to ${MAX_WIDTH}`);
    if (this.#width !== undefined && this.#width !== width) this.#fail(token, `the width ${this.#width}`);
    this.#width = width;
  }

  #step(): Step {
    const written = new Set<unknown>();
    return this.#list(LISTS, "{ or [, and the pairs of a step", () => this.#pair(written));
  }

  #pair(written: Set<unknown>): Pair {
    const first = this.#peek();
    const wires = this.#list(PAIRS, "( or [, and a pair", () => this.#wire());
    const fault = pairFault(wires, this.#width ?? MAX_WIDTH, written);
    if (fault !== undefined) throw this.#error(first, fault.expected, fault.actual);
    const [source, destination] = wires;
    return [source, destination];
  }

  #wire(): number {
    const token = this.#take();
    if (!/^\d+$/.test(token.text)) this.#fail(token, "the number of a wire");
    return Number(token.text);
  }

  #list<Item>(kinds: readonly Bracketed[], expected: string, item: () => Item): Item[] {
    const first = this.#take();
    const kind = kinds.find(({ open }) => open === first.text);
    if (kind === undefined) return this.#fail(first, expected);
    const items: Item[] = [];
    if (this.#peek().text !== kind.close) items.push(item());
    while (this.#peek().text === ",") {
      this.#next++;
      items.push(item());
    }
    this.#expect(kind.close, `"," or "${kind.close}"`);
    return items;
  }

  #end(): void {
    const token = this.#peek();
    if (token.text !== "") this.#fail(token, "the end");
  }

  #peek(): Token {
    return this.#tokens[this.#next];
  }

  #take(): Token {
    const token = this.#peek();
    if (token.text !== "") this.#next++;
    return token;
  }

  #expect(text: string, expected: string): void {
    const token = this.#take();
    if (token.text !== text) this.#fail(token, expected);
  }

  #fail(token: Token, expected: string): never {
    throw this.#error(token, expected, token.text === "" ? "the end" : JSON.stringify(token.text));
  }

  #error({ at }: Token, expected: string, actual: string): NetworkSyntaxError {
    const before = this.#text.slice(0, at).split("\n");
    const lineText = this.#text.split("\n")[before.length - 1].replace(/\r$/, "");
    const place = {
      source: this.#source,
      line: before.length,
      column: before[before.length - 1].length + 1,
      lineText,
    };
    return new NetworkSyntaxError(place, expected, actual);
  }
}
