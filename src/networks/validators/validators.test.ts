import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyNetwork, everyNetwork, forwardNetwork } from "../../../test/networks/any-network.ts";
import { printBracket } from "../brackets/bracket.ts";
import { bracketsOf } from "../brackets/brackets-of.ts";
import { directionOf, reverseNetwork } from "../direction.ts";
import { generateNetwork } from "../generators/generate-network.ts";
import { defineNetwork, type Network } from "../network.ts";
import { applyNetwork } from "../run-network.ts";
import { checkBrackets } from "./check-brackets.ts";
import { checkIdempotent, checkIntervals } from "./check-intervals.ts";
import { checkPowersOfTwo, checkSums } from "./check-sums.ts";
import { validateNetwork } from "./validate-network.ts";

/** 2^i is no unit: a carry of three stands for an element that is not there. */
const ALIASED = defineNetwork(3, [
  [
    [0, 2],
    [0, 1],
  ],
  [[0, 2]],
  [[0, 2]],
]);
/** Each element once, and in the wrong order. */
const DISORDERED = defineNetwork(3, [
  [[0, 2]],
  [
    [1, 2],
    [0, 1],
  ],
]);

describe("the seed's check by powers of two is unsound", () => {
  test("for addition itself: it takes x2 + 3·x0 for x0 + x1 + x2", () => {
    expect(checkPowersOfTwo(ALIASED)).toEqual({ validator: "powers-of-two", holds: true });
    const add = (left: number, right: number): number => left + right;
    expect(applyNetwork(ALIASED, [1, 2, 4], add)).toEqual([1, 3, 7]);
    expect(applyNetwork(ALIASED, [5, 7, 9], add)).toEqual([5, 12, 24]); // a scan has 21
    expect(checkSums(ALIASED)).toEqual({
      validator: "sums",
      holds: false,
      output: 2,
      computes: "3·x0 + x2",
      expected: "x0 + x1 + x2",
    });
    expect(validateNetwork(ALIASED).serves).toBe("nothing");
  });

  test("for operators that do not commute: no sum sees an order", () => {
    expect(checkPowersOfTwo(DISORDERED).holds).toBe(true);
    expect(checkSums(DISORDERED).holds).toBe(true);
    expect(checkIntervals(DISORDERED)).toEqual({
      validator: "intervals",
      holds: false,
      output: 2,
      computes: "x1·x0·x2",
      expected: "x0·x1·x2",
    });
    expect(validateNetwork(DISORDERED).serves).toBe("commutative");
  });
});

describe("each validator decides exactly what it says, on networks of any kind", () => {
  test("intervals: the words of the outputs", () => {
    agrees(checkIntervals, (network, word, wire) => word.join() === expectedWord(network, wire).join());
  });

  test("sums: how often each element is in an output", () => {
    agrees(
      checkSums,
      (network, word, wire) => [...word].sort().join() === [...expectedWord(network, wire)].sort().join(),
    );
  });

  test("idempotent: what it takes is a scan in bands that keep first, and last, occurrences", () => {
    const firsts = (word: readonly number[]): string => [...new Set(word)].join();
    const lasts = (word: readonly number[]): string => firsts([...word].reverse());
    let heldCount = 0;
    fc.assert(
      fc.property(fc.oneof(anyNetwork, forwardNetwork), (network) => {
        if (!checkIdempotent(network).holds) return;
        heldCount++;
        wordsOf(network).forEach((word, wire) => {
          const expected = expectedWord(network, wire);
          expect(firsts(word)).toBe(firsts(expected));
          expect(lasts(word)).toBe(lasts(expected));
        });
      }),
      { seed: 8, numRuns: 2000 },
    );
    expect(heldCount).toBeGreaterThan(20);
  });

  test("powers of two: the numbers", () => {
    agrees(checkPowersOfTwo, (network, word, wire) => {
      const sum = (elements: readonly number[]): number =>
        elements.reduce((total, element) => total + 2 ** element, 0);
      return sum(word) === sum(expectedWord(network, wire));
    });
  });

  test("no validator takes what a stronger one proves wrong for it", () => {
    fc.assert(
      fc.property(fc.oneof(anyNetwork, forwardNetwork), (network) => {
        const holds = (check: (network: Network) => { holds: boolean }): boolean => check(network).holds;
        if (holds(checkIntervals)) expect([holds(checkIdempotent), holds(checkSums)]).toEqual([true, true]);
        if (holds(checkSums)) expect(holds(checkPowersOfTwo)).toBe(true);
        // Each element once and in no gap, and in order where they adjoin: nothing is both but a scan.
        if (holds(checkIdempotent) && holds(checkSums)) expect(holds(checkIntervals)).toBe(true);
      }),
      { seed: 8, numRuns: 2000 },
    );
  });
});

