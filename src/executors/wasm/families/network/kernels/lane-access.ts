import {
  type Code,
  get,
  loadBool,
  storeBool,
  unsigned,
  vector,
  vectorConst,
} from "../../../../../codegen/wasm/code.ts";
import { SCALAR_TYPE_FACTS } from "../../../../../values/element-types.ts";
import type { Lanes, Slot, Value } from "../../../kernels/lanes.ts";
import { type ArrayCursor, laneOf } from "../../../kernels/load-store.ts";

/*
 * Elements of neighbouring blocks, which lie a block length apart, as the lanes of a vector.
 *
 *   gather:  lane k = element[index + k · distance]
 *   scatter: element[index + k · distance] = lane k
 */

const LOAD_ZERO = { 4: 0x5c, 8: 0x5d } as const;
const LOAD_LANE = { 4: 0x56, 8: 0x57 } as const;
const STORE_LANE = { 4: 0x5a, 8: 0x5b } as const;
const REPLACE_LANE = { 4: 0x1c, 8: 0x1e } as const;

/** A vector of elements `distance` places apart, the first of them `index` places on. */
export function gatherElements(lanes: Lanes, { addresses }: ArrayCursor, distance: number, index = 0): Value {
  const { laneBytes } = lanes;
  return lanes.columns.map((type, column) => {
    const address = get(addresses[column]);
    const at = (lane: number): number => (index + lane * distance) * SCALAR_TYPE_FACTS[type].bytes;
    if (type === "bool") return boolLanes(lanes, (lane) => loadBool(address, at(lane)));
    const others = Array.from({ length: lanes.laneCount - 1 }, (_, index) => index + 1);
    const first: Code = [address, 0xfd, unsigned(LOAD_ZERO[laneBytes]), 0x00, unsigned(at(0))];
    return others.reduce<Code>(
      (code, lane) => [address, code, 0xfd, unsigned(LOAD_LANE[laneBytes]), 0x00, unsigned(at(lane)), lane],
      first,
    );
  });
}

/** Puts the lanes `distance` places apart, the first `index` places on. */
export function scatterElements(
  lanes: Lanes,
  { addresses }: ArrayCursor,
  value: Slot,
  distance: number,
  index = 0,
): Code {
  const { laneBytes } = lanes;
  return lanes.columns.map((type, column) => {
    const address = get(addresses[column]);
    return Array.from({ length: lanes.laneCount }, (_, lane) => {
      const at = (index + lane * distance) * SCALAR_TYPE_FACTS[type].bytes;
      if (type === "bool") return storeBool(address, laneOf(lanes, value.map(get), lane)[column], at);
      const source = get(value[column]);
      return [address, source, 0xfd, unsigned(STORE_LANE[laneBytes]), 0x00, unsigned(at), lane];
    });
  });
}

/** Bytes of 0 or 1 as masks. */
function boolLanes({ laneBytes, laneCount }: Lanes, load: (lane: number) => Code): Code {
  const none = vectorConst(Array.from({ length: 16 }, () => 0));
  const bits = Array.from({ length: laneCount }, (_, lane) => lane).reduce<Code>((code, lane) => {
    const wide: Code = laneBytes === 8 ? [load(lane), 0xad] : load(lane);
    return [code, wide, 0xfd, REPLACE_LANE[laneBytes], lane];
  }, none);
  return vector(laneBytes === 8 ? 0xc1 : 0xa1, bits); // negated: all ones
}
