// Hierarchical scans as clauses, and the scan of a model.
import { allOf, anyOf, atMostOne, type CnfBuilder, exactlyOne } from "../../solvers/cnf-builder.ts";
import {
  type Bit,
  bitOf,
  type EncodedMiddle,
  encodeMiddle,
  type HierarchicalProblem,
  newRows,
  type RowLiterals,
} from "./encode-stages.ts";
import {
  type Base,
  blockLengthOf,
  type HierarchicalScan,
  type HierarchicalShape,
  type Row,
} from "./hierarchical-scan.ts";

/** The choices of a hierarchical scan as literals. */
export interface EncodedScan extends EncodedMiddle {
  readonly bases: readonly Readonly<Record<Base, number>>[]; // by row
  readonly entries: readonly (readonly Entries[])[]; // by block, then by row
  readonly last: RowLiterals;
}

/** By middle value that may enter: the literal that it does. */
type Entries = ReadonlyMap<number, number>;

/**
 * The clauses that hold exactly of hierarchical scans of a shape: sets of elements as bits, where a combine is an "or" of sets that share nothing.
 *
 * Every output has each of its elements by exactly one way. Where values are intervals, each ends at its own row, and the elements of a block's rows, the one before the
 * block and element 0 tell everything about how they join; the other elements are left out. That is 230,000 clauses where N = 512 and K = 32.
 *
 * @see the seed of this project on the encoding that it would have liked: elements 2^i, whose sums are "or", and whose "and" must be 0
 */
export function encodeHierarchical(builder: CnfBuilder, problem: HierarchicalProblem): EncodedScan {
  const length = blockLengthOf(problem);
  const encoded = encodeMiddle(builder, problem);
  const bases = Array.from({ length }, () => newBase(builder));
  const entries = encodeEntries(builder, problem, length);
  const last = newRows(builder, length);
  if (problem.operators === "associative") shareChains(builder, last);
  for (let block = 0; block < problem.blockCount; block++) {
    const elements = watchedElements(problem, block, length);
    const inputs = Array.from({ length }, (_, row) =>
      encodeInput(builder, {
        elements,
        start: block * length,
        row,
        base: baseBits(builder, encoded.first, bases[row], row),
        entering: entries[block][row],
        values: encoded.values,
      }),
    );
    if (problem.operators === "associative") {
      for (const bits of inputs) makeChain(builder, bits);
      for (const entering of entries[block]) reachBlock(builder, entering, encoded.values, block * length);
    }
    coverOutputs(builder, last, inputs, block * length, elements);
  }
  return { ...encoded, bases, entries, last };
}

function newBase(builder: CnfBuilder): Readonly<Record<Base, number>> {
  const base = {
    element: builder.variable(),
    first: builder.variable(),
    nothing: builder.variable(),
  };
  exactlyOne(builder, Object.values(base));
  return base;
}

/**
 * Intervals that end at their rows follow each other in one way: what stands left of row c in one output stands left of it in all. The
 * other clauses imply these; with them blocks of 16 are proved in 28 s instead of 68.
 */
function shareChains(builder: CnfBuilder, last: RowLiterals): void {
  last.forEach((taken, row) => {
    for (let middle = 1; middle < row; middle++) {
      for (let from = 0; from < middle; from++) {
        builder.add(-taken[middle], -taken[from], last[middle][from]);
        builder.add(-taken[middle], taken[from], -last[middle][from]);
      }
    }
  });
}

/** At most one value enters a row. Shared: place t of the block before, if any, with the same literal in every block. */
function encodeEntries(
  builder: CnfBuilder,
  { blockCount, sentCount, wiring }: HierarchicalProblem,
  length: number,
): readonly (readonly Entries[])[] {
  const newEntries = (count: number): readonly number[] => {
    const literals = Array.from({ length: count }, () => builder.variable());
    atMostOne(builder, literals);
    return literals;
  };
  const shared = Array.from({ length }, () => newEntries(wiring === "shared" ? sentCount : 0));
  return Array.from({ length: blockCount }, (_, block) =>
    Array.from({ length }, (_, row) => {
      if (wiring === "free") return new Map(newEntries((block + 1) * sentCount).entries());
      const from = (block - 1) * sentCount;
      return new Map(block === 0 ? [] : shared[row].map((literal, place) => [from + place, literal]));
    }),
  );
}

/** The elements whose ways are followed: all up to the block's last, or those that tell where intervals begin and end. Ascending. */
function watchedElements(problem: HierarchicalProblem, block: number, length: number): readonly number[] {
  const start = block * length;
  const all = Array.from({ length: start + length }, (_, element) => element);
  if (problem.operators === "commutative") return all;
  return all.filter((element) => element === 0 || element >= start - 1);
}

