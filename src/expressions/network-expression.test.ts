import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { reverseNetwork } from "../networks/direction.ts";
import { koggeStone } from "../networks/generators/kogge-stone.ts";
import { networksAt } from "../networks/generators/networks-at.ts";
import { sklansky } from "../networks/generators/sklansky.ts";
import { defineNetwork, type Network, type Pair } from "../networks/network.ts";
import { applyNetwork } from "../networks/run-network.ts";
import { checkIntervals } from "../networks/validators/check-intervals.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkNetworkExpression } from "./check-network-expression.ts";
import { depthOf } from "./depth.ts";
import { blockDyadic, iteratedPairwise, type NetworkExpression, type Tree } from "./expression.ts";
import { networkExpression, parseNetworkExpression } from "./network-expression.ts";
import { parseExpression } from "./parse.ts";

import { prefixTrees } from "./prefix-trees.ts";
import { printExpression } from "./print.ts";
import { propertiesOf } from "./properties.ts";
import { symbolic } from "./symbolic.ts";

const SEED = 20261121;

/** Every generated network at a width that is a scan for any associative operator. */
const scansAt = (width: number) =>
  networksAt(width).filter(({ network }) => checkIntervals(network).holds && network.width === width);

const join = (left: string, right: string): string => `(${left} + ${right})`;

/** What stands between blocks, in strings: neighbours pair up, an odd last one moves up. */
function pairNeighbours(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0];
  const paired: string[] = [];
  for (let i = 0; i < texts.length; i += 2) {
    paired.push(i + 1 < texts.length ? join(texts[i], texts[i + 1]) : texts[i]);
  }
  return pairNeighbours(paired);
}

/** The definition, in strings: the steps of the network on the elements of every block, whole or not. */
function bracketOf(network: Network, length: number): string {
  const roots: string[] = [];
  for (let start = 0; start < length; start += network.width) {
    const elements = Array.from({ length: network.width }, (_, wire) => `x${start + wire}`);
    const outputs = applyNetwork(network, elements, join);
    roots.push(outputs[Math.min(network.width, length - start) - 1]);
  }
  const tail = length % network.width === 0 ? undefined : roots.pop();
  if (tail === undefined) return pairNeighbours(roots);
  return roots.length === 0 ? tail : join(pairNeighbours(roots), tail);
}

/** Forward scans beyond the generators': each wire takes up what adjoins, at a random step, until it reaches element 0. */
function randomScan(width: number, draws: readonly number[]): Network {
  const first = Array.from({ length: width }, (_, wire) => wire);
  const steps: Pair[][] = [];
  let draw = 0;
  while (first.some((lowest) => lowest > 0)) {
    const before = [...first];
    const step: Pair[] = [];
    for (let wire = 1; wire < width; wire++) {
      if (before[wire] === 0 || (draws[draw++ % draws.length] + draw) % 3 === 0) continue;
      step.push([before[wire] - 1, wire]);
      first[wire] = before[before[wire] - 1];
    }
    steps.push(step);
  }
  return defineNetwork(width, steps);
}

describe("the tree of a network's expression", () => {
  it.each([1, 2, 3, 5, 8, 12, 16])("is that of the definition, for all networks of width %i", (width) => {
    expect(scansAt(width).length).toBeGreaterThan(0);
    for (const { name, network } of scansAt(width)) {
      const expression = networkExpression(name, width);
      for (const length of [1, width - 1, width, width + 1, 2 * width, 3 * width + 1, 70]) {
        if (length < 1) continue;
        expect(symbolic(expression, length), `${name} ${length}`).toBe(bracketOf(network, length));
      }
    }
  });

  it(`is that of the definition, for scans that no generator makes (seed ${SEED})`, () => {
    const law = fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(99), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 90 }),
      (width, draws, length) => {
        const network = randomScan(width, draws);
        expect(checkIntervals(network)).toMatchObject({ holds: true });
        expect(symbolic(networkExpression(network), length)).toBe(bracketOf(network, length));
      },
    );
    fc.assert(law, { seed: SEED, numRuns: 150 });
  });

  it("is blockDyadic's with Sklansky's network, at every length and width", () => {
    for (const width of [1, 2, 3, 4, 7, 8, 16, 32]) {
      const expression = networkExpression("sklansky", width);
      for (let length = 1; length <= 130; length++) {
        expect(symbolic(expression, length)).toBe(symbolic(blockDyadic(width), length));
      }
    }
    expect(symbolic(networkExpression("sklansky", 64), 64)).toBe(symbolic(iteratedPairwise, 64));
  });

  it("has the depth and the combines that are said of it", () => {
    for (const { name, network } of scansAt(12)) {
      const expression = networkExpression(name, 12);
      const trees = prefixTrees(expression, 100);
      trees.forEach((tree, index) => {
        expect(depthOf(expression, index + 1), `${name} ${index + 1}`).toBe(depthOfTree(tree));
      });
      const inFirst = distinctNodes(trees.slice(0, 12)).size;
      expect(inFirst, name).toBeLessThanOrEqual(network.steps.flat().length);
      expect(inFirst, name).toBeGreaterThanOrEqual(11);
    }
  });

  it("goes as deep as a network can", () => {
    const expression = networkExpression("serial", 5000);
    expect(depthOf(expression, 10_001)).toBe(5001);
    expect(symbolic(expression, 5000).startsWith("((((")).toBe(true);
  });
});

