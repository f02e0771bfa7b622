import { wordType } from "./element-kernels.ts";
import { type FlagSource, flagReader, lengthOfFlags } from "./flag-source.ts";
import { loadText, storeText } from "./kernel-text.ts";
import { LOOK_BACK_WORDS, lookBackBody, lookBackCall, lookBackShape } from "./look-back-text.ts";
import type { Count, Kernel, Length, Machine, Slot } from "./machine.ts";

/** What is done with elements and their flags, in one pass that looks back. */
export interface Selection {
  readonly columns: readonly Slot[];
  readonly withIndices: boolean; // the index of each element as one more column, the first of the results
  readonly isClosed?: boolean; // the length is one more index, behind the others
  readonly keepsRest?: boolean; // elements whose flag is not set follow, last first
}

export interface Selected {
  readonly columns: readonly Slot[];
  readonly count: Count; // of flags that are set, and the closing index
}

/** Columns that the kernel of a selection has. */
export function columnsOfSelection(source: FlagSource, { columns, withIndices }: Selection): number {
  return dedupe(flagReader(source).columns, columns).columns.length + columns.length + (withIndices ? 1 : 0);
}

/**
 * The elements whose flag is set, in order: a tile counts its flags, learns by look-back how many are set before it, and writes its elements where
 * they go. Elements are read once or, where flags are computed from them, twice; written once.
 */
export function recordSelection(machine: Machine, source: FlagSource, selection: Selection): Selected {
  const { columns, withIndices, isClosed = false, keepsRest = false } = selection;
  const length = lengthOfFlags(source);
  const shape = lookBackShape(machine);
  const count = machine.newCount();
  const atMost = length.atMost + (isClosed ? 1 : 0);
  const outLength: Length = keepsRest ? length : { atMost, count };
  const types = [...(withIndices ? (["u32"] as const) : []), ...columns.map(({ type }) => type)];
  const outputs = types.map((type) => machine.scratch(type, outLength));
  const reader = flagReader(source);
  const inputs = dedupe(reader.columns, columns);
  const moves = [
    ...(withIndices ? ["i"] : []),
    ...columns.map((slot) => loadText(inputs.nameOf(slot), slot.type, "i")),
  ];
  const store = (place: string): string =>
    types.map((type, k) => storeText(`out${k}`, wordType(type), place, moves[k])).join(" ");
  const kernel: Kernel = {
    columns: [
      ...inputs.columns.map(({ name }) => ({ name, access: "read" as const })),
      ...types.map((_, k) => ({ name: `out${k}`, access: "write" as const })),
    ],
    lengths: ["length"],
    words: ["kept_count", ...LOOK_BACK_WORDS],
    state: "write",
    body: lookBackBody(machine, shape, {
      length: "length",
      functions: `${reader.functions}fn count_at(i: u32) -> u32 { return select(0u, 1u, flag_at(i)); }\n`,
      writes: writesText(store, keepsRest),
      finish: finishText(isClosed),
    }),
  };
  const { words, ...call } = lookBackCall(machine, shape, length);
  machine.run(kernel, {
    ...call,
    columns: [...inputs.columns.map(({ slot }) => slot), ...outputs],
    lengths: [length],
    words: [count.word, ...words],
  });
  return { columns: outputs, count };
}

/** The flag of an element is what its prefix is above the one before: registers of a run follow each other, its first one's is read again. */
function writesText(store: (place: string) => string, keepsRest: boolean): string {
  const rest = keepsRest ? `else { ${store("known_length - 1u - (i - place)")} }` : "";
  return `for (var k = 0u; k < STRIPS * RUN; k++) {
  let i = tile * TILE_LENGTH + place_of(lane, k);
  if (i < known_length) {
    let is_kept = flag_at(i);
    let place = before_tile + x[k].w0 - select(0u, 1u, is_kept);
    if (is_kept) { ${store("place")} } ${rest}
  }
}`;
}

function finishText(isClosed: boolean): string {
  return isClosed
    ? `${storeText("out0", "u32", "total", "known_length")}
atomicStore(&state[kept_count()], total + 1u);`
    : "atomicStore(&state[kept_count()], total);";
}

interface Inputs {
  readonly columns: readonly { readonly name: string; readonly slot: Slot }[];
  readonly nameOf: (slot: Slot) => string;
}

/** Columns that flags are computed from, and those that are moved, each bound once. */
function dedupe(
  read: readonly { readonly name: string; readonly slot: Slot }[],
  moved: readonly Slot[],
): Inputs {
  const columns = [...read];
  const nameOf = (slot: Slot): string => {
    const known = columns.find((each) => each.slot === slot);
    if (known !== undefined) return known.name;
    const name = `in${columns.length}`;
    columns.push({ name, slot });
    return name;
  };
  for (const slot of moved) nameOf(slot);
  return { columns, nameOf };
}
