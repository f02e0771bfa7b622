import { checkText } from "../values/check-arguments.ts";
import type { Scalar } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { newScalars, PROGRAM_SCALARS, type ProgramScalar } from "../values/program-scalars.ts";
import { elementOfNumber, numbersOf, type WrittenTestValue } from "./test-value.ts";

const TOKEN =
  /\s*(?:(--[^\n]*)|(empty)\b|([[\],()])|(-?(?:f(?:32|64)\.(?:nan|inf)|true|false|(?:0x[0-9a-fA-F][0-9a-fA-F_]*|[0-9][0-9_]*(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)(?:[iuf](?:8|16|32|64))?))|([a-z][a-z0-9]*))/y;

/** Dimensions of an array: brackets within brackets take stack. */
const MOST_DIMENSIONS = 64;

const HEXADECIMAL = /^(-?0x[0-9a-fA-F_]+?)([iu](?:8|16|32|64))?$/;
const DECIMAL = /^(-?[0-9][0-9_.eE+-]*?)([iuf](?:8|16|32|64))?$/;

/** A number as it is written, without its suffix, or the value of what is not a number. */
type Literal =
  | { readonly type: ProgramScalar | undefined; readonly digits: string } // what the suffix says
  | { readonly type: ProgramScalar; readonly value: number };

/**
 * The values of a text, one after another, as Futhark writes them: `[1, 2, 3] 4.5f32 true empty([0]i64)`.
 *
 * The first suffix of an array gives its type; without one numbers are of the type that is asked for later (`typedTestValue`). `source` is what
 * errors call the text.
 *
 * @throws FormatError for anything but a value, rows of different lengths, types that the library does not have, and numbers beyond their type
 * @see https://futhark.readthedocs.io (test files)
 */
export function parseTestValues(text: string, source = "values"): readonly WrittenTestValue[] {
  const reader = new ValueReader(checkText("text", text), checkText("source", source));
  const values: WrittenTestValue[] = [];
  while (!reader.isAtEnd()) values.push(reader.value());
  return values;
}

class ValueReader {
  private offset = 0;
  private readonly text: string;
  private readonly source: string;

  constructor(text: string, source: string) {
    this.text = text;
    this.source = source;
  }

  isAtEnd(): boolean {
    const rest = /(?:\s|--[^\n]*(?:\n|$))*/y;
    rest.lastIndex = this.offset;
    this.offset += rest.exec(this.text)?.[0].length ?? 0;
    return this.offset === this.text.length;
  }

  value(): WrittenTestValue {
    const { literals, shape, emptyType } = this.part();
    const type = emptyType ?? literals.find((literal) => literal.type !== undefined)?.type;
    if (type === undefined) {
      return {
        type,
        shape,
        numbers: literals.flatMap((each) => (each.type === undefined ? [each.digits] : [])),
      };
    }
    const elements = newScalars(type, literals.length);
    literals.forEach((literal, index) => {
      elements[index] = this.scalarOf(literal, type);
    });
    return { type, shape, elements };
  }

  private part(depth = 0): {
    literals: readonly Literal[];
    shape: readonly number[];
    emptyType?: ProgramScalar;
  } {
    const token = this.take();
    if (token === "empty") return this.empty();
    if (token !== "[") return { literals: [this.literal(token)], shape: [] };
    if (depth === MOST_DIMENSIONS) this.fail(`at most ${MOST_DIMENSIONS} dimensions`, "one more");
    const literals: Literal[] = [];
    let inner: readonly number[] | undefined;
    let count = 0;
    for (let next = this.peek(); next !== "]"; next = this.peek()) {
      const row = this.part(depth + 1);
      if (inner !== undefined && String(inner) !== String(row.shape)) {
        this.fail(
          "rows of one shape (of several lengths: all elements in one array, and the lengths in another)",
          `${shapeText(inner)} and ${shapeText(row.shape)}`,
        );
      }
      inner = row.shape;
      for (const literal of row.literals) literals.push(literal); // a call takes some 100,000 arguments
      count++;
      if (this.peek() === ",") this.take();
      else if (this.peek() !== "]") this.fail('"," or "]"', `"${this.peek()}"`);
    }
    this.take();
    return { literals, shape: [count, ...(inner ?? [])] };
  }

  /** `empty([0]i32)`: a shape with a zero in it. */
  private empty(): { literals: readonly Literal[]; shape: readonly number[]; emptyType: ProgramScalar } {
    this.expect("(");
    const shape: number[] = [];
    while (this.peek() === "[") {
      this.take();
      shape.push(Number(this.take()));
      this.expect("]");
    }
    const type = this.typeNamed(this.take());
    this.expect(")");
    if (!shape.includes(0)) this.fail("an empty array with a length of 0", shapeText(shape));
    return { literals: [], shape, emptyType: type };
  }

  private literal(text: string): Literal {
    if (text === "true" || text === "false") return { type: "bool", value: text === "true" ? 1 : 0 };
    const special = /^(-?)(f32|f64)\.(nan|inf)$/.exec(text);
    if (special !== null) {
      const value = special[3] === "nan" ? Number.NaN : Number.POSITIVE_INFINITY;
      return { type: this.typeNamed(special[2]), value: special[1] === "-" ? -value : value };
    }
    // Hexadecimal digits reach into a suffix that begins with f.
    const pattern = text.includes("0x") ? HEXADECIMAL : DECIMAL;
    const [, digits = "", suffix] = pattern.exec(text) ?? [];
    if (digits === "") this.fail("a value", `"${text}"`);
    return { type: suffix === undefined ? undefined : this.typeNamed(suffix), digits };
  }

  private scalarOf(literal: Literal, type: ProgramScalar): Scalar {
    const { type: own } = literal;
    if (own !== undefined && own !== type) this.fail(`elements of ${type}`, `one of ${own}`);
    if ("value" in literal) return literal.value;
    return elementOfNumber(literal.digits, type) ?? this.fail(numbersOf(type), literal.digits);
  }

  private typeNamed(name: string): ProgramScalar {
    const type = PROGRAM_SCALARS.find((each) => each === name);
    return type ?? this.fail(`a type: ${PROGRAM_SCALARS.join(", ")}`, `"${name}"`);
  }

  private peek(): string {
    const { offset } = this;
    const token = this.take();
    this.offset = offset;
    return token;
  }

  private take(): string {
    for (;;) {
      TOKEN.lastIndex = this.offset;
      const match = TOKEN.exec(this.text);
      if (match === null) {
        const rest = this.text.slice(this.offset).trim().slice(0, 20);
        return this.fail("a value", rest === "" ? "the end of the text" : JSON.stringify(rest));
      }
      this.offset += match[0].length;
      const text = match.slice(2).find((part) => part !== undefined);
      if (text !== undefined) return text;
    }
  }

  private expect(text: string): void {
    const token = this.take();
    if (token !== text) this.fail(`"${text}"`, `"${token}"`);
  }

  private fail(expected: string, actual: string): never {
    const line = this.text.slice(0, this.offset).split("\n").length;
    throw new FormatError(`${this.source}:${line}`, expected, actual);
  }
}

function shapeText(shape: readonly number[]): string {
  return shape.length === 0 ? "a scalar" : shape.map((length) => `[${length}]`).join("");
}
