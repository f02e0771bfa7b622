import { describe, expect, test } from "vitest";
import { everyNetwork, WIDTHS } from "../../../test/networks/any-network.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { reverseNetwork } from "../direction.ts";
import { isSameNetwork, type Network } from "../network.ts";
import { applyNetwork, applyNetworkExclusively } from "../run-network.ts";
import { checkIdempotent, checkIntervals } from "../validators/check-intervals.ts";
import { GENERATORS, generateNetwork } from "./generate-network.ts";
import { hanCarlson, harris, ladnerFischer } from "./harris.ts";
import { hillisSteele, knowles, koggeStone } from "./kogge-stone.ts";
import { networksAt } from "./networks-at.ts";
import { levelCountOf } from "./owned-step.ts";
import { recursiveLadnerFischer } from "./recursive-ladner-fischer.ts";
import { scanScanAdd } from "./scan-scan-add.ts";
import { serial } from "./serial.ts";
import { sklansky } from "./sklansky.ts";
import { brentKung, upDownSweep } from "./up-down-sweep.ts";

const join = (left: string, right: string): string => `(${left} ${right})`;
const names = (width: number): string[] => Array.from({ length: width }, (_, index) => `x${index}`);
const sizeOf = ({ steps }: Network): number => steps.flat().length;

describe("every generator, at every width up to 130", () => {
  test("gives a scan: for every associative operator, Knowles' for idempotent ones", () => {
    for (const { name, network } of everyNetwork()) {
      const check = name.startsWith("knowles") ? checkIdempotent : checkIntervals;
      expect(check(network), `${name} at ${network.width}`).toMatchObject({ holds: true });
    }
  });

  test("gives a backward scan when reversed, and itself when reversed again", () => {
    for (const { name, network } of everyNetwork()) {
      const reversed = reverseNetwork(network);
      const check = name.startsWith("knowles") ? checkIdempotent : checkIntervals;
      expect(check(reversed), `${name} at ${network.width}`).toMatchObject({ holds: true });
      expect(isSameNetwork(reverseNetwork(reversed), network)).toBe(true);
    }
  });

  test("gives the wires below N of its network at the next power of two", () => {
    const plain = [serial, koggeStone, sklansky, brentKung, upDownSweep, ladnerFischer, hanCarlson];
    for (const make of plain) {
      for (const width of WIDTHS) {
        const whole = make(2 ** levelCountOf(width));
        const steps = whole.steps.map((step) => step.filter(([, destination]) => destination < width));
        const cut = { width, steps: steps.filter((step) => step.length > 0) };
        expect(isSameNetwork(make(width), cut), `${make.name} at ${width}`).toBe(true);
      }
    }
  });

  test("leaves out steps without pairs, and at one wire all of them", () => {
    for (const { network } of everyNetwork())
      expect(network.steps.every((step) => step.length > 0)).toBe(true);
    for (const { network } of networksAt(1)) expect(network).toEqual({ width: 1, steps: [] });
  });
});

describe("sizes, as formulas and prototypes have them", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("at N = 2^%i", (levelCount) => {
    const width = 2 ** levelCount;
    expect(sizeOf(serial(width))).toBe(width - 1);
    expect(sizeOf(sklansky(width))).toBe((width / 2) * levelCount);
    expect(sizeOf(koggeStone(width))).toBe(width * levelCount - width + 1);
    expect(sizeOf(brentKung(width))).toBe(2 * width - levelCount - 2);
    expect(sizeOf(upDownSweep(width))).toBe(2 * width - levelCount - 2);
  });

  test.each([
    ["sklansky", 192],
    ["kogge-stone", 321],
    ["brent-kung", 120],
    ["ladner-fischer:1", 143],
    ["ladner-fischer:2", 126],
    ["han-carlson:1", 192],
    ["han-carlson:2", 143],
    ["harris:1:1:3", 177],
    ["harris:2:1:2", 136],
    ["harris:1:2:2", 163],
    ["harris:0:1:4", 290],
    ["harris:0:2:3", 260],
    ["serial", 63],
    ["scan-scan-add:4", 141],
    ["scan-scan-add:8", 157],
    ["scan-scan-add:4:sklansky:serial", 124],
  ])("%s at N = 64 is %i", (name, size) => {
    expect(sizeOf(generateNetwork(name, 64))).toBe(size);
  });
});

test("the seed's Kogge–Stone network of 8", () => {
  expect(koggeStone(8).steps).toEqual([
    [0, 1, 2, 3, 4, 5, 6].map((wire) => [wire, wire + 1]),
    [0, 1, 2, 3, 4, 5].map((wire) => [wire, wire + 2]),
    [0, 1, 2, 3].map((wire) => [wire, wire + 4]),
  ]);
});

