// The question "is there a circuit of this width, depth and size?" as clauses. Two spaces: circuits, and networks, which keep values on wires.
import { CnfBuilder } from "../../solvers/cnf-builder.ts";
import type { Cnf } from "../../solvers/sat.ts";
import { checkName } from "../../values/check-name.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { type Interval, IntervalTable, isComputed, type Known } from "./interval-table.ts";
import { checkBounds, type NetworkBounds } from "./network-bounds.ts";

/** A formula, and which of its variables say what. */
interface IntervalFormula {
  readonly formula: Cnf;
  readonly table: IntervalTable;
}

/**
 * What is looked for. Circuits may keep a value and combine it with several left neighbours; networks are in place: a wire that takes up
 * another keeps nothing else, and what others read of it they read before. Every network is a circuit, so what no circuit does no network does.
 */
export type SearchSpace = "circuits" | "networks";

/**
 * Clauses that hold together where, and only where, some scan keeps within the bounds.
 *
 * For an arbitrary associative operator every combine that an output depends on joins two neighbouring intervals of elements (another value is
 * part of no prefix), and computing one interval twice helps neither size nor depth. It can help to have few readers: there, circuits are
 * those that compute no interval twice, and networks never do. So an unknown for each interval and step, and one for each split.
 *
 * @throws InvalidArgumentError for bounds that are no whole numbers, and widths above 128; UnsupportedError for too many clauses
 */
export function intervalFormula(
  bounds: NetworkBounds,
  space: SearchSpace,
  isLate?: () => boolean,
): IntervalFormula {
  checkBounds(bounds);
  checkName("space", ["circuits", "networks"], space);
  checkClauseCount(bounds);
  const { width, size, readers } = bounds;
  const cnf = new CnfBuilder(isLate);
  const table = new IntervalTable(cnf, bounds);
  const prefixCount = width - 1;
  for (let last = 1; last < width; last++) {
    const prefix = table.at(0, last);
    if (prefix === undefined) cnf.add();
    else cnf.add(isComputed(prefix));
  }
  for (const interval of table.intervals) addInterval(cnf, table, interval);
  const splitsByPart = splitsReading(table);
  for (const interval of table.intervals) {
    const { first, last } = interval;
    if (first > 0) cnf.imply([isComputed(interval)], splitsByPart.get(nameOf(first, last)) ?? []);
  }
  if (readers !== undefined || space === "networks") addOneSplit(cnf, table);
  if (readers !== undefined) for (const splits of splitsByPart.values()) cnf.atMost(readers, splits);
  if (space === "networks") addInPlace(cnf, table);
  cnf.atMostInGroups(size - prefixCount, besidesPrefixes(table, width));
  return { formula: cnf.formula(), table };
}

/** A computed interval has a split, and both parts of a split are there one step earlier. */
function addInterval(cnf: CnfBuilder, table: IntervalTable, interval: Interval): void {
  const { first, last, earliest, latest, by, splits } = interval;
  for (let step = 1; step < by.length; step++) cnf.imply([by[step - 1]], [by[step]]);
  cnf.imply([isComputed(interval)], Array.from(splits.values()));
  for (const [end, split] of splits) {
    cnf.imply([split], [isComputed(interval)]);
    for (let step = earliest; step <= latest; step++) {
      const done = step === latest ? [split] : [split, by[step - earliest]];
      addConclusion(cnf, done, table.by(first, end, step - 1));
      addConclusion(cnf, done, table.by(end + 1, last, step - 1));
    }
  }
}

function addConclusion(cnf: CnfBuilder, premises: readonly number[], conclusion: Known): void {
  if (conclusion === true) return;
  cnf.imply(premises, conclusion === false ? [] : [conclusion]);
}

function addOneSplit(cnf: CnfBuilder, { intervals }: IntervalTable): void {
  for (const { splits } of intervals) {
    const literals = Array.from(splits.values());
    literals.forEach((literal, index) => {
      for (const other of literals.slice(0, index)) cnf.add(-literal, -other);
    });
  }
}

/** The splits that read each interval, elements included, by its name. An interval that none of them reads is not needed. */
function splitsReading({ intervals }: IntervalTable): ReadonlyMap<string, readonly number[]> {
  const splitsByPart = new Map<string, number[]>();
  for (const { first, last, splits } of intervals) {
    for (const [end, split] of splits) {
      for (const name of [nameOf(first, end), nameOf(end + 1, last)]) {
        const known = splitsByPart.get(name);
        if (known === undefined) splitsByPart.set(name, [split]);
        else known.push(split);
      }
    }
  }
  return splitsByPart;
}

function nameOf(first: number, last: number): string {
  return `${first}-${last}`;
}

/**
 * Combines that give no prefix, by their last wire. Counted from wire to wire, because the wires below m of a scan are a scan of m: what a solver
 * learns of them it keeps. Proofs are 10 to 1000 times shorter than with a balanced count over all (24 wires, 5 steps: 3.0 MB, now 0.2 MB).
 */
function besidesPrefixes({ intervals }: IntervalTable, width: number): readonly (readonly number[])[] {
  const groups: number[][] = Array.from({ length: width }, () => []);
  for (const interval of intervals) {
    if (interval.first > 0) groups[interval.last].push(isComputed(interval));
  }
  return groups;
}

/** Clauses that this engine has the memory for. */
const MOST_CLAUSES = 2 ** 24;

/** @throws UnsupportedError where every split of every interval at every step is too much */
function checkClauseCount({ width, depth }: NetworkBounds): void {
  let count = 0;
  for (let length = 2; length <= width; length++) {
    const steps = Math.max(0, depth - Math.ceil(Math.log2(length)) + 1);
    count += (width - length + 1) * (length - 1) * 2 * steps;
  }
  if (count <= MOST_CLAUSES) return;
  throw new UnsupportedError(
    `a search at width ${width} and depth ${depth}`,
    `its formula has some ${count} clauses, and ${MOST_CLAUSES} are the most`,
    "take a smaller width or depth",
  );
}

/**
 * What makes a circuit a network: the intervals that end with a wire are its values one after another, each of which takes up its predecessor;
 * and a value is read before, or in the step in which, its successor replaces it.
 */
function addInPlace(cnf: CnfBuilder, table: IntervalTable): void {
  for (const interval of table.intervals) {
    for (const [end, split] of interval.splits) {
      addChain(cnf, table, interval, end, split);
      addReading(cnf, table, interval, end, split);
    }
  }
}

/** The right part is the last value of its wire before: no interval between the two is computed. */
function addChain(
  cnf: CnfBuilder,
  table: IntervalTable,
  { first, last }: Interval,
  end: number,
  split: number,
): void {
  for (let between = first + 1; between <= end; between++) {
    const other = table.at(between, last);
    if (other !== undefined) cnf.add(-split, -isComputed(other));
  }
}

/** The left part is still on its wire: whatever comes after it there is there by a step only if this interval is too. */
function addReading(
  cnf: CnfBuilder,
  table: IntervalTable,
  { first, last, latest }: Interval,
  end: number,
  split: number,
): void {
  for (let before = 0; before < first; before++) {
    const successor = table.at(before, end);
    if (successor === undefined) continue;
    for (let step = successor.earliest; step < latest; step++) {
      const isThere = table.by(before, end, step);
      const isRead = table.by(first, last, step);
      if (typeof isThere !== "number") continue;
      cnf.imply([split, isThere], typeof isRead === "number" ? [isRead] : []);
    }
  }
}
