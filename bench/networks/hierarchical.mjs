// Scans in blocks: the cheapest stage functions of each shape with proof, the time that takes, and what the program for every N and K costs there.
import {
  costOf,
  hierarchicalScanOf,
  openCadical,
  openZ3Sat,
  synthesizeHierarchical,
  synthesizeHierarchicalProgram,
} from "samebits/networks";
import { markdownTable } from "../harness/markdown.mjs";

/** @typedef {import("../networks-tables.mjs").TableContext} TableContext */
/** @typedef {import("samebits/networks").SatSolver} SatSolver */

/**
 * @typedef {object} HierarchicalRow
 * @property {number} n
 * @property {number} blocks
 * @property {number} sent
 * @property {number | undefined} published  seconds of the report, to find any
 * @property {readonly SolverRow[]} solvers
 * @property {number} program  what the program for every N and K costs at this shape
 */

/**
 * @typedef {object} SolverRow
 * @property {string} solver
 * @property {number} found  milliseconds to find any
 * @property {number | undefined} cheapest  the least cost
 * @property {boolean} isProved
 * @property {number | undefined} atLeast  what is proved where that is less
 * @property {boolean} isFromProgram  whether the search began at the program's scan
 * @property {number} milliseconds  for the cheapest and its proof
 */

/** N, K, T, and the seconds of the published table. @type {readonly (readonly [n: number, blocks: number, sent: number, published?: number])[]} */
const CELLS = [
  [16, 2, 1, 7],
  [16, 2, 2, 11],
  [16, 4, 1, 5],
  [16, 4, 2, 7],
  [32, 4, 1],
  [32, 8, 1],
  [64, 8, 1],
  [64, 8, 2],
  [128, 16, 1],
  [128, 8, 1],
  [256, 32, 1],
];

/** Blocks from this length on are searched from the program's scan. */
const LONG_BLOCK = 16;

/** Z3, in this process, is asked for proofs up to this width. */
const WIDEST_FOR_Z3 = 64;

const ROUNDS = 3; // the best of; wide ones once
const WIDEST_REPEATED = 32;
const BUDGET_MS = 180_000;

/** @param {TableContext} context @returns {Promise<readonly HierarchicalRow[]>} */
async function measure({ cadicalPath, now, log }) {
  const z3 = await openZ3Sat();
  const cadical = cadicalPath === undefined ? undefined : await openCadical(cadicalPath);
  try {
    const programs = new Map([
      [1, await programFor(1, cadical ?? z3)],
      [2, await programFor(2, cadical ?? z3)],
    ]);
    const rows = [];
    for (const [n, blocks, sent, published] of CELLS) {
      const shape = { width: n, blockCount: blocks, sentCount: sent };
      const program = programs.get(sent);
      if (program === undefined) throw new Error(`no program for ${sent} values`);
      const scan = hierarchicalScanOf(program, shape);
      const solvers = [];
      for (const solver of [z3, ...(cadical === undefined ? [] : [cadical])]) {
        if (solver === z3 && n > WIDEST_FOR_Z3) continue;
        solvers.push(await solverRow(shape, n / blocks >= LONG_BLOCK ? scan : undefined, solver, now));
      }
      const row = { n, blocks, sent, published, solvers, program: costOf(scan) };
      log(JSON.stringify(row));
      rows.push(row);
    }
    return rows;
  } finally {
    await z3.close();
    await cadical?.close();
  }
}

/** @param {number} sentCount @param {SatSolver} solver */
async function programFor(sentCount, solver) {
  const shapes = [2, 4].map((blockCount) => ({ width: 16, blockCount, sentCount }));
  const made = await synthesizeHierarchicalProgram(solver, { shapes });
  if (made.kind === "program") return made.program;
  throw new Error(made.reason);
}

/**
 * @param {import("samebits/networks").HierarchicalShape} shape
 * @param {import("samebits/networks").HierarchicalScan | undefined} start
 * @param {SatSolver} solver
 * @param {() => number} now
 * @returns {Promise<SolverRow>}
 */
async function solverRow(shape, start, solver, now) {
  const rounds = shape.width <= WIDEST_REPEATED ? ROUNDS : 1;
  const times = { found: Number.POSITIVE_INFINITY, cheapest: Number.POSITIVE_INFINITY };
  /** @type {import("samebits/networks").HierarchicalAnswer | undefined} */
  let answer;
  for (let round = 0; round < rounds; round++) {
    const begin = now();
    await synthesizeHierarchical(shape, solver, { goal: "any" });
    const middle = now();
    answer = await synthesizeHierarchical(shape, solver, {
      timeoutMs: BUDGET_MS,
      budgetMs: BUDGET_MS,
      now,
      ...(start === undefined ? {} : { start }),
    });
    times.found = Math.min(times.found, middle - begin);
    times.cheapest = Math.min(times.cheapest, now() - middle);
  }
  return {
    solver: solver.name,
    found: Math.round(times.found),
    cheapest: answer !== undefined && "cost" in answer ? answer.cost : undefined,
    isProved: answer?.status === "cheapest",
    atLeast: answer?.status === "found" ? answer.provedAtLeast : undefined,
    isFromProgram: start !== undefined,
    milliseconds: Math.round(times.cheapest),
  };
}

/** @param {readonly HierarchicalRow[]} rows */
function markdown(rows) {
  return markdownTable(
    [
      "N, K, T",
      "least cost",
      "the program's",
      "published, any",
      "any: z3",
      "cadical",
      "least, proved: z3",
      "cadical",
    ],
    rows.map(({ n, blocks, sent, published, solvers, program }) => {
      const by = (/** @type {string} */ name) => solvers.find(({ solver }) => solver === name);
      const best = by("cadical") ?? by("z3");
      const cost = best?.isProved
        ? String(best.cheapest)
        : `${best?.atLeast ?? "?"} to ${best?.cheapest ?? "?"}`;
      const found = (/** @type {string} */ name) => timeText(by(name)?.found);
      const proved = (/** @type {string} */ name) => {
        const row = by(name);
        return row?.isProved ? timeText(row.milliseconds) + (row.isFromProgram ? "*" : "") : "–";
      };
      return [
        `${n}, ${blocks}, ${sent}`,
        cost,
        String(program),
        published === undefined ? (n === 32 ? "out of memory" : "–") : `${published} s`,
        found("z3"),
        found("cadical"),
        proved("z3"),
        proved("cadical"),
      ];
    }),
  );
}

/** @param {number | undefined} milliseconds */
function timeText(milliseconds) {
  if (milliseconds === undefined) return "–";
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export const table = { name: "hierarchical", document: "docs/hierarchical-scans.md", measure, markdown };
