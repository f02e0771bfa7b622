import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import type { IntegerProgramSolver } from "../../solvers/integer-program.ts";
import { openHighs } from "../../solvers/open-highs.ts";
import { parseSketch } from "./parse-sketch.ts";
import { solveBlockSketch } from "./solve-block-sketch.ts";
import { solveSketch } from "./solve-sketch.ts";

const FIGURE_10 = readFileSync(
  new URL("../../../examples/sketches/figure-10.sketch", import.meta.url),
  "utf8",
);

let highs: IntegerProgramSolver;
beforeAll(async () => {
  highs = await openHighs();
});

describe("what is wrong with a sketch, and where", () => {
  const LOOP = "for (i = 0; i < 3; i++) { parallel for (j = 0; j < N; j++) { a[j] += a[TERM]; } }";
  test.each([
    ["", "1:1: expected a loop, got the end of the text"],
    ["terms t = { 1 }\nfor", '2:1: expected ";", got "for"'],
    ["terms t = { 1 }; terms t = { 2 };", '1:24: expected a name that no other set of terms has, got "t"'],
    ["f(i) = ?? nothing;", '1:11: expected a declared set of terms, got "nothing"'],
    ["f(i) = 3^i;", '1:9: expected a power of 2 only, as in 2^i, got "^"'],
    ["f(i) = ?? 3..1;", '1:11: expected a range whose lowest number comes first, got "3"'],
    ["for (i = 0; j < 3; i++) {}", '1:13: expected the counter "i", got "j"'],
    ["for (i = 0; i < 3; i--) {}", '1:21: expected "++", got "--"'],
    ["a[j] = a[i] + a[k];", '1:15: expected the element that is written, a[j], got "a[k]"'],
    ["a[j] * 2;", '1:6: expected "=" or "+=", got "*"'],
    ["expect out = scan inp;", '1:19: expected "(", got "inp"'],
  ])("%j", (text, expected) => {
    expect(() => parseSketch(text, "x.sketch")).toThrow(`x.sketch:${expected}`);
  });

  test.each([
    [LOOP.replace("TERM", "k"), '1:72: expected a name that is known here (i, j, N), got "k"'],
    [LOOP.replace("TERM", "f(j)"), '1:72: expected a function that is defined, got "f"'],
    [
      LOOP.replace("TERM", "?? * ??"),
      "1:75: expected a term that is linear in its holes, got one of ?? in an operation that is not",
    ],
    [LOOP.replace("TERM", "j >> (i - 3)"), "1:74: expected a shift places that is not negative, got -3"],
    [
      `f(j) = f(j); ${LOOP.replace("TERM", "f(j)")}`,
      '1:8: expected a function that does not call itself, got "f"',
    ],
    [`f(j) = j; ${LOOP.replace("TERM", "f(i, j)")}`, "1:82: expected f(j), got 2 operands"],
    [
      "parallel for (j = 2; j < N; j++) { a[j] += a[0]; a[j] += a[1]; }",
      "1:50: expected one statement in a step, with a parallel loop of its own for the next one, got 2",
    ],
    [
      "for (i = 0; i < 3; i++) { for (j = 0; j < 3; j++) { a[i] += a[j]; } }",
      "1:27: expected a parallel loop, an if or an update inside a loop over steps, got another loop over steps",
    ],
    ["for (i = 0; i < 3; i++) { a[i] += b[0]; }", "1:27: expected an update of the array that it reads"],
    [
      `${LOOP.replace("TERM", "0")} expect a = scan(a);`,
      '1:80: expected no expectations where there is an example, got "expect"',
    ],
  ])("%j", async (text, expected) => {
    const given = (async () => solveSketch(parseSketch(text), generateNetwork("sklansky", 8), highs))();
    await expect(given).rejects.toThrow(`sketch:${expected}`);
  });

  test("in loops over two arrays", async () => {
    const fault = async (from: string | RegExp, to: string) =>
      solveBlockSketch(parseSketch(FIGURE_10.replace(from, to)), highs, { values: { N: 8, K: 2 } });
    await expect(fault("each 0..1", "each 0..2")).rejects.toThrow(/expected a hole of 0 or 1 as a condition/);
    await expect(fault("inp[j];", "out[j];")).rejects.toThrow(
      /expected an update of what is known, which is linear/,
    );
    await expect(fault("expect out = inp", "expect out = other")).rejects.toThrow(
      /expected sums of what "out" began as, "inp"/,
    );
    await expect(fault(/expect[^;]*;/, "")).rejects.toThrow(/"sketch" must be one that says what it expects/);
    await expect(fault("N / K", "M")).rejects.toThrow(/expected a name that is known here \(N, K\), got "M"/);
  });
});

describe("what nests without end", () => {
  const update = "a[i] = a[i] + a[i];";
  const loop = (term: string): string => `f(i) = ${term};\nfor (i = 0; i < 3; i++) { ${update} }`;
  const many = (text: string): string => text.repeat(100_000);
  test.each([
    ["parentheses", loop(`${many("(")}i${many(")")}`)],
    ["calls", loop(`${many("log(")}i${many(")")}`)],
    ["minuses", loop(`${many("- ")}i`)],
    ["a sum", loop(`i${many(" + i")}`)],
    ["loops", `${many("for (i = 0; i < 3; i++) { ")}${update}${many("}")}`],
    ["conditions", `for (i = 0; i < 3; i++) { ${many("if (i >= 1) { ")}${update}${many("}")} }`],
  ])("is an error with its place: %s", (_, text) => {
    expect(() => parseSketch(text)).toThrow(
      /^sketch:\d+:\d+: expected a sketch at most 200 deep, got a deeper one$/m,
    );
  });

  test("is let through where it is only long", () => {
    expect(() => parseSketch(`for (i = 0; i < 3; i++) { ${many(update)} }`)).not.toThrow();
  });
});
