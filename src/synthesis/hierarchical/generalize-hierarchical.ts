// From the cheapest scans of small shapes to a program for every length and number of blocks.

import { sklansky } from "../../networks/generators/sklansky.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import { synthesizeLeaf } from "../leaf/synthesize-leaf.ts";
import {
  add,
  all,
  and,
  ceilLog2,
  compare,
  divide,
  COUNTER as i,
  integer,
  THREAD as j,
  modulo,
  multiply,
  WIDTH as N,
  shiftLeft,
  shiftRight,
  subtract,
  variable,
} from "../programs/build-terms.ts";
import { decodeProgram } from "../programs/decode-program.ts";
import { compileCondition } from "../programs/evaluate-term.ts";
import type { IndexCondition, IndexTerm, NetworkProgram, ProgramPhase } from "../programs/network-program.ts";
import { findShapeFault, type TestedShapes } from "./expand-hierarchical.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";
import { copyHierarchical, type HierarchicalScan } from "./hierarchical-scan.ts";
import { stageLoops } from "./stage-loops.ts";
import { type InPlaceOptions, type StagesInPlace, stagesInPlace } from "./stage-steps.ts";

/**
 * A program for blocks of any length: as it is; with the last row, which is sent, left alone by the last stage; with one more phase where the length is not a power of two, in which the last row takes up by itself what
 * stands before it; or as it is, but for powers of two alone.
 */
function programVariants(program: Omit<HierarchicalProgram, "lengths">): readonly HierarchicalProgram[] {
  const { first, last, ...rest } = program;
  const finished = { phases: last.phases.map(withoutLastRow) };
  return [
    { ...program, lengths: "any" },
    { ...program, lengths: "any", last: finished },
    { ...rest, lengths: "any", first: { phases: [...first.phases, LAST_ROW] }, last: finished },
    { ...program, lengths: "powers of two" },
  ];
}

/** N with its lowest i + 1 binary digits cleared: where the part ends that step i takes up. */
const PART = shiftLeft(shiftRight(N, add(i, integer(1))), add(i, integer(1)));

/** Row N − 1 takes up, for each binary digit of N but the highest, the part that ends there. Nothing to do where N is a power of two. */
const LAST_ROW: ProgramPhase = {
  first: integer(0),
  count: ceilLog2(N),
  direction: "up",
  guard: all([
    compare(j, "equal", subtract(N, integer(1))),
    compare(modulo(shiftRight(N, i), integer(2)), "equal", integer(1)),
    compare(integer(1), "lessOrEqual", PART),
  ]),
  source: subtract(PART, integer(1)),
  destination: j,
};

function withoutLastRow(phase: ProgramPhase): ProgramPhase {
  const notLast = compare(j, "less", subtract(N, integer(1)));
  const { guard } = phase;
  return { ...phase, guard: all(guard.kind === "all" ? [...guard.conditions, notLast] : [guard, notLast]) };
}

/** Block lengths that a condition may name. */
const MODULI = [2, 4, 8, 16];

/** Conditions that hold of the rows where values enter in all examples, simple ones first. They leave out the rows from the first that is sent on. */
function entryConditions(stages: readonly StagesInPlace[], sentCount: number): readonly IndexCondition[] {
  const row = j;
  const next = add(row, integer(1));
  const zero = integer(0);
  const patterns: readonly IndexCondition[] = [
    compare(row, "equal", zero),
    all([]),
    compare(and(row, next), "equal", zero), // row + 1 is a power of two
    ...MODULI.flatMap((modulus) => [
      compare(modulo(row, integer(modulus)), "equal", zero),
      compare(modulo(next, integer(modulus)), "equal", zero),
      compare(row, "less", integer(modulus)),
    ]),
  ];
  const firstSent = subtract(divide(N, integer(sentCount)), integer(1));
  const beforeLast = compare(row, "less", subtract(N, integer(1)));
  const ends = sentCount === 1 ? [beforeLast] : [compare(row, "less", firstSent), beforeLast];
  return patterns
    .flatMap((pattern) => ends.map((end) => (pattern.kind === "all" ? end : all([pattern, end]))))
    .filter((condition) => stages.every((each) => isExact(condition, each)));
}

function isExact(condition: IndexCondition, { length, enteredRows }: StagesInPlace): boolean {
  const holds = compileCondition(condition);
  return Array.from({ length }, (_, row) => row).every(
    (row) => holds({ N: length, j: row }) === enteredRows.includes(row),
  );
}

