import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, InvalidArgumentError, OperatorSyntaxError } from "./errors.ts";
import { errorText, printable, printableLines, shortened, shownName } from "./printable.ts";

const HARMLESS = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;
const anyText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0, max: 0xffff }), fc.constant(0x202e))
    .map((unit) => String.fromCharCode(unit)),
});

describe("printable text", () => {
  it.each([
    ["\x1b[2J", "\\u001b[2J"],
    ["\x1b]0;title\x07", "\\u001b]0;title\\u0007"],
    ["\x9b31m", "\\u009b31m"],
    ["\x7f", "\\u007f"],
    ["a\u202eb", "a\\u202eb"],
    ["\u2066\u200f\u061c", "\\u2066\\u200f\\u061c"],
    ["\u2028\ufeff", "\\u2028\\ufeff"],
    ["\u{e0041}", "\\udb40\\udc41"],
    ["\ud800", "\\ud800"],
    ["two\nlines\r", "two\\nlines\\r"],
    ["−0 … ü 漢字 😀\ttab", "−0 … ü 漢字 😀\ttab"],
  ])("escapes %j", (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it("leaves line breaks where there are lines", () => {
    expect(printableLines("a\n\x1bb\n")).toBe("a\n\\u001bb\n");
  });

  it("keeps what JSON says", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = printable(JSON.stringify({ [text]: text }));
        expect(json).toMatch(HARMLESS);
        expect(JSON.parse(json)).toEqual({ [text]: text });
      }),
      { seed: 2026 },
    );
  });

  it("shortens in the middle", () => {
    expect(shortened("abcdefghij", 5)).toBe("ab…ij");
    expect(shortened("abcde", 5)).toBe("abcde");
    expect(shownName("x".repeat(1e6)).length).toBeLessThanOrEqual(80);
    expect(errorText("\x1b".repeat(1e6)).length).toBeLessThanOrEqual(1000);
  });
});

describe("a typed error that quotes text from outside", () => {
  const hostile = [
    "\x1b]0;owned\x07",
    "\x9b2J",
    "\u202egnp.exe",
    "\u2066",
    "x".repeat(45_000),
    "\x1b".repeat(45_000),
  ];

  it.each(hostile)("is safe to print and has an end (%#)", (text) => {
    const errors = [
      new FormatError(text, text, text),
      new InvalidArgumentError(text, text, text),
      new OperatorSyntaxError(
        { source: text, line: 1, column: text.length, lineText: text + text },
        text,
        text,
      ),
    ];
    for (const error of errors) {
      expect(error.message).toMatch(HARMLESS);
      expect(error.message.length).toBeLessThanOrEqual(1000);
      for (const field of [error.expected, error.actual]) expect(field).toMatch(HARMLESS);
    }
    const [line, caret] = (errors[2] as OperatorSyntaxError).frame.split("\n");
    expect(line).toMatch(HARMLESS);
    expect(line.length).toBeLessThanOrEqual(1300);
    expect(caret.length).toBeLessThanOrEqual(line.length + 1);
  });

  it("points at the same character of a long line", () => {
    const lineText = `${"\u202e".repeat(500)}here${"y".repeat(500)}`;
    const { frame } = new OperatorSyntaxError({ source: "text", line: 1, column: 501, lineText }, "a", "b");
    const [line, caret] = frame.split("\n");
    expect(line.slice(caret.length - 1, caret.length + 3)).toBe("here");
  });
});
