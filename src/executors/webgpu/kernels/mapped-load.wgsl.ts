import { wgslCanonical, wgslConvert } from "../../../codegen/wgsl/wgsl-convert.ts";

import type { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { type ColumnLeaf, wgslTerms } from "../../../codegen/wgsl/wgsl-terms.ts";
import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import { InternalError } from "../../../values/errors.ts";
import { type KernelSetting, PARAMS } from "./kernel-setting.ts";
import { type MappedInput, type MappedSource, valueWords } from "./mapped-input.ts";

/**
 * `mapped_value(s0, …, place) -> Value`: an element of what the bound columns have at `place`, computed; and where elements are selected
 * `source_of(element) -> u32`, where its sources are. The words of the call begin at `start` of `params`.
 */
export function mappedValueSource(
  setting: KernelSetting,
  mapped: MappedInput,
  start: number,
  library: WgslLibrary,
): string {
  const columns = mapped.sources.filter(({ kind }) => kind === "column");
  const parameters = columns.map(({ type }, i) => `s${i}: ${wgslWords(type) === 1 ? "u32" : "vec2<u32>"}`);
  const { statements, values } = wgslTerms(mapped.terms, leafText(mapped, start), "integer", library);
  const elements = mapped.terms.map((term, column) => {
    const value = term.type === "bool" ? `select(0u, 1u, ${values[column]})` : values[column];
    return term.kind === "left" ? value : wgslCanonical(term.type, library)(value);
  });
  return `fn mapped_value(${[...parameters, "place: u32"].join(", ")}) -> Value {
${statements}${valueOfColumns(setting, elements, library)}
}
${mapped.isSelected ? selectSource(columns.length, start + valueWords(mapped) + 1) : ""}`;
}

function leafText(mapped: MappedInput, start: number): (leaf: ColumnLeaf) => string {
  const texts = new Map<number, string>();
  let [columns, words] = [0, start];
  for (const source of mapped.sources) {
    texts.set(source.column, sourceText(source, columns, words, start + valueWords(mapped)));
    if (source.kind === "column") columns++;
    if (source.kind === "value") words += wgslWords(source.type);
  }
  return ({ column, type }) => {
    const text = texts.get(column);
    if (text === undefined) throw new InternalError("a term reads a column that is no source");
    return type === "bool" ? `${text} != 0u` : text;
  };
}

function sourceText({ kind, type }: MappedSource, column: number, word: number, first: number): string {
  if (kind === "column") return `s${column}`;
  if (kind === "numbers") return `(place + params[${first}])`;
  return wgslWords(type) === 1 ? `params[${word}]` : `vec2<u32>(params[${word}], params[${word + 1}])`;
}

/**
 * The source of an element that is one of those whose flag is set: a search of the counts finds its word of flags, halving finds its flag in it. The last
 * word is kept: elements of a run are next to each other.
 */
function selectSource(columns: number, flagWords: number): string {
  const word = (column: number): string => `input${column}[params[${PARAMS.ranges + column}] + `;
  return `
var<private> held: u32;
var<private> held_before: u32;
var<private> held_flags: u32;

fn source_of(element: u32) -> u32 {
  if (element < held_before || element - held_before >= countOneBits(held_flags)) {
    var low = 0u;
    var high = params[${flagWords}] - 1u;
    while (low < high) {
      let middle = high - (high - low) / 2u;
      if (${word(columns + 1)}middle] <= element) { low = middle; } else { high = middle - 1u; }
    }
    held = low;
    held_before = ${word(columns + 1)}low];
    held_flags = ${word(columns)}low];
  }
  var rest = element - held_before;
  var flags = held_flags;
  var place = 32u * held;
  for (var width = 16u; width > 0u; width >>= 1u) {
    let count = countOneBits(flags & ((1u << width) - 1u));
    if (rest >= count) {
      rest -= count;
      flags >>= width;
      place += width;
    }
  }
  return place;
}
`;
}

/** Statements that return the `Value` of an element whose columns these expressions are, of the setting's types. */
export function valueOfColumns(
  { types, sums }: Pick<KernelSetting, "types" | "sums">,
  columns: readonly string[],
  library: WgslLibrary,
): string {
  const converted = columns.map(
    (column, i) => `  let c${i} = ${wgslConvert(types[i], sums[i], library)(column)};\n`,
  );
  const words = sums.flatMap((type, i) => (wgslWords(type) === 1 ? [`c${i}`] : [`c${i}.x`, `c${i}.y`]));
  return `${converted.join("")}  return Value(${words.join(", ")});`;
}
