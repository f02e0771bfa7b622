// Selections, expansions and parts of segments allocate places in one pass: a look-back over counts, with the same fallback and the same proof as a scan's.

import { POLL_LIMIT } from "../../../look-back/protocol.ts";
import { TILE_ROWS } from "../../../look-back/transitions.ts";
import { add } from "../../../operators/built-in.ts";
import { bodyOf } from "../../../operators/operator.ts";
import type { Inspection } from "../call-binder.ts";
import { FAULTS, type KernelSetting, PARAMS, STATE } from "../kernels/kernel-setting.ts";
import { lookBackSource } from "../kernels/look-back.wgsl.ts";
import { indent } from "../kernels/state-words.ts";
import { ticketEntry, unlessWithheld } from "../kernels/ticket.wgsl.ts";
import { tileRootSource } from "../kernels/tile-root.wgsl.ts";
import { tileScanSource } from "../kernels/tile-scan.wgsl.ts";
import { chooseTile, type TileShape, tileLength } from "../kernels/tile-shape.ts";
import { wgslLoop } from "../kernels/wgsl-transitions.ts";
import { tileLimits } from "../setting.ts";
import type { Kernel, KernelCall, Length, Machine } from "./machine.ts";

/**
 * A kernel whose tiles count something and need the count of all tiles before them: sums of u32, by the dyadic look-back with its fallback. Sums of
 * integers have one value in any bracket, so that whatever was read is simply added up.
 *
 *     draw a tile; sum its counts; publish the sum
 *     look back at the sums of ranges of tiles before; what does not come is counted again
 *     write, knowing what stands before
 */
export interface LookBackKernel extends Omit<Kernel, "body" | "state"> {
  readonly lengths: readonly [string, ...string[]]; // the first is that of the elements
  readonly shape?: TileShape; // the largest tile; default: what the device has room for
  readonly text: (shape: TileShape) => LookBackText;
}

/**
 * `functions` has `count_at(i) -> u32`, what element i adds, for i below the length. `writes` are statements by all threads, in uniform control flow
 * after a barrier: `before_tile` is the sum of all tiles before, `tile_sum` that of this one, `is_last_tile` whether it is the last one; register
 * `x[k].w0` of the element at `tile * TILE_LENGTH + place_of(lane, k)` is the sum of the tile's elements up to it. `finish` are statements by
 * one thread where `total` is the sum of all elements, none included.
 */
interface LookBackText {
  readonly functions: string;
  readonly writes: string;
  readonly finish: string;
}

/** Records such a kernel. */
export function runLookBack(
  machine: Machine,
  { key, words = [], shape: largest, text, ...kernel }: LookBackKernel,
  call: Omit<KernelCall, "workgroups" | "tiles"> & { readonly lengths: readonly [Length, ...Length[]] },
): void {
  const { device, lookBack } = machine;
  const { pollLimit = POLL_LIMIT, inspected } = lookBack;
  const shape = lookBack.shape ?? largest ?? chooseTile(1, Number.POSITIVE_INFINITY, tileLimits(device));
  const { threads, strips, run } = shape;
  const setting: KernelSetting = { ...SUMS, shape, isInspected: inspected !== undefined };
  const tiles = Math.ceil(call.lengths[0].atMost / tileLength(shape));
  machine.run(
    {
      ...kernel,
      key: `${key} ${threads}x${strips}x${run}${inspected === undefined ? "" : " inspected"}`,
      words: [...words, ...LOOK_BACK_WORDS],
      state: "write",
      body: () => lookBackBody(setting, kernel.lengths[0], text(shape)),
    },
    {
      ...call,
      words: [...(call.words ?? []), pollLimit, faultBits(inspected), inspected?.faultMask ?? 0],
      workgroups: Math.max(1, tiles),
      tiles,
    },
  );
}

/** Writes of a kernel that stores, in column `name`, what stands before each element. */
export function offsetsText(name: string): string {
  return `for (var k = 0u; k < STRIPS * RUN; k++) {
  let i = tile * TILE_LENGTH + place_of(lane, k);
  if (i < known_length) { ${name}[at_${name}() + i] = before_tile + x[k].w0 - count_at(i); }
}`;
}

/** The words of an inspection's faults, as kernels have them. */
export function faultBits(inspected: Inspection | undefined): number {
  return inspected?.faults.reduce((sum, fault) => sum | FAULTS[fault], 0) ?? 0;
}

/** Words that such a kernel has behind its own. */
const LOOK_BACK_WORDS = ["polls_at_most", "fault_bits", "fault_mask"] as const;