test("Harris' taxonomy has the classical networks at its corners and edges, at every width", () => {
  for (const width of WIDTHS) {
    const sum = Math.max(0, levelCountOf(width) - 1);
    const at = (levels: number, fanOut: number): Network =>
      harris(width, levels, fanOut, sum - levels - fanOut);
    expect(isSameNetwork(at(0, 0), koggeStone(width)), `Kogge–Stone at ${width}`).toBe(true);
    expect(isSameNetwork(at(0, 0), hillisSteele(width))).toBe(true);
    expect(isSameNetwork(at(0, sum), sklansky(width)), `Sklansky at ${width}`).toBe(true);
    expect(isSameNetwork(at(sum, 0), brentKung(width)), `Brent–Kung at ${width}`).toBe(true);
    for (let levels = 0; levels <= sum; levels++) {
      expect(isSameNetwork(at(levels, sum - levels), ladnerFischer(width, levels))).toBe(true);
      expect(isSameNetwork(at(levels, 0), hanCarlson(width, levels))).toBe(true);
    }
  }
});

describe("Knowles' networks", () => {
  test("of no sharing are Kogge and Stone's", () => {
    expect(isSameNetwork(knowles(16, [1, 1, 1, 1]), koggeStone(16))).toBe(true);
  });

  test.each([[[2, 1, 1, 1]], [[2, 2, 1, 1]], [[2, 2, 2, 1]], [[4, 2, 1, 1]], [[4, 4, 2, 1]], [[8, 4, 2, 1]]])(
    "%j serves idempotent operators, and no sum",
    (fanOuts) => {
      for (const width of [9, 13, 16]) {
        expect(checkIdempotent(knowles(width, fanOuts)).holds).toBe(true);
        expect(checkIntervals(knowles(width, fanOuts)).holds).toBe(false);
      }
    },
  );

  test.each([
    [[1, 1, 1]],
    [[1, 1, 2, 1]],
    [[3, 1, 1, 1]],
    [[4, 4, 4, 1]],
    [[2, 1, 1, 2]],
    [[16, 1, 1, 1]],
    [["2", 1, 1, 1]],
  ])("refuses %j at 16", (fanOuts) => {
    expect(() => knowles(16, fanOuts as number[])).toThrow(InvalidArgumentError);
  });
});

describe("Blelloch's exclusive scan", () => {
  test("is its network fed one wire on, tree for tree, at powers of two", () => {
    for (const levelCount of [0, 1, 2, 3, 4, 5, 6]) {
      const width = 2 ** levelCount;
      expect(applyNetworkExclusively(upDownSweep(width), names(width), "s", join)).toEqual(
        blelloch(names(width), "s", join),
      );
    }
  });

  test("at other widths, too: the published one over a padded array", () => {
    for (const width of WIDTHS) {
      const padded = names(2 ** levelCountOf(width));
      expect(applyNetworkExclusively(upDownSweep(width), names(width), "s", join)).toEqual(
        blelloch(padded, "s", join).slice(0, width),
      );
    }
  });
});

/** As published: sums up a tree, its root set to the start, then on the way down left gets what stands there and right its combine with what left had. */
function blelloch<Value>(
  elements: readonly Value[],
  start: Value,
  combine: (left: Value, right: Value) => Value,
): Value[] {
  const a = [...elements];
  for (let half = 1; half < a.length; half *= 2) {
    for (let i = 0; i < a.length; i += 2 * half)
      a[i + 2 * half - 1] = combine(a[i + half - 1], a[i + 2 * half - 1]);
  }
  a[a.length - 1] = start;
  for (let half = a.length / 2; half >= 1; half /= 2) {
    for (let i = 0; i < a.length; i += 2 * half) {
      const before = a[i + half - 1];
      a[i + half - 1] = a[i + 2 * half - 1];
      a[i + 2 * half - 1] = combine(a[i + 2 * half - 1], before);
    }
  }
  return a;
}

describe("any network, exclusively", () => {
  const concatenate = (left: string, right: string): string => left + right;

  test("gives each prefix without its element, after the start", () => {
    for (const { name, network } of everyNetwork([1, 2, 5, 16, 21])) {
      if (name.startsWith("knowles")) continue;
      const letters = Array.from({ length: network.width }, (_, index) => String.fromCharCode(97 + index));
      const exclusive = applyNetworkExclusively(network, letters, "s", concatenate);
      expect(exclusive).toEqual(letters.map((_, index) => `s${letters.slice(0, index).join("")}`));
      // One wire has no pair, and so no direction: it stays a forward network.
      if (network.width === 1) continue;
      const backward = applyNetworkExclusively(reverseNetwork(network), letters, "s", concatenate);
      expect(backward).toEqual(letters.map((_, index) => `${letters.slice(index + 1).join("")}s`));
    }
  });

  test("and inclusively each prefix with it", () => {
    for (const { name, network } of everyNetwork([1, 2, 5, 16, 21])) {
      if (name.startsWith("knowles")) continue;
      const letters = Array.from({ length: network.width }, (_, index) => String.fromCharCode(97 + index));
      expect(applyNetwork(network, letters, concatenate)).toEqual(
        letters.map((_, index) => letters.slice(0, index + 1).join("")),
      );
    }
  });

  test("refuses another number of elements", () => {
    expect(() => applyNetwork(sklansky(4), [1, 2, 3], Math.max)).toThrow(
      '"elements" must have length 4, got 3',
    );
    expect(() => applyNetworkExclusively(sklansky(4), [], 0, Math.max)).toThrow(
      '"elements" must have length 4, got 0',
    );
  });
});

