import {
  type Code,
  get,
  type Local,
  load,
  loadBool,
  loadBoolLanes,
  store,
  storeBool,
  storeBoolLanes,
  type ValueType,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { type NewLocal, valueTypeOf } from "../../../../codegen/wasm/scalar-operations.ts";
import { type EmittableTerms, emitTerms, type Shape } from "../../../../codegen/wasm/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../../values/element-types.ts";
import { forEach, increaseBy, inRounds } from "../../kernels/counters.ts";
import { popInto } from "../../kernels/lanes.ts";
import { canonicalElement, canonicalVector } from "../../kernels/nans.ts";

/*
 * Terms at each index.
 *
 *   for each round of UNROLLED vectors, then for each element that is left:
 *     values = terms(leaves at the index);  outputs at the index = values, NaNs canonical
 */

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
        storeAt(
          shape,
          type,
          addresses[leaves.length + k],
          shape === "scalar" ? canonicalElement(type, values[k]) : canonicalVector(type, values[k], shape),
          index,
        ),
      ),
    ];
  };
  const advance = (count: number): Code =>
    addresses.map((address, i) => increaseBy(address, count * SCALAR_TYPE_FACTS[types[i]].bytes));
  const { laneBytes } = terms;
  const stepOne = stepFor("scalar");
  const one = [stepOne(0), advance(1)];
  if (laneBytes === undefined) builder.body = forEach(length, one);
  else {
    const laneCount = 16 / laneBytes;
    const step = stepFor(laneBytes);
    const several = Array.from({ length: UNROLLED }, (_, i) => step(i * laneCount));
    builder.body = inRounds(length, UNROLLED * laneCount, [several, advance(UNROLLED * laneCount)], one);
  }
  return builder;
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
