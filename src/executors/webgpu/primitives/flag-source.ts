// A filter's flags need no memory of their own where the selection can compute them: what flags come from, and how a kernel reads each of these.

import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { Term } from "../../../operators/term.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { leafName, leavesOf, termsOfColumns, wordType } from "./element-kernels.ts";
import { loadText } from "./kernel-text.ts";
import type { Length, Slot } from "./machine.ts";

/** Where flags come from: a vector, a term over vectors, or heads of runs. The last two need no memory where the flags are used once. */
export type FlagSource =
  | { readonly kind: "vector"; readonly flags: Slot }
  | {
      readonly kind: "term";
      readonly term: Term;
      readonly left: readonly Slot[];
      readonly right: readonly Slot[];
    }
  | { readonly kind: "heads"; readonly columns: readonly Slot[] };

/** Flags as a kernel reads them: its columns, and `fn flag_at(i: u32) -> bool`. */
export interface FlagReader {
  readonly key: string; // two readers with one key have one text
  readonly columns: readonly { readonly name: string; readonly slot: Slot }[];
  readonly functions: () => string;
}

export function lengthOfFlags(source: FlagSource): Length {
  switch (source.kind) {
    case "vector":
      return source.flags.length;
    case "term":
      return [...source.left, ...source.right][0].length;
    case "heads":
      return source.columns[0].length;
    default:
      return source satisfies never;
  }
}

export function flagReader(source: FlagSource): FlagReader {
  switch (source.kind) {
    case "vector":
      return {
        key: "vector",
        columns: [{ name: "flags", slot: source.flags }],
        functions: () => `fn flag_at(i: u32) -> bool { return ${loadText("flags", "bool", "i")} != 0u; }\n`,
      };
    case "term":
      return termReader(source);
    case "heads":
      return headReader(source.columns);
    default:
      return source satisfies never;
  }
}

function termReader({ term, left, right }: Extract<FlagSource, { kind: "term" }>): FlagReader {
  return {
    key: termsKey([term]),
    columns: leavesOf([term]).map((leaf) => ({
      name: leafName(leaf),
      slot: (leaf.kind === "left" ? left : right)[leaf.column],
    })),
    functions: () => termText(term),
  };
}

function termText(term: Term): string {
  const library = new WgslLibrary();
  const { statements, values } = termsOfColumns([term], library);
  return `${library.source()}fn flag_at(i: u32) -> bool {\n${statements}  return ${values[0]};\n}\n`;
}

/** Set at 0 and where the element before differs: all NaNs are equal, and −0 differs from +0. */
function headReader(columns: readonly Slot[]): FlagReader {
  // Floats have equal elements of several bits; of all others bits are compared.
  const types = columns.map(({ type }) => (type === "f32" || type === "f64" ? type : wordType(type)));
  return {
    key: `heads ${types}`,
    columns: columns.map((slot, k) => ({ name: `head${k}`, slot })),
    functions: () => headText(types),
  };
}

function headText(types: readonly ScalarType[]): string {
  const library = new WgslLibrary();
  const tests = types.map((type, k) => {
    const [own, former] = ["i", "i - 1u"].map((index) => canonicalBits(type, `head${k}`, index, library));
    const differs = `${own} != ${former}`;
    return `  if (${wgslWords(type) === 2 ? `any(${differs})` : differs}) { return true; }`;
  });
  return `${library.source()}fn flag_at(i: u32) -> bool {
  if (i == 0u) { return true; }
${tests.join("\n")}
  return false;
}
`;
}

function canonicalBits(type: ScalarType, name: string, index: string, library: WgslLibrary): string {
  const bits = loadText(name, type, index);
  return type === "f32" || type === "f64" ? library.call(`${type}_canonical`, bits) : bits;
}
