import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accuracyOf, generateSumData, printQuantity, SUM_KIND_NAMES } from "../../src/accuracy.ts";
import { javascriptExecutor } from "../../src/sums.ts";
import { REPOSITORY } from "./blocks.ts";
import { table } from "./table.ts";

const EXPRESSIONS = ["block-dyadic:32", "binned:2", "binned:3", "binned:4", "exact"];
const LENGTH = 10_000;
const SEEDS = [1n, 2n, 3n];

/** Conditions of gen-sum, as powers of ten. */
const CONDITIONS = { f64: [4, 8, 12, 16, 20, 24, 32, 48], f32: [4, 6, 8, 10, 12, 16, 20] } as const;

/** K against error, for sums that cancel ever more, and against time. */
export async function foldTable(): Promise<string> {
  const tables = await Promise.all((["f64", "f32"] as const).map(errorsByCondition));
  return `A bin has W = 40 binary digits, in f32 13; K bins are sure of (K − 1)·W, and of up to K·W where the largest term is at the upper end of its own.
The largest error in ulps over ${SEEDS.length} seeds of \`gen-sum\`, n = ${LENGTH.toLocaleString("en-US")}, by the condition that is wanted; last the kinds of the table above, of ${SUM_KIND_NAMES.length}, with an error of at most one ulp.

${tables.join("\n")}${timeTable()}`;
}

async function errorsByCondition(type: "f64" | "f32"): Promise<string> {
  const conditions = CONDITIONS[type];
  const worst = EXPRESSIONS.map(() => conditions.map(() => 0));
  for (const [column, power] of conditions.entries()) {
    for (const seed of SEEDS) {
      const condition = 10 ** power;
      const input = generateSumData({ kind: "gen-sum", type, length: LENGTH, seed, condition });
      const errors = await ulpsOf(input);
      errors.forEach((ulps, i) => {
        worst[i][column] = Math.max(worst[i][column], ulps);
      });
    }
  }
  const goodKinds = EXPRESSIONS.map(() => 0);
  for (const kind of SUM_KIND_NAMES) {
    const errors = await ulpsOf(generateSumData({ kind, type, length: LENGTH, seed: 1n }));
    errors.forEach((ulps, i) => {
      if (ulps <= 1) goodKinds[i]++;
    });
  }
  const headings = [type, ...conditions.map((power) => `10^${power}`), "kinds"];
  const rows = EXPRESSIONS.map((name, i) => [
    `\`${name}\``,
    ...worst[i].map(printQuantity),
    String(goodKinds[i]),
  ]);
  return table([headings, ...rows]);
}

async function ulpsOf(input: Float64Array | Float32Array): Promise<readonly number[]> {
  const { rows } = await accuracyOf(javascriptExecutor, input, { expressions: EXPRESSIONS });
  return rows.map((row) => (row.kind === "refused" ? Number.NaN : row.ulps));
}

/** What `npm run bench -- sums` writes of a reduce. */
interface Timed {
  readonly contender: string;
  readonly primitive: string;
  readonly expression: string;
  readonly type: string;
  readonly n: number;
  readonly nanoseconds: { readonly median: number };
}

interface Bench {
  readonly suite: string;
  readonly isQuick: boolean;
  readonly date: string;
  readonly machine: { readonly cpu: string };
  readonly results: readonly Timed[];
}

/** Time for each element of a reduce, from the newest committed run; nothing where there is none yet. */
function timeTable(): string {
  const newest = newestRun();
  if (newest === undefined) return "";
  const times = newest.results.filter(
    ({ contender, primitive }) => contender === "samebits" && primitive === "reduce",
  );
  const keys = [...new Set(times.map(({ type, n }) => `${type} ${n}`))];
  const rows = EXPRESSIONS.map((expression) => [
    `\`${expression}\``,
    ...keys.map((key) => {
      const found = times.find((each) => each.expression === expression && `${each.type} ${each.n}` === key);
      return found === undefined ? "–" : (found.nanoseconds.median / found.n).toFixed(3);
    }),
  ]);
  const headings = [
    "reduce",
    ...keys.map((key) => `${key.split(" ")[0]}, n = ${Number(key.split(" ")[1]).toLocaleString("en-US")}`),
  ];
  return `\nNanoseconds for each element (${newest.machine.cpu}, ${newest.date.slice(0, 10)}, \`npm run bench -- sums\`):\n\n${table([headings, ...rows])}\n`;
}

function newestRun(): Bench | undefined {
  const folder = join(REPOSITORY, "bench/results");
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")) as Bench)
    .filter(({ suite, isQuick }) => suite === "sums" && !isQuick)
    .sort((left, right) => left.date.localeCompare(right.date))
    .at(-1);
}
