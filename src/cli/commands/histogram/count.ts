// Values are counted part by part. Counts are whole numbers, so that no sum of them depends on the parts.

import { compareTexts } from "../../../formats.ts";
import {
  type ElementArray,
  type ElementType,
  InvalidArgumentError,
  newElementArray,
} from "../../../index.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import type { Binned } from "./binned.ts";
import { type AskedBins, finiteRange, rangeBetween } from "./bins.ts";
import type { Values, ValuesPart } from "./values.ts";

/** What was counted. */
export interface Counted {
  readonly binned: Binned;
  readonly type: ValuesPart["type"];
  readonly length: number; // values
  readonly byteLength: number;
  readonly nullCount: number;
  readonly seconds: number; // of the counting, without the reading
}

/** Bytes of numbers that are kept until it is known from where to where they go; if there are more, FILE is read once more. */
const MOST_KEPT_BYTES = 16 << 20;

/** Numbers that are counted in one go, or as many as there are bins: each go makes counts for all bins. */
const LEAST_COUNTED = 1 << 20;

/** Counts parts of one type. */
interface Counter {
  add(part: ValuesPart): Promise<void>;
  /** When all parts were added; `again` goes through them once more. */
  finish(again: (use: (part: ValuesPart) => Promise<void>) => Promise<unknown>): Promise<Binned>;
}

interface Counting {
  readonly functions: ColumnFunctions;
  readonly check: (type: ValuesPart["type"]) => void; // told what they are before any is counted
  readonly now: () => number; // milliseconds
}

/** Counts all values in the bins that are asked for. @throws InvalidArgumentError, and as `Values.each` */
export async function countValues(
  asked: AskedBins,
  values: Values,
  { functions, check, now }: Counting,
): Promise<Counted> {
  let counter: Counter | undefined;
  let [type, length, byteLength]: [ValuesPart["type"], number, number] = ["f64", 0, 0];
  let elapsedMs = 0;
  const start = (): void => {
    elapsedMs -= now();
  };
  const stop = (): void => {
    elapsedMs += now();
  };
  const nullCount = await values.each(async (part) => {
    if (counter === undefined) check(part.type);
    counter ??=
      part.names === undefined ? numberCounter(asked, part, functions, values) : nameCounter(functions);
    type = part.type;
    length += part.array.length;
    byteLength += part.array.byteLength;
    start();
    await counter.add(part);
    stop();
  });
  start();
  const binned = await (counter ?? nameCounter(functions)).finish(async (use) => {
    stop();
    await values.each(async (part) => {
      start();
      await use(part);
      stop();
    });
    start();
  });
  stop();
  return { binned, type, length, byteLength, nullCount, seconds: elapsedMs / 1000 };
}

/** A bin for each text that some value has, in the order of the texts. */
function nameCounter(functions: ColumnFunctions): Counter {
  const countOf = new Map<string, number>();
  return {
    async add({ array, names = [] }) {
      if (array.length === 0) return;
      const { counts } = await functions.histogram(array as Uint32Array, { categories: names.length });
      for (const [code, name] of names.entries()) {
        if (counts[code] > 0) countOf.set(name, (countOf.get(name) ?? 0) + counts[code]);
      }
    },
    async finish() {
      const names = [...countOf.keys()].sort(compareTexts);
      const counts = Float64Array.from(names, (name) => countOf.get(name) ?? 0);
      return { edges: undefined, names, counts, beside: {} };
    },
  };
}

function numberCounter(
  asked: AskedBins,
  { type }: ValuesPart,
  functions: ColumnFunctions,
  { isThereOnce }: Values,
): Counter {
  const own = type as ElementType;
  switch (asked.kind) {
    case "categories": {
      const { categories } = asked;
      if (own !== "u32" && own !== "i32") {
        throw new InvalidArgumentError("categories", "of u32 or i32 keys, as --type u32 reads them", own);
      }
      return binCounter(own, categories, async (array) => {
        const { counts, outsideCount } = await functions.histogram(array as Uint32Array, { categories });
        return { edges: undefined, counts, beside: { outside: outsideCount } };
      });
    }
    case "edges":
      return edgeCounter(own, asked.edges.length, functions, { edges: asked.edges });
    case "even": {
      const { binCount, range } = asked;
      if (range !== undefined) return edgeCounter(own, binCount, functions, { binCount, range });
      return rangeCounter(own, binCount, functions, isThereOnce);
    }
    default:
      return asked satisfies never;
  }
}

type EdgeBins =
  | { readonly edges: readonly number[] }
  | { readonly binCount: number; readonly range: readonly [number, number] };

function edgeCounter(
  type: ElementType,
  binCount: number,
  functions: ColumnFunctions,
  bins: EdgeBins,
): Counter {
  return binCounter(type, binCount, async (array) => {
    const { counts, edges, belowCount, aboveCount, nanCount } =
      "edges" in bins ? await functions.histogram(array, bins) : await functions.histogram(array, bins);
    const beside = { below: belowCount, above: aboveCount, nan: nanCount };
    return { edges: Array.from(edges), counts, beside };
  });
}

/** Sums what is counted of numbers that are gathered first. */
function binCounter(
  type: ElementType,
  binCount: number,
  countIn: (array: ElementArray) => Promise<Binned>,
): Counter {
  const held = newElementArray(type, Math.max(LEAST_COUNTED, binCount));
  let heldLength = 0;
  let total: Binned | undefined;
  const count = async (array: ElementArray): Promise<void> => {
    const found = await countIn(array);
    total = total === undefined ? { ...found, counts: Float64Array.from(found.counts) } : sumOf(total, found);
  };
  const flush = async (): Promise<void> => {
    if (heldLength > 0 || total === undefined) await count(held.subarray(0, heldLength));
    heldLength = 0;
  };
  return {
    async add({ array }) {
      if (heldLength + array.length > held.length) await flush();
      if (array.length > held.length) return count(array);
      (held as Float64Array).set(array as Float64Array, heldLength);
      heldLength += array.length;
    },
    async finish() {
      await flush();
      return total as Binned;
    },
  };
}

function sumOf({ counts, beside, edges }: Binned, found: Binned): Binned {
  for (let i = 0; i < counts.length; i++) counts[i] += found.counts[i];
  const sums = Object.entries(beside).map(([where, count]) => [where, count + found.beside[where]]);
  return { edges, counts, beside: Object.fromEntries(sums) };
}

/** Bins from the least to the largest finite number: numbers are kept until these are known, or gone through again. */
function rangeCounter(
  type: ElementType,
  binCount: number,
  functions: ColumnFunctions,
  isThereOnce: boolean,
): Counter {
  let kept: ElementArray[] | undefined = [];
  let keptBytes = 0;
  const ends: (number | bigint)[] = [];
  return {
    async add({ array }) {
      const found = await finiteRange(functions, array, type);
      if (found !== undefined) ends.push(found.min, found.max);
      keptBytes += array.byteLength;
      if (keptBytes > MOST_KEPT_BYTES && !isThereOnce) kept = undefined;
      kept?.push(array.slice());
    },
    async finish(again) {
      const all = newElementArray(type, ends.length);
      for (const [i, end] of ends.entries()) all[i] = end;
      const range = ends.length === 0 ? ([0, 1] as const) : rangeBetween(await functions.minMax(all));
      const counter = edgeCounter(type, binCount, functions, { binCount, range });
      if (kept === undefined) await again((part) => counter.add(part));
      else for (const array of kept) await counter.add({ array, type });
      return counter.finish(again);
    },
  };
}
