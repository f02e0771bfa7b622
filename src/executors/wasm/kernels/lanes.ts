import {
  type Code,
  get,
  i32,
  i32Const,
  i64,
  type Local,
  load,
  select,
  shuffleLanes,
  store,
  type ValueType,
  vector,
} from "../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { emitTerm, laneCountOf, scalarConst, splatConst, valueTypeOf } from "../../../codegen/wasm/term.ts";
import type { Term } from "../../../operators/term.ts";
import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar } from "../../../values/element-types.ts";
import { InternalError } from "../../../values/errors.ts";
import { STATE } from "./state.ts";

/** What every kernel is specialised to. */
export interface KernelSubject {
  readonly type: ElementType; // the accumulation type: kernels see converted elements only
  readonly term: Term; // of the operator, its sides swapped where the direction is backward
  readonly identity: Scalar | undefined; // bit for bit on everything but NaN
  readonly hasOutsideInitial: boolean; // each observed value is combined with STATE.initial on its left
  readonly combineCounter?: number; // address of an i32 that counts scalar combines
}

/** The operator of a kernel as code, on one element and on lanes. */
export interface Lanes {
  readonly type: ElementType;
  readonly valueType: ValueType;
  readonly bytes: 4 | 8;
  readonly laneCount: 2 | 4;
  readonly combine: (left: Code, right: Code) => Code;
  readonly combineLanes: (left: Code, right: Code) => Code;
  readonly loadElement: (address: Code, offset?: number) => Code;
  readonly storeElement: (address: Code, value: Code, offset?: number) => Code;
}

/** The operator of `subject` inside `builder`, which lends its locals. */
export function lanesOf(subject: KernelSubject, builder: FunctionBuilder): Lanes {
  const { type, term, combineCounter } = subject;
  const newLocal = (valueType: ValueType): Local => builder.local(valueType);
  const valueType = valueTypeOf(type);
  return {
    type,
    valueType,
    bytes: ELEMENT_TYPE_FACTS[type].bytes,
    laneCount: laneCountOf(type),
    combine: (left, right) => [
      combineCounter === undefined ? [] : increment(combineCounter),
      emitTerm(term, "scalar", left, right, newLocal),
    ],
    combineLanes: (left, right) => emitTerm(term, "vector", left, right, newLocal),
    loadElement: (address, offset = 0) => load(valueType, address, offset),
    storeElement: (address, value, offset = 0) => store(valueType, address, value, offset),
  };
}

function increment(address: number): Code {
  return store("i32", i32Const(address), i32("add", load("i32", i32Const(address)), i32Const(1)));
}

/** `value`, or the canonical quiet NaN where it is a NaN. Costs a comparison, so only observed values pass through it. */
export function canonical(type: ElementType, value: Local): Code {
  if (!ELEMENT_TYPE_FACTS[type].isFloat) return get(value);
  const equal = type === "f64" ? 0x61 : 0x5b;
  return [get(value), scalarConst(type, Number.NaN), get(value), get(value), equal, 0x1b];
}

/** The same for every lane. */
export function canonicalLanes(type: ElementType, value: Local): Code {
  if (!ELEMENT_TYPE_FACTS[type].isFloat) return get(value);
  return vector(0x52, get(value), splatConst(type, Number.NaN), equalLanes(type, value));
}

/** All ones in every lane that is not NaN. */
export function equalLanes(type: ElementType, value: Local): Code {
  return vector(type === "f64" ? 0x47 : 0x41, get(value), get(value));
}

/** The last lane in every lane. */
export function splatLast(lanes: Lanes, value: Code, copy: Code): Code {
  const last = lanes.laneCount - 1;
  return shuffleLanes(
    lanes.bytes,
    Array.from({ length: lanes.laneCount }, () => last),
    value,
    copy,
  );
}

/** `address + constant`. */
export function offsetBy(address: Code, bytes: number): Code {
  return bytes === 0 ? address : i32("add", address, i32Const(bytes));
}

/** The value that comes back: combined with the initial value where that stands outside. */
export function observed(
  subject: KernelSubject,
  lanes: Lanes,
  state: Local,
  value: Code,
  initialOffset: number = STATE.initial,
): Code {
  if (!subject.hasOutsideInitial) return value;
  return lanes.combine(lanes.loadElement(get(state), initialOffset), value);
}

/** The carry of the complete blocks so far, or the identity where there are none. */
export function carryOrIdentity(subject: KernelSubject, lanes: Lanes, state: Local): Code {
  return select(
    scalarConst(subject.type, identityOf(subject)),
    lanes.loadElement(get(state), STATE.carry),
    i64("zero", load("i64", get(state), STATE.blockIndex)),
  );
}

/** The identity of a subject that is known to have one. */
export function identityOf(subject: KernelSubject): Scalar {
  if (subject.identity === undefined)
    throw new InternalError("this kernel needs an operator with an identity");
  return subject.identity;
}
