// What a workgroup scan of a network costs beside its combines: barriers, invocations and copies of its wires, by who does what.
import {
  emitProgramWgsl,
  emitWgsl,
  generateNetwork,
  metricsOf,
  networksAt,
  synthesizeLeaf,
} from "samebits/networks";

const WIDTH = 64;

/** @typedef {{ name: string, steps: number, depth: number, elements: number, copies: number, pairs: number, invocations: number, program: number | undefined }} Row */

/** @returns {Promise<Row[]>} */
async function measure() {
  return networksAt(WIDTH).map(({ name, network }) => {
    const { stepCount, depth } = metricsOf(network);
    const elements = emitWgsl(network);
    const pairs = emitWgsl(network, { assignment: "pairs" });
    const found = synthesizeLeaf(generateNetwork(name, WIDTH));
    return {
      name,
      steps: stepCount,
      depth,
      elements: elements.barrierCount,
      copies: elements.plan.copies,
      pairs: pairs.barrierCount,
      invocations: pairs.workgroupSize,
      program: found.kind === "program" ? emitProgramWgsl(found.program, WIDTH).barrierCount : undefined,
    };
  });
}

/** @param {readonly Row[]} rows */
function markdown(rows) {
  const lines = rows.map(({ name, steps, depth, elements, copies, pairs, invocations, program }) =>
    [`\`${name}\``, steps, depth, elements, copies, pairs, invocations, program ?? "–"].join(" | "),
  );
  return [
    `| network, N = ${WIDTH} | steps | depth | barriers, by elements | copies | barriers, by pairs | invocations | barriers, loops |`,
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lines.map((line) => `| ${line} |`),
  ].join("\n");
}

export const table = { name: "emission", document: "docs/networks.md", measure, markdown };
