import { renderPng, renderSvg } from "samebits/plots";
import { told } from "./told.mjs";

export async function probe() {
  const points = /** @type {const} */ ([
    [0, 1],
    [1, 3],
  ]);
  const series = [{ label: "y", marks: /** @type {const} */ ("line"), points }];
  const svg = renderSvg({
    title: "t",
    panels: [{ title: "p", x: { label: "x" }, y: { label: "y" }, series }],
  });
  const png = await told(async () => (await renderPng(svg)).length > 1000);
  return { svg: svg.length > 1000, png };
}
