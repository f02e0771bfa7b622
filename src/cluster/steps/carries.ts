// The carries of a scan: what stands before each piece, in one file for a run, each found by its place in a list at the end.

import type { ColumnSummary } from "../../executors/executor.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { FormatError } from "../../values/errors.ts";
import { type Piece, rankOf } from "../cut.ts";
import { CARRIES_FILE } from "../folder/run-files.ts";
import type { RunStore } from "../folder/store.ts";
import type { RunPlan } from "../run-plan.ts";

const PLACE_BYTES = 8; // a place in the file, as a little-endian double

/** Bytes that are written at a time. */
const WRITTEN_BYTES = 2 ** 20;

/** Writes the file of summaries of [0, end) for every end of a piece and 0, in the order of positions: texts, which have checksums of their own, then their places. */
export async function writeCarries(
  store: RunStore,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const places: number[] = [0];
  await store.replace(CARRIES_FILE, async (file) => {
    let [held, heldBytes, written]: [Uint8Array[], number, number] = [[], 0, 0];
    const flush = async (): Promise<void> => {
      await file.write(Buffer.concat(held), written);
      written += heldBytes;
      [held, heldBytes] = [[], 0];
    };
    for await (const text of texts) {
      const bytes = new TextEncoder().encode(text);
      held.push(bytes);
      heldBytes += bytes.length;
      places.push(written + heldBytes);
      if (heldBytes >= WRITTEN_BYTES) await flush();
    }
    const list = new DataView(new ArrayBuffer(places.length * PLACE_BYTES));
    for (const [i, place] of places.entries()) list.setFloat64(i * PLACE_BYTES, place, true);
    held.push(new Uint8Array(list.buffer));
    await flush();
  });
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
  piece: Piece,
): Promise<readonly [string, string]> {
  const place = store.place(CARRIES_FILE);
  if ((await store.sizeOf(CARRIES_FILE)) === undefined) {
    throw new FormatError(place, "the carries that `samebits run join` writes", "no such file");
  }
  const file = await store.open(CARRIES_FILE);
  try {
    const rank = rankOf(plan, piece);
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
