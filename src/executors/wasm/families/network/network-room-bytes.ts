import type { NetworkExpression } from "../../../../expressions/expression.ts";
import { groupScratchBytes } from "../dyadic/kernels/dyadic-group.kernel.ts";
import { MOST_GROUPED } from "./network-kernels.ts";
import { roomBytes } from "./network-room.ts";
import { networkWork } from "./network-work.ts";

/** Bytes of memory that a pass over a network takes at most, whatever the operator. */
export function networkRoomBytes(expression: NetworkExpression, columns: number): number {
  const work = networkWork(expression);
  const groupBytes = work.width <= MOST_GROUPED ? columns * groupScratchBytes(work.width, 8) : 0;
  return roomBytes({ work, columns, groupBytes });
}