function lookBackBody(setting: KernelSetting, length: string, text: LookBackText): string {
  const rows = wgslLoop(
    TILE_ROWS,
    {
      conditions: {
        isBeyondLastTile: "tile >= tile_count",
        endsGroup: "ends_group(tile)",
        isTrailing: "is_trailing",
      },
      actions: tileActions(setting, text),
    },
    "tile_state",
  );
  const parts = [
    head(setting, length, text),
    tileScanSource(setting),
    tileRootSource(setting),
    lookBackSource(setting),
    ticketEntry(setting, rows, LOCALS),
  ];
  return PARAM_NAMES.reduce(
    (all, [word, name]) => all.replaceAll(`params[${word}]`, `${name}()`),
    parts.join("\n"),
  );
}

/** Of the existing sources: what they read from `params`. */
const PARAM_NAMES: readonly (readonly [number, string])[] = [
  [PARAMS.pollLimit, LOOK_BACK_WORDS[0]],
  [PARAMS.fault, LOOK_BACK_WORDS[1]],
  [PARAMS.faultMask, LOOK_BACK_WORDS[2]],
];

const SUMS: Omit<KernelSetting, "shape" | "isInspected"> = {
  blockLength: Number.POSITIVE_INFINITY,
  types: ["u32"],
  sums: ["u32"],
  operator: bodyOf(add, "u32"),
  observation: "inclusive-scan",
  placement: "none",
  isBackward: false,
  arithmetic: "integer",
  isVectorised: false,
  network: "dyadic",
  subgroups: "none",
};

const LOCALS = `var is_trailing = false;
  var tile_count = 0u;
  var before_tile = 0u;
  var tile_sum = 0u;`;

function head({ shape }: KernelSetting, length: string, { functions }: LookBackText): string {
  return `struct Value { w0: u32 }
fn combine(left: Value, right: Value) -> Value { return Value(left.w0 + right.w0); }
var<workgroup> known_length: u32;
var<workgroup> sum_before: u32;
var<workgroup> own_sum: u32;
${functions}
fn load_run(position: u32) -> array<Value, ${shape.run}u> {
  var run: array<Value, ${shape.run}u>;
  for (var i = 0u; i < ${shape.run}u; i++) {
    if (position + i < known_length) { run[i] = Value(count_at(position + i)); }
  }
  return run;
}
fn ask_length() { known_length = ${length}(); }
`;
}

/** The sum of what the reading lanes have brought: of those that the range root of a tile needs, or of all. */
const BEFORE = `for (var reader = 0u; reader < READING_LANE_COUNT; reader++) {
    if (lane_reads(tile, reader) && (all_readers || lane_reads_trailing(tile, reader))) { sum += window[reader].w0; }
  }`;

function tileActions(setting: KernelSetting, { writes, finish }: LookBackText): Record<Action, string> {
  const unless = unlessWithheld(setting);
  const sumOf = (all: boolean): string => BEFORE.replace("all_readers", String(all));
  const reversed = setting.isInspected
    ? `if ((params[${PARAMS.fault}] & ${FAULTS.reverse}u) != 0u && tile < tile_count) { tile = tile_count - 1u - tile; }`
    : "";
  return {
    drawTicket: `if (lane == 0u) {
  drawn = atomicAdd(&state[${STATE.ticket}], 1u);
  run_epoch = epoch_of(atomicLoad(&state[${STATE.epoch}]));
  ask_length();
}
tile = workgroupUniformLoad(&drawn);
epoch = workgroupUniformLoad(&run_epoch);
let positions = workgroupUniformLoad(&known_length);
tile_count = positions / TILE_LENGTH + select(0u, 1u, positions % TILE_LENGTH != 0u);
if (positions == 0u && tile == 0u && lane == 0u) {
  let total = 0u;
${indent(finish, 2)}
}
${reversed}`,
    reduceTile: `load_tile(tile, lane);
scan_tile(lane);
if (lane == THREADS - 1u) { own_sum = x[STRIPS * RUN - 1u].w0; }
tile_sum = workgroupUniformLoad(&own_sum);`,
    publishTile: `if (lane == 0u) { ${unless}{ publish(tile_entry(tile), Value(tile_sum), epoch, false); } }`,
    expectTrailing: "is_trailing = true;",
    expectRest: "is_trailing = false;",
    awaitRoots: "await_roots(tile, lane, epoch, is_trailing);",
    publishRange: `if (lane == 0u) {
  var sum = tile_sum;
  ${sumOf(false)}
  ${unless}{ publish(range_entry(tile), Value(sum), epoch, false); }
}`,
    writeOutput: `if (lane == 0u) {
  var sum = 0u;
  ${sumOf(true)}
  sum_before = sum;
}
before_tile = workgroupUniformLoad(&sum_before);
let is_last_tile = tile + 1u == tile_count;
if (is_last_tile && lane == 0u) {
  let total = before_tile + tile_sum;
${indent(finish, 2)}
}
${writes}`,
  };
}

type Action = (typeof TILE_ROWS)[number]["do"][number];
