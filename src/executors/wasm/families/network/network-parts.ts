import type { NetworkExpression } from "../../../../expressions/expression.ts";
import type { Arena } from "../../memory/arena.ts";
import type { RunnerSetting } from "../../runner.ts";
import { groupScratchBytes } from "../dyadic/kernels/dyadic-group.kernel.ts";
import type { NetworkCounts } from "./network-counts.ts";
import { type NetworkFit, type NetworkKernels, networkFitOf, networkKernels } from "./network-kernels.ts";
import { NetworkRoom } from "./network-room.ts";
import { type NetworkWork, networkWork } from "./network-work.ts";

/** How far a running call or pass is. */
interface Progress {
  position: number; // elements taken
  evaluated: number; // wires of the open block whose outputs were made
}

/** What the steps of a network's runner work with. */
export interface NetworkParts {
  readonly arena: Arena;
  readonly setting: RunnerSetting;
  readonly work: NetworkWork;
  readonly fit: NetworkFit;
  readonly kernels: NetworkKernels;
  readonly room: NetworkRoom;
  readonly counts: NetworkCounts;
  readonly progress: Progress;
}

export function networkParts(
  arena: Arena,
  setting: RunnerSetting,
  expression: NetworkExpression,
  counts: NetworkCounts,
): NetworkParts {
  const work = networkWork(expression);
  const { columns, laneBytes } = setting.subject.terms;
  const fit = networkFitOf(setting, work);
  const groupBytes =
    fit.inGroups && laneBytes !== undefined ? columns.length * groupScratchBytes(work.width, laneBytes) : 0;
  return {
    arena,
    setting,
    work,
    fit,
    kernels: networkKernels(arena, setting, work),
    room: new NetworkRoom(arena, { work, columns: columns.length, groupBytes }),
    counts,
    progress: { position: 0, evaluated: 0 },
  };
}
