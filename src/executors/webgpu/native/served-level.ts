import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Determinism, Served } from "../../../contracts/levels.ts";
import { servedEverywhere } from "../../../contracts/served-everywhere.ts";
import { printExpression } from "../../../expressions/print.ts";
import { nativeOperation } from "./native-operation.ts";

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
  if (determinism === "everywhere" || arithmetic === "integer" || nativeOperation(contract) === undefined) {
    return servedEverywhere(contract);
  }
  if (determinism === "notGuaranteed") return BY_ARRIVAL;
  return {
    determinism,
    expression: `implementation-defined:webgpu-native:${printExpression(contract.expression)}`,
  };
}
