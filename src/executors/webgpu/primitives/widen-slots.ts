// Narrow elements in a caller's buffer, two or four to a word, become words in scratch. Kernels read words alone, so that none has to be there once
// for each narrow type.

import type { NarrowType } from "../../../values/element-types.ts";
import type { GpuRange } from "../gpu-plan.ts";
import { deviceType, elementsInWord } from "../memory/buffers.ts";
import { elementEntry, storeText } from "./kernel-text.ts";
import {
  exactly,
  type Kernel,
  type Length,
  type Machine,
  type Memory,
  read,
  type Slot,
  written,
} from "./machine.ts";

/** The elements of a range as those that `deviceType` names, exactly; NaNs are canonical. */
export function widenedSlot(
  machine: Machine,
  type: NarrowType,
  memory: Memory,
  { offset, length }: Pick<GpuRange, "offset"> & { readonly length: Length },
): Slot {
  const each = elementsInWord(type);
  const start = offset % each;
  const words = exactly(Math.ceil((start + length.atMost) / each));
  const packed: Slot = { type: "u32", memory, offset: (offset - start) / each, length: words };
  const wide = machine.scratch(deviceType(type), length);
  machine.run(widenKernel(type), { columns: [packed, wide], lengths: [length], words: [start] });
  return wide;
}

/** `wide[i]` is element `start + i` of the words. */
function widenKernel(type: NarrowType): Kernel {
  return {
    key: `widen ${type}`,
    columns: [read("packed"), written("wide")],
    lengths: ["length"],
    words: ["start"],
    body: () => widenText(type),
  };
}

function widenText(type: NarrowType): string {
  const each = elementsInWord(type);
  const width = 32 / each;
  const statements = `    let place = start() + i;
    let word = packed[at_packed() + place / ${each}u];
    let bits = (word >> (place % ${each}u * ${width}u)) & ${2 ** width - 1}u;
    ${storeText("wide", "u32", "i", WIDE_TEXTS[type])}`;
  return `${type === "f16" ? F16 : ""}${elementEntry("length()", statements)}`;
}

/** The word that the bits of an element widen to. */
const WIDE_TEXTS: Readonly<Record<NarrowType, string>> = {
  u8: "bits",
  u16: "bits",
  i8: "(bits ^ 0x80u) - 0x80u",
  i16: "(bits ^ 0x8000u) - 0x8000u",
  bf16: "select(bits << 16u, 0x7fc00000u, (bits & 0x7fffu) > 0x7f80u)",
  f16: "f32_of_f16(bits)",
};

/** By integers, as WGSL's own conversion may flush subnormal numbers. These are normal in f32: the leading one of the fraction says where they are. */
const F16 = `
fn f32_of_f16(bits: u32) -> u32 {
  let magnitude = bits & 0x7fffu;
  let sign = (bits & 0x8000u) << 16u;
  if (magnitude > 0x7c00u) { return 0x7fc00000u; }
  if (magnitude == 0x7c00u) { return sign | 0x7f800000u; }
  if (magnitude >= 0x400u) { return sign | ((magnitude << 13u) + 0x38000000u); }
  if (magnitude == 0u) { return sign; }
  let lead = 31u - countLeadingZeros(magnitude);
  return sign | (((lead + 102u) << 23u) + (magnitude << (23u - lead)));
}
`;
