import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  load,
  set,
  store,
  type ValueType,
} from "../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../codegen/wasm/scalar-operations.ts";
import { type EmittableTerms, emitTerms, type Shape } from "../../../codegen/wasm/term.ts";
import type { LaneBytes } from "../../../codegen/wasm/vector-operations.ts";
import type { Scalar, ScalarType } from "../../../values/element-types.ts";
import { InternalError } from "../../../values/errors.ts";

/** What every kernel is specialised to. */
export interface KernelSubject {
  readonly terms: EmittableTerms; // of the operator, over the accumulation type; its sides swapped where the direction is backward
  readonly identity: readonly Scalar[] | undefined; // by column, bit for bit on everything but NaN
  readonly hasOutsideInitial: boolean; // each observed value is combined with STATE.initial on its left
  readonly combineCounter?: number; // address of an i32 that counts scalar combines
}

/** Whether the operator's term is no more than one operation on its two operands: then memory is soon the limit, and registers are free. */
export function isOneOperation({ terms }: KernelSubject): boolean {
  return terms.list.nodes.length <= 3;
}

/** One value, or one vector of them, as code by column. May be evaluated more than once, and uses no temporaries of a combine. */
export type Value = readonly Code[];

/** The locals that hold one value or one vector of them, by column. */
export type Slot = readonly Local[];

/** The operator of a kernel as code, on one value and on lanes. */
export interface Lanes {
  readonly subject: KernelSubject;
  readonly builder: FunctionBuilder; // of the kernel
  readonly columns: readonly ScalarType[];
  readonly laneBytes: LaneBytes;
  readonly laneCount: 2 | 4;
  readonly slot: () => Slot;
  readonly laneSlot: () => Slot;
  /** `target = left · right`; target may be an operand. */
  readonly combine: (target: Slot, left: Value, right: Value) => Code;
  /** The same on every lane. */
  readonly combineLanes: (target: Slot, left: Value, right: Value) => Code;
}

/** The operator of `subject` inside `builder`, which lends its locals. */
export function lanesOf(subject: KernelSubject, builder: FunctionBuilder): Lanes {
  const { terms, combineCounter } = subject;
  const { columns } = terms;
  const temporaries = new Map<ValueType, Local[]>();
  const emit = (shape: Shape, target: Slot, left: Value, right: Value): Code => {
    // Temporaries live no longer than one combine, and so serve them all.
    let taken: Map<ValueType, number> | undefined;
    const newLocal = (type: ValueType): Local => {
      taken ??= new Map();
      const known = temporaries.get(type) ?? [];
      const index = taken.get(type) ?? 0;
      if (index === known.length) known.push(builder.local(type));
      temporaries.set(type, known);
      taken.set(type, index + 1);
      return known[index];
    };
    return [emitTerms(terms, shape, left, right, newLocal), popInto(target)];
  };
  const laneBytes = terms.laneBytes ?? 8;
  return {
    subject,
    builder,
    columns,
    laneBytes,
    laneCount: laneBytes === 8 ? 2 : 4,
    slot: () => columns.map((type) => builder.local(valueTypeOf(type))),
    laneSlot: () => columns.map(() => builder.local("v128")),
    combine(target, left, right) {
      const combined = emit("scalar", target, left, right);
      return combineCounter === undefined ? combined : [increment(combineCounter), combined];
    },
    combineLanes: (target, left, right) => {
      if (terms.laneBytes === undefined) throw new InternalError("a lane kernel of terms without lanes");
      return emit(terms.laneBytes, target, left, right);
    },
  };
}

/** Takes values from the stack, the last column first. */
export function popInto(target: Slot): Code {
  return [...target].reverse().map((local) => set(local, []));
}

/** The value that a slot holds. */
export function held(slot: Slot): Value {
  return slot.map(get);
}

/** `slot = value`, where no code of the value reads another column of the slot. */
export function assign(slot: Slot, value: Value): Code {
  if (slot.length === 1) return set(slot[0], value[0]);
  return slot.map((local, column) => set(local, value[column]));
}

function increment(address: number): Code {
  return store("i32", i32Const(address), i32("add", load("i32", i32Const(address)), i32Const(1)));
}
