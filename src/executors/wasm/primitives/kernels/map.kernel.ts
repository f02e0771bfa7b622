import {
  type Code,
  get,
  i32,
  i32Const,
  instruction,
  type Local,
  load,
  loadBool,
  loadBoolLanes,
  select,
  set,
  store,
  storeBool,
  storeBoolLanes,
  type ValueType,
  vector,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { type NewLocal, scalarConst, valueTypeOf } from "../../../../codegen/wasm/scalar-operations.ts";
import { type EmittableTerms, emitTerms, type Shape } from "../../../../codegen/wasm/term.ts";
import { type LaneBytes, splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../../values/element-types.ts";
import { decrement, offsetBy, popInto } from "../../kernels/lanes.ts";

/** What a map reads: one column on one side. */
export interface MapLeaf {
  readonly side: "left" | "right";
  readonly column: number;
  readonly type: ScalarType;
}

/** Vectors of one round: 16 or 32 elements, enough that stepping the addresses costs little. */
const UNROLLED = 4;

/**
 * `map(…leaves, …outputs, length)`: each output's term at each index; all parameters but the last are addresses. NaNs become canonical.
 * Where the terms have a form on lanes, most elements go by vectors; the rest one by one.
 */
export function map(terms: EmittableTerms, leaves: readonly MapLeaf[]): FunctionBuilder {
  const outputTypes = terms.list.roots.map((root) => terms.list.nodes[root].term.type);
  const types = [...leaves.map(({ type }) => type), ...outputTypes];
  const builder = new FunctionBuilder("map", [...types.map((): ValueType => "i32"), "i32"]);
  const addresses = builder.parameters.slice(0, types.length);
  const length = builder.parameters[types.length];
  const newLocal = lender(builder);
  const operandsAt = (shape: Shape, index: number, side: "left" | "right"): readonly Code[] => {
    const codes: Code[] = [];
    for (const [i, leaf] of leaves.entries()) {
      if (leaf.side === side) codes[leaf.column] = loadAt(shape, leaf.type, addresses[i], index);
    }
    return codes;
  };
  const stepFor = (shape: Shape): ((index: number) => Code) => {
    const values = outputTypes.map((type) => builder.local(shape === "scalar" ? valueTypeOf(type) : "v128"));
    return (index) => [
      emitTerms(
        terms,
        shape,
        operandsAt(shape, index, "left"),
        operandsAt(shape, index, "right"),
        newLocal(),
      ),
      popInto(values),
      outputTypes.map((type, k) =>
        storeAt(shape, type, addresses[leaves.length + k], canonical(shape, type, values[k]), index),
      ),
    ];
  };
  const advance = (count: number): Code =>
    addresses.map((address, i) =>
      set(address, offsetBy(get(address), count * SCALAR_TYPE_FACTS[types[i]].bytes)),
    );
  const { laneBytes } = terms;
  const lanes = laneBytes === undefined ? [] : roundsOf(laneBytes, length, stepFor(laneBytes), advance);
  const step = stepFor("scalar");
  builder.body = [lanes, whileLoop(get(length), [step(0), advance(1), decrement(length)])];
  return builder;
}

function roundsOf(
  laneBytes: LaneBytes,
  length: Local,
  step: (index: number) => Code,
  advance: (count: number) => Code,
): Code {
  const laneCount = 16 / laneBytes;
  const count = UNROLLED * laneCount;
  return whileLoop(i32("less", i32Const(count - 1), get(length)), [
    Array.from({ length: UNROLLED }, (_, i) => step(i * laneCount)),
    advance(count),
    set(length, i32("subtract", get(length), i32Const(count))),
  ]);
}

/** Lends temporaries that live no longer than one step, and so serve all steps. */
function lender(builder: FunctionBuilder): () => NewLocal {
  const known = new Map<ValueType, Local[]>();
  return () => {
    const taken = new Map<ValueType, number>();
    return (type) => {
      const locals = known.get(type) ?? [];
      const index = taken.get(type) ?? 0;
      if (index === locals.length) locals.push(builder.local(type));
      known.set(type, locals);
      taken.set(type, index + 1);
      return locals[index];
    };
  };
}

function loadAt(shape: Shape, type: ScalarType, address: Local, index: number): Code {
  const { bytes } = SCALAR_TYPE_FACTS[type];
  if (type === "bool") {
    return shape === "scalar" ? loadBool(get(address), index) : loadBoolLanes(shape, get(address), index);
  }
  return load(shape === "scalar" ? valueTypeOf(type) : "v128", get(address), index * bytes);
}

function storeAt(shape: Shape, type: ScalarType, address: Local, value: Code, index: number): Code {
  const { bytes } = SCALAR_TYPE_FACTS[type];
  if (type === "bool") {
    if (shape === "scalar") return storeBool(get(address), value, index);
    return storeBoolLanes(shape, get(address), value, index);
  }
  return store(shape === "scalar" ? valueTypeOf(type) : "v128", get(address), value, index * bytes);
}

function canonical(shape: Shape, type: ScalarType, value: Local): Code {
  if (type !== "f64" && type !== "f32") return get(value);
  if (shape === "scalar") {
    const isNumber = instruction(type === "f64" ? 0x61 : 0x5b, get(value), get(value));
    return select(get(value), scalarConst(type, Number.NaN), isNumber);
  }
  const isNumber = vector(type === "f64" ? 0x47 : 0x41, get(value), get(value));
  return vector(0x52, get(value), splatConst(type, Number.NaN, shape), isNumber);
}
