import { type Code, get, i32, i32Const, type Local, when, whileLoop } from "../../../../codegen/wasm/code.ts";
import { decrement } from "../../kernels/counters.ts";
import { assign, held, type Lanes, type Slot } from "../../kernels/lanes.ts";
import { type ArrayCursor, advance, loadElements } from "../../kernels/load-store.ts";
import { prefixStep } from "../../kernels/prefixes.ts";

/*
 * Short sequences with their state in locals: a segment that begins and ends in one look, or the tail behind whole blocks.
 *
 * In straight-line code a position knows its set bits, so a prefix costs its combines and nothing else; the code is left where the sequence
 * ends. One jump that may be guessed wrong, for a segment of any length.
 */

/** How the elements of a short sequence are combined: as T(x), or one after the other. */
export type ShortTree = "dyadic" | "fold";

/** The longest sequence with straight-line code: operators with more work an element have shorter ones, for their code is longer. */
export function longestShort(nodeCount: number): number {
  if (nodeCount <= 4) return 32;
  return nodeCount <= 16 ? 16 : 4;
}

/** A short sequence: `count` elements at `from`, at least one and at most `longest`, which `value` leaves with the last prefix. */
interface ShortSequence {
  readonly lanes: Lanes;
  readonly from: ArrayCursor;
  readonly count: Local;
  readonly longest: number;
  readonly value: Slot;
}

/** The prefixes of a short sequence, in order: `emit(position)` is given `value`, which it must leave alone. */
export function shortPrefixes(
  { lanes, from, count, longest, value }: ShortSequence,
  roots: readonly Slot[],
  emit: (position: number) => Code,
): Code {
  const steps = Array.from({ length: longest }, (_, position) => [
    assign(value, loadElements(lanes, from, position)),
    prefixStep(
      position,
      (level) => lanes.combine(value, held(roots[level]), held(value)),
      (level) => (position === longest - 1 ? [] : assign(roots[level], held(value))),
    ),
    emit(position),
    position === longest - 1 ? [] : leaveWhere(isLast(count, position), 0),
  ]);
  return block(steps);
}

/** `value` becomes the reduce of a short sequence. */
export function shortReduce(
  { lanes, from, count, longest, value }: ShortSequence,
  roots: readonly Slot[],
): Code {
  const join = (level: number): Code => lanes.combine(value, held(roots[level]), held(value));
  const steps = Array.from({ length: longest }, (_, position) => {
    const joined: Code[] = [];
    let level = 0;
    for (; (position >> level) % 2 === 1; level++) joined.push(join(level));
    const rest: Code[] = [];
    for (let above = level + 1; position >> above !== 0; above++) {
      if ((position >> above) % 2 === 1) rest.push(join(above));
    }
    const leave = position === longest - 1 ? rest : when(isLast(count, position), [rest, 0x0c, 1]);
    return [
      assign(value, loadElements(lanes, from, position)),
      joined,
      leave,
      position === longest - 1 ? [] : assign(roots[level], held(value)),
    ];
  });
  return block(steps);
}

/** The left fold of `count` elements, at least one, with `emit` after each; goes on with `from`, and uses `count` up. */
export function foldSequence(
  { lanes, from, count, value }: Omit<ShortSequence, "longest">,
  emit: Code,
): Code {
  const next = [emit, advance(lanes, from, 1), decrement(count)];
  return [
    assign(value, loadElements(lanes, from)),
    next,
    whileLoop(get(count), [lanes.combine(value, held(value), loadElements(lanes, from)), next]),
  ];
}

/** Slots for the roots inside a short sequence. */
export function shortRoots(lanes: Lanes, longest: number): readonly Slot[] {
  return Array.from({ length: Math.ceil(Math.log2(Math.max(2, longest))) }, () => lanes.slot());
}

function isLast(count: Local, position: number): Code {
  return i32("equal", get(count), i32Const(position + 1));
}

/** A block that `leaveWhere` leaves. */
function block(body: Code): Code {
  return [0x02, 0x40, body, 0x0b];
}

function leaveWhere(condition: Code, depth: number): Code {
  return [condition, 0x0d, depth];
}