test("scanScanAdd takes other parts, at every width and block length", () => {
  for (const width of [1, 2, 3, 7, 16, 19, 64]) {
    for (let blockLength = 1; blockLength <= width + 1; blockLength++) {
      const network = scanScanAdd(width, blockLength, { local: brentKung, outer: koggeStone });
      expect(checkIntervals(network), `${width}, ${blockLength}`).toMatchObject({ holds: true });
    }
  }
});

describe("names", () => {
  test("every family can be had by its name, and is told what it is", () => {
    for (const { name, holds, parameters } of GENERATORS) {
      expect(holds).not.toBe("");
      expect(parameters).toMatch(/^$|^:|^\[:/);
      const given = { knowles: ":2:1:1", harris: ":1:0:1", "scan-scan-add": ":4" }[name] ?? "";
      expect(checkIdempotent(generateNetwork(name + given, 8)).holds, name).toBe(true);
    }
    expect(generateNetwork("ladner-fischer", 16)).toEqual(ladnerFischer(16, 1));
    expect(generateNetwork("recursive-ladner-fischer", 16)).toEqual(recursiveLadnerFischer(16, 0));
    expect(generateNetwork("recursive-ladner-fischer:2", 16)).toEqual(recursiveLadnerFischer(16, 2));
    expect(generateNetwork("scan-scan-add:4:brent-kung:serial", 16)).toEqual(
      scanScanAdd(16, 4, { local: brentKung, outer: serial }),
    );
  });

  test("coincide where networks do: each network is listed once, by names that make it again", () => {
    for (const width of [1, 2, 4, 16, 21]) {
      const networks = networksAt(width);
      networks.forEach(({ network, name, aliases }, index) => {
        expect(generateNetwork(name, width)).toEqual(network);
        for (const alias of aliases) expect(isSameNetwork(generateNetwork(alias, width), network)).toBe(true);
        for (const other of networks.slice(index + 1)) {
          expect(isSameNetwork(network, other.network), `${name} and ${other.name}`).toBe(false);
        }
      });
    }
  });

  test.each([
    ["sklanski", 8, /"network" must be one of .*nearest: sklansky\), got "sklanski"/],
    ["toString", 8, /"network" must be one of/],
    ["sklansky:1", 8, '"network" must be sklansky, got 1 parameters'],
    ["ladner-fischer:x", 8, '"network" must be ladner-fischer:l of integers, got "x"'],
    ["ladner-fischer:-1", 8, '"network" must be ladner-fischer:l of integers, got "-1"'],
    ["harris:1:1", 8, '"network" must be harris:l:f:t, got 2 parameters'],
    ["harris:1:1:1", 8, '"levels + fanOut + tracks" must be ⌈log2 8⌉ − 1 = 2, got 1 + 1 + 1'],
    ["scan-scan-add", 8, '"network" must be scan-scan-add:B[:LOCAL[:OUTER]], got 0 parameters'],
    ["scan-scan-add:0", 8, '"blockLength" must be an integer from 1 to 65536, got 0'],
    ["scan-scan-add:4:kogge-ston", 8, /of one of .*\(nearest: kogge-stone\), got "kogge-ston"/],
    [
      "scan-scan-add:4:serial:serial:serial",
      8,
      '"network" must be scan-scan-add:B[:LOCAL[:OUTER]], got 4 parameters',
    ],
    ["knowles", 8, /"fanOuts" must be a list of ⌈log2 width⌉ = 3, got an Array of length 0/],
    ["sklansky", 0, '"width" must be an integer from 1 to 65536, got 0'],
    ["serial", 2.5, '"width" must be an integer from 1 to 65536, got 2.5'],
    ["serial", 65_537, '"width" must be an integer from 1 to 65536, got 65537'],
  ])("refuses %s at %d", (name, width, message) => {
    expect(() => generateNetwork(name, width)).toThrow(message);
    expect(() => generateNetwork(name, width)).toThrow(InvalidArgumentError);
  });
});
