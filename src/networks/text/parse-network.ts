import { Cursor, type Grammar, type PlainKind } from "../../text/cursor.ts";
import type { SourceText } from "../../text/source-text.ts";
import { wholeOf } from "../../text/tokens.ts";
import { checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { NetworkSyntaxError } from "../../values/errors.ts";
import {
  checkWidth,
  copyNetwork,
  MAX_WIDTH,
  type Network,
  type Pair,
  pairFault,
  type Step,
} from "../network.ts";
import { decodeNetwork } from "./decode-network.ts";

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
  return new NetworkParser({ source, text }, width).network();
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
const GRAMMAR: Grammar<PlainKind> = {
  blank: /(?:\s|#[^\n]*)+/y,
  rules: [
    { kind: "name", pattern: /\p{L}[\p{L}\p{N}_]*/uy },
    { kind: "number", pattern: /[0-9]+/y },
    { kind: "symbol", pattern: /./suy },
  ],
  reserved: [],
  deepest: Number.POSITIVE_INFINITY, // nothing nests but pairs in steps
  nested: "a network",
  error: NetworkSyntaxError,
};

class NetworkParser {
  readonly #cursor: Cursor<PlainKind>;
  #width: number | undefined;

  constructor(source: SourceText, width: number | undefined) {
    this.#cursor = new Cursor(source, GRAMMAR);
    this.#width = width;
  }

  network(): Network {
    this.#head();
    const steps = this.#list(LISTS, "{ or [, and the steps", () => this.#step());
    this.#end();
    return { width: this.#width ?? impliedWidth(steps), steps };
  }

  /** `N = 8` gives the width; any other name names the example. */
  #head(): void {
    while (this.#cursor.peek().kind === "name") {
      const name = this.#cursor.take();
      this.#cursor.expect("=", `after "${name.text}"`);
      if (name.text === "N") this.#takeWidth();
    }
  }

  #takeWidth(): void {
    const width = wholeOf(this.#cursor.peek().text) ?? 0;
    if (width < 1 || width > MAX_WIDTH) this.#cursor.fail(`a width from 1 to ${MAX_WIDTH}`);
    if (this.#width !== undefined && this.#width !== width) this.#cursor.fail(`the width ${this.#width}`);
    this.#cursor.take();
    this.#width = width;
  }

  #step(): Step {
    const written = new Set<unknown>();
    return this.#list(LISTS, "{ or [, and the pairs of a step", () => this.#pair(written));
  }

  #pair(written: Set<unknown>): Pair {
    const { at } = this.#cursor.peek();
    const wires = this.#list(PAIRS, "( or [, and a pair", () => this.#wire());
    const fault = pairFault(wires, this.#width ?? MAX_WIDTH, written);
    if (fault !== undefined) throw this.#cursor.error(at, fault.expected, fault.actual);
    const [source, destination] = wires;
    return [source, destination];
  }

  #wire(): number {
    const { kind, text } = this.#cursor.peek();
    if (kind !== "number") this.#cursor.fail("the number of a wire");
    this.#cursor.take();
    return Number(text);
  }

  #list<Item>(kinds: readonly Bracketed[], expected: string, item: () => Item): readonly Item[] {
    const { close } = kinds.find(({ open }) => this.#cursor.takeIf(open)) ?? this.#cursor.fail(expected);
    const items = this.#cursor.isNext(close) ? [] : this.#cursor.list(item);
    this.#cursor.close(close);
    return items;
  }

  #end(): void {
    if (!this.#cursor.isAtEnd) this.#cursor.fail("the end");
  }
}

/** The network of a file's text in either format: JSON begins with a brace and a name, nested pairs do not. @throws as `parseNetwork` and `decodeNetwork` */
export function readNetwork(text: string, options: ParseNetworkOptions = {}): Network {
  checkText("text", text);
  checkOptionNames(options, ["width", "source"]);
  return /^\s*\{\s*"/.test(text) ? decodeNetwork(text, options.source) : parseNetwork(text, options);
}

/**
 * A network as nested pairs, a step on each line: `{{(0, 1), (2, 3)},\n{(1, 3)}}`. The inverse of `parseNetwork`.
 *
 * The width is written above, `N = 9`, only where it is not one more than the highest wire of a pair.
 */
export function printNetwork(given: Network): string {
  const network = copyNetwork(given);
  const steps = network.steps.map(
    (step) => `{${step.map(([source, destination]) => `(${source}, ${destination})`).join(", ")}}`,
  );
  const width = network.width === impliedWidth(network.steps) ? "" : `N = ${network.width}\n`;
  return `${width}{${steps.join(",\n")}}\n`;
}

/** One more than the highest wire that a pair names. */
function impliedWidth(steps: Network["steps"]): number {
  let highest = 0;
  for (const step of steps) {
    for (const [source, destination] of step) highest = Math.max(highest, source, destination);
  }
  return highest + 1;
}
