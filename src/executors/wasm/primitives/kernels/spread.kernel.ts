import {
  type Code,
  doWhile,
  get,
  i32,
  i32Const,
  load,
  moveBytes,
  set,
  store,
  tee,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { i32s, named } from "../../kernels/column-kernel.ts";
import { increase, increaseBy } from "../../kernels/counters.ts";

/*
 * Chunks of a few rows to where tiles of products want them, as bits:
 *
 *   for each chunk along a row:  for each row:  to[row · toRow + chunk · toChunk] = from[row · fromRow + chunk]
 *
 * Rows are the inner loop: what they write lies side by side, while a chunk further on is written a strip or a quad away. Row by row the lines of all strips would be
 * open at once, and those of a power of two bytes fall into one set of a cache.
 */

/** Bytes of a chunk: an element, or the four or eight of a group. */
const CHUNKS = [4, 8, 16, 32] as const;

/** `spread4` … `spread32(from, fromRow, to, toRow, toChunk, rows, chunks)`: strides in bytes; rows, chunks ≥ 1. */
export function spreadKernels(): readonly FunctionBuilder[] {
  return CHUNKS.map(spread);
}

function spread(bytes: (typeof CHUNKS)[number]): FunctionBuilder {
  const names = ["from", "fromRow", "to", "toRow", "toChunk", "rows", "chunks"] as const;
  const builder = new FunctionBuilder(`spread${bytes}`, i32s(names.length));
  const at = named(names, builder.parameters);
  const [source, target, left] = [builder.local("i32"), builder.local("i32"), builder.local("i32")];
  const vectors = Array.from({ length: bytes / 16 }, (_, v) =>
    store("v128", get(target), load("v128", get(source), v * 16), v * 16),
  );
  const move: Code = bytes <= 8 ? moveBytes(bytes as 4 | 8, get(source), get(target)) : vectors;
  const lessOne = (count: typeof left) => tee(count, i32("subtract", get(count), i32Const(1)));
  const row = [move, increase(source, get(at.fromRow)), increase(target, get(at.toRow))];
  builder.body = doWhile(
    [
      set(source, get(at.from)),
      set(target, get(at.to)),
      set(left, get(at.rows)),
      doWhile(row, lessOne(left)),
      increaseBy(at.from, bytes),
      increase(at.to, get(at.toChunk)),
    ],
    lessOne(at.chunks),
  );
  return builder;
}
