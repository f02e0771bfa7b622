// Kernels in which each thread has elements of its own and waits for nobody. Those that only move elements are written for words, not for types:
// fewer kernels have to be compiled.

import { wgslCanonical } from "../../../codegen/wgsl/wgsl-convert.ts";
import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { type ColumnLeaf, type WgslTerms, wgslTerms } from "../../../codegen/wgsl/wgsl-terms.ts";
import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import { operandsOf, type Term } from "../../../operators/term.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { elementEntry, loadText, storeText } from "./kernel-text.ts";
import { atomic, type Kernel, read, written } from "./machine.ts";

/** The words of types: what kernels that only move elements are written for. */
type WordType = "u32" | "u64";

export function wordType(type: ScalarType): WordType {
  return wgslWords(type) === 1 ? "u32" : "u64";
}

/** The leaves of terms, each once. */
export function leavesOf(terms: readonly Term[]): readonly ColumnLeaf[] {
  const leaves = new Map<string, ColumnLeaf>();
  const seen = new Set<Term>();
  const visit = (term: Term): void => {
    if (seen.has(term)) return;
    seen.add(term);
    if (term.kind === "left" || term.kind === "right") leaves.set(leafName(term), term);
    operandsOf(term).forEach(visit);
  };
  terms.forEach(visit);
  return [...leaves.values()];
}

export function leafName({ kind, column }: ColumnLeaf): string {
  return `${kind}${column}`;
}

/** `out_k[i] = terms[k]` over the leaves' columns at i, in the order of `leavesOf`. */
export function mapKernel(terms: readonly Term[]): Kernel {
  const inputs = leavesOf(terms).map((leaf) => read(leafName(leaf)));
  return {
    key: `map ${termsKey(terms)}`,
    columns: [...inputs, ...terms.map((_, k) => written(`out${k}`))],
    lengths: ["length"],
    body: () => mapText(terms),
  };
}

function mapText(terms: readonly Term[]): string {
  const library = new WgslLibrary();
  const { statements, values } = termsOfColumns(terms, library);
  const entry = elementEntry("length()", `${statements}${storeTerms(terms, values, "i", library)}`);
  return `${library.source()}${entry}`;
}

/** Terms as statements, over the leaves' columns at `i`. */
export function termsOfColumns(terms: readonly Term[], library: WgslLibrary): WgslTerms {
  const leafText = (leaf: ColumnLeaf): string => {
    const text = loadText(leafName(leaf), leaf.type, "i");
    return leaf.type === "bool" ? `(${text}) != 0u` : text;
  };
  return wgslTerms(terms, leafText, "integer", library);
}

/** Statements that store the values of terms at a place of `out0`, `out1`, …; NaNs go as the canonical one. */
export function storeTerms(
  terms: readonly Term[],
  values: readonly string[],
  place: string,
  library: WgslLibrary,
): string {
  const stores = terms.map(({ type }, k) => {
    const value = type === "bool" ? `select(0u, 1u, ${values[k]})` : values[k];
    return `  let value${k} = ${wgslCanonical(type, library)(value)};
  ${storeText(`out${k}`, type, place, `value${k}`)}`;
  });
  return stores.join("\n");
}

/** `out[i] = i`. */
export const IOTA: Kernel = {
  key: "iota",
  columns: [written("values")],
  lengths: ["length"],
  body: () => elementEntry("length()", storeText("values", "u32", "i", "i")),
};

/** `out[i] = value`, which is the call's words. */
export const FILL: Readonly<Record<WordType, Kernel>> = {
  u32: {
    key: "fill u32",
    columns: [written("values")],
    lengths: ["length"],
    words: ["low"],
    body: () => elementEntry("length()", storeText("values", "u32", "i", "low()")),
  },
  u64: {
    key: "fill u64",
    columns: [written("values")],
    lengths: ["length"],
    words: ["low", "high"],
    body: () => elementEntry("length()", storeText("values", "u64", "i", "vec2<u32>(low(), high())")),
  },
};

/** `out[i] = from[i]` for as many as `length`. */
export const COPY: Readonly<Record<WordType, Kernel>> = byWords((type) => ({
  key: `copy ${type}`,
  columns: [read("source"), written("result")],
  lengths: ["length"],
  body: () => elementEntry("length()", storeText("result", type, "i", loadText("source", type, "i"))),
}));

/** The elements of both; a count of the sum is written where `count` is not 0. */
export const CONCAT: Readonly<Record<WordType, Kernel>> = byWords((type) => ({
  key: `concat ${type}`,
  columns: [read("first"), read("second"), written("both")],
  lengths: ["first_length", "second_length"],
  words: ["sum"],
  state: "write",
  body: () =>
    elementEntry(
      "first_length() + second_length()",
      `    if (i == 0u && sum() != 0u) { atomicStore(&state[sum()], element_count); }
    if (i < first_length()) { ${storeText("both", type, "i", loadText("first", type, "i"))} }
    else { ${storeText("both", type, "i", loadText("second", type, "i - first_length()"))} }`,
    ),
}));

