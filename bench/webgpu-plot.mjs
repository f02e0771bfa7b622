import { renderSvg } from "samebits/plots";

/** Speed of every case in parts of the copy's, over lengths, as SVG. @param {import("./webgpu.mjs").WebGpuResult} result */
export function webGpuPlot({ results, cub, adapter, date, warning }) {
  /** @type {Map<string, [number, number][]>} */
  const lines = new Map();
  const add = (/** @type {string} */ name, /** @type {number} */ n, /** @type {number} */ ofCopy) =>
    lines.set(name, [...(lines.get(name) ?? []), [n, ofCopy]]);
  for (const { contender, primitive, title, n, ofCopy } of results) {
    if (contender !== "copy" && primitive !== "product") add(title, n, ofCopy);
  }
  for (const { contender, primitive, type, determinism, n, ofCopy } of cub ?? []) {
    if (primitive !== "copy") add(`${contender} ${type} ${determinism}`, n, ofCopy);
  }
  return renderSvg({
    title: `Scans and reductions against a copy of the same bytes: ${adapter.description || adapter.device}, ${date.slice(0, 10)}`,
    x: { label: "elements", scale: "log2" },
    y: { label: "times as fast as a copy", from: 0 },
    series: [...lines].map(([label, points]) => ({ label, marks: "line", points })),
    ...(warning === undefined ? {} : { notes: [warning] }),
  });
}
