// How fast the wasm executor scans and reduces by networks, against blockDyadic(32), which is what one gets without asking.
import { add, blockDyadic, columnContract } from "samebits";
import { generateNetwork, metricsOf, networkExpression, prepare, wasmExecutor } from "samebits/networks";

/** Elements: in and out together lie in a second-level cache. */
const LENGTH = 2 ** 16;

const ROUNDS = 100;

/** Milliseconds that one round spends on one function. */
const ROUND_MILLISECONDS = 1;

/** @type {readonly (readonly [name: string, width: number])[]} */
const NETWORKS = [
  ["sklansky", 16],
  ["sklansky", 32],
  ["sklansky", 64],
  ["sklansky", 1024],
  ["brent-kung", 16],
  ["brent-kung", 31],
  ["brent-kung", 32],
  ["brent-kung", 64],
  ["brent-kung", 1024],
  ["ladner-fischer:1", 32],
  ["han-carlson:1", 32],
  ["kogge-stone", 16],
  ["kogge-stone", 32],
  ["kogge-stone", 64],
  ["kogge-stone", 1024],
  ["scan-scan-add:8", 64],
  ["serial", 32],
];

/** @param {{ readonly now: () => number }} context */
async function measure({ now }) {
  const rows = [];
  for (const type of /** @type {const} */ (["f64", "f32"])) {
    const executor = wasmExecutor();
    const input = executor.allocate(type, LENGTH).array;
    const output = executor.allocate(type, LENGTH).array;
    for (let i = 0; i < LENGTH; i++) input[i] = Math.sin(i) * 2 ** (i % 11);
    const contenders = [
      { name: "block-dyadic:32", expression: blockDyadic(32), combines: 80 / 32 },
      ...NETWORKS.map(([name, width]) => ({
        name: `network:${name}:${width}`,
        expression: networkExpression(name, width),
        combines: metricsOf(generateNetwork(name, width)).size / width,
      })),
    ].map((each) => ({ ...each, plan: planOf(executor, type, each.expression), scan: [], reduce: [] }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { plan, scan, reduce } of contenders) {
        scan.push(timeOf(now, () => plan.inclusiveScan(input, output)));
        reduce.push(timeOf(now, () => plan.reduce(input)));
      }
    }
    for (const { name, combines, scan, reduce } of contenders) {
      const [scanTime, reduceTime] = [Math.min(...scan), Math.min(...reduce)];
      const bytes = LENGTH * input.BYTES_PER_ELEMENT;
      rows.push({
        type,
        name,
        combines,
        scanGigabytes: rounded((2 * bytes) / scanTime / 1e6),
        reduceGigabytes: rounded(bytes / reduceTime / 1e6),
        scanNanoseconds: rounded((scanTime * 1e6) / LENGTH),
      });
    }
  }
  return rows;
}

function planOf(executor, type, expression) {
  const { contract } = prepare({ type, operator: add, expression });
  const plan = executor.plan(columnContract(contract));
  return {
    reduce: (input) => plan.reduce([input]),
    inclusiveScan: (input, output) => plan.inclusiveScan([input], [output]),
  };
}

/** Milliseconds of one call, of as many as fill a round. */
function timeOf(now, act) {
  const start = now();
  let calls = 0;
  let end = start;
  for (; end - start < ROUND_MILLISECONDS; end = now()) {
    act();
    calls++;
  }
  return (end - start) / calls;
}

function rounded(value) {
  return Number(value.toPrecision(3));
}

/** @param {Awaited<ReturnType<typeof measure>>} rows */
function markdown(rows) {
  const named = new Map();
  for (const row of rows)
    named.set(row.name, { ...named.get(row.name), [row.type]: row, combines: row.combines });
  const lines = [...named].map(([name, { f64, f32, combines }]) => {
    const cells = [f64, f32].flatMap((row) => [row.scanGigabytes, row.reduceGigabytes]);
    return `| \`${name}\` | ${rounded(combines)} | ${cells.join(" | ")} |`;
  });
  return [
    `Sums of ${LENGTH.toLocaleString("en")} elements in library memory, GB/s (a scan reads and writes, a reduce reads).`,
    "",
    "| expression | combines an element | f64 scan | f64 reduce | f32 scan | f32 reduce |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

export const table = { name: "kernels", document: "docs/networks.md", measure, markdown };
