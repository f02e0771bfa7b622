// The clauses of the first two stages, on which those of the last one stand.
import { allOf, anyOf, atMostOne, type CnfBuilder, exactlyOne } from "../../solvers/cnf-builder.ts";
import { blockLengthOf, blockOfMiddle, type HierarchicalShape } from "./hierarchical-scan.ts";

/** Which operators a scan has to serve: with "associative" every value is of neighbouring elements, in order. */
export type HierarchicalOperators = "associative" | "commutative";

/** "shared": the same rows of every block take from the block before. "free": each row of each block takes what it likes. */
export type Wiring = "shared" | "free";

export interface HierarchicalProblem extends HierarchicalShape {
  readonly wiring: Wiring;
  readonly operators: HierarchicalOperators;
}

/** A literal, or what is known: rows end with their own number, and contain none beyond it. */
export type Bit = number | boolean;

/** `rows[r][c]`: whether value c is in row r, for c < r. */
export type RowLiterals = readonly (readonly number[])[];

/** The sets of elements that the values of the middle stage stand for, with the choices that make them. */
export interface EncodedMiddle {
  readonly first: RowLiterals;
  readonly sent: readonly (readonly number[])[]; // by place, then by row
  readonly middle: RowLiterals;
  readonly values: readonly (readonly Bit[])[]; // by middle value, then by element of the blocks up to the one that sent it
}

/** Rows of a triangle: literals of which nothing is known yet. */
export function newRows(builder: CnfBuilder, length: number): RowLiterals {
  return Array.from({ length }, (_, row) => Array.from({ length: row }, () => builder.variable()));
}

export function bitOf(rows: RowLiterals, row: number, place: number): Bit {
  return place < row ? rows[row][place] : place === row;
}

/** Everything up to the middle stage. */
export function encodeMiddle(builder: CnfBuilder, problem: HierarchicalProblem): EncodedMiddle {
  const length = blockLengthOf(problem);
  const first = newRows(builder, length);
  if (problem.operators === "associative") makeContiguous(builder, first);
  const sent = encodeSent(builder, problem, length);
  const sets = sent.map((rows) => setOfSent(builder, rows, first, length));
  const middle = newRows(builder, problem.blockCount * problem.sentCount);
  const values = middle.map((_, row) => middleValue(builder, problem, { row, middle, sets }));
  if (problem.operators === "associative") {
    values.forEach((bits, row) => {
      makeInterval(builder, bits, blockOfMiddle(problem, row) * length, sent[row % problem.sentCount]);
    });
  }
  return { first, sent, middle, values };
}

/** A row that contains c contains all from c on. */
function makeContiguous(builder: CnfBuilder, rows: RowLiterals): void {
  for (const row of rows) {
    for (let place = 1; place < row.length; place++) builder.add(-row[place - 1], row[place]);
  }
}

/** Which row each place sends, ascending. */
function encodeSent(
  builder: CnfBuilder,
  { sentCount }: HierarchicalShape,
  length: number,
): readonly (readonly number[])[] {
  const sent = Array.from({ length: sentCount }, () => Array.from({ length }, () => builder.variable()));
  sent.forEach((rows, place) => {
    exactlyOne(builder, rows);
    const next = sent[place + 1] ?? [];
    rows.forEach((row, number) => {
      for (const other of next.slice(0, number + 1)) builder.add(-row, -other);
    });
  });
  return sent;
}

/** The elements of a block that a sent value stands for: those of the row that is sent. */
function setOfSent(
  builder: CnfBuilder,
  rows: readonly number[],
  first: RowLiterals,
  length: number,
): readonly number[] {
  return Array.from({ length }, (_, element) => {
    const bit = builder.variable();
    rows.forEach((isSent, row) => {
      const inRow = bitOf(first, row, element);
      if (typeof inRow === "boolean") {
        builder.add(-isSent, inRow ? bit : -bit);
      } else {
        builder.add(-isSent, -inRow, bit);
        builder.add(-isSent, inRow, -bit);
      }
    });
    return bit;
  });
}

interface MiddleParts {
  readonly row: number;
  readonly middle: RowLiterals;
  readonly sets: readonly (readonly number[])[]; // by place, then by element of a block
}

/** What a middle value stands for, block by block; no element may come by two ways. */
function middleValue(
  builder: CnfBuilder,
  problem: HierarchicalProblem,
  { row, middle, sets }: MiddleParts,
): readonly Bit[] {
  const length = blockLengthOf(problem);
  const { sentCount } = problem;
  const blocks = Array.from({ length: blockOfMiddle(problem, row) + 1 }, (_, block) => block);
  return blocks.flatMap((block) =>
    Array.from({ length }, (_, element) => {
      const ways = sets.flatMap((set, place) => {
        const isTaken = bitOf(middle, row, block * sentCount + place);
        if (isTaken === false) return [];
        return [isTaken === true ? set[element] : allOf(builder, [isTaken, set[element]])];
      });
      atMostOne(builder, ways);
      return ways.length === 0 ? false : anyOf(builder, ways);
    }),
  );
}

/** A value that contains an element contains the next one too, or was sent from that very row. */
function makeInterval(
  builder: CnfBuilder,
  bits: readonly Bit[],
  start: number,
  sent: readonly number[],
): void {
  bits.forEach((bit, element) => {
    if (typeof bit === "boolean") return;
    const next = bits[element + 1];
    const ends = element >= start ? [sent[element - start]] : [];
    builder.add(-bit, ...ends, ...(typeof next === "number" ? [next] : []));
  });
}

/** What a stage is required to be: every row of all before it; the last row alone of all, the others of themselves; each row of itself. */
export type StageFamily = "scan" | "reduce" | "nothing";

/** Sets the rows of a stage. */
export function requireFamily(builder: CnfBuilder, rows: RowLiterals, family: StageFamily): void {
  rows.forEach((row, number) => {
    const isFull = family === "scan" || (family === "reduce" && number === rows.length - 1);
    for (const literal of row) builder.add(isFull ? literal : -literal);
  });
}
