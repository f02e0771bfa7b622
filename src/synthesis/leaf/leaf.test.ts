import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reverseNetwork } from "../../networks/direction.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { networksAt } from "../../networks/generators/networks-at.ts";
import { defineNetwork, isSameNetwork, type Network, type Step } from "../../networks/network.ts";
import { parseNetwork } from "../../networks/text/parse-network.ts";
import { checkIdempotent, checkIntervals } from "../../networks/validators/check-intervals.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { printProgram } from "../programs/print-program.ts";
import type { IrregularExample, LeafProgram } from "./leaf-synthesis.ts";
import { CandidateQueue } from "./search-programs.ts";
import { synthesizeLeaf } from "./synthesize-leaf.ts";

function programOf(examples: Network | readonly Network[]): LeafProgram {
  const result = synthesizeLeaf(examples);
  if (result.kind === "program") return result;
  throw new Error(`irregular: ${result.reason}`);
}

function irregular(example: Network): IrregularExample {
  const result = synthesizeLeaf(example);
  if (result.kind === "irregular") return result;
  throw new Error(`a program: ${printProgram(result.program)}`);
}

/** At widths of no part in the synthesis. */
const FRESH_WIDTHS = [4, 6, 11, 17, 24, 48, 100, 129, 1000];

function isFamily(program: NetworkProgram, name: string): boolean {
  return FRESH_WIDTHS.every((width) =>
    isSameNetwork(expandProgram(program, width), generateNetwork(name, width)),
  );
}

describe("from one example of 16 wires, the program of its family at every width", () => {
  const names = [
    ...["serial", "kogge-stone", "sklansky", "brent-kung", "up-down-sweep"],
    ...["ladner-fischer:1", "ladner-fischer:2", "han-carlson:1", "han-carlson:2"],
    ...[
      "scan-scan-add:2",
      "scan-scan-add:4",
      "scan-scan-add:2:sklansky:serial",
      "scan-scan-add:4:sklansky:serial",
    ],
    ...["scan-scan-add:4:sklansky:kogge-stone", "scan-scan-add:4:serial:sklansky"],
  ];
  test.each(names)("%s", (name) => {
    const { program, serves, bounds } = programOf(generateNetwork(name, 16));
    expect(serves).toBe("associative");
    expect(bounds.at(-1)).toBe(generateNetwork(name, 16).steps.length);
    expect(isFamily(program, name)).toBe(true);
  });
});

describe("every generated network", () => {
  test.each([16, 32])("of %d wires has a program, which makes it and is a scan at other widths", (width) => {
    for (const { name, network } of networksAt(width)) {
      const { program, serves } = programOf(network);
      expect(isSameNetwork(expandProgram(program, width), network), name).toBe(true);
      expect(serves, name).toBe(name.startsWith("knowles") ? "idempotent" : "associative");
      const check = serves === "associative" ? checkIntervals : checkIdempotent;
      for (const other of [6, 11, 48, 129]) {
        expect(check(expandProgram(program, other)).holds, `${name} at ${other}`).toBe(true);
      }
    }
  });

  test("of Harris' taxonomy at 32 is made at all widths, by its levels and fan-out", () => {
    for (const [levels, fanOut] of [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
      [1, 2],
      [2, 1],
    ]) {
      const { program } = programOf(generateNetwork(`harris:${levels}:${fanOut}:${4 - levels - fanOut}`, 32));
      for (const width of [17, 48, 64, 100, 256, 1000]) {
        const tracks = Math.ceil(Math.log2(width)) - 1 - levels - fanOut;
        const expected = generateNetwork(`harris:${levels}:${fanOut}:${tracks}`, width);
        expect(isSameNetwork(expandProgram(program, width), expected), `${levels} ${fanOut} ${width}`).toBe(
          true,
        );
      }
    }
  });

  test("of 64 wires, for suffixes too", () => {
    for (const name of ["brent-kung", "ladner-fischer:2", "harris:1:2:2"]) {
      const network = reverseNetwork(generateNetwork(name, 64));
      const { program } = programOf(network);
      expect(isSameNetwork(expandProgram(program, 64), network), name).toBe(true);
      expect(checkIntervals(expandProgram(program, 100)).holds, name).toBe(true);
    }
  });

  test("of a width between powers of two", () => {
    for (const name of ["brent-kung", "up-down-sweep", "ladner-fischer:1", "han-carlson:1"]) {
      for (const width of [12, 13, 17, 24]) {
        expect(isFamily(programOf(generateNetwork(name, width)).program, name), `${name} ${width}`).toBe(
          true,
        );
      }
    }
  });
});

test.each([
  ["scan-scan-add:3", 12],
  ["scan-scan-add:5", 20],
  ["scan-scan-add:7:sklansky:serial", 28],
  ["scan-scan-add:4:sklansky:up-down-sweep", 32],
] as const)("%s, whose blocks bits of j do not tell, from %d wires", (name, width) => {
  expect(isFamily(programOf(generateNetwork(name, width)).program, name)).toBe(true);
});

