import { checkText } from "../../values/check-arguments.ts";
import { SketchTermParser } from "./parse-sketch-term.ts";
import {
  ownSketch,
  type Sketch,
  type SketchComparison,
  type SketchCopy,
  type SketchExpectation,
  type SketchFunction,
  type SketchLoop,
  type SketchMember,
  type SketchStatement,
  type SketchUpdate,
} from "./sketch.ts";
import { type SketchToken, SketchTokens } from "./sketch-tokens.ts";

/**
 * The sketch of a text: a partial program of loops, parallel loops, guards and updates of arrays, with holes `??`.
 *
 *     terms index = { 1, i, j, 2^i, j >> i } with products;
 *     f(i, j) = ?? index;
 *     for (i = 0; i < log(N); i++) {
 *       parallel for (j = 0; j < N; j++) {
 *         if (j >= 2^i) { a[j] = a[f(i, j)] + a[j]; }
 *       }
 *     }
 *
 * `#` and `//` begin a comment. See docs/sketches.md for the whole language.
 *
 * @throws NetworkSyntaxError with line, column and frame
 */
export function parseSketch(text: string, source = "sketch"): Sketch {
  checkText("text", text);
  checkText("source", source);
  return new SketchParser(new SketchTokens({ text, source })).sketch();
}

const COMPARISONS: readonly string[] = ["==", "!=", "<", "<=", ">", ">="];

class SketchParser {
  readonly #tokens: SketchTokens;
  readonly #terms: SketchTermParser;
  readonly #sets = new Map<string, readonly SketchMember[]>();
  readonly #functions = new Map<string, SketchFunction>();
  readonly #copies: SketchCopy[] = [];
  readonly #expectations: SketchExpectation[] = [];

  constructor(tokens: SketchTokens) {
    this.#tokens = tokens;
    this.#terms = new SketchTermParser(tokens, this.#sets);
  }

  sketch(): Sketch {
    const body: SketchStatement[] = [];
    while (this.#tokens.peek().text !== "") {
      if (!this.#declaration()) body.push(this.#statement());
    }
    if (body.length === 0) this.#tokens.fail(this.#tokens.peek(), "a loop");
    return ownSketch({
      origin: this.#tokens.origin,
      functions: [...this.#functions.values()],
      copies: this.#copies,
      body,
      expectations: this.#expectations,
    });
  }

  #declaration(): boolean {
    const { text } = this.#tokens.peek();
    const isFunction = /^[\p{L}_]/u.test(text) && this.#tokens.peek(1).text === "(";
    if (text === "terms") this.#termSet();
    else if (text === "array") this.#copy();
    else if (text === "expect") this.#expectation();
    else if (isFunction && !["for", "if", "parallel"].includes(text)) this.#function();
    else return false;
    return true;
  }

  #termSet(): void {
    this.#tokens.expect("terms");
    const name = this.#tokens.name("the name of a set of terms");
    if (this.#sets.has(name.text)) this.#tokens.fail(name, "a name that no other set of terms has");
    this.#tokens.expect("=");
    this.#sets.set(name.text, this.#terms.set());
    this.#tokens.expect(";");
  }

  #function(): void {
    const name = this.#tokens.name("the name of a function");
    if (this.#functions.has(name.text)) this.#tokens.fail(name, "a name that no other function has");
    this.#tokens.expect("(");
    const parameters: string[] = [];
    if (this.#tokens.peek().text !== ")") {
      do parameters.push(this.#tokens.name("the name of a parameter").text);
      while (this.#tokens.skip(","));
    }
    this.#tokens.expect(")", '"," or ")"');
    this.#tokens.expect("=");
    const isHole = this.#tokens.peek().text === "??";
    const body = isHole ? this.#terms.hole(name.text) : this.#terms.term();
    this.#tokens.expect(";");
    this.#functions.set(name.text, { name: name.text, parameters, body, at: name.at });
  }

  #copy(): void {
    this.#tokens.expect("array");
    const name = this.#tokens.name("the name of an array").text;
    this.#tokens.expect("=");
    const from = this.#tokens.name("the name of an array").text;
    this.#tokens.expect(";");
    this.#copies.push({ name, from });
  }

  /** `expect out = scan(inp);` or `expect out = inp{0, 0..1, 2, 0..3};` */
  #expectation(): void {
    const { at } = this.#tokens.expect("expect");
    const array = this.#tokens.name("the name of an array").text;
    this.#tokens.expect("=");
    const kind = this.#tokens.name('"scan", "reduce", or the name of an array');
    if (kind.text === "scan" || kind.text === "reduce") {
      this.#tokens.expect("(");
      const of = this.#tokens.name("the name of an array").text;
      this.#tokens.expect(")");
      this.#expectations.push({ array, of, ranges: kind.text, at });
    } else {
      this.#expectations.push({ array, of: kind.text, ranges: this.#ranges(), at });
    }
    this.#tokens.expect(";");
  }

  #ranges(): readonly (readonly [number, number])[] {
    this.#tokens.expect("{", '"{" and ranges of elements');
    const ranges: (readonly [number, number])[] = [];
    do {
      const from = this.#tokens.integer("the number of an element");
      ranges.push([from, this.#tokens.skip("..") ? this.#tokens.integer("the number of an element") : from]);
    } while (this.#tokens.skip(","));
    this.#tokens.expect("}", '"," or "}"');
    return ranges;
  }

  #statement(): SketchStatement {
    const token = this.#tokens.peek();
    if (token.text === "parallel" || token.text === "for") return this.#loop();
    if (token.text === "if") return this.#if();
    return this.#update();
  }

  #block(): readonly SketchStatement[] {
    this.#tokens.expect("{", '"{" and statements');
    const body: SketchStatement[] = [];
    while (this.#tokens.peek().text !== "}") body.push(this.#tokens.nested(() => this.#statement()));
    this.#tokens.expect("}");
    return body;
  }

  #loop(): SketchLoop {
    const { at } = this.#tokens.peek();
    const isParallel = this.#tokens.skip("parallel");
    this.#tokens.expect("for");
    this.#tokens.expect("(");
    const variable = this.#tokens.name("the name of a counter").text;
    this.#tokens.expect("=");
    const start = this.#terms.term();
    this.#tokens.expect(";");
    this.#tokens.expect(variable, `the counter "${variable}"`);
    const sign = this.#tokens.take();
    const bound = this.#terms.term();
    this.#tokens.expect(";");
    this.#tokens.expect(variable, `the counter "${variable}"`);
    const isUp = sign.text.startsWith("<");
    if (!/^[<>]=?$/.test(sign.text)) this.#tokens.fail(sign, '"<", "<=", ">" or ">="');
    this.#tokens.expect(isUp ? "++" : "--");
    this.#tokens.expect(")");
    const steps = this.#tokens.skip("steps") ? { steps: this.#steps() } : {};
    const comparison = sign.text as SketchLoop["comparison"];
    const direction = isUp ? "up" : "down";
    const body = this.#block();
    return { kind: "for", isParallel, variable, start, comparison, bound, direction, ...steps, body, at };
  }

  #steps(): readonly [number, number] {
    const first = this.#tokens.peek();
    const from = this.#tokens.integer("the first step, from 0");
    this.#tokens.expect("..");
    const to = this.#tokens.integer("the last step");
    if (from < 0 || from > to) this.#tokens.fail(first, "a range of steps, the first one before the last");
    return [from, to];
  }

