import { describe, expect, test } from "vitest";
import { pushApart } from "./direct-labels.ts";
import { element, escapeText, place } from "./markup.ts";
import { textWidth, wrapText } from "./sizes.ts";

test("markup holds words as words", () => {
  expect(escapeText(`<a> & "b"`)).toBe("&lt;a&gt; &amp; &quot;b&quot;");
  expect(escapeText("tab\tkept, \u0000\u001f and \ud800 not")).toBe("tab\tkept, \ufffd\ufffd and \ufffd not");
  expect(escapeText("𝛴 stays")).toBe("𝛴 stays");
  expect(element("text", { x: 1.26, class: '"', fill: undefined }, "a")).toBe(
    '<text x="1.3" class="&quot;">a</text>',
  );
  expect(element("path", { d: "M0 0" })).toBe('<path d="M0 0"/>');
});

test("places have a tenth of a pixel, and no sign on zero", () => {
  expect([12, 12.04, 12.05001, -0.01, 1e-9, 3.96].map(place)).toEqual(["12", "12", "12.1", "0", "0", "4"]);
});

test("lines break between words, and a word that is too wide stays whole", () => {
  const lines = wrapText("one two three incomprehensibilities four", 10, 60);
  expect(lines).toEqual(["one two", "three", "incomprehensibilities", "four"]);
  expect(wrapText("  ", 10, 60)).toEqual([]);
  expect(textWidth("mm", 10)).toBeGreaterThan(textWidth("ii", 10));
});

describe("labels pushed apart", () => {
  test("those with room stay, the others move as a group around the middle of where they were", () => {
    expect(pushApart([10, 50, 52, 90], 12, 0, 100)).toEqual([10, 45, 57, 90]);
  });

  test("in the order of their places, whatever order they come in", () => {
    expect(pushApart([52, 90, 50], 12, 0, 100)).toEqual([57, 90, 45]);
    expect(pushApart([30, 30, 30], 10, 0, 100)).toEqual([20, 30, 40]);
  });

  test("within their bounds, and groups that meet join", () => {
    expect(pushApart([99, 98], 10, 0, 100)).toEqual([100, 90]);
    expect(pushApart([1, 2, 3], 10, 0, 100)).toEqual([0, 10, 20]);
    const four = pushApart([40, 45, 55, 60], 14, 0, 100);
    expect(four).toEqual([29, 43, 57, 71]);
  });

  test("of nothing", () => {
    expect(pushApart([], 10, 0, 100)).toEqual([]);
  });
});
