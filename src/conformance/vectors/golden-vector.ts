import type { Observation, TypedContract } from "../../contracts/contract.ts";
import type { DataSet } from "../data/data-sets.ts";

/** One line of expressions.jsonl, order-free.jsonl or published.jsonl, read: a request, its input, and what must come back. */
export interface GoldenVector {
  readonly contract: TypedContract;
  readonly observation: Observation;
  readonly input: GoldenInput;
  readonly expected: GoldenExpectation;
  readonly name: string; // "line 7", or the source that published the value
}

export interface GoldenInput {
  readonly data: DataSet | OtherData;
  readonly length: number; // elements
  readonly seed: bigint; // 0 for published data, whose seed is part of its definition
  readonly hash: string | undefined; // FNV-1a 64 of the input
}

/** Inputs that are not one of the hostile data sets: the papers' data, the whole range of a float type, `wide` there and back. */
export type OtherData = "published" | "whole-range" | "mirrored";

/** Bits as hexadecimal digits; what a line does not say is undefined. */
export interface GoldenExpectation {
  readonly reduce: string | undefined;
  readonly scanHash: string | undefined; // of the whole scan
  readonly last: string | undefined; // of a scan
  readonly probes: readonly GoldenProbe[]; // of a scan
}

export interface GoldenProbe {
  readonly index: number;
  readonly bits: string;
}

/** One line of paper-witness.jsonl, read: one expression of P4229R0's Appendix F on one data set. */
export interface PaperVector {
  readonly data: DataSet;
  readonly length: number;
  readonly seed: bigint;
  readonly inputHash: string;
  readonly expression: TypedContract["expression"];
  readonly back: string; // bits of the scan's last element
  readonly reduce: string;
  readonly scanHash: string;
  readonly probes: readonly GoldenProbe[];
}
