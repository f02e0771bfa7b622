import { blockNetwork } from "../../../src/executors/webgpu/families/network/block-network.ts";
import {
  cellStride,
  chooseNetworkTile,
  type TileShape,
  tileLength,
} from "../../../src/executors/webgpu/kernels/tile-shape.ts";
import { generateNetwork } from "../../../src/networks/generators/generate-network.ts";
import type { Network } from "../../../src/networks/network.ts";

const HEADINGS = [
  "network",
  "tile",
  "blocks",
  "bytes of cells",
  "form",
  "iterations",
  "barriers",
  "combines an element",
];

const NETWORKS = ["sklansky", "brent-kung", "kogge-stone", "serial"];
const WIDTHS = [12, 16, 64, 256, 1024];

/** A device with no more than every one has. */
const LIMITS = { threads: 256, bytes: 16_384 };

/** How networks are done in tiles of values of one word: a table of docs/notes/gpu-scan-algorithms.md. */
export function blockNetworkTable(): string {
  const rows = WIDTHS.flatMap((width) => NETWORKS.map((name) => rowOf(name, width)));
  return [HEADINGS, HEADINGS.map((_, i) => (i === 0 || i === 4 ? "---" : "---:")), ...rows]
    .map((row) => `| ${row.join(" | ")} |\n`)
    .join("");
}

function rowOf(name: string, width: number): readonly (string | number)[] {
  const shape = chooseNetworkTile(1, width, LIMITS);
  if (shape === undefined) return [`${name}:${width}`, ...HEADINGS.slice(1).map(() => "")];
  const network = generateNetwork(name, width);
  const blocks = tileLength(shape) / width;
  const pairs = network.steps.flat().length;
  const { form } = blockNetwork(network, shape);
  return [
    `\`${name}:${width}\``,
    tileLength(shape),
    blocks,
    4 * blocks * cellStride(width),
    form,
    form === "pairs" ? pairs * Math.ceil(blocks / shape.threads) : stepIterations(network, blocks, shape),
    form === "pairs" ? 2 : 1 + network.steps.length * (form === "steps" ? 1 : 2),
    (pairs / width).toFixed(2),
  ];
}

function stepIterations({ steps }: Network, blocks: number, { threads }: TileShape): number {
  return steps.reduce((sum, step) => sum + Math.ceil((step.length * blocks) / threads), 0);
}
