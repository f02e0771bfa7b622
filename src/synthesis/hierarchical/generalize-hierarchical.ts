import { sklansky } from "../../networks/generators/sklansky.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import { synthesizeLeaf } from "../leaf/synthesize-leaf.ts";
import { decodeProgram } from "../programs/decode-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { findShapeFault, type TestedShapes } from "./check-program.ts";
import { copyHierarchical } from "./copy-hierarchical.ts";
import { entryConditions } from "./entry-conditions.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";
import type { HierarchicalScan } from "./hierarchical-scan.ts";
import { programVariants } from "./program-variants.ts";
import { sentRows } from "./sent-rows.ts";
import { stageLoops } from "./stage-loops.ts";
import { type InPlaceOptions, type StagesInPlace, stagesInPlace } from "./stages-in-place.ts";

export interface GeneralizeOptions {
  readonly middle?: NetworkProgram; // any scan; Sklansky's when absent
}

/** A program for every N and K, or why there is none. */
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
