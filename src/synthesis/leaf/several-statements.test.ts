import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reverseNetwork } from "../../networks/direction.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { hasSamePairs, type Network } from "../../networks/network.ts";
import { decodeProgram } from "../programs/decode-program.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { type NetworkProgram, statementsOf } from "../programs/network-program.ts";
import { printProgram } from "../programs/print-program.ts";
import { reverseProgram } from "../programs/reverse-program.ts";
import { synthesizeLeaf } from "./synthesize-leaf.ts";

type Part = (j: number, level: number) => boolean;

const odd: Part = (j) => j % 2 === 1;
const even: Part = (j) => j % 2 === 0;
const lastOfBlock: Part = (j, level) => (j + 1) % 2 ** (level + 1) === 0;
const others: Part = (j, level) => !lastOfBlock(j, level);

/** Each step of a network in several, by its threads; steps in which no thread works are left out. */
function inSteps({ width, steps }: Network, parts: readonly Part[]): Network {
  const split = steps.flatMap((step, level) =>
    parts.map((isIn) => step.filter(([, destination]) => isIn(destination, level))),
  );
  return { width, steps: split.filter((step) => step.length > 0) };
}

function programOf(example: Network): NetworkProgram {
  const result = synthesizeLeaf(example);
  if (result.kind === "program") return result.program;
  throw new Error(`irregular: ${result.reason}`);
}

function bodies({ phases }: NetworkProgram): readonly number[] {
  return phases.map((phase) => statementsOf(phase).length);
}

/** At widths of no part in the synthesis. */
const FRESH_WIDTHS = [4, 11, 17, 24, 48, 129, 1000];

describe("from one example of 16 wires, a loop with a statement for each step of its turns", () => {
  test.each([
    ["sklansky", "odd threads, then even ones", [odd, even], [2]],
    ["sklansky", "even threads, then odd ones", [even, odd], [2]],
    ["sklansky", "the last of a block, then the others", [lastOfBlock, others], [2]],
    ["kogge-stone", "odd threads, then even ones", [odd, even], [2]],
    ["kogge-stone", "three steps", [(j) => j % 4 === 3, (j) => j % 4 === 1, even], [3]],
    [
      "kogge-stone",
      "four steps",
      [3, 1, 2, 0].map(
        (rest): Part =>
          (j) =>
            j % 4 === rest,
      ),
      [4],
    ],
  ] satisfies [string, string, readonly Part[], readonly number[]][])(
    "%s, %s",
    (name, _how, parts, expected) => {
      const program = programOf(inSteps(generateNetwork(name, 16), parts));
      expect(bodies(program)).toEqual(expected);
      for (const width of FRESH_WIDTHS) {
        const wanted = inSteps(generateNetwork(name, width), parts);
        expect(hasSamePairs(expandProgram(program, width), wanted), `N = ${width}`).toBe(true);
      }
    },
  );

  test("and of several loops each has its own", () => {
    const bitAbove = (j: number, step: number, levels: number): number => {
      const level = step < levels ? step : 2 * levels - 2 - step; // up, then down
      return (j >> (level + 1)) % 2;
    };
    const upAndDown = (width: number): Network => {
      const levels = Math.ceil(Math.log2(width));
      return inSteps(
        generateNetwork("brent-kung", width),
        [0, 1].map(
          (bit): Part =>
            (j, step) =>
              bitAbove(j, step, levels) === bit,
        ),
      );
    };
    const program = programOf(upAndDown(32));
    expect(bodies(program)).toEqual([2, 2]);
    for (const width of [16, 64, 256]) {
      expect(hasSamePairs(expandProgram(program, width), upAndDown(width)), `N = ${width}`).toBe(true);
    }
  });

  test("for suffixes too", () => {
    const example = reverseNetwork(inSteps(generateNetwork("sklansky", 16), [odd, even]));
    const program = programOf(example);
    expect(hasSamePairs(expandProgram(program, 16), example)).toBe(true);
    expect(bodies(program)).toEqual([2]);
    expect(printProgram(program)).toContain("a[j] = a[j] . a[");
  });

  test("whatever the parts of the threads are", () => {
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3], { minLength: 1, maxLength: 3 }), (first) => {
        const parts: readonly Part[] = [(j) => first.includes(j % 4), (j) => !first.includes(j % 4)];
        const example = inSteps(generateNetwork("sklansky", 32), parts);
        const result = synthesizeLeaf(example);
        if (result.kind === "irregular") return; // two residues have no condition of their own
        expect(hasSamePairs(expandProgram(result.program, 32), example)).toBe(true);
      }),
      { seed: 8, numRuns: 12 },
    );
  });
});

test("a program with several statements is a text, an object and has a reverse", () => {
  const program = programOf(inSteps(generateNetwork("sklansky", 16), [odd, even]));
  expect(printProgram(program)).toBe(
    [
      "for (i = 0; i < ceilLog2(N); i++)",
      "  for all j < N where (j >> i) % 2 == 1 && (j + 1) % 2 == 0:",
      "    a[j] = a[(j >> i << i) - 1] . a[j]",
      "  for all j < N where (j >> i) % 2 == 1 && j % 2 == 0:",
      "    a[j] = a[(j >> i << i) - 1] . a[j]",
      "",
    ].join("\n"),
  );
  expect(decodeProgram(JSON.parse(JSON.stringify(program)))).toEqual(program);
  expect(reverseProgram(reverseProgram(program))).toEqual(program);
  const [phase] = program.phases;
  expect(() => decodeProgram({ phases: [{ ...phase, further: [{}] }] })).toThrow(
    /"program.phases\[0\].further\[0\].guard" must be an object/,
  );
  expect(() => decodeProgram({ phases: [{ ...phase, further: 3 }] })).toThrow(/further" must be an array/);
  const outside = [{ guard: phase.guard, source: phase.destination, destination: phase.destination }];
  expect(() => expandProgram({ phases: [{ ...phase, further: outside }] }, 4)).toThrow(
    /in statement 2 of phase 1 at i = 0 are of two wires/,
  );
});
