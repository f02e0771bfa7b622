import type { DrawnNode } from "../../compute/tree-of-sum.ts";

/** Places of a drawn tree, in pixels: elements at the bottom in their order, every addition above what it adds, the sum at the top. */
export interface TreeLayout {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly columnCount: number;
  readonly hasLabels: boolean; // values fit beside the nodes
  readonly x: (node: DrawnNode) => number;
  readonly y: (node: DrawnNode) => number;
}

const MARGIN = { left: 34, right: 34, top: 34, bottom: 52 };

/** Pixels between columns, by how many there are. */
function pitchOf(columnCount: number): number {
  if (columnCount <= 8) return isNarrow() ? 50 : 112;
  if (columnCount <= 16) return 64;
  if (columnCount <= 32) return 34;
  return columnCount <= 128 ? 14 : 7;
}

/** A phone: trees of a few elements fit without scrolling. */
export function isNarrow(): boolean {
  return matchMedia("(max-width: 640px)").matches;
}

export function layOutTree(nodes: readonly DrawnNode[]): TreeLayout {
  const columnCount = 1 + nodes.reduce((most, node) => Math.max(most, node.left < 0 ? node.column : 0), 0);
  const depth = nodes[nodes.length - 1]?.level ?? 0;
  const pitch = pitchOf(columnCount);
  const rise = Math.max(columnCount <= 32 ? 26 : 5, Math.min(58, 520 / Math.max(1, depth)));
  const width = MARGIN.left + MARGIN.right + Math.max(3, columnCount) * pitch;
  const height = MARGIN.top + MARGIN.bottom + rise * depth;
  return {
    width,
    height,
    radius: Math.min(6, pitch / 3, rise / 3),
    columnCount,
    hasLabels: columnCount <= 16,
    x: (node) => MARGIN.left + (node.column + 0.5) * pitch,
    y: (node) => height - MARGIN.bottom - rise * node.level,
  };
}

/** How the node's rounding stands: it rounds itself, carries what was rounded below, or is the true sum. */
export function errorClass({
  ownError,
  inheritedError,
}: DrawnNode): "own" | "inherited" | "true" | "unknown" {
  if (ownError === undefined || inheritedError === undefined) return "unknown";
  if (ownError !== 0) return "own";
  return inheritedError !== 0 ? "inherited" : "true";
}

/** A value in the room of a label: the shorter of its two spellings, or four digits of it. */
export function shortValue(text: string, most = 18): string {
  const number = Number(text);
  if (text === "" || !Number.isFinite(number)) return text;
  const spelled = number.toExponential().replace("e+", "e");
  const shorter = spelled.length < text.length ? spelled : text;
  if (shorter.length <= most) return shorter;
  return `≈${number.toPrecision(4).replace("e+", "e")}`;
}
