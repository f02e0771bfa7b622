// The carries of a scan: what stands before each piece, in one file for a run, each found by its place in a list at the end.

import type { ColumnSummary } from "../../executors/executor.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { FormatError } from "../../values/errors.ts";
import type { Piece } from "../cut.ts";
import { CARRIES_FILE } from "../folder/run-files.ts";
import type { RunStore } from "../folder/store.ts";
import type { RunPlan } from "../run-plan.ts";

const PLACE_BYTES = 8; // a place in the file, as a little-endian double

/** The file of summaries of [0, end) for every end of a piece and 0, in the order of positions: texts, which have checksums of their own, then their places. */
export function printCarries(texts: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const lines = texts.map((text) => encoder.encode(text));
  const textBytes = lines.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(textBytes + (lines.length + 1) * PLACE_BYTES);
  const places = new DataView(bytes.buffer, textBytes);
  let at = 0;
  for (const [i, line] of lines.entries()) {
    bytes.set(line, at);
    places.setFloat64(i * PLACE_BYTES, at, true);
    at += line.length;
  }
  places.setFloat64(lines.length * PLACE_BYTES, at, true);
  return bytes;
}

/** What stands before a piece, and before the next. @throws FormatError where the file is not there or damaged */
export async function readCarry(
  store: RunStore,
  plan: RunPlan,
  piece: Piece,
): Promise<readonly [ColumnSummary, ColumnSummary]> {
  const algebra = columnSummaries(plan.contract);
  const texts = await readCarryTexts(store, plan, piece);
  const carries = [algebra.decode(texts[0]), algebra.decode(texts[1])] as const;
  for (const [i, end] of [piece.first, piece.last].entries()) {
    const { start, end: actual } = carries[i];
    if (start === 0 && actual === end) continue;
    const place = store.place(CARRIES_FILE);
    throw damagedCarries(place, `a summary of [${start}, ${actual}) for [0, ${end})`);
  }
  return carries;
}

function damagedCarries(place: string, fact: string): FormatError {
  return new FormatError(place, "the whole carries of this run", fact);
}

/** The texts of a piece and of the next one. @throws FormatError where the file is not there or damaged */
export async function readCarryTexts(
  store: RunStore,
  plan: RunPlan,
  { first }: Piece,
): Promise<readonly [string, string]> {
  const place = store.place(CARRIES_FILE);
  if ((await store.sizeOf(CARRIES_FILE)) === undefined) {
    throw new FormatError(place, "the carries that `samebits run join` writes", "no such file");
  }
  const file = await store.open(CARRIES_FILE);
  try {
    const rank = first / plan.pieceLength;
    const listStart = file.byteLength - (plan.pieceCount + 2) * PLACE_BYTES;
    if (listStart <= 0) throw damagedCarries(place, `${file.byteLength} bytes`);
    const list = new Uint8Array(3 * PLACE_BYTES);
    await file.readInto(list, listStart + rank * PLACE_BYTES);
    const view = new DataView(list.buffer);
    const places = [0, 1, 2].map((i) => view.getFloat64(i * PLACE_BYTES, true));
    const isInOrder = places.every((each, i) => Number.isSafeInteger(each) && each >= (places[i - 1] ?? 0));
    if (!isInOrder || places[2] > listStart) throw damagedCarries(place, `summaries at ${places.join(", ")}`);
    const textOf = async (start: number, end: number): Promise<string> => {
      const bytes = new Uint8Array(end - start);
      await file.readInto(bytes, start);
      return new TextDecoder().decode(bytes);
    };
    return [await textOf(places[0], places[1]), await textOf(places[1], places[2])];
  } finally {
    await file.close();
  }
}
