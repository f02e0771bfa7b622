import { describe, expect, test } from "vitest";
import { InvalidArgumentError } from "../../values/errors.ts";
import { reverseNetwork } from "../direction.ts";
import { generateNetwork } from "../generators/generate-network.ts";
import { networksAt } from "../generators/networks-at.ts";
import { defineNetwork, type Network } from "../network.ts";
import { drawNetworkSvg } from "./draw-svg.ts";
import { drawNetworkText } from "./draw-text.ts";
import { coneOf } from "./drawable.ts";

const all = [1, 2, 5, 16, 64].flatMap((width) => networksAt(width));
const sizeOf = (network: Network): number => network.steps.flat().length;

describe("in characters", () => {
  test("Sklansky's network of 8, with output 5", () => {
    expect(
      drawNetworkText(generateNetwork("sklansky", 8), { output: 5 }),
    ).toBe(`N = 8, size 12, depth 3, fan-out 5, 1 track

     0  1  2  3  4  5  6  7
  1  ┣━━●  ┣━━●  ┣━━●  ├──○
  2  │  ┣━━○━━●  │  ┠──○──○
  3  │  │  │  ┣━━○━━●──○──○
     │  │  │  │  │  ┃  │  │

y5 = (((x0·x1)·(x2·x3))·(x4·x5))
`);
  });

  test("a step of several rows, with a line of wires below it", () => {
    expect(
      drawNetworkText(generateNetwork("kogge-stone", 4)),
    ).toBe(`N = 4, size 5, depth 2, fan-out 2, 2 tracks

     0  1  2  3
  1  ├──●  ├──●
     │  ├──●  │
     │  │  │  │
  2  ├──┼──●  │
     │  ├──┼──●
     │  │  │  │

The rows of a step happen at once: all of them read, then all of them write.
`);
  });

  test("a backward network leads to the left", () => {
    const lines = drawNetworkText(reverseNetwork(generateNetwork("serial", 3)), { output: 0 }).split("\n");
    expect(lines.slice(3, 6)).toEqual(["  1  ┃  ●━━┫", "  2  ●━━┫  │", "     ┃  │  │"]);
    expect(lines.slice(-2)).toEqual(["y0 = (x0·(x1·x2))", ""]);
  });

  test("a source in the middle, with and without a needed destination", () => {
    const network = defineNetwork(3, [
      [
        [1, 0],
        [1, 2],
      ],
    ]);
    expect(drawNetworkText(network, { output: 2 }).split("\n")[3]).toBe("  1  ○──╋━━●");
    expect(drawNetworkText(network).split("\n")[3]).toBe("  1  ●──┼──●");
  });

  test.each([1, 2, 3])("a pitch of %i, as there is room", (pitch) => {
    const network = generateNetwork("brent-kung", 16);
    const lines = drawNetworkText(network, { columns: 5 + 16 * pitch, output: 11 }).split("\n");
    const wires = lines.filter((line) => /[│┃]/.test(line));
    for (const line of wires) expect(line).toHaveLength(5 + 15 * pitch + 1);
    expect(lines[2].trim()).toBe(
      pitch === 3
        ? "0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15"
        : pitch === 2
          ? "1 1 1 1 1 1"
          : "111111",
    );
  });

  test("at 64 it fits in 80 columns, every line of it", () => {
    for (const { name, network } of networksAt(64)) {
      for (const line of drawNetworkText(network, { columns: 80, output: 43 }).split("\n")) {
        expect(line.length, name).toBeLessThanOrEqual(80);
      }
    }
  });

  test("has a meeting for every pair, heavy ones where the output needs them", () => {
    for (const { name, network } of all) {
      const output = Math.floor(network.width * 0.7);
      const plain = drawNetworkText(network);
      const chosen = drawNetworkText(network, { output });
      expect(plain.match(/●/g)?.length ?? 0, name).toBe(sizeOf(network));
      const needed = coneOf(network, output);
      const hotCount = network.steps.flatMap((step, index) =>
        step.filter(([, wire]) => needed[index + 1][wire]),
      ).length;
      expect(chosen.match(/●/g)?.length ?? 0, name).toBe(hotCount);
      expect(chosen.match(/○/g)?.length ?? 0, name).toBe(sizeOf(network) - hotCount);
    }
  });
});

