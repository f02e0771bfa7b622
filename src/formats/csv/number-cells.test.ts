// A number is the same from its bytes as from its text, whatever type it is read as.

import fc from "fast-check";
import { expect, test } from "vitest";
import { STORED_TYPES } from "../../values/value-types.ts";
import { cellNumber } from "../decode-csv.ts";
import { parsedElement } from "../parse-element.ts";
import { wholeText } from "./csv-text.ts";

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 20 });
const spelled = fc
  .tuple(
    fc.constantFrom("", "-", "+"),
    digits,
    fc.constantFrom("", "."),
    digits,
    fc.constantFrom("", "e", "E", "e-", "e+"),
    fc.oneof(fc.constant(""), fc.nat(25).map(String), fc.nat(400).map(String)),
  )
  .map((parts) => parts.join(""));
/** An integer beyond 2^53 that few digits spell: as a double it would be another one. */
const scaled = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.nat(6))
  .map(([value, exponent]) => `${value}e${exponent}`);
const texts = fc.oneof(
  spelled,
  scaled,
  fc.double().map(String),
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.string({ unit: fc.constantFrom(..."+-.eE019 naif"), maxLength: 8 }),
);

test.each(STORED_TYPES)("as %s", (type) => {
  fc.assert(
    fc.property(texts, (text) => {
      const { rows } = wholeText(new TextEncoder().encode(`,${text}`), "x.csv");
      rows.next();
      const trimmed = text.trim();
      const parsed = parsedElement(type, trimmed);
      const expected = trimmed === "" ? "nothing" : parsed.kind === "element" ? parsed.value : parsed.kind;
      const actual = cellNumber(type, rows, 1);
      expect(Object.is(actual, expected), `${JSON.stringify(text)}: ${actual}, not ${expected}`).toBe(true);
    }),
    { seed: 2604, numRuns: 3000 },
  );
});
