// A sort is passes over all keys, a digit each, from the lowest up; a search is one kernel over the same order of keys.

import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import { POLL_LIMIT } from "../../../look-back/protocol.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { imageBits } from "../../../values/total-order.ts";
import type { SortOrder } from "../../primitives.ts";
import { ELSEWHERE } from "../serving.ts";
import { elementEntry, elementGroups, loadText } from "./kernel-text.ts";
import { IMAGE_WGSL, KEY_KIND_WORD, keyKind, PRECEDES_WGSL, WORDS_TYPE } from "./key-image.wgsl.ts";
import { faultBits } from "./look-back-text.ts";
import { exactly, type Kernel, type Machine, read, type Slot, written } from "./machine.ts";
import { gatherSlots, iotaSlot } from "./move-slots.ts";
import {
  DIGIT_BITS,
  DIGIT_COUNT,
  digitCountKernel,
  digitStartKernel,
  MOST_KEYS,
  SORT_STATE,
  type SortSetting,
  sortShape,
  tileOf,
} from "./sort-digits.wgsl.ts";
import { sortPassKernel } from "./sort-pass.wgsl.ts";

/** Workgroups that count digits: each goes over many tiles, and adds its counts once. */
const COUNTING_GROUPS = 1024;

/** Keys in order, and what moved with them. */
interface SortedSlots {
  readonly keys: Slot;
  readonly payload: readonly Slot[];
  readonly state: Slot | undefined; // as SORT_STATE, for who inspects; undefined where no bit counts
}

/**
 * A stable radix sort from the lowest digit up, one dispatch for each of eight bits: see sort-pass.wgsl.ts. One payload column moves with the keys; in the
 * place of more their indices do, and the columns are gathered at the end.
 *
 * @throws UnsupportedError for 2^30 keys or more
 * @see docs/notes/gpu-sort-and-segments.md
 */
export function sortSlots(
  machine: Machine,
  keys: Slot,
  payload: readonly Slot[],
  order: SortOrder,
): SortedSlots {
  const { atMost } = keys.length;
  if (atMost > MOST_KEYS) throw tooManyKeys(atMost);
  const low = order.bits[0];
  const high = Math.min(order.bits[1], imageBits(keys.type));
  const places = Math.ceil(Math.max(0, high - low) / DIGIT_BITS);
  if (places === 0) return { keys, payload, state: undefined };
  const isDirect = payload.length < 2;
  const moving = isDirect ? payload[0] : iotaSlot(machine, keys.length);
  const sorted = radixSort(machine, { keys, moving, isDescending: order.isDescending, low, high, places });
  const moved = sorted.moving === undefined ? [] : [sorted.moving];
  return {
    keys: sorted.keys,
    payload: isDirect ? moved : gatherSlots(machine, payload, moved[0]),
    state: sorted.state,
  };
}

/** What is sorted, and by which bits. */
interface Sorting {
  readonly keys: Slot;
  readonly moving: Slot | undefined;
  readonly isDescending: boolean;
  readonly low: number;
  readonly high: number;
  readonly places: number; // digits
}

function radixSort(
  machine: Machine,
  sorting: Sorting,
): { readonly keys: Slot; readonly moving: Slot | undefined; readonly state: Slot } {
  const { keys, moving, places, isDescending, low, high } = sorting;
  const { length } = keys;
  const { inspected, pollLimit = POLL_LIMIT } = machine.lookBack;
  const setting: SortSetting = {
    keyWords: wgslWords(keys.type),
    payload: moving === undefined ? 0 : wgslWords(moving.type),
    ...sortShape(machine),
    isInspected: inspected !== undefined,
  };
  const tiles = Math.max(1, Math.ceil(length.atMost / tileOf(setting)));
  const tableWords = tiles * DIGIT_COUNT;
  const state = machine.scratch("u32", exactly(SORT_STATE.table + 2 * tableWords));
  const digitWords = [keyKind(keys.type), low, high, isDescending ? 0xffffffff : 0];
  machine.clear(state);
  machine.run(digitCountKernel(setting), {
    columns: [state, keys],
    lengths: [length],
    words: [...digitWords, places],
    workgroups: Math.min(tiles, COUNTING_GROUPS),
  });
  machine.run(digitStartKernel(), { columns: [state], lengths: [length], workgroups: places });
  const pass = sortPassKernel(setting);
  const columnsOf = (): readonly Slot[] =>
    [keys, moving].flatMap((slot) => slot && [machine.scratch(slot.type, length)]) as readonly Slot[];
  // Passes write two sets of columns by turns.
  const targets = places > 1 ? [columnsOf(), columnsOf()] : [columnsOf()];
  let from: readonly Slot[] = moving === undefined ? [keys] : [keys, moving];
  for (let place = 0; place < places; place++) {
    const to = targets[place % targets.length];
    machine.run(pass, {
      columns: [state, from[0], to[0], ...(moving === undefined ? [] : [from[1], to[1]])],
      lengths: [length],
      words: [
        ...digitWords,
        place,
        pollLimit,
        tableWords,
        ...(inspected === undefined ? [] : [faultBits(inspected), inspected.faultMask ?? 0]),
      ],
      workgroups: tiles,
    });
    from = to;
  }
  return { keys: from[0], moving: from[1], state };
}

function tooManyKeys(length: number): UnsupportedError {
  return new UnsupportedError(
    `a sort of ${length} keys`,
    `the counts of tiles that look back at each other are below ${MOST_KEYS + 1}`,
    ELSEWHERE,
  );
}

/** How many of `sorted` come before each query, or before or equal to it: a search by halves for each. */
export function searchSorted(
  machine: Machine,
  sorted: Slot,
  queries: Slot,
  side: "left" | "right",
  isDescending: boolean,
): Slot {
  const places = machine.scratch("u32", queries.length);
  machine.run(searchKernel(wgslWords(sorted.type)), {
    columns: [sorted, queries, places],
    lengths: [sorted.length, queries.length],
    words: [keyKind(sorted.type), side === "right" ? 1 : 0, isDescending ? 1 : 0],
    workgroups: elementGroups(queries.length.atMost),
  });
  return places;
}

function searchKernel(words: 1 | 2): Kernel {
  return {
    key: `search ${words}`,
    columns: [read("sorted"), read("queries"), written("places")],
    lengths: ["sorted_length", "query_count"],
    words: [KEY_KIND_WORD, "counts_equal", "is_descending"],
    body: () => searchText(words),
  };
}

function searchText(words: 1 | 2): string {
  const search = `    let query = image_of(${loadText("queries", WORDS_TYPE[words], "i")});
    var start = 0u;
    var end = sorted_length();
    while (start < end) {
      let middle = start + (end - start) / 2u;
      let image = image_of(${loadText("sorted", WORDS_TYPE[words], "middle")});
      let is_before = select(precedes(image, query), precedes(query, image), is_descending() == 1u);
      let is_equal = all(image == query);
      if (is_before || (is_equal && counts_equal() == 1u)) { start = middle + 1u; } else { end = middle; }
    }
    places[at_places() + i] = start;`;
  return `${IMAGE_WGSL[words]}
${PRECEDES_WGSL[words]}
${elementEntry("query_count()", search)}`;
}