  #if(): SketchStatement {
    const { at } = this.#tokens.expect("if");
    this.#tokens.expect("(");
    const conditions = [this.#comparison()];
    while (this.#tokens.skip("&&")) conditions.push(this.#comparison());
    this.#tokens.expect(")", '"&&" or ")"');
    return { kind: "if", conditions, body: this.#block(), at };
  }

  #comparison(): SketchComparison {
    const left = this.#terms.term();
    const sign = this.#tokens.peek();
    if (!COMPARISONS.includes(sign.text)) {
      const right = { kind: "integer", value: 0, at: left.at } as const;
      return { comparison: "!=", left, right, at: left.at };
    }
    this.#tokens.take();
    const comparison = sign.text as SketchComparison["comparison"];
    return { comparison, left, right: this.#terms.term(), at: sign.at };
  }

  /** `a[g] = a[f] + a[g];` or `a[g] += a[f];` */
  #update(): SketchUpdate {
    const name = this.#tokens.name(
      "a statement: for, parallel for, if, or an update as in a[j] = a[i] + a[j]",
    );
    const destination = this.#subscript();
    const sign = this.#tokens.take();
    if (sign.text !== "=" && sign.text !== "+=") this.#tokens.fail(sign, '"=" or "+="');
    const from = this.#tokens.name("the name of an array").text;
    const source = this.#subscript();
    if (sign.text === "=") this.#secondOperand(name, destination.text);
    this.#tokens.expect(";");
    const to = name.text;
    return { kind: "update", to, destination: destination.term, from, source: source.term, at: name.at };
  }

  #secondOperand(name: SketchToken, destination: string): void {
    this.#tokens.expect("+");
    const { at } = this.#tokens.peek();
    const again = this.#tokens.name(`${name.text}[${destination}]`);
    const { text } = this.#subscript();
    if (again.text === name.text && text === destination) return;
    const actual = { text: `${again.text}[${text}]`, at };
    this.#tokens.fail(actual, `the element that is written, ${name.text}[${destination}]`);
  }

  /** The term in brackets, and its text without blanks. */
  #subscript() {
    this.#tokens.expect("[");
    const from = this.#tokens.peek().at;
    const term = this.#terms.term();
    const end = this.#tokens.expect("]");
    return { term, text: this.#tokens.origin.text.slice(from, end.at).replace(/\s/g, "") };
  }
}
