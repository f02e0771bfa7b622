import type { Token } from "../../text/tokens.ts";
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
  type SketchTerm,
  type SketchUpdate,
} from "./sketch.ts";
import { cursorOf, LAST_WIRE, type SketchCursor, takeInteger } from "./sketch-text.ts";

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
 * `#` and `//` begin a comment. examples/sketches has those of the paper.
 *
 * @throws NetworkSyntaxError with line, column and frame
 */
export function parseSketch(text: string, source = "sketch"): Sketch {
  checkText("text", text);
  checkText("source", source);
  return new SketchParser(cursorOf({ text, source })).sketch();
}

/** `if (!!)` picks 0 or 1. */
function asBit(term: SketchTerm): SketchTerm {
  if (term.kind !== "hole" || term.members[0]?.highest !== LAST_WIRE) return term;
  return { ...term, members: term.members.map((member) => ({ ...member, highest: 1 })) };
}

const COMPARISONS: readonly string[] = ["==", "!=", "<", "<=", ">", ">="];

class SketchParser {
  readonly #cursor: SketchCursor;
  readonly #terms: SketchTermParser;
  readonly #sets = new Map<string, readonly SketchMember[]>();
  readonly #functions = new Map<string, SketchFunction>();
  readonly #copies: SketchCopy[] = [];
  readonly #expectations: SketchExpectation[] = [];

  constructor(cursor: SketchCursor) {
    this.#cursor = cursor;
    this.#terms = new SketchTermParser(cursor, this.#sets);
  }

  sketch(): Sketch {
    const body: SketchStatement[] = [];
    while (!this.#cursor.isAtEnd) {
      if (!this.#declaration()) body.push(this.#statement());
    }
    if (body.length === 0) this.#cursor.fail("a loop");
    return ownSketch({
      origin: this.#cursor.source,
      functions: [...this.#functions.values()],
      copies: this.#copies,
      body,
      expectations: this.#expectations,
      hasPicks: this.#terms.hasPicks,
    });
  }

  #declaration(): boolean {
    const { kind, text } = this.#cursor.peek();
    const isFunction = kind === "name" && this.#cursor.isNext("(", 1);
    if (text === "terms") this.#termSet();
    else if (text === "array") this.#copy();
    else if (text === "expect") this.#expectation();
    else if (isFunction && !["for", "if", "parallel"].includes(text)) this.#function();
    else return false;
    return true;
  }

  #termSet(): void {
    this.#cursor.expect("terms");
    const name = this.#cursor.takeName("the name of a set of terms");
    if (this.#sets.has(name.text)) this.#cursor.fail("a name that no other set of terms has", name);
    this.#cursor.expect("=");
    this.#sets.set(name.text, this.#terms.set());
    this.#cursor.expect(";");
  }

  #function(): void {
    const name = this.#cursor.takeName("the name of a function");
    if (this.#functions.has(name.text)) this.#cursor.fail("a name that no other function has", name);
    this.#cursor.expect("(");
    const parameter = (): string => this.#cursor.takeName("the name of a parameter").text;
    const parameters = this.#cursor.isNext(")") ? [] : this.#cursor.list(parameter);
    this.#cursor.close(")");
    this.#cursor.expect("=");
    const body = this.#terms.isAtHole ? this.#terms.hole(name.text) : this.#terms.term();
    this.#cursor.expect(";");
    this.#functions.set(name.text, { name: name.text, parameters, body, at: name.at });
  }

  #copy(): void {
    this.#cursor.expect("array");
    const name = this.#cursor.takeName("the name of an array").text;
    this.#cursor.expect("=");
    const from = this.#cursor.takeName("the name of an array").text;
    this.#cursor.expect(";");
    this.#copies.push({ name, from });
  }

