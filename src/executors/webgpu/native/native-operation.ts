import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { roundedOperation } from "../../../contracts/rounded-operation.ts";

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
