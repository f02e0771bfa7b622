// Below determinism "everywhere" the device's own floats may compute: which contracts that helps, and what the results then are called.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Determinism, Served } from "../../../contracts/levels.ts";
import { servedEverywhere } from "../../../contracts/levels.ts";
import { roundedOperation } from "../../../contracts/takes-any-tree.ts";
import { printExpression } from "../../../expressions/print.ts";
import { isOneSegment } from "../families.ts";

/** What the device's own floats may compute where little is promised. */
export type NativeOperation = "add" | "multiply";

/** The f32 that changes nothing, as a word: −0 and 1. */
export const IDENTITY_WORD: Readonly<Record<NativeOperation, number>> = {
  add: 0x80000000,
  multiply: 0x3f800000,
};

/**
 * The operation of a contract whose combine is one sum or one product of f32 and nothing else; undefined for all others.
 *
 * WGSL rounds such a combine to a neighbour of the exact value and may re-associate several: right up to rounding. Of longer terms it leaves nothing:
 * a compiler that makes b of (a + b) − a undoes a compensated sum. What is proved associative has the same bits however it is computed.
 */
export function nativeOperation(contract: ColumnContract): NativeOperation | undefined {
  return contract.sums[0] === "f32" ? roundedOperation(contract) : undefined;
}

/** What bears on the level that is served. */
interface LevelWish {
  readonly determinism?: Determinism | undefined; // default: "everywhere"
  readonly arithmetic?: "fastest" | "integer" | undefined; // default: "fastest"; "integer" computes everything on bits, at any level
}

/** A tree that depends on which workgroup arrives first. */
export const BY_ARRIVAL: Served = {
  determinism: "notGuaranteed",
  expression: "implementation-defined:webgpu-arrival",
};

/**
 * The level at which a contract is served: the one that was asked for where the device's floats make a faster kernel, "everywhere" for all else.
 *
 * | level | expression | value |
 * |---|---|---|
 * | runToRun | implementation-defined:webgpu-native:E | the tree of expression E, as the device's own f32 has it |
 * | notGuaranteed | implementation-defined:webgpu-arrival | some tree, as the device's own f32 has it |
 */
export function servedLevel(
  contract: ColumnContract,
  { determinism = "everywhere", arithmetic = "fastest" }: LevelWish,
): Served {
  // Whose scans have no native kernels: a reduce has none either, so that it is the last prefix at every level.
  const isOnBits = arithmetic === "integer" || isOneSegment(contract, "inclusive-scan");
  if (determinism === "everywhere" || isOnBits || nativeOperation(contract) === undefined) {
    return servedEverywhere(contract);
  }
  if (determinism === "notGuaranteed") return BY_ARRIVAL;
  return {
    determinism,
    expression: `implementation-defined:webgpu-native:${printExpression(contract.expression)}`,
  };
}