  /** `expect out = scan(inp);` or `expect out = inp{0, 0..1, 2, 0..3};` */
  #expectation(): void {
    const { at } = this.#cursor.expect("expect");
    const array = this.#cursor.takeName("the name of an array").text;
    this.#cursor.expect("=");
    const kind = this.#cursor.takeName('"scan", "reduce", or the name of an array');
    if (kind.text === "scan" || kind.text === "reduce") {
      this.#cursor.expect("(");
      const of = this.#cursor.takeName("the name of an array").text;
      this.#cursor.expect(")");
      this.#expectations.push({ array, of, ranges: kind.text, at });
    } else {
      this.#expectations.push({ array, of: kind.text, ranges: this.#ranges(), at });
    }
    this.#cursor.expect(";");
  }

  #ranges(): readonly (readonly [number, number])[] {
    this.#cursor.expect("{", "and ranges of elements");
    const element = (): number => takeInteger(this.#cursor, "the number of an element");
    const ranges = this.#cursor.list((): readonly [number, number] => {
      const from = element();
      return [from, this.#cursor.takeIf("..") ? element() : from];
    });
    this.#cursor.close("}");
    return ranges;
  }

  #statement(): SketchStatement {
    const token = this.#cursor.peek();
    if (token.text === "parallel" || token.text === "for") return this.#loop();
    if (token.text === "if") return this.#if();
    return this.#update();
  }

  #block(): readonly SketchStatement[] {
    this.#cursor.expect("{", "and statements");
    const body: SketchStatement[] = [];
    while (!this.#cursor.isNext("}")) body.push(this.#cursor.nested(() => this.#statement()));
    this.#cursor.expect("}");
    return body;
  }

  #loop(): SketchLoop {
    const { at } = this.#cursor.peek();
    const isParallel = this.#cursor.takeIf("parallel") !== undefined;
    this.#cursor.expect("for");
    this.#cursor.expect("(");
    const variable = this.#cursor.takeName("the name of a counter").text;
    this.#cursor.expect("=");
    const start = this.#terms.term();
    this.#cursor.expect(";");
    this.#counter(variable);
    const sign = this.#cursor.take();
    const bound = this.#terms.term();
    this.#cursor.expect(";");
    this.#counter(variable);
    const isUp = sign.text.startsWith("<");
    if (!/^[<>]=?$/.test(sign.text)) this.#cursor.fail('"<", "<=", ">" or ">="', sign);
    this.#cursor.expect(isUp ? "++" : "--");
    this.#cursor.expect(")");
    const steps = this.#cursor.takeIf("steps") ? { steps: this.#steps() } : {};
    const comparison = sign.text as SketchLoop["comparison"];
    const direction = isUp ? "up" : "down";
    const body = this.#block();
    return { kind: "for", isParallel, variable, start, comparison, bound, direction, ...steps, body, at };
  }

  /** The counter again, as a loop names it in each of its three parts. */
  #counter(name: string): void {
    if (this.#cursor.takeIf(name) === undefined) this.#cursor.fail(`the counter "${name}"`);
  }

  #steps(): readonly [number, number] {
    const first = this.#cursor.peek();
    const from = takeInteger(this.#cursor, "the first step, from 0");
    this.#cursor.expect("..");
    const to = takeInteger(this.#cursor, "the last step");
    if (from < 0 || from > to) this.#cursor.fail("a range of steps, the first one before the last", first);
    return [from, to];
  }

  #if(): SketchStatement {
    const { at } = this.#cursor.expect("if");
    this.#cursor.expect("(");
    const conditions = [this.#comparison()];
    while (this.#cursor.takeIf("&&")) conditions.push(this.#comparison());
    this.#cursor.expect(")", '"&&" or ")"');
    return { kind: "if", conditions, body: this.#block(), at };
  }

  #comparison(): SketchComparison {
    const left = this.#terms.term();
    const sign = this.#cursor.peek();
    if (!COMPARISONS.includes(sign.text)) {
      const right = { kind: "integer", value: 0, at: left.at } as const;
      return { comparison: "!=", left: asBit(left), right, at: left.at };
    }
    this.#cursor.take();
    const comparison = sign.text as SketchComparison["comparison"];
    return { comparison, left, right: this.#terms.term(), at: sign.at };
  }

  /** `a[g] = a[f] + a[g];` or `a[g] += a[f];` */
  #update(): SketchUpdate {
    const name = this.#cursor.takeName(
      "a statement: for, parallel for, if, or an update as in a[j] = a[i] + a[j]",
    );
    const destination = this.#subscript();
    const sign = this.#cursor.take();
    if (sign.text !== "=" && sign.text !== "+=") this.#cursor.fail('"=" or "+="', sign);
    const from = this.#cursor.takeName("the name of an array").text;
    const source = this.#subscript();
    if (sign.text === "=") this.#secondOperand(name, destination.text);
    this.#cursor.expect(";");
    const to = name.text;
    return { kind: "update", to, destination: destination.term, from, source: source.term, at: name.at };
  }

  #secondOperand(name: Token, destination: string): void {
    this.#cursor.expect("+");
    const again = this.#cursor.takeName(`${name.text}[${destination}]`);
    const { text } = this.#subscript();
    if (again.text === name.text && text === destination) return;
    const actual = { ...again, text: `${again.text}[${text}]` };
    this.#cursor.fail(`the element that is written, ${name.text}[${destination}]`, actual);
  }

  /** The term in brackets, and its text without blanks. */
  #subscript() {
    this.#cursor.expect("[");
    const from = this.#cursor.peek().at;
    const term = this.#terms.term();
    const end = this.#cursor.expect("]");
    return { term, text: this.#cursor.source.text.slice(from, end.at).replace(/\s/g, "") };
  }
}
