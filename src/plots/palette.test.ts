import { describe, expect, test } from "vitest";
import { DARK, LIGHT, seriesClass, styleSheet, type Theme } from "./palette.ts";

type Vector = readonly [number, number, number];

/** Red, green, blue as amounts of light. */
function lightOf(hex: string): Vector {
  const parts = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return [r, g, b];
}

/** The contrast of WCAG 2: 1 to 21. */
function contrast(left: string, right: string): number {
  const [low, high] = [left, right]
    .map((hex) => dot(lightOf(hex), [0.2126, 0.7152, 0.0722]))
    .sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1: what is seen without the long, middle, short cones. */
const EYES: Readonly<Record<string, readonly [Vector, Vector, Vector]>> = {
  "all cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no long cones": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no middle cones": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no short cones": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Björn Ottosson's OKLab: distances in it go with differences that are seen. */
function okLab(light: Vector): Vector {
  const cones = [
    dot(light, [0.4122214708, 0.5363325363, 0.0514459929]),
    dot(light, [0.2119034982, 0.6806995451, 0.1073969566]),
    dot(light, [0.0883024619, 0.2817188376, 0.6299787005]),
  ].map(Math.cbrt) as unknown as Vector;
  return [
    dot(cones, [0.2104542553, 0.793617785, -0.0040720468]),
    dot(cones, [1.9779984951, -2.428592205, 0.4505937099]),
    dot(cones, [0.0259040371, 0.7827717662, -0.808675766]),
  ];
}

function dot(left: Vector, right: Vector): number {
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

function seen(hex: string, eye: readonly [Vector, Vector, Vector]): Vector {
  const light = lightOf(hex);
  return okLab(eye.map((row) => Math.max(0, Math.min(1, dot(row, light)))) as unknown as Vector);
}

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
] as const)("the %s theme", (_name, theme: Theme) => {
  test("has text and series that stand out from the paper", () => {
    expect(contrast(theme.ink, theme.paper)).toBeGreaterThan(7);
    expect(contrast(theme.soft, theme.paper)).toBeGreaterThan(4.5);
    for (const colour of theme.series) expect(contrast(colour, theme.paper), colour).toBeGreaterThan(3);
  });

  test.each(Object.entries(EYES))("tells any two series apart with %s", (_eye, eye) => {
    const all = theme.series.map((hex) => seen(hex, eye));
    const distances = all.flatMap((one, i) =>
      all.slice(i + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
    );
    expect(distances).toHaveLength(28);
    expect(Math.min(...distances)).toBeGreaterThan(0.08);
  });
});

test("the style sheet has both themes, and colours for as many series as there are", () => {
  const sheet = styleSheet(2);
  expect(sheet).toContain("@media(prefers-color-scheme:dark)");
  for (const theme of [LIGHT, DARK]) {
    expect(sheet).toContain(theme.series[1]);
    expect(sheet).not.toContain(theme.series[2]);
  }
  expect([0, 7, 8].map(seriesClass)).toEqual(["sb-0", "sb-7", "sb-0"]);
});
