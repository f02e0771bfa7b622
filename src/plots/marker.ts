import { place } from "./markup.ts";

/** Corners around (0, 0) as x, y, x, y …, for a marker of half the width 1. */
const POLYGONS = {
  square: [-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9],
  triangle: [0, -1.2, 1.15, 0.9, -1.15, 0.9],
  diamond: [0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0],
  funnel: [0, 1.2, 1.15, -0.9, -1.15, -0.9],
  cross: [
    ...[-0.4, -1.15, 0.4, -1.15, 0.4, -0.4, 1.15, -0.4, 1.15, 0.4, 0.4, 0.4],
    ...[0.4, 1.15, -0.4, 1.15, -0.4, 0.4, -1.15, 0.4, -1.15, -0.4, -0.4, -0.4],
  ],
  saltire: [
    ...[0, -0.5, 0.65, -1.15, 1.15, -0.65, 0.5, 0, 1.15, 0.65, 0.65, 1.15],
    ...[0, 0.5, -0.65, 1.15, -1.15, 0.65, -0.5, 0, -1.15, -0.65, -0.65, -1.15],
  ],
  star: [0, -1.8, 0.45, -0.45, 1.8, 0, 0.45, 0.45, 0, 1.8, -0.45, 0.45, -1.8, 0, -0.45, -0.45],
} as const satisfies Readonly<Record<string, readonly number[]>>;

const SHAPES = ["circle", ...(Object.keys(POLYGONS) as (keyof typeof POLYGONS)[])] as const;

/** The path of one marker of the n-th series around a place in pixels. Every outline is another, so that no colour need be seen. */
export function markerPath(index: number, x: number, y: number, radius: number): string {
  const shape = SHAPES[index % SHAPES.length];
  if (shape === "circle") return `M${place(x - radius)} ${place(y)}a${radius} ${radius} 0 1 1 0 .01z`;
  const corners = POLYGONS[shape].map((part, i) => place((i % 2 === 0 ? x : y) + part * radius));
  return `M${corners.join(" ")}z`;
}