/** Which elements of a block are in the base of a row, for c ≤ row. */
function baseBits(
  builder: CnfBuilder,
  first: RowLiterals,
  base: Readonly<Record<Base, number>>,
  row: number,
): readonly number[] {
  return Array.from({ length: row + 1 }, (_, element) => {
    const inFirst = bitOf(first, row, element);
    return typeof inFirst === "number" ? allOf(builder, [base.first, inFirst]) : -base.nothing;
  });
}

interface InputParts {
  readonly elements: readonly number[];
  readonly start: number; // of the block
  readonly row: number;
  readonly base: readonly number[];
  readonly entering: Entries;
  readonly values: EncodedMiddle["values"];
}

/** What a row of the last stage starts from, as bits by watched element; its two parts share nothing, and nothing beyond the row is in it. */
function encodeInput(builder: CnfBuilder, parts: InputParts): readonly Bit[] {
  const { elements, start, row, base } = parts;
  const bits = elements.map((element): Bit => {
    const entered = enteredBit(builder, parts, element);
    const own = base[element - start];
    if (element > start + row) {
      if (entered !== undefined) builder.add(-entered);
      return false;
    }
    if (entered === undefined || own === undefined) return entered ?? own ?? false;
    builder.add(-entered, -own);
    return anyOf(builder, [entered, own]);
  });
  const [ownBit] = bits.slice(elements.indexOf(start + row));
  if (typeof ownBit === "number") builder.add(ownBit);
  return bits;
}

/** Whether the value that enters, if one does, contains an element. */
function enteredBit(
  builder: CnfBuilder,
  { entering, values }: InputParts,
  element: number,
): number | undefined {
  const ways = [...entering].flatMap(([middle, isEntering]) => {
    const bit = values[middle][element] ?? false;
    return typeof bit === "number" ? [allOf(builder, [isEntering, bit])] : [];
  });
  return ways.length === 0 ? undefined : anyOf(builder, ways);
}

/** What enters from earlier blocks ends where the block begins. Of one that ends earlier no watched element may tell. */
function reachBlock(
  builder: CnfBuilder,
  entering: Entries,
  values: EncodedMiddle["values"],
  start: number,
): void {
  for (const [middle, isEntering] of entering) {
    if (values[middle].length > start) continue; // of the block itself, all of whose elements are watched
    const before = values[middle][start - 1] ?? false;
    builder.add(-isEntering, ...(typeof before === "number" ? [before] : []));
  }
}

/** A value that contains an element contains all that follow, up to its row. */
function makeChain(builder: CnfBuilder, bits: readonly Bit[]): void {
  bits.forEach((bit, index) => {
    const next = bits[index + 1];
    if (typeof bit === "number" && typeof next === "number") builder.add(-bit, next);
  });
}

/** Every output has each element up to its own by exactly one of the rows that it combines. */
function coverOutputs(
  builder: CnfBuilder,
  last: RowLiterals,
  inputs: readonly (readonly Bit[])[],
  start: number,
  elements: readonly number[],
): void {
  inputs.forEach((_, row) => {
    elements.forEach((element, index) => {
      if (element > start + row) return;
      const ways = inputs.slice(0, row + 1).flatMap((bits, from) => {
        const bit = bits[index];
        const isTaken = bitOf(last, row, from);
        if (typeof bit === "boolean" || isTaken === false) return [];
        return [isTaken === true ? bit : allOf(builder, [isTaken, bit])];
      });
      exactlyOne(builder, ways);
    });
  });
}

/** The scan that an assignment describes. */
export function decodeHierarchical(
  { width, blockCount, sentCount }: HierarchicalShape,
  encoded: EncodedScan,
  model: Uint8Array,
): HierarchicalScan {
  const isTrue = (literal: number): boolean => model[Math.abs(literal)] === (literal > 0 ? 1 : 0);
  const rows = (literals: RowLiterals): readonly Row[] =>
    literals.map((row, number) => [...row.keys()].filter((place) => isTrue(row[place])).concat(number));
  return {
    width,
    blockCount,
    sentCount,
    first: rows(encoded.first),
    sent: encoded.sent.map((literals) => literals.findIndex(isTrue)),
    middle: rows(encoded.middle),
    bases: encoded.bases.map((base) => baseOf(base, isTrue)),
    entries: encoded.entries.map((block) =>
      block.map((entries) => [...entries].find(([, literal]) => isTrue(literal))?.[0]),
    ),
    last: rows(encoded.last),
  };
}

function baseOf(base: Readonly<Record<Base, number>>, isTrue: (literal: number) => boolean): Base {
  if (isTrue(base.element)) return "element";
  return isTrue(base.first) ? "first" : "nothing";
}
