import { ARRAY_SIGNATURES, type ArrayFunction } from "../../src/language/types/signatures.ts";
import { between } from "./between.ts";
import { table } from "./table.ts";

/** What each function over arrays gives, in a few words. */
const ABOUT: Readonly<Record<ArrayFunction, string>> = {
  iota: "0, 1, …, n − 1",
  replicate: "a value n times",
  tabulate: "`f 0`, `f 1`, …",
  length: "how many elements",
  concat: "one array after the other",
  flatten: "the rows one after another",
  transpose: "rows as columns",
  reverse: "from the last to the first",
  rotate: "element i is element i + k, around the end",
  indices: "0, 1, … as many as there are elements",
  head: "the first element",
  last: "the last element",
  take: "the first k elements",
  drop: "all but the first k",
  zip: "pairs of elements of two arrays",
  zip3: "the same of three",
  unzip: "the two arrays of pairs",
  unzip3: "the three arrays of triples",
  map: "`f` of every element",
  map1: "the same",
  map2: "`f` of elements of two arrays",
  map3: "of three",
  map4: "of four",
  map5: "of five",
  foldl: "one element after the other",
  reduce: "all elements combined",
  reduce_comm: "the same by an operator that is commutative too",
  scan: "every prefix combined, its own element included",
  exscan: "every prefix combined, its own element left out",
  segmented_scan: "the prefixes of every segment; a true flag begins one",
  segmented_reduce: "every segment combined",
  reduce_by_index: "what goes to each index combined into what is there",
  filter: "the elements that a predicate holds of",
  partition: "those, and the others",
  scatter: "values written to indices; outside ignored, the last stays",
  sort: "in order: −0 before +0, NaN last",
  any: "whether a predicate holds of some element",
  all: "whether it holds of every element",
  assert: "the value, where the condition holds, and else an error",
};

/** docs/language.md with its table of functions made anew. */
export function languageDocument(present: string): string {
  const rows = Object.entries(ARRAY_SIGNATURES).map(([name, signature]) => {
    return [`\`${name}\``, `\`${signature}\``, ABOUT[name as ArrayFunction]];
  });
  return between(present, "array-functions", table([["function", "type", "gives"], ...rows]));
}
