import { doWhile, get, i32, i32Const, load, set, store } from "../../../codegen/wasm/code.ts";
import { elementaryCall } from "../../../codegen/wasm/elementary/slots.ts";
import { encodeModule, FunctionBuilder } from "../../../codegen/wasm/module.ts";
import type { FloatType, UnaryFunction } from "../../../elementary/names.ts";
import { provideElementary } from "../../../elementary/provide.ts";
import { kernelImports } from "../memory/elementary-table.ts";

/** Elements that are copied to the kernel's memory at a time, and below which loops do: compiling takes milliseconds, once. */
const STAGE_LENGTH = 4096;

const PAGES = 1;

/** A function on the elements at the beginning of a stage. */
interface StageKernel {
  readonly stage: Float64Array | Float32Array;
  readonly run: (endBytes: number) => void;
}

const kernels = new Map<string, StageKernel | undefined>();

/**
 * Writes a function's values of an array to one of the same type and length, by a kernel on lanes: whether it has.
 *
 * Not where arrays are short, or where an engine has no WebAssembly or a page's policy forbids it; loops have the same bits.
 */
export function fillByLanes(
  name: UnaryFunction,
  type: FloatType,
  array: Float64Array | Float32Array,
  output: Float64Array | Float32Array,
): boolean {
  if (array.length < STAGE_LENGTH) return false;
  const key = `${name} ${type}`;
  if (!kernels.has(key)) kernels.set(key, openKernel(name, type));
  const kernel = kernels.get(key);
  if (kernel === undefined) return false;
  const { stage, run } = kernel;
  for (let start = 0; start < array.length; start += STAGE_LENGTH) {
    const part = array.subarray(start, start + STAGE_LENGTH);
    stage.set(part);
    run(part.byteLength);
    output.set(stage.subarray(0, part.length), start);
  }
  return true;
}

/** The kernel of one function and type; undefined where nothing can be compiled. */
function openKernel(name: UnaryFunction, type: FloatType): StageKernel | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  provideElementary();
  const bytes = encodeModule({ minimumPages: PAGES, maximumPages: PAGES, isShared: false }, [
    laneLoop(name, type),
  ]);
  try {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), kernelImports(memory));
    const Stage = type === "f64" ? Float64Array : Float32Array;
    return {
      stage: new Stage(memory.buffer, 0, STAGE_LENGTH),
      run: exports.run as (endBytes: number) => void,
    };
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}

/** All vectors from address 0 on, in place. The last may reach behind the end, into what an earlier part has left. */
function laneLoop(name: UnaryFunction, type: FloatType): FunctionBuilder {
  const kernel = new FunctionBuilder("run", ["i32"]);
  const [end] = kernel.parameters;
  const at = kernel.local("i32");
  kernel.body = doWhile(
    [
      store("v128", get(at), elementaryCall(name, type, "lanes", load("v128", get(at)))),
      set(at, i32("add", get(at), i32Const(16))),
    ],
    i32("less", get(at), get(end)),
  );
  return kernel;
}