describe("several examples", () => {
  const at = (name: string, widths: readonly number[]): readonly Network[] =>
    widths.map((width) => generateNetwork(name, width));

  test("tell apart what one example does not", () => {
    const name = "scan-scan-add:8:sklansky:serial";
    expect(isFamily(programOf(at(name, [16])).program, name)).toBe(false); // one block after another, of whatever length
    expect(isFamily(programOf(at(name, [16, 32])).program, name)).toBe(true);
  });

  test("in any order, and of small widths", () => {
    const name = "ladner-fischer:2";
    expect(isFamily(programOf(at(name, [7, 32, 16])).program, name)).toBe(true);
    expect(isFamily(programOf(at("brent-kung", [8, 5])).program, "brent-kung")).toBe(true);
  });

  test("that are no family have no program", () => {
    const mixed = [generateNetwork("sklansky", 16), generateNetwork("kogge-stone", 8)];
    expect(synthesizeLeaf(mixed).kind).toBe("irregular");
  });

  test("what cannot be meant is refused", () => {
    const two = [generateNetwork("sklansky", 8), generateNetwork("kogge-stone", 8)];
    expect(() => synthesizeLeaf(two)).toThrow(/"examples" must be one for each width, got two of 8 wires/);
    expect(() => synthesizeLeaf([])).toThrow(InvalidArgumentError);
    const turned = [generateNetwork("sklansky", 8), reverseNetwork(generateNetwork("sklansky", 16))];
    expect(() => synthesizeLeaf(turned)).toThrow(/of one direction/);
    expect(() => synthesizeLeaf(defineNetwork(1, []))).toThrow(/of 2 to 256 wires/);
  });
});

describe("an example that is wrong or irregular", () => {
  const replaced = (network: Network, index: number, step: Step): Network =>
    defineNetwork(
      network.width,
      network.steps.map((each, at) => (at === index ? step : each)),
    );

  test("that is no scan: the output, what it is instead, and the pair that would mend it", () => {
    const right = generateNetwork("kogge-stone", 16);
    const wrong = replaced(
      right,
      2,
      right.steps[2].map(([source, to]) => (to === 9 ? [4, 9] : [source, to])),
    );
    const result = irregular(wrong);
    expect(result.verdict).toMatchObject({ holds: false, output: 9 });
    expect(result.step).toBe(2);
    expect(result.nearest?.corrections).toEqual([{ step: 2, remove: [[4, 9]], add: [[5, 9]] }]);
    expect(result.nearest && isFamily(result.nearest.program, "kogge-stone")).toBe(true);
  });

  test("a missing pair, a missing step, one too many", () => {
    const right = generateNetwork("brent-kung", 16);
    const lacking = irregular(replaced(right, 4, []));
    expect(lacking.nearest?.corrections.map(({ step }) => step)).toContain(4);
    const short = irregular(defineNetwork(16, right.steps.slice(0, -1)));
    expect(short.verdict).toMatchObject({ output: 2 });
    expect(short.nearest?.corrections).toEqual([{ step: 6, remove: [], add: right.steps[6] }]);
    const long = irregular(defineNetwork(16, [[[0, 3]], ...right.steps]));
    expect(long.nearest?.corrections).toEqual([{ step: 0, remove: [[0, 3]], add: [] }]);
  });

  test("a scan without a rule", () => {
    const scan = parseNetwork("{{(0,1),(3,4)},{(1,2)},{(2,3),(2,4)},{(4,5)},{(5,6),(7,8)},{(6,7),(6,8)}}");
    expect(checkIntervals(scan).holds).toBe(true);
    const result = irregular(scan);
    expect(result.verdict).toBeUndefined();
    expect(result.reason).toMatch(/step|width/);
  });

  test("for suffixes is told in its own wires", () => {
    const right = reverseNetwork(generateNetwork("kogge-stone", 8));
    const wrong = replaced(right, 1, right.steps[1].slice(0, -1));
    const { nearest, verdict } = irregular(wrong);
    expect(verdict?.holds).toBe(false);
    expect(nearest?.corrections).toEqual([{ step: 1, remove: [], add: right.steps[1].slice(-1) }]);
  });
});

test("a search ends with its budget, wherever it is", () => {
  const example = generateNetwork("han-carlson:2", 16);
  for (const looks of [1, 2, 9]) {
    let seen = 0;
    const now = (): number => (seen++ < looks ? 0 : 1000);
    expect(() => synthesizeLeaf(example, { budgetMs: 1000, now })).toThrow(/takes more than 1000 ms/);
  }
  expect(synthesizeLeaf(example, { budgetMs: 1000, now: () => 0 })).toEqual(synthesizeLeaf(example));
  expect(() => synthesizeLeaf(example, { budgetMs: 1000 })).toThrow(/"now" must be a clock/);
});

test("the queue gives the least first, equal keys in their order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (keys) => {
      const queue = new CandidateQueue<readonly [number, number]>();
      keys.forEach((key, index) => {
        queue.push([key, index], key);
      });
      const given = keys.map(() => queue.pop());
      const expected = keys
        .map((key, index) => [key, index] as const)
        .sort(([one, first], [other, second]) => one - other || first - second);
      expect(given).toEqual(expected);
      expect(queue.pop()).toBeUndefined();
    }),
    { seed: 8 },
  );
});