describe("as SVG", () => {
  test("has a line and a dot for every pair, and a wire for every element", () => {
    for (const { name, network } of all) {
      const svg = drawNetworkSvg(network);
      expect(svg.match(/<path d="M[\d.]+ [\d.]+L/g)?.length ?? 0, name).toBe(sizeOf(network));
      expect(svg.match(/<circle /g)?.length, name).toBe(sizeOf(network) + network.width);
      expect(svg.match(/<path d="M[\d.]+ 56V/g)?.length, name).toBe(network.width);
      expect(svg).not.toContain('class="hot"');
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test("is well formed: what is opened is closed, in order", () => {
    for (const { network } of all) {
      const open: string[] = [];
      for (const [, close, name, self] of drawNetworkSvg(network, {
        output: 0,
        title: "a < b & c > d",
      }).matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
        if (close === "/") expect(open.pop()).toBe(name);
        else if (self !== "/") open.push(name);
      }
      expect(open).toEqual([]);
    }
  });

  test("highlights an output: its lines, its dots, its bracket", () => {
    const network = generateNetwork("sklansky", 16);
    const svg = drawNetworkSvg(network, { output: 11 });
    const hot = /<g class="hot"[^>]*>(.*?)<\/g>/.exec(svg)?.[1] ?? "";
    expect(hot.match(/L/g)).toHaveLength(11); // as many combines as its tree has
    expect(/<g class="lit">(.*?)<\/g>/.exec(svg)?.[1].match(/<circle /g)).toHaveLength(12 + 11 + 0);
    expect(svg).toContain("y11 = ((((x0·x1)·(x2·x3))·((x4·x5)·(x6·x7)))·((x8·x9)·(x10·x11)))");
    expect(svg).toContain('<text class="lit" x="436"');
  });

  test("has a title and a description for those who do not see it", () => {
    const svg = drawNetworkSvg(generateNetwork("serial", 4), { title: "a < b", output: 3 });
    expect(svg).toContain("<title>a &lt; b</title>");
    expect(svg).toContain("<desc>A network of 4 wires and 3 steps. Bold: y3 = (((x0·x1)·x2)·x3)</desc>");
  });

  test("keeps names and lines apart at 16 and at 64", () => {
    for (const [width, pitch] of [
      [16, 36],
      [64, 22],
    ] as const) {
      for (const { network } of networksAt(width)) {
        const svg = drawNetworkSvg(network, { output: width - 1 });
        const columns = [...svg.matchAll(/<path d="M(\d+) 56V/g)].map(([, x]) => Number(x));
        columns.slice(1).forEach((x, index) => {
          expect(x - columns[index]).toBe(pitch);
        });
        const widest = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
        expect(Math.max(...columns)).toBeLessThan(widest);
        const texts = [...svg.matchAll(/<text class="lit" x="(\d+)"[^>]*monospace[^>]*>([^<]*)</g)];
        for (const [, x, words] of texts) expect(Number(x) + words.length * 6.6).toBeLessThan(widest + 1);
        expect(texts.length).toBeGreaterThan(0);
      }
    }
  });

  test("is the same text for the same network", () => {
    const network = generateNetwork("han-carlson", 21);
    expect(drawNetworkSvg(network, { output: 20 })).toBe(drawNetworkSvg(network, { output: 20 }));
  });
});

describe("a drawing's output", () => {
  test.each([-1, 8, 1.5, Number.NaN])("refuses wire %d of 8", (output) => {
    const network = generateNetwork("sklansky", 8);
    expect(() => drawNetworkSvg(network, { output })).toThrow(InvalidArgumentError);
    expect(() => drawNetworkText(network, { output })).toThrow(
      `"output" must be a wire from 0 to 7, got ${output}`,
    );
  });

  test("of what is no scan is written as far as it goes", () => {
    const doubling = defineNetwork(
      2,
      Array.from({ length: 60 }, (_, step) => [step % 2 === 0 ? [0, 1] : [1, 0]]),
    );
    expect(drawNetworkText(doubling, { output: 0 })).toContain("…");
    expect(drawNetworkSvg(doubling, { output: 0 })).toContain("…");
  });
});