describe("its properties", () => {
  it("are those of an expression by blocks", () => {
    expect(propertiesOf(networkExpression("brent-kung", 16))).toEqual({
      consistency: "every prefix",
      online: true,
      boundedBuffering: true,
      streamingOutput: true,
      portable: true,
      scanCombines: "2.6 + log2(n/16)/32",
      state: "n mod 16 elements, and one root for each binary digit 1 of ⌊n/16⌋",
    });
  });
});

describe("its text", () => {
  it("goes round, for every generated network", () => {
    for (const width of [1, 6, 16]) {
      for (const { name } of scansAt(width)) {
        const expression = networkExpression(name, width);
        expect(printExpression(expression)).toBe(`network:${name}:${width}`);
        expect(parseNetworkExpression(printExpression(expression))).toEqual(expression);
      }
    }
    expect(parseNetworkExpression("block-dyadic:8")).toEqual(blockDyadic(8));
  });

  it("names a network without a name by its steps, whatever the order of the pairs in a step", () => {
    const network = defineNetwork(4, [
      [
        [0, 1],
        [2, 3],
      ],
      [
        [1, 2],
        [1, 3],
      ],
    ]);
    const turned = defineNetwork(
      4,
      network.steps.map((step) => [...step].reverse()),
    );
    const text = printExpression(networkExpression(network));
    expect(text).toBe("network:steps-84f715a16ca3115b:4");
    expect(printExpression(networkExpression(turned))).toBe(text);
    expect(printExpression(networkExpression(network, "my-own"))).toBe("network:my-own:4");
    expect(printExpression(networkExpression(network, "sklansky"))).toBe("network:sklansky:4");
  });

  it("of a caller's own is known where it is passed in, and nowhere else", () => {
    const own = networkExpression(koggeStone(8), "my-own");
    expect(parseExpression("network:my-own:8", [own])).toBe(own);
    expect(parseNetworkExpression("network:my-own:8", [own])).toBe(own);
    expect(() => parseNetworkExpression("network:my-own:8")).toThrow(InvalidArgumentError);
    expect(() => parseNetworkExpression("network:my-own:9", [own])).toThrow(InvalidArgumentError);
  });

  it.each([
    [
      "network:sklansky:16",
      /"expression" must be .*networkExpression.*samebits\/networks.*network:sklansky:16/,
    ],
    ["network", /networkExpression.*samebits\/networks/],
  ])("%s is for the door of networks", (text, message) => {
    expect(() => parseExpression(text)).toThrow(message);
  });

  it.each([
    ["network:sklanski:16", /one of serial, .*nearest: sklansky/],
    ["network:16", /"network:", a network's name with its parameters, ":" and its width/],
    ["network:sklansky:", /and its width/],
    ["network:sklansky:016", /and its width/],
    ["network:sklansky:0x10", /and its width/],
    ["network:sklansky:65537", /an integer from 1 to 65536/],
    ["network:ladner-fischer:01:16", /integers that begin with no 0/],
    ["network:knowles:4:2:1:8", /lateral|a scan/],
  ])("%s is refused, with what was expected", (text, message) => {
    expect(() => parseNetworkExpression(text)).toThrow(message);
    expect(() => parseNetworkExpression(text)).toThrow(InvalidArgumentError);
  });
});

describe("what is no scan, or no name of one", () => {
  test("an output that lacks an element is named, with what it computes", () => {
    const network = defineNetwork(4, [[[0, 1]], [[1, 3]]]);
    expect(() => networkExpression(network, "mine")).toThrow(
      '"network" must be a scan, whose output 2 is x0·x1·x2, got x2',
    );
  });

  test("so is one that takes an element twice, which a sum would not forgive", () => {
    const network = defineNetwork(3, [[[0, 1]], [[1, 2]], [[0, 2]]]);
    expect(() => networkExpression(network)).toThrow("output 2 is x0·x1·x2, got x0·x0·x1·x2");
  });

  test("a scan from the other end", () => {
    expect(() => networkExpression(reverseNetwork(sklansky(8)))).toThrow(
      /a scan of prefixes.*reverseNetwork/,
    );
  });

  test.each([
    ["brent-kung", /means no other network, got "brent-kung"/],
    ["steps-0123456789abcdef", /that of its steps, "steps-/],
    ["Mine", /kebab-case, got "Mine"/],
    ["", /kebab-case/],
    ["my:own", /kebab-case/],
    ["sklansky:2", /sklansky/],
  ])("the name %j", (name, message) => {
    expect(() => networkExpression(sklansky(8), name)).toThrow(message);
  });

  test("an object written by hand is checked as the function checks", () => {
    const hand = (network: unknown, name: unknown = "sklansky") =>
      ({ kind: "network", name, network }) as NetworkExpression;
    expect(() => checkNetworkExpression(hand(koggeStone(8)))).toThrow(/means no other network/);
    expect(() => checkNetworkExpression(hand({ width: 2, steps: [[[0, 2]]] }))).toThrow(InvalidArgumentError);
    expect(() => checkNetworkExpression(hand(undefined))).toThrow(InvalidArgumentError);
    expect(() => checkNetworkExpression(hand(sklansky(8)))).not.toThrow();
    expect(() => checkNetworkExpression(structuredClone(networkExpression("serial", 3)))).not.toThrow();
  });
});

function distinctNodes(trees: readonly Tree[]): Set<Tree> {
  const nodes = new Set<Tree>();
  const open: Tree[] = [...trees];
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    if (typeof tree === "number" || nodes.has(tree)) continue;
    nodes.add(tree);
    open.push(tree.left, tree.right);
  }
  return nodes;
}

function depthOfTree(tree: Tree): number {
  return typeof tree === "number" ? 0 : 1 + Math.max(depthOfTree(tree.left), depthOfTree(tree.right));
}
