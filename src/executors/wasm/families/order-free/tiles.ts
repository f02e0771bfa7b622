import {
  type Code,
  doWhile,
  get,
  i32,
  i32Const,
  type Local,
  set,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { decrease, increaseBy, smaller } from "../../kernels/counters.ts";

/*
 * Tiles that are verified as they are added, against a claim about magnitudes that the caller makes.
 *
 *   while a step is left and the last tile passed:
 *     end = input + the whole steps that fit a tile
 *     look at [input, end); where it passed: take it, input = end
 *   gives how many elements were taken
 */

/** Code that verifies the elements of a tile. */
export interface TileCheck {
  readonly open: Code; // once
  readonly begin: Code; // of each tile
  readonly take: (vectors: readonly Local[]) => Code;
  readonly passed: Code; // i32
}

interface TileShape {
  readonly bytes: number; // of an element
  readonly length: number; // elements of a tile
  readonly step: number; // of which a tile has a multiple; what is left over is not taken
}

interface Tiles {
  readonly at: Local; // in a tile: the address of the next elements
  /** Goes through a tile, `bytes` at a time. */
  readonly through: (body: Code, bytes: number) => Code;
  /** All tiles: `look` leaves `passed`, of which `take` is code for what passed. */
  readonly each: (look: Code, passed: Code, take: Code) => Code;
  readonly taken: Code; // elements
}

/** The tiles of `length` elements at `input`; uses both up. */
export function tilesOf(builder: FunctionBuilder, input: Local, length: Local, shape: TileShape): Tiles {
  const { bytes, step } = shape;
  const [start, at, end, isInside] = Array.from({ length: 4 }, () => builder.local("i32"));
  return {
    at,
    through: (body, by) => [
      set(at, get(input)),
      doWhile([body, increaseBy(at, by)], i32("less", get(at), get(end))),
    ],
    each: (look, passed, take) => [
      set(start, get(input)),
      set(isInside, i32Const(1)),
      whileLoop(i32("and", get(isInside), i32("less", i32Const(step - 1), get(length))), [
        set(end, i32("and", smaller(get(length), i32Const(shape.length)), i32Const(-step))),
        decrease(length, get(end)),
        set(end, i32("add", get(input), i32("multiply", get(end), i32Const(bytes)))),
        look,
        set(isInside, passed),
        when(get(isInside), [take, set(input, get(end))]),
      ]),
    ],
    taken: i32("shiftRight", i32("subtract", get(input), get(start)), i32Const(Math.log2(bytes))),
  };
}
