import { describe, expect, it } from "vitest";
import { newElementArray } from "../../../values/element-types.ts";
import { openMemory } from "../memory/wasm-memory.ts";
import { openSumsWasm } from "../sums-wasm-executor.ts";
import { type Groups, packGroups, STAGE_BYTES } from "./pack-groups.ts";
import { elementsAt, openWorkMemory } from "./work-memory.ts";

const work = openWorkMemory(openSumsWasm(openMemory()).machine);

type Type = "f64" | "f32" | "i64" | "u32";

/** Where a group's element lies, as the definition has it. */
const placeOf = ({ size, groupBytes }: Groups, bytes: number, grouped: number, other: number): number =>
  (Math.floor(grouped / size) * groupBytes) / bytes + other * size + (grouped % size);

/** That each element of a part is where its group is, and that nothing behind the last group was written to. */
function check(
  type: Type,
  size: number,
  shape: readonly [number, number],
  strides: readonly [number, number],
) {
  const [groupedCount, otherCount] = shape;
  const [alongGrouped, alongOther] = strides;
  const from = 5 + Math.max(0, -alongGrouped * groupedCount) + Math.max(0, -alongOther * otherCount);
  const span = Math.abs(alongGrouped) * groupedCount + Math.abs(alongOther) * otherCount;
  const vector = newElementArray(type, from + span + 5);
  const bits = new Uint32Array(vector.buffer);
  for (let i = 0; i < bits.length; i++) bits[i] = Math.imul(i + 1, 0x9e3779b1); // NaNs with payloads among them
  const bytes = vector.BYTES_PER_ELEMENT;
  const groups = Math.ceil(groupedCount / size);
  const groupBytes = (otherCount + 3) * size * bytes; // with a gap
  work.on([], (space) => {
    const to = space.allocate(groups * groupBytes + 8);
    space.heap.view("u8").fill(0xa5, to, to + groups * groupBytes + 8);
    const part: Groups = {
      from,
      grouped: { count: groupedCount, stride: alongGrouped },
      other: { count: otherCount, stride: alongOther },
      ...{ size, to, groupBytes },
    };
    packGroups({ space, stage: space.allocate(STAGE_BYTES) }, vector as never, part);
    const packed = elementsAt(space.heap, bytes === 8 ? "u64" : "u32", to, (groups * groupBytes) / bytes);
    const expected = bytes === 8 ? new BigUint64Array(vector.buffer) : bits;
    for (let grouped = 0; grouped < groupedCount; grouped++) {
      for (let other = 0; other < otherCount; other++) {
        const found = packed[placeOf(part, bytes, grouped, other)];
        const source = expected[from + grouped * alongGrouped + other * alongOther];
        if (found !== source) expect({ grouped, other, found }).toEqual({ grouped, other, found: source });
      }
    }
    for (let group = 0; group < groups; group++) {
      const end = to + group * groupBytes + otherCount * size * bytes;
      expect(new Set(space.heap.view("u8").subarray(end, end + 3 * size * bytes))).toEqual(new Set([0xa5]));
    }
    expect(
      new Set(space.heap.view("u8").subarray(to + groups * groupBytes, to + groups * groupBytes + 8)),
    ).toEqual(new Set([0xa5]));
  });
}

describe("packed groups", () => {
  const sizes: readonly [Type, number][] = [
    ["f64", 4],
    ["i64", 4],
    ["f32", 8],
    ["u32", 4],
  ];
  it.each(sizes)("of %s by %i have each element where its group is, along either axis", (type, size) => {
    const shapes: readonly [number, number][] = [
      [1, 1],
      [3, 5],
      [37, 41],
      [64, 33],
      [4101, 19], // longer than a row of a stage
      [11, 4103],
      [1, 700],
      [700, 1],
    ];
    for (const [grouped, other] of shapes) {
      check(type, size, [grouped, other], [1, grouped]);
      check(type, size, [grouped, other], [1, grouped + 7]);
      check(type, size, [grouped, other], [other, 1]);
      check(type, size, [grouped, other], [other + 5, 1]);
    }
    check(type, size, [37, 41], [2, 81]); // word by word
    check(type, size, [37, 41], [-41, -1]);
    check(type, size, [37, 41], [1, 0]);
    check(type, size, [37, 41], [1, -37]);
    check(type, size, [37, 41], [0, 1]);
  });
});
