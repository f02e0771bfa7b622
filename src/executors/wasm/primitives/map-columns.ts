import { type EmittableTerms, emittableTerms } from "../../../codegen/wasm/term.ts";
import { binary, bitcast, left, right, type Term, unary } from "../../../operators/term.ts";
import { nodeText, termList } from "../../../operators/term-list.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Kernel } from "../memory/arena.ts";
import { type MapLeaf, map } from "./kernels/map.kernel.ts";
import type { ColumnParts } from "./parts.ts";
import { CHUNK_LENGTH, forChunks, type Workspace } from "./work-memory.ts";

type Columns = readonly ColumnArray[];

/** `out_k[i] = terms[k]` over the elements at i. */
export function mapColumns(
  { work, counts }: ColumnParts,
  terms: readonly Term[],
  leftColumns: Columns,
  rightColumns: Columns,
): Columns {
  const { length } = [...leftColumns, ...rightColumns][0];
  return work.on([...leftColumns, ...rightColumns], (space) => {
    const { kernel, leaves, hasLanes } = mapKernel(space.kernels, terms);
    const readers = leaves.map(({ side, column }) =>
      space.reader((side === "left" ? leftColumns : rightColumns)[column]),
    );
    const writers = terms.map(({ type }) => space.writer(type, length));
    const targets = writers.map(({ address }) => address);
    forChunks(length, (start, count) => {
      kernel(...readers.map((reader) => reader.at(start, count)), ...targets, count);
      for (const writer of writers) writer.flush(start, count);
    });
    counts[hasLanes ? "mapLanes" : "mapElements"] += length;
    return writers.map(({ array }) => array);
  });
}

/** Set at 0, and where an element differs in any column from the one before. */
export function headFlags({ work, counts }: ColumnParts, columns: Columns): ColumnArray {
  const { length } = columns[0];
  return work.on(columns, (space) => {
    const { kernel, leaves } = mapKernel(space.kernels, [differenceTerm(columns.map(columnType))]);
    const readers = columns.map((column) => space.reader(column));
    const flags = space.writer("bool", length);
    if (length > 0) flags.array[0] = 1;
    // Chunks overlap by one element: the first of each is only looked at.
    for (let start = 0; start + 1 < length; start += CHUNK_LENGTH - 1) {
      const count = Math.min(CHUNK_LENGTH, length - start) - 1;
      const places = readers.map((reader) => reader.at(start, count + 1));
      const operands = leaves.map(({ side, column }) =>
        side === "left" ? places[column] : places[column] + columns[column].BYTES_PER_ELEMENT,
      );
      kernel(...operands, flags.address, count);
      flags.flush(start + 1, count);
    }
    counts.headFlags += length;
    return flags.array;
  });
}

/** Whether two rows differ. Of floats the bits are compared, NaNs being all alike there, as `Object.is` does. */
export function differenceTerm(types: readonly ScalarType[]): Term {
  const differ = types.map((type, column) => {
    const { isFloat, bytes } = SCALAR_TYPE_FACTS[type];
    const seen = (term: Term): Term => (isFloat ? bitcast(bytes === 8 ? "u64" : "u32", term) : term);
    return unary("not", binary("equal", seen(left(type, column)), seen(right(type, column))));
  });
  return differ.reduce((first, second) => binary("or", first, second));
}

interface MapKernel {
  readonly kernel: Kernel; // of the leaves' addresses, the outputs' addresses, and a length
  readonly leaves: readonly MapLeaf[];
  readonly hasLanes: boolean;
}

/**
 * Kernels of terms that were met, by identity: of a single term, which algorithms make once, and of a list that a caller keeps, as a staged program does. Neither
 * is printed again.
 */
const met = new WeakMap<Workspace["kernels"], WeakMap<Term | readonly Term[], MapKernel>>();

/** The kernel of some terms, made once: equal terms share it. */
export function mapKernel(kernels: Workspace["kernels"], terms: readonly Term[]): MapKernel {
  const ofMemory = met.get(kernels) ?? new WeakMap();
  met.set(kernels, ofMemory);
  const key = terms.length === 1 ? terms[0] : terms;
  const kernel = ofMemory.get(key) ?? printedKernel(kernels, terms);
  ofMemory.set(key, kernel);
  return kernel;
}

function printedKernel(kernels: Workspace["kernels"], terms: readonly Term[]): MapKernel {
  const { nodes, roots } = termList(terms);
  const leaves: MapLeaf[] = [];
  for (const { term } of nodes) {
    if (term.kind !== "left" && term.kind !== "right") continue;
    leaves.push({ side: term.kind, column: term.column, type: term.type });
  }
  const types = [...leaves, ...terms].map(({ type }) => type);
  const emittable: EmittableTerms = { ...emittableTerms(types, terms), single: undefined }; // which knows of column 0 only
  const text = nodes.map(({ term, operands }) => nodeText(term, operands)).join(";");
  const { map: kernel } = kernels(`map ${text}:${roots.join(",")}`, () => [map(emittable, leaves)]);
  return { kernel, leaves, hasLanes: emittable.laneBytes !== undefined };
}