/** Which scan joins the values that the blocks send. */
export interface GeneralizeOptions {
  readonly middle?: NetworkProgram; // any scan; Sklansky's when absent
}

/** A program for every N and K, or why there is no such program. */
export type Generalization =
  | { readonly kind: "program"; readonly program: HierarchicalProgram; readonly tested: TestedShapes }
  | { readonly kind: "irregular"; readonly reason: string };

/** Sums early and what hangs on them late is how the textbooks have it. */
const WAYS: readonly InPlaceOptions[] = (["unsent", "all"] as const).flatMap((rows) =>
  (["early", "late"] as const).flatMap((first) =>
    (["late", "early"] as const).map((last) => ({ first, last, rows })),
  ),
);

/**
 * A loop program for any number of elements in any number of blocks, from stage functions that were found for one shape, or for several with as many
 * values sent.
 *
 * The first and the last stage become steps in place, and those go through leaf synthesis; where values enter becomes a condition on rows. A candidate is accepted
 * where it is a scan, for any associative operator, at all tested shapes. The middle stage is a scan of what is sent, and any will do.
 *
 * @throws InvalidArgumentError for no scan, or scans that send different numbers of values
 */
export function generalizeHierarchical(
  scans: HierarchicalScan | readonly HierarchicalScan[],
  options: GeneralizeOptions = {},
): Generalization {
  checkOptionNames(options, ["middle"]);
  const given = checkScans(Array.isArray(scans) ? scans : [scans]);
  const middle = options.middle === undefined ? sklanskyProgram() : decodeProgram(options.middle, "middle");
  const [{ sentCount }] = given;
  let reason = "a row would have to hold two values at once";
  for (const way of WAYS) {
    const stages = given.map((scan) => stagesInPlace(scan, way));
    if (!stages.every((each) => each !== undefined)) continue;
    const made = fromStages(stages, sentCount, middle);
    if (made.kind === "program") return made;
    reason = made.reason;
  }
  return { kind: "irregular", reason };
}

/** The scans, that of the longest blocks first. */
function checkScans(all: readonly HierarchicalScan[]): readonly HierarchicalScan[] {
  const scans = Array.from(all, (scan, index) => copyHierarchical(scan, `scans[${index}]`));
  const counts = new Set(scans.map(({ sentCount }) => sentCount));
  if (counts.size !== 1) {
    throw new InvalidArgumentError(
      "scans",
      "some, with one number of values sent",
      [...counts].join(", ") || "none",
    );
  }
  return scans.sort((one, other) => other.width / other.blockCount - one.width / one.blockCount);
}

function sklanskyProgram(): NetworkProgram {
  const found = synthesizeLeaf(sklansky(16));
  if (found.kind === "program") return found.program;
  throw new InternalError(`no program for Sklansky's network: ${found.reason}`);
}

function fromStages(
  stages: readonly StagesInPlace[],
  sentCount: number,
  middle: NetworkProgram,
): Generalization {
  const sent = sentRows(stages, sentCount);
  if (sent === undefined) return { kind: "irregular", reason: "the rows that are sent follow no known term" };
  let reason = "the steps of the stages, or the rows where values enter, follow no known pattern";
  const entries = entryConditions(stages, sentCount);
  for (const loops of stageLoops(stages, sentCount)) {
    for (const entry of entries) {
      for (const program of programVariants({ sentCount, sent, middle, entry, ...loops })) {
        const { shapes, fault } = findShapeFault(program);
        if (fault === undefined) return { kind: "program", program, tested: shapes };
        reason = `what generalises is no scan at N = ${fault.width}, K = ${fault.blockCount}: ${fault.fact}`;
      }
    }
  }
  return { kind: "irregular", reason };
}

/** The last rows of T parts of a block: `N / T * (t + 1) - 1`. Undefined where the examples send others. */
function sentRows(stages: readonly StagesInPlace[], sentCount: number): IndexTerm | undefined {
  const areParts = stages.every(({ length, sent }) =>
    sent.every((row, place) => row === (length / sentCount) * (place + 1) - 1),
  );
  if (!areParts) return undefined;
  if (sentCount === 1) return subtract(N, integer(1));
  const part = divide(N, integer(sentCount));
  return subtract(multiply(part, add(variable("t"), integer(1))), integer(1));
}
