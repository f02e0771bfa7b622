import { describe, expect, test } from "vitest";
import { everyNetwork, WIDTHS } from "../../../test/networks/any-network.ts";
import {
  blockDyadic,
  type Expression,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { prefixTrees } from "../../expressions/prefix-trees.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { reverseNetwork } from "../direction.ts";
import { generateNetwork } from "../generators/generate-network.ts";
import { networksAt } from "../generators/networks-at.ts";
import { defineNetwork } from "../network.ts";
import { checkBrackets } from "../validators/check-brackets.ts";
import { type Bracket, bracketMaker, printBracket } from "./bracket.ts";
import { type Bracketing, printBracketing } from "./bracketing.ts";
import {
  agreementCount,
  bracketsOf,
  depthOfBrackets,
  distinctCombineCount,
  minimumCombines,
} from "./brackets-of.ts";
import { findNetworks } from "./find-networks.ts";
import { nameBrackets } from "./name-brackets.ts";
import { parseBracketing } from "./parse-bracketing.ts";
import { prefixBrackets } from "./prefix-brackets.ts";

const named = (name: string, width: number): string | undefined => {
  const found = nameBrackets(generateNetwork(name, width));
  return found && printBracketing(found);
};

describe("the brackets that names mean", () => {
  test.each([
    ["left-fold", "(((((x0·x1)·x2)·x3)·x4)·x5)"],
    ["iterated-pairwise", "(((x0·x1)·(x2·x3))·(x4·x5))"],
    ["mirror", "((x0·x1)·((x2·x3)·(x4·x5)))"],
    ["dyadic-left", "(((x0·x1)·(x2·x3))·(x4·x5))"],
    ["dyadic-after-first", "((x0·((x1·x2)·(x3·x4)))·x5)"],
    ["linear-carry:2", "(((x0·x1)·(x2·x3))·(x4·x5))"],
  ])("%s of 6", (text, bracket) => {
    expect(printBracket(prefixBrackets(parseBracketing(text), 6)[5])).toBe(bracket);
  });

  test.each([
    ["iterated-pairwise", "(((x0·x1)·(x2·x3))·((x4·x5)·x6))"],
    ["mirror", "((x0·(x1·x2))·((x3·x4)·(x5·x6)))"],
    ["dyadic-left", "((((x0·x1)·(x2·x3))·(x4·x5))·x6)"],
    ["dyadic-after-first", "((x0·((x1·x2)·(x3·x4)))·(x5·x6))"],
    ["block-dyadic:2", "((((x0·x1)·(x2·x3))·(x4·x5))·x6)"],
    ["block-dyadic:4", "(((x0·x1)·(x2·x3))·((x4·x5)·x6))"],
    ["linear-carry:3", "((((x0·x1)·x2)·((x3·x4)·x5))·x6)"],
    ["carry(2, mirror)", "(((x0·x1)·((x2·x3)·(x4·x5)))·x6)"],
    ["peer(2, mirror)", "(((x0·x1)·(x2·x3))·((x4·x5)·x6))"],
    ["peer(2, left-fold)", "((((x0·x1)·(x2·x3))·(x4·x5))·x6)"],
    ["peer(4, mirror, left-fold)", "((((x0·x1)·x2)·x3)·((x4·x5)·x6))"],
  ])("%s of 7", (text, bracket) => {
    expect(printBracket(prefixBrackets(parseBracketing(text), 7)[6])).toBe(bracket);
  });

  test("are those of the expressions of the same names, at every prefix", () => {
    const pairs: readonly [string, Expression][] = [
      ["left-fold", leftFold],
      ["iterated-pairwise", iteratedPairwise],
      ...[1, 2, 3, 4, 8, 32].map((length): [string, Expression] => [
        `block-dyadic:${length}`,
        blockDyadic(length),
      ]),
      ...[1, 2, 3, 4, 8, 32].map((length): [string, Expression] => [
        `linear-carry:${length}`,
        linearCarry(length),
      ]),
    ];
    for (const [text, expression] of pairs) {
      const make = bracketMaker();
      const remade = (tree: Bracket): Bracket =>
        typeof tree === "number" ? tree : make(remade(tree.left), remade(tree.right));
      const expected = prefixTrees(expression, 130).map(remade);
      expect(
        prefixBrackets(parseBracketing(text), 130, make).every(
          (bracket, index) => bracket === expected[index],
        ),
        text,
      ).toBe(true);
    }
  });

  test("hold every element of their prefix once and in order, whatever the form", () => {
    for (const text of [
      "carry(3, dyadic-after-first, mirror)",
      "peer(5, peer(2, dyadic-left), left-fold)",
      "carry(1, mirror)",
      "peer(200, left-fold)",
    ]) {
      prefixBrackets(parseBracketing(text), 70).forEach((bracket, index) => {
        const word = printBracket(bracket, { leaf: String }).replace(/[()]/g, "").split("·").map(Number);
        expect(word).toEqual(Array.from({ length: index + 1 }, (_, element) => element));
      });
    }
  });

  test("refuses a length that is none", () => {
    expect(() => prefixBrackets({ kind: "mirror" }, 0)).toThrow(
      '"length" must be an integer from 1 to 65536, got 0',
    );
  });
});

describe("the least combines of an expression", () => {
  test.each([
    ["iterated-pairwise", [32, 192, 1024], 8],
    ["mirror", [49, 321, 1793], 8],
    ["dyadic-left", [26, 120, 502], 14],
    ["block-dyadic:2", [27, 143, 703], 9],
    ["block-dyadic:4", [29, 141, 637], 9],
    ["block-dyadic:8", [32, 157, 681], 9],
    ["linear-carry:4", [28, 124, 508], 65],
    ["linear-carry:8", [32, 152, 632], 34],
    ["left-fold", [15, 63, 255], 255],
  ])("of %s at 16, 64, 256: %j, and depth %i", (text, counts, depth) => {
    const bracketing = parseBracketing(text);
    expect([16, 64, 256].map((length) => minimumCombines(bracketing, length))).toEqual(counts);
    expect(depthOfBrackets(prefixBrackets(bracketing, 256))).toBe(depth);
  });

  test("of iterated pairwise is (N/2)·log2 N, and that is Sklansky's size: no smaller network has its brackets", () => {
    for (let level = 1; level <= 10; level++) {
      const width = 2 ** level;
      expect(minimumCombines({ kind: "iteratedPairwise" }, width)).toBe((width / 2) * level);
      expect(generateNetwork("sklansky", width).steps.flat()).toHaveLength((width / 2) * level);
    }
  });

  test("is never more than a network that has its brackets", () => {
    for (const { name, network } of everyNetwork([2, 5, 16, 21, 64])) {
      const bracketing = nameBrackets(network);
      if (bracketing === undefined) continue;
      const size = network.steps.flat().length;
      expect(minimumCombines(bracketing, network.width), name).toBeLessThanOrEqual(size);
      expect(distinctCombineCount(bracketsOf(network))).toBe(minimumCombines(bracketing, network.width));
    }
  });

  test("is counted without the call stack", () => {
    const brackets = prefixBrackets({ kind: "leftFold" }, 65_536);
    expect(distinctCombineCount(brackets.slice(-1))).toBe(65_535);
    expect(depthOfBrackets(brackets)).toBe(65_535);
  });

  test("of nothing is none", () => {
    expect(distinctCombineCount([])).toBe(0);
    expect(depthOfBrackets([0, 1])).toBe(0);
  });
});

describe("naming a network's expression", () => {
  test.each([
    ["sklansky", "iterated-pairwise"],
    ["kogge-stone", "mirror"],
    ["brent-kung", "dyadic-left"],
    ["up-down-sweep", "dyadic-after-first"],
    ["serial", "left-fold"],
    ["ladner-fischer:1", "block-dyadic:2"],
    ["ladner-fischer:2", "carry(2, block-dyadic:2)"],
    ["han-carlson:1", "carry(2, mirror)"],
    ["han-carlson:2", "carry(2, carry(2, mirror))"],
    ["harris:0:1:4", "peer(2, mirror)"],
    ["harris:0:2:3", "peer(4, mirror)"],
    ["harris:1:1:3", "carry(2, peer(2, mirror))"],
    ["harris:2:1:2", "carry(2, carry(2, peer(2, mirror)))"],
    ["harris:1:2:2", "carry(2, peer(4, mirror))"],
    ["scan-scan-add:4", "block-dyadic:4"],
    ["scan-scan-add:8", "block-dyadic:8"],
    ["scan-scan-add:4:sklansky:serial", "linear-carry:4"],
    ["scan-scan-add:4:sklansky:kogge-stone", "carry(4, mirror)"],
    ["scan-scan-add:8:serial:kogge-stone", "carry(8, mirror, left-fold)"],
  ])("%s at 64 realises %s", (name, expected) => {
    expect(named(name, 64)).toBe(expected);
  });

  test("finds a name for every generated scan at every width, and one that is right", () => {
    for (const { name, network } of everyNetwork(WIDTHS.filter((width) => width < 40 || width % 9 === 0))) {
      if (name.startsWith("knowles") && network.width > 2) {
        expect(nameBrackets(network), name).toBeUndefined();
        continue;
      }
      const bracketing = nameBrackets(network);
      if (bracketing === undefined) throw new Error(`${name} at ${network.width} has no name`);
      expect(checkBrackets(network, bracketing).holds, `${name} at ${network.width}`).toBe(true);
    }
  });

  test("a backward network has the name of the forward one that it mirrors", () => {
    for (const { name, network } of networksAt(21)) {
      expect(nameBrackets(reverseNetwork(network)), name).toEqual(nameBrackets(network));
    }
  });

  test("what is no scan, or no form that has a name, has none", () => {
    expect(nameBrackets(defineNetwork(3, [[[0, 2]]]))).toBeUndefined();
    expect(nameBrackets({ width: 4, steps: [] })).toBeUndefined();
    // (x0·x1)·(x2·x3) behind left folds has one …
    const paired = defineNetwork(4, [
      [
        [0, 1],
        [2, 3],
      ],
      [[1, 2]],
      [[1, 3]],
    ]);
    expect(nameBrackets(paired)).toEqual({ kind: "iteratedPairwise" });
    const right = defineNetwork(5, [
      [
        [0, 1],
        [3, 4],
      ],
      [[1, 2]],
      [[2, 3]],
      [[2, 4]],
    ]);
    expect(nameBrackets(right)).toBeUndefined(); // … and (x0·x1·x2)·(x3·x4) none
  });
});

describe("finding networks for an expression", () => {
  test.each([
    ["iterated-pairwise", 64, ["sklansky", "scan-scan-add:32"]],
    ["mirror", 64, ["kogge-stone"]],
    ["block-dyadic:2", 64, ["ladner-fischer:1"]],
    ["block-dyadic:8", 64, ["scan-scan-add:8"]],
    ["linear-carry:8", 64, ["scan-scan-add:8:sklansky:serial"]],
    ["dyadic-left", 64, ["brent-kung", "ladner-fischer:4"]],
    ["dyadic-left", 16, ["brent-kung", "ladner-fischer:2"]],
    ["carry(2, mirror)", 21, ["han-carlson:1"]],
    ["peer(3, mirror)", 64, []],
  ])("%s at %i: %j", (text, width, names) => {
    expect(findNetworks(parseBracketing(text), width).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ["kogge-stone", "iterated-pairwise", 7],
    ["brent-kung", "iterated-pairwise", 22],
    ["ladner-fischer:1", "iterated-pairwise", 38],
    ["ladner-fischer:2", "iterated-pairwise", 27],
    ["serial", "iterated-pairwise", 3],
    ["sklansky", "iterated-pairwise", 64],
  ])("%s agrees with %s at %i of 64 outputs", (name, text, count) => {
    expect(agreementCount(generateNetwork(name, 64), parseBracketing(text))).toBe(count);
    expect(agreementCount(reverseNetwork(generateNetwork(name, 64)), parseBracketing(text))).toBe(count);
  });
});

describe("bracketings as text", () => {
  test("what is printed parses back", () => {
    const all = [...networksAt(64), ...networksAt(21)].flatMap(({ network }) => nameBrackets(network) ?? []);
    const more: Bracketing[] = [
      parseBracketing("carry(3, carry(2, mirror), peer(2, left-fold))"),
      parseBracketing(" peer ( 4 , block-dyadic : 2 , linear-carry:8 ) "),
    ];
    for (const bracketing of [...all, ...more]) {
      expect(parseBracketing(printBracketing(bracketing))).toEqual(bracketing);
    }
    expect(printBracketing(more[0])).toBe("carry(3, carry(2, mirror), peer(2, left-fold))");
    expect(printBracketing(parseBracketing("carry(4, pairwise)"))).toBe("block-dyadic:4");
  });

  test.each([
    ["", /"expression" must be one of .*, got ""/],
    ["mirorr", /nearest: mirror\), got "mirorr"/],
    ["toString", /"expression" must be one of/],
    ["mirror mirror", '"expression" must be one expression, without "mirror" behind it, got "mirror mirror"'],
    ["block-dyadic", '"expression" must be "block-dyadic:" and its block length, got "block-dyadic"'],
    [
      "block-dyadic:0",
      '"expression" must be of a block length that is an integer from 1 to 65536, got "block-dyadic:0"',
    ],
    ["block-dyadic:65537", "of a block length that is an integer from 1 to 65536"],
    [
      "carry(2)",
      '"expression" must be carry(BLOCK LENGTH, OUTER) or carry(BLOCK LENGTH, OUTER, LOCAL), got "carry(2)"',
    ],
    ["peer 2", "peer(BLOCK LENGTH, OUTER)"],
    ["peer(2, mirror", "peer(BLOCK LENGTH, OUTER)"],
    ["carry(2, mirror, mirror, mirror)", "carry(BLOCK LENGTH, OUTER)"],
    ["carry(2,".repeat(5000), "of at most 64 forms with blocks"],
  ])("refuses %j", (text, message) => {
    expect(() => parseBracketing(text)).toThrow(message);
    expect(() => parseBracketing(text)).toThrow(InvalidArgumentError);
  });
});

describe("printBracket", () => {
  const [, , bracket] = prefixBrackets({ kind: "leftFold" }, 3);

  test("takes names, a sign, a limit", () => {
    expect(printBracket(bracket)).toBe("((x0·x1)·x2)");
    expect(printBracket(bracket, { leaf: (index) => "abc"[index], between: " " })).toBe("((a b) c)");
    expect(printBracket(bracket, { limit: 2 })).toBe("((x0·x1)·…");
    expect(printBracket(bracket, { limit: 3 })).toBe("((x0·x1)·x2)");
    expect(printBracket(bracket, { mirroredIn: 3 })).toBe("(x0·(x1·x2))");
  });

  test("is not limited by the call stack", () => {
    const [last] = prefixBrackets({ kind: "leftFold" }, 20_000).slice(-1);
    expect(printBracket(last).endsWith("·x19999)")).toBe(true);
  });
});
