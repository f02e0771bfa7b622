import type { VNode } from "vue";
import type { DrawnNode } from "../../compute/tree-of-sum.ts";
import { errorClass, isNarrow, layOutTree, shortValue, type TreeLayout } from "./tree-layout.ts";

interface TreeDrawing {
  readonly nodes: readonly DrawnNode[];
  readonly title: string;
  readonly selected: number | undefined;
  readonly marked: number | undefined; // the node at which two trees part
  readonly shownLevel: number; // additions above it are not made yet
}

/** A tree of additions: what rounds is filled, what carries an error of below is ringed. */
export function treePicture(drawing: TreeDrawing): VNode {
  const { nodes, title } = drawing;
  const layout = layOutTree(nodes);
  return (
    <svg
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={layout.width}
      height={layout.height}
      class="sb-tree"
      role="img"
      aria-label={`${title}: ${nodes.filter((node) => node.left >= 0).length} additions, depth ${nodes.at(-1)?.level ?? 0}`}
    >
      <g class="sb-edges">{nodes.map((node) => edges(node, drawing, layout))}</g>
      <g>{nodes.map((node, place) => dot(node, place, drawing, layout))}</g>
      <g class="sb-labels">{nodes.map((node, place) => label(node, place, drawing, layout))}</g>
    </svg>
  ) as VNode;
}

function edges(node: DrawnNode, { nodes, shownLevel }: TreeDrawing, { x, y }: TreeLayout) {
  if (node.left < 0) return undefined;
  const isLater = node.level > shownLevel;
  return [nodes[node.left], nodes[node.right]].map((child) => (
    <path class={isLater ? "sb-later" : undefined} d={`M${x(child)} ${y(child)}L${x(node)} ${y(node)}`} />
  ));
}

function dot(node: DrawnNode, place: number, drawing: TreeDrawing, { x, y, radius }: TreeLayout) {
  const { selected, marked, shownLevel } = drawing;
  const isLater = node.level > shownLevel;
  const names = [
    node.left < 0 && node.path === undefined ? "sb-leaf" : `sb-node sb-${errorClass(node)}`,
    isLater ? "sb-later" : "",
    place === selected ? "sb-selected" : "",
    place === marked ? "sb-marked" : "",
  ];
  return (
    <circle
      class={names.join(" ")}
      data-pick={place}
      cx={x(node)}
      cy={y(node)}
      r={node.left < 0 ? radius * 0.7 : radius}
    />
  );
}

function label(node: DrawnNode, place: number, drawing: TreeDrawing, layout: TreeLayout) {
  const { shownLevel } = drawing;
  const { x, y, hasLabels, columnCount, radius } = layout;
  const isLeaf = node.left < 0;
  if (node.path !== undefined) return undefined; // a range is told below the picture
  const most = columnCount <= 8 && !isNarrow() ? 18 : 8;
  if (isLeaf) {
    const every = columnCount <= 32 ? 1 : columnCount <= 128 ? 8 : 32;
    if (node.element % every !== 0) return undefined;
    return (
      <g key={place}>
        {hasLabels ? (
          <text x={x(node)} y={y(node) + 18}>
            {shortValue(node.value, most)}
          </text>
        ) : undefined}
        <text class="sb-soft" x={x(node)} y={y(node) + (hasLabels ? 34 : 18)}>
          {node.element < 0 ? "initial" : `x${node.element}`}
        </text>
      </g>
    );
  }
  if (!hasLabels || node.level > shownLevel || node.value === "") return undefined;
  return (
    <text key={place} x={x(node)} y={y(node) - radius - 6}>
      {shortValue(node.value, most)}
    </text>
  );
}
