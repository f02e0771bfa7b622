// On which kinds of machines speed was measured, and the commands that fill the rows of those that are not here.
import { markdownTable } from "./harness/markdown.mjs";

/** @typedef {import("./speed-tables.mjs").AnyResult} AnyResult */

const ON_PROCESSOR = "`npm run bench -- cpu`";
const ON_GPU = "`npm run pack:gpu`, and there the command that it prints";

/** Suites that time a processor's own sums. */
const SUITES = ["cpu", "everyday", "sums", "workers"];

/** What people have. @type {readonly { name: string, isOf: (result: AnyResult) => boolean, command: string }[]} */
const KINDS = [
  { name: "x86-64, AMD", isOf: isProcessor(/AMD.* x64$/), command: ON_PROCESSOR },
  { name: "x86-64, Intel", isOf: isProcessor(/Intel.* x64$/), command: ON_PROCESSOR },
  { name: "AArch64", isOf: isProcessor(/ arm64$/), command: ON_PROCESSOR },
  ...["NVIDIA", "AMD", "Apple", "Intel"].map((vendor) => ({
    name: `a GPU of ${vendor}, by WebGPU`,
    isOf: (/** @type {AnyResult} */ { adapter }) => adapter?.vendor === vendor.toLowerCase(),
    command: ON_GPU,
  })),
];

/** @param {RegExp} kind */
function isProcessor(kind) {
  return (/** @type {AnyResult} */ { suite, machine }) =>
    SUITES.includes(suite) && kind.test(`${machine.cpu} ${machine.system}`);
}

/** @param {readonly AnyResult[]} results  the newest last */
export function machinesTable(results) {
  const rows = KINDS.map(({ name, isOf, command }) => {
    const found = results.filter(isOf).at(-1);
    if (found === undefined) return [name, "not measured", command];
    const { adapter, machine, suite, date } = found;
    return [name, `${adapter?.device ?? machine.cpu}: ${suite}, ${date.slice(0, 10)}`, command];
  });
  return markdownTable(["", "measured last", "fills the row"], rows);
}
