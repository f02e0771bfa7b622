import { type KernelSetting, PARAMS } from "../kernels/kernel-setting.ts";
import { rootAccess } from "../kernels/reduce-kernels.ts";
import { valueSource } from "../kernels/value.wgsl.ts";

/** Values that one thread folds. A power of two. */
export const RAKE = 32;

/** One step: values that are interleaved in lanes to a RAKE-th of their rows. */
export interface RakeStep {
  readonly start: string; // WGSL of how many values there are before the first step
  readonly lanes: number;
  readonly step: number; // steps before this one
  readonly from: number | undefined; // of the table; undefined: the input
  readonly to: number;
}

/** Thread t takes rows RAKE · floor(t / lanes) and on of lane t mod lanes. What it writes stands as what it read. */
export function rakeKernel(setting: KernelSetting, { start, lanes, step, from, to }: RakeStep): string {
  return `${headSource(setting)}
${lengthSource(start, lanes)}
${mainText(setting)}
  let length = length_after(${step}u);
  let left = shortened(length);
  for (var t = id.x; t < left; t += stride) {
    let row = t / LANES * RAKE;
    var count = 0u;
    for (; count < RAKE; count++) {
      let place = (row + count) * LANES + t % LANES;
      if (place >= length) { break; }
      push(count, ${from === undefined ? "load(place)" : `load_tile_root(${from}u + place)`});
    }
    store_root(${to}u + t, folded(count));
  }
}
`;
}

/** Of an array, the roots of RAKE parts that follow each other, for all parts of one or two elements that bisection ends with. */
export function bisectKernel(setting: KernelSetting, to: number): string {
  return `${headSource(setting)}
struct Part { start: u32, length: u32 }

/** The part that a path of so many steps leads to: a bit for each, the first highest, 1 for the right half. */
fn part_of(whole: Part, path: u32, steps: u32) -> Part {
  var part = whole;
  for (var step = steps; step > 0u; step--) {
    let half = part.length >> 1u;
    if (((path >> (step - 1u)) & 1u) == 0u) { part.length = half; }
    else { part = Part(part.start + half, part.length - half); }
  }
  return part;
}

${mainText(setting)}
  let length = params[${PARAMS.positions}];
  if (length == 0u) { return; }
  let depth = firstLeadingBit(length);
  let low = min(depth, ${Math.log2(RAKE)}u);
  for (var t = id.x; t < (1u << (depth - low)); t += stride) {
    let above = part_of(Part(0u, length), t, depth - low);
    for (var i = 0u; i < (1u << low); i++) {
      let part = part_of(above, i, low);
      var value = load(part.start);
      if (part.length == 2u) { value = combine(value, load(part.start + 1u)); }
      push(i, value);
    }
    store_root(${to}u + t, folded(1u << low));
  }
}
`;
}

/** One root a lane, of this chunk: it joins those of the chunks before, in the binary counter of its lane or, at the end, for the last time. */
export function carryLanesKernel(
  setting: KernelSetting,
  { lanes, from, carry }: { readonly lanes: number; readonly from: number; readonly carry: number },
): string {
  return `${headSource(setting)}
${mainText(setting)}
  let chunk = params[${PARAMS.chunk}];
  let is_last = params[${PARAMS.isLast}] == 1u;
  if (is_last && chunk == 0u) { return; }
  for (var lane = id.x; lane < ${lanes}u; lane += stride) {
    var is_known = lane < params[${PARAMS.positions}];
    var root: Value;
    if (is_known) { root = load_tile_root(${from}u + lane); }
    var level = 0u;
    for (; (chunk >> level) != 0u; level++) {
      if (((chunk >> level) & 1u) == 0u) {
        if (is_last) { continue; }
        break;
      }
      let before = load_tile_root(${carry}u + level * ${lanes}u + lane);
      if (is_known) { root = combine(before, root); } else { root = before; }
      is_known = true;
    }
    if (is_last) { store_root(${from}u + lane, root); }
    else { store_root(${carry}u + level * ${lanes}u + lane, root); }
  }
}
`;
}

/** The last step, whose one value is the result. */
export function finishLanesKernel(
  setting: KernelSetting,
  { start, lanes, step, from }: Omit<RakeStep, "to">,
): string {
  const joined =
    setting.placement === "outside" ? "combine(initial_value(), folded(length))" : "folded(length)";
  const nothing = setting.placement === "none" ? "" : " store(0u, initial_value());";
  return `${headSource(setting)}
${lengthSource(start, lanes)}
${mainText(setting)}
  if (id.x > 0u || params[${PARAMS.isLast}] == 0u) { return; }
  if (params[${PARAMS.tileCount}] == 0u) {${nothing} return; }
  let length = length_after(${step}u);
  for (var i = 0u; i < length; i++) { push(i, load_tile_root(${from ?? 0}u + i)); }
  store(0u, ${joined});
}
`;
}

/** `push(i, value)` for i = 0 … count − 1, then `folded(count)`: the canonical tree over at most RAKE values. */
function headSource(setting: KernelSetting): string {
  return `${valueSource(setting)}
${rootAccess(setting)}
const RAKE = ${RAKE}u;
var<private> heap: array<Value, ${Math.log2(RAKE) + 1}>;

fn push(i: u32, value: Value) {
  var root = value;
  var level = 0u;
  for (; ((i >> level) & 1u) == 1u; level++) { root = combine(heap[level], root); }
  heap[level] = root;
}

fn folded(count: u32) -> Value {
  var level = countTrailingZeros(count);
  var root = heap[level];
  for (level++; level <= ${Math.log2(RAKE)}u; level++) {
    if (((count >> level) & 1u) == 1u) { root = combine(heap[level], root); }
  }
  return root;
}
`;
}

function lengthSource(start: string, lanes: number): string {
  return `const LANES = ${lanes}u;

/** Of values in lanes, how many a step leaves: one for each RAKE rows of a lane, whose last ones may be fewer. */
fn shortened(length: u32) -> u32 {
  if (length == 0u) { return 0u; }
  let full = (length - 1u) / LANES / RAKE;
  return full * LANES + min(LANES, length - full * RAKE * LANES);
}

fn length_after(steps: u32) -> u32 {
  var length = ${start};
  for (var step = 0u; step < steps; step++) { length = shortened(length); }
  return length;
}
`;
}

function mainText({ shape }: KernelSetting): string {
  return `@compute @workgroup_size(${shape.threads})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {
  let stride = grid.x * ${shape.threads}u;`;
}
