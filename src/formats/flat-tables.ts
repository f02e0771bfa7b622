/** What a field of a FlatBuffers table refers to, by its slot; scalars refer to nothing and are left out. */
export type FlatShape = Readonly<Record<number, FlatField>>;

type FlatField =
  | { readonly kind: "text" }
  | { readonly kind: "items"; readonly bytes: number } // a vector of scalars or structs of so many bytes each
  | { readonly kind: "table"; readonly shape: () => FlatShape }
  | { readonly kind: "tables"; readonly shape: () => FlatShape }
  | {
      readonly kind: "union";
      readonly typeSlot: number;
      readonly shapes: () => Readonly<Record<number, FlatShape>>;
    };

const DEEPEST_TABLE = 64; // as the verifier of the FlatBuffers library has it
const SMALLEST_TABLE_BYTES = 4;
const TABLE_OF_SCALARS: FlatShape = {};

/** A table within bytes that have been checked. */
export interface FlatTable {
  readonly view: DataView;
  readonly position: number;
}

/**
 * The root table of FlatBuffers bytes, once everything that it refers to has been found to lie within them.
 *
 * The generated readers check nothing: behind the end they read zeros, as many as a length claims. Tables that are referred to from several places
 * count each time, so that a few bytes cannot stand for a tree of any size. Time is linear in the bytes.
 *
 * @throws RangeError
 */
export function checkedFlatTable(bytes: Uint8Array, shape: FlatShape): FlatTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = { view, position: view.getUint32(0, true) };
  new FlatCheck(view).table(root.position, shape, 0);
  return root;
}

class FlatCheck {
  readonly #view: DataView;
  #tablesLeft: number;

  constructor(view: DataView) {
    this.#view = view;
    this.#tablesLeft = Math.ceil(view.byteLength / SMALLEST_TABLE_BYTES);
  }

  table(position: number, shape: FlatShape, depth: number): void {
    this.#tablesLeft -= 1;
    if (depth > DEEPEST_TABLE || this.#tablesLeft < 0) throw new RangeError("tables without end");
    const table = { view: this.#view, position };
    this.#view.getInt32(position, true);
    for (const [slot, field] of Object.entries(shape)) {
      const at = flatField(table, Number(slot));
      if (at !== undefined) this.#field(table, at, field, depth + 1);
    }
  }

  #field(table: FlatTable, at: number, field: FlatField, depth: number): void {
    const target = at + this.#view.getUint32(at, true);
    switch (field.kind) {
      case "text":
        this.#items(target, 1);
        return;
      case "items":
        this.#items(target, field.bytes);
        return;
      case "table":
        this.table(target, field.shape(), depth);
        return;
      case "tables": {
        const count = this.#items(target, 4);
        for (let i = 0; i < count; i++) {
          const element = target + 4 + 4 * i;
          this.table(element + this.#view.getUint32(element, true), field.shape(), depth);
        }
        return;
      }
      case "union": {
        const type = flatByte(table, field.typeSlot);
        if (type !== 0) this.table(target, field.shapes()[type] ?? TABLE_OF_SCALARS, depth);
        return;
      }
      default:
        field satisfies never;
    }
  }

  #items(position: number, bytes: number): number {
    const count = this.#view.getUint32(position, true);
    if (position + 4 + count * bytes > this.#view.byteLength) throw new RangeError("a vector beyond the end");
    return count;
  }
}

/** Where a field lies; undefined where the table leaves it out. */
function flatField({ view, position }: FlatTable, slot: number): number | undefined {
  const directory = position - view.getInt32(position, true);
  const entry = 4 + 2 * slot;
  if (entry >= view.getUint16(directory, true)) return undefined;
  const offset = view.getUint16(directory + entry, true);
  return offset === 0 ? undefined : position + offset;
}

/** A byte field, 0 where it is left out. */
export function flatByte(table: FlatTable, slot: number): number {
  const at = flatField(table, slot);
  return at === undefined ? 0 : table.view.getUint8(at);
}

/** A 64-bit field, 0 where it is left out. */
export function flatLong(table: FlatTable, slot: number): number {
  const at = flatField(table, slot);
  return at === undefined ? 0 : Number(table.view.getBigInt64(at, true));
}

/** The table that a field refers to. */
export function flatChild(table: FlatTable, slot: number): FlatTable | undefined {
  const at = flatField(table, slot);
  return at === undefined ? undefined : { view: table.view, position: at + table.view.getUint32(at, true) };
}

/** Where the items of a vector begin, and how many there are. */
export function flatItems(
  table: FlatTable,
  slot: number,
): { readonly start: number; readonly count: number } {
  const at = flatField(table, slot);
  if (at === undefined) return { start: 0, count: 0 };
  const vector = at + table.view.getUint32(at, true);
  return { start: vector + 4, count: table.view.getUint32(vector, true) };
}