/** `out_k[i] = column_k[indices[i]]`; beyond the column a zero. */
export function gatherKernel(types: readonly WordType[]): Kernel {
  return {
    key: `gather ${types}`,
    columns: [
      read("indices"),
      ...types.map((_, k) => read(`column${k}`)),
      ...types.map((_, k) => written(`out${k}`)),
    ],
    lengths: ["length", "column_length"],
    body: () => gatherText(types),
  };
}

function gatherText(types: readonly WordType[]): string {
  const zero = { u32: "0u", u64: "vec2<u32>(0u, 0u)" } as const;
  const moves = types.map(
    (type, k) => `    var value${k} = ${zero[type]};
    if (index < column_length()) { value${k} = ${loadText(`column${k}`, type, "index")}; }
    ${storeText(`out${k}`, type, "i", `value${k}`)}`,
  );
  const index = `    let index = ${loadText("indices", "u32", "i")};`;
  return elementEntry("length()", [index, ...moves].join("\n"));
}

/** `owners[indices[i]] = max(…, i + 1)`: which element stays in each place, from zeros on. */
export const SCATTER_OWNERS: Kernel = {
  key: "scatter-owners",
  columns: [read("indices"), atomic("owners")],
  lengths: ["length", "place_count"],
  body: () =>
    elementEntry(
      "length()",
      `    let index = ${loadText("indices", "u32", "i")};
    if (index < place_count()) { atomicMax(&owners[at_owners() + index], i + 1u); }`,
    ),
};

/** `out_k[j]` is the element of `column_k` that owns j, or else that of `into_k`. */
export function scatterKernel(types: readonly WordType[]): Kernel {
  return {
    key: `scatter ${types}`,
    columns: [
      read("owners"),
      ...types.flatMap((_, k) => [read(`column${k}`), read(`into${k}`)]),
      ...types.map((_, k) => written(`out${k}`)),
    ],
    lengths: ["place_count"],
    body: () => scatterText(types),
  };
}

function scatterText(types: readonly WordType[]): string {
  const moves = types.map(
    (type, k) => `    if (owner == 0u) { ${storeText(`out${k}`, type, "i", loadText(`into${k}`, type, "i"))} }
    else { ${storeText(`out${k}`, type, "i", loadText(`column${k}`, type, "owner - 1u"))} }`,
  );
  const owner = `    let owner = ${loadText("owners", "u32", "i")};`;
  return elementEntry("place_count()", [owner, ...moves].join("\n"));
}

/** `ids[i] = s` where `offsets[s] <= i < offsets[s + 1]`: the last segment that begins at or before i. */
export const SEGMENT_IDS: Kernel = {
  key: "segment-ids",
  columns: [read("offsets"), written("ids")],
  lengths: ["length", "offset_count"],
  body: () =>
    elementEntry(
      "length()",
      `    var low = 0u;
    var high = max(offset_count(), 2u) - 1u;
    while (low < high) {
      let middle = low + (high - low) / 2u;
      if (${loadText("offsets", "u32", "middle")} <= i) { low = middle + 1u; } else { high = middle; }
    }
    ${storeText("ids", "u32", "i", "max(low, 1u) - 1u")}`,
    ),
};

/** The elements of a vector from `start` on, as a count: of `source`, at most `most`. */
export const SLICE_LENGTH: Kernel = {
  key: "slice-length",
  columns: [],
  lengths: ["source"],
  words: ["start", "most", "count"],
  state: "write",
  body: () =>
    elementEntry("1u", "    atomicStore(&state[count()], min(most(), max(source(), start()) - start()));"),
};

/** A count as an element, at most what its length is. */
export const GIVE_COUNT: Kernel = {
  key: "give-count",
  columns: [written("counts")],
  lengths: ["length"],
  body: () => elementEntry("1u", storeText("counts", "u32", "i", "length()")),
};

/** An element as a count. */
export const TAKE_COUNT: Kernel = {
  key: "take-count",
  columns: [read("counts")],
  words: ["count", "most"],
  state: "write",
  body: () =>
    elementEntry("1u", `    atomicStore(&state[count()], min(most(), ${loadText("counts", "u32", "i")}));`),
};

function byWords(kernelOf: (type: WordType) => Kernel): Readonly<Record<WordType, Kernel>> {
  return { u32: kernelOf("u32"), u64: kernelOf("u64") };
}
