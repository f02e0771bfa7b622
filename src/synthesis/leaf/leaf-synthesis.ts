import type { Network } from "../../networks/network.ts";
import type { NetworkVerdict } from "../../networks/validators/verdict.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import type { JoinRule } from "./span-state.ts";

/** What leaf synthesis found: a program, or what is wrong with the example. */
export type LeafSynthesis = LeafProgram | IrregularExample;

/** A program that makes the examples, and where it was tested to be a scan. */
export interface LeafProgram {
  readonly kind: "program";
  readonly program: NetworkProgram; // in the owner-computes form: every thread writes its own wire
  readonly bounds: readonly number[]; // phase p makes the steps of the largest example from bounds[p] to bounds[p + 1]
  readonly serves: JoinRule; // for which operators it is a scan at the widths below
  readonly widths: readonly number[]; // where it was tested to be one
  readonly triedCount: number; // phases that were looked at on the way
}

/** An example that no program of the language makes; or that is not of a scan. Steps count from 0. */
export interface IrregularExample {
  readonly kind: "irregular";
  readonly example: Network; // the largest
  readonly verdict: NetworkVerdict | undefined; // the wrong output, and what it is instead, where it is not a scan
  readonly step: number | undefined; // the first that keeps it from being the nearest program's; undefined if there is none near
  readonly reason: string; // why, in a sentence
  readonly nearest: NearestProgram | undefined;
  readonly triedCount: number;
}

/** A program that makes the example after a few corrections. */
export interface NearestProgram {
  readonly program: NetworkProgram;
  readonly network: Network; // what it makes at the example's width
  readonly corrections: readonly Correction[];
}

/** Pairs of a step that are not the program's, and those that the program has in their place. */
export interface Correction {
  readonly step: number;
  readonly remove: Network["steps"][number];
  readonly add: Network["steps"][number];
}
