// Workgroups draw their tiles, so that a tile waits only for tiles that were begun before it; the last to leave makes the state ready for the next run.

import { FINISH_ROWS } from "../../../look-back/transitions.ts";
import { FAULTS, type KernelSetting, PARAMS, STATE, tableStart } from "./kernel-setting.ts";
import { laneSource } from "./lane.wgsl.ts";
import { indent } from "./state-words.ts";
import { wordCount } from "./value.wgsl.ts";
import { wgslSequence } from "./wgsl-transitions.ts";

/**
 * The entry point of a kernel whose workgroups draw a tile each. `body` draws it, by `drawTicketText`, into `tile`, and the run's epoch into `epoch`;
 * `locals` are declared before it.
 */
export function ticketEntry(setting: KernelSetting, body: string, locals = ""): string {
  const { parameters, prologue } = laneSource(setting);
  return `
var<workgroup> drawn: u32;
var<workgroup> run_epoch: u32;

@compute @workgroup_size(${setting.shape.threads})
fn main(
  ${parameters},
  @builtin(num_workgroups) grid: vec3<u32>,
) {
  ${prologue}
  var tile = 0u;
  var epoch = 0u;
  var is_last = false;
  ${locals}
${indent(body, 2)}
${indent(leaveText(setting), 2)}
}
`;
}

/** Statements that draw the next tile into `tile`, and the run's epoch into `epoch`, for all threads of a workgroup. */
export function drawTicketText({ isInspected }: KernelSetting): string {
  const isReversed = `(params[${PARAMS.fault}] & ${FAULTS.reverse}u) != 0u`;
  const reversed = `if (${isReversed} && tile < params[${PARAMS.tileCount}]) { tile = params[${PARAMS.tileCount}] - 1u - tile; }`;
  return `if (lane == 0u) {
  drawn = atomicAdd(&state[${STATE.ticket}], 1u);
  run_epoch = epoch_of(atomicLoad(&state[${STATE.epoch}]));
}
tile = workgroupUniformLoad(&drawn);
epoch = workgroupUniformLoad(&run_epoch);
${isInspected ? reversed : ""}`;
}

/**
 * Whether the simulated faults withhold what `tile` publishes: an expression, or nothing where nothing is simulated. In native kernels it is always there: whether it
 * changes a bit is checked of the very pipeline that will run.
 */
export function withheldText({ isInspected, arithmetic }: KernelSetting): string | undefined {
  if (!isInspected && arithmetic !== "native") return undefined;
  return `((params[${PARAMS.fault}] & ${FAULTS.withhold}u) != 0u && ((tile + 1u) & params[${PARAMS.faultMask}]) == 0u)`;
}

/** What stands before a statement that publishes, where faults may withhold it. */
export function unlessWithheld(setting: KernelSetting): string {
  const withheld = withheldText(setting);
  return withheld === undefined ? "" : `if (!${withheld}) `;
}

/** Statements with which a workgroup leaves a run of `epoch`: the last one makes the state ready for the next run. `is_last` is a variable. */
function leaveText({ sums }: KernelSetting): string {
  return wgslSequence(
    FINISH_ROWS,
    {
      conditions: { isLastToArrive: "is_last", isClearingEpoch: "clears_table(epoch)" },
      actions: {
        arrive: `if (lane == 0u) { drawn = atomicAdd(&state[${STATE.done}], 1u); }
is_last = workgroupUniformLoad(&drawn) + 1u == grid.x * grid.y * grid.z;`,
        clearTable: `for (var word = ${tableStart(wordCount(sums))}u + lane; word < arrayLength(&state); word += THREADS) { atomicStore(&state[word], 0u); }`,
        resetCounters: `if (lane == 0u) { atomicStore(&state[${STATE.ticket}], 0u); atomicStore(&state[${STATE.done}], 0u); }`,
        advanceEpoch: `if (lane == 0u) { atomicStore(&state[${STATE.epoch}], stored_after(epoch)); }`,
      },
    },
    "finish_state",
  );
}
