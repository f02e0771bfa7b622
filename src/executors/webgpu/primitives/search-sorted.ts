import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import { elementEntry, elementGroups, loadText } from "./kernel-text.ts";
import { IMAGE_WGSL, KEY_KIND_WORD, keyKind, PRECEDES_WGSL, WORDS_TYPE } from "./key-image.wgsl.ts";
import { type Kernel, type Machine, read, type Slot, written } from "./machine.ts";

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
