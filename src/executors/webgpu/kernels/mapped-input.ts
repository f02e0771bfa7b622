// Elements that a kernel computes where it loads them, so that a map or a filter before a fold needs no column of its own.

import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { Term } from "../../../operators/term.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { termsKey } from "./terms-key.ts";

/** How a fold's elements are computed where they are loaded, in the place of columns of them. */
export interface MappedInput {
  readonly terms: readonly Term[]; // by column of the elements; leaves `left` are the sources
  readonly sources: readonly MappedSource[];
  /**
   * Whether elements are those sources alone whose flag is set: then two more columns are bound, a word of 32 flags each, and how many are set before
   * it. The host says how many words.
   */
  readonly isSelected: boolean;
}

/** What the leaves of a column are: elements of the next bound column, the next words of `params`, or the number of the element. */
export interface MappedSource {
  readonly column: number; // of the leaves
  readonly kind: "column" | "value" | "numbers";
  readonly type: ScalarType;
}

/** Of a kernel's setting: the types of the elements' columns, and how they are computed from others. */
interface Inputs {
  readonly types: readonly ScalarType[];
  readonly mapped?: MappedInput | undefined;
}

/** What a call says of mapped input. */
export interface MappedCall {
  readonly values: readonly number[]; // the words of the sources that are values
  readonly first: number; // the number of the first element
  readonly flagWords: number; // 0 where all sources are elements
}

/** A text that is equal for inputs of equal kernels. */
export function mappedKey({ terms, sources, isSelected }: MappedInput): string {
  return `${termsKey(terms)} ${sources.map(({ column, kind }) => `${column}${kind}`)} ${isSelected}`;
}

/** The types of the columns that are bound as input. */
export function inputTypes({ types, mapped }: Inputs): readonly ScalarType[] {
  if (mapped === undefined) return types;
  const columns = mapped.sources.flatMap(({ kind, type }) => (kind === "column" ? [type] : []));
  return mapped.isSelected ? [...columns, "u32", "u32"] : columns;
}

/** The words of `params` behind all others that a call of mapped input fills in. */
export function mappedCallWords({ mapped }: Pick<Inputs, "mapped">): number {
  if (mapped === undefined) return 0;
  return valueWords(mapped) + 2;
}

/** Those words. */
export function wordsOfMappedCall({ values, first, flagWords }: MappedCall): readonly number[] {
  return [...values, first, flagWords];
}

/** Words of the sources that are values: they come first, then the number of the first element and the count of words of flags. */
export function valueWords({ sources }: MappedInput): number {
  return sources.reduce((sum, { kind, type }) => sum + (kind === "value" ? wgslWords(type) : 0), 0);
}