/** That a check agrees, at its first wrong output, with a plain definition on words; and that it met both answers. */
function agrees(
  check: (network: Network) => ReturnType<typeof checkIntervals>,
  isRight: (network: Network, word: readonly number[], wire: number) => boolean,
): void {
  const answers = new Set<boolean>();
  fc.assert(
    fc.property(fc.oneof(anyNetwork, forwardNetwork), (network) => {
      const words = wordsOf(network);
      const wires = words.map((_, wire) => wire);
      const order = directionOf(network) === "forward" ? wires : [...wires].reverse();
      const wrong = order.find((wire) => !isRight(network, words[wire], wire));
      const verdict = check(network);
      expect(verdict.holds ? undefined : verdict.output).toBe(wrong);
      answers.add(verdict.holds);
    }),
    { seed: 8, numRuns: 2000 },
  );
  expect(answers.size).toBe(2);
}

function wordsOf(network: Network): readonly (readonly number[])[] {
  const elements = Array.from({ length: network.width }, (_, wire): readonly number[] => [wire]);
  return applyNetwork(network, elements, (left, right) => [...left, ...right]);
}

function expectedWord({ width, steps }: Network, wire: number): readonly number[] {
  const all = Array.from({ length: width }, (_, index) => index);
  return directionOf({ width, steps }) === "forward" ? all.slice(0, wire + 1) : all.slice(wire);
}

describe("checkBrackets", () => {
  test("names the first output whose tree is another, with both trees", () => {
    expect(checkBrackets(generateNetwork("kogge-stone", 8), { kind: "iteratedPairwise" })).toEqual({
      validator: "brackets",
      holds: false,
      output: 2,
      computes: "(x0·(x1·x2))",
      expected: "((x0·x1)·x2)",
    });
    expect(checkBrackets(generateNetwork("sklansky", 8), { kind: "iteratedPairwise" }).holds).toBe(true);
  });

  test("of a backward network: trees anchored at the end, operands left to right", () => {
    const backward = reverseNetwork(generateNetwork("serial", 4));
    expect(checkBrackets(backward, { kind: "leftFold" }).holds).toBe(true);
    expect(printBracket(bracketsOf(backward)[0])).toBe("(x0·(x1·(x2·x3)))");
    expect(checkBrackets(backward, { kind: "mirror" })).toMatchObject({
      output: 1,
      computes: "(x1·(x2·x3))",
      expected: "((x1·x2)·x3)",
    });
  });

  test("shows long trees in part", () => {
    const verdict = checkBrackets(generateNetwork("serial", 64), { kind: "mirror" });
    expect(verdict).toMatchObject({ holds: false, output: 2 });
    const late = checkBrackets(generateNetwork("ladner-fischer:1", 64), { kind: "iteratedPairwise" });
    expect(late).toMatchObject({ holds: false, output: 6 });
  });
});

describe("verdicts", () => {
  test("of backward networks begin at the last wire", () => {
    const broken = reverseNetwork(defineNetwork(4, [[[0, 1]], [[0, 2]], [[2, 3]]]));
    expect(checkIntervals(broken)).toMatchObject({ output: 1, computes: "x1·x3", expected: "x1·x2·x3" });
  });

  test("keep long words short", () => {
    const wide = defineNetwork(
      40,
      generateNetwork("serial", 40).steps.map((step, index) => (index === 38 ? [[37, 39]] : step)),
    );
    expect(checkIntervals(wide)).toMatchObject({
      output: 39,
      computes: `${Array.from({ length: 24 }, (_, index) => `x${index}`).join("·")}·…`,
      expected: "x0·x1·…·x39",
    });
  });

  test("of words that double with every step are printed all the same", () => {
    const doubling = defineNetwork(
      2,
      Array.from({ length: 200 }, (_, step) => [step % 2 === 0 ? [0, 1] : [1, 0]]),
    );
    expect(validateNetwork(doubling).serves).toBe("nothing");
  });

  test("a network with no pair is a scan of one element, and of no more", () => {
    expect(validateNetwork({ width: 1, steps: [] }).serves).toBe("associative");
    expect(checkIntervals({ width: 2, steps: [] })).toMatchObject({
      output: 1,
      computes: "x1",
      expected: "x0·x1",
    });
  });

  test("every generated network serves what it is made for", () => {
    for (const { name, network } of everyNetwork([1, 2, 3, 16, 21, 64, 100])) {
      const { serves, verdicts } = validateNetwork(network);
      expect(serves, `${name} at ${network.width}`).toBe(
        name.startsWith("knowles") && network.width > 2 ? "idempotent" : "associative",
      );
      expect(verdicts.map(({ validator }) => validator)).toEqual([
        "intervals",
        "idempotent",
        "sums",
        "powers-of-two",
      ]);
    }
  });
});
