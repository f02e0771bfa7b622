import { describe, expect, test } from "vitest";
import { everyNetwork } from "../../test/networks/any-network.ts";
import { reverseNetwork } from "./direction.ts";
import { generateNetwork } from "./generators/generate-network.ts";
import { harris } from "./generators/harris.ts";
import { serial } from "./generators/serial.ts";
import { metricsOf } from "./metrics.ts";
import { defineNetwork } from "./network.ts";

describe("metricsOf", () => {
  test("Harris' networks have the levels, fan-out and tracks that name them", () => {
    for (const levelCount of [1, 2, 3, 4, 5, 6, 7]) {
      const sum = levelCount - 1;
      for (let l = 0; l <= sum; l++) {
        for (let f = 0; l + f <= sum; f++) {
          const t = sum - l - f;
          expect(
            metricsOf(harris(2 ** levelCount, l, f, t)),
            `${2 ** levelCount}: ${l}, ${f}, ${t}`,
          ).toMatchObject({
            stepCount: levelCount + l,
            fanOut: 2 ** f + 1,
            trackCount: 2 ** t,
            harris: { levels: l, fanOut: f, tracks: t },
          });
        }
      }
    }
  });

  test.each([
    ["sklansky", 16, { size: 32, stepCount: 4, depth: 4, fanOut: 9, trackCount: 1 }],
    ["kogge-stone", 16, { size: 49, stepCount: 4, depth: 4, fanOut: 2, trackCount: 8 }],
    ["brent-kung", 16, { size: 26, stepCount: 7, depth: 6, fanOut: 2, trackCount: 1 }],
    ["brent-kung", 256, { size: 502, stepCount: 15, depth: 14, fanOut: 2, trackCount: 1 }],
    ["ladner-fischer:1", 16, { size: 27, stepCount: 5, depth: 5, fanOut: 5, trackCount: 1 }],
    ["serial", 16, { size: 15, stepCount: 15, depth: 15, fanOut: 2, trackCount: 1, harris: undefined }],
    ["serial", 1, { size: 0, stepCount: 0, depth: 0, fanOut: 1, trackCount: 0 }],
    [
      "sklansky",
      2,
      {
        size: 1,
        stepCount: 1,
        depth: 1,
        fanOut: 2,
        trackCount: 1,
        harris: { levels: 0, fanOut: 0, tracks: 0 },
      },
    ],
    ["knowles:2:1:1:1", 16, { size: 49, depth: 4, fanOut: 3, trackCount: 4, harris: undefined }],
  ])("%s at %i", (name, width, expected) => {
    expect(metricsOf(generateNetwork(name, width))).toMatchObject({ width, ...expected });
  });

  test("says the same of the network of the other direction", () => {
    for (const { network } of everyNetwork([1, 2, 7, 16, 21])) {
      expect(metricsOf(reverseNetwork(network))).toEqual(metricsOf(network));
    }
  });

  test("knows a network of the taxonomy by its pairs, in whatever order a step has them", () => {
    const { width, steps } = generateNetwork("han-carlson", 16);
    const shuffled = defineNetwork(
      width,
      steps.map((step) => [...step].reverse()),
    );
    expect(metricsOf(shuffled).harris).toEqual({ levels: 1, fanOut: 0, tracks: 2 });
    expect(metricsOf(defineNetwork(width, steps.slice(0, -1))).harris).toBeUndefined();
    expect(metricsOf(defineNetwork(width, [...steps, [[0, 1]]])).harris).toBeUndefined();
  });

  test("no scan of N wires is shallower than log2 N, smaller than N − 1, or below Snir's 2N − 2 in size and depth", () => {
    for (const { name, network } of everyNetwork([1, 2, 3, 4, 5, 6, 7, 12, 15, 16, 17, 21, 37, 64, 100])) {
      const { width, size, depth, stepCount } = metricsOf(network);
      expect(depth, name).toBeGreaterThanOrEqual(Math.ceil(Math.log2(width)));
      expect(stepCount).toBeGreaterThanOrEqual(depth);
      expect(size).toBeGreaterThanOrEqual(width - 1);
      expect(size + depth, `${name} at ${width}`).toBeGreaterThanOrEqual(2 * width - 2);
    }
  });

  test("takes thousands of wires", () => {
    expect(metricsOf(serial(65_536))).toMatchObject({ size: 65_535, depth: 65_535 });
  });
});
