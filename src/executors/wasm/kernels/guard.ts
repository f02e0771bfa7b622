import { type Code, get, type Local, load, set, store, vector } from "../../../codegen/wasm/code.ts";
import type { Lanes, Value } from "./lanes.ts";
import { STATE } from "./state.ts";

/*
 * A fast kernel does not canonicalise NaNs. For float add none can appear in an output unless a complete dyadic range or a carry
 * before it was not finite: a NaN needs ∞ − ∞ or a NaN operand, a root that is not finite stays so in every root and carry that
 * contains it, and the carries, whose brackets end at every block, are summed here: what is not finite stays in the sum, and a sum that
 * overflows by itself costs time alone. So the caller canonicalises the output when the guard or the last value is not finite, and
 * needs no comparison per element otherwise.
 */

const ADD = { f64: 0xa0, f32: 0x92 } as const;
const ADD_LANES = { f64: 0xf0, f32: 0xe4 } as const;
const EXTRACT_LANE = { f64: 0x21, f32: 0x1f } as const;

/** What a kernel does for its guard: nothing but for single floats. */
export interface Guard {
  /** `guard += carry`, of one value or of every lane. */
  readonly gather: (carry: Value) => Code;
  /** Adds what was gathered to that of the state. */
  readonly close: (state: Local) => Code;
}

/** A guard over single carries, or over vectors of them. */
export function openGuard(lanes: Lanes, over: "values" | "lanes"): Guard {
  const [type] = lanes.columns;
  if (lanes.columns.length > 1 || (type !== "f64" && type !== "f32")) return NO_GUARD;
  const ofLanes = over === "lanes";
  const guard = lanes.builder.local(ofLanes ? "v128" : type);
  const laneCount = ofLanes ? lanes.laneCount : 1;
  const added = Array.from({ length: laneCount }, (_, lane) => [
    get(guard),
    ofLanes ? [0xfd, EXTRACT_LANE[type], lane] : [],
    ADD[type],
  ]);
  return {
    gather: ([carry]) =>
      set(guard, ofLanes ? vector(ADD_LANES[type], get(guard), carry) : [get(guard), carry, ADD[type]]),
    close: (state) => store(type, get(state), [load(type, get(state), STATE.guard), added], STATE.guard),
  };
}

const NO_GUARD: Guard = { gather: () => [], close: () => [] };
