import type { ScalarType } from "../../../values/element-types.ts";
import { type FlagSource, lengthOfFlags } from "./flag-source.ts";
import type { Length, Machine, Slot } from "./machine.ts";
import { flagSlot } from "./map-slots.ts";

/** A vector on a device, or flags that are computed where they are used. */
export type GpuVector = Slot | LazyFlags;

/** Flags that have no memory unless something else than a selection asks for them. */
export class LazyFlags {
  readonly type: ScalarType = "bool";
  readonly source: FlagSource;

  constructor(source: FlagSource) {
    this.source = source;
  }

  get length(): Length {
    return lengthOfFlags(this.source);
  }
}

/** A vector's memory. */
export function slotOf(machine: Machine, vector: GpuVector): Slot {
  return vector instanceof LazyFlags ? machine.once(vector, () => flagSlot(machine, vector.source)) : vector;
}
