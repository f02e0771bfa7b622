import {
  type Code,
  get,
  type Local,
  load,
  loadSplat,
  set,
  store,
  vector,
} from "../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { scalarConst } from "../../../codegen/wasm/scalar-operations.ts";
import { splatConst } from "../../../codegen/wasm/vector-operations.ts";
import type { Lanes, Value } from "./lanes.ts";
import { STATE } from "./state.ts";

/*
 * A fast kernel does not canonicalise NaNs. For float add none can appear in an output unless a complete dyadic range or a carry
 * before it was not finite: a NaN needs ∞ − ∞ or a NaN operand, a root that is not finite stays so in every root and carry that
 * contains it, and the carries, whose brackets end at every block, are gathered here as carry·0. So the caller canonicalises the
 * output when the guard or the last value is not finite, and needs no comparison per element otherwise.
 */

const MULTIPLY_ADD = { f64: [0xa2, 0xa0], f32: [0x94, 0x92] } as const;
const MULTIPLY_ADD_LANES = { f64: [0xf2, 0xf0], f32: [0xe6, 0xe4] } as const;
const EXTRACT_LANE = { f64: 0x21, f32: 0x1f } as const;

/** What a kernel does for its guard: nothing but for single floats. */
export interface Guard {
  readonly open: (state: Local) => Code;
  /** `guard += carry·0`, of one value or of every lane. */
  readonly gather: (carry: Value) => Code;
  readonly close: (state: Local) => Code;
}

/** A guard over single carries. */
export function scalarGuard(lanes: Lanes, builder: FunctionBuilder): Guard {
  const type = guardedType(lanes);
  if (type === undefined) return NO_GUARD;
  const guard = builder.local(type);
  return {
    open: (state) => set(guard, load(type, get(state), STATE.guard)),
    gather: ([carry]) => set(guard, [get(guard), carry, scalarConst(type, 0), MULTIPLY_ADD[type]]),
    close: (state) => store(type, get(state), get(guard), STATE.guard),
  };
}

/** A guard over vectors of carries. */
export function laneGuard(lanes: Lanes, builder: FunctionBuilder): Guard {
  const type = guardedType(lanes);
  if (type === undefined) return NO_GUARD;
  const guard = builder.local("v128");
  const [multiply, add] = MULTIPLY_ADD_LANES[type];
  const lane = (index: number): Code => [get(guard), 0xfd, EXTRACT_LANE[type], index];
  const sum = Array.from({ length: lanes.laneCount }, (_, index) => [
    lane(index),
    index === 0 ? [] : MULTIPLY_ADD[type][1],
  ]);
  return {
    open: (state) => set(guard, loadSplat(lanes.laneBytes, get(state), STATE.guard)),
    gather: ([carries]) =>
      set(guard, vector(add, get(guard), vector(multiply, carries, splatConst(type, 0, lanes.laneBytes)))),
    close: (state) => store(type, get(state), sum, STATE.guard),
  };
}

function guardedType({ columns }: Lanes): "f64" | "f32" | undefined {
  const [type] = columns;
  return columns.length === 1 && (type === "f64" || type === "f32") ? type : undefined;
}

const NO_GUARD: Guard = { open: () => [], gather: () => [], close: () => [] };
