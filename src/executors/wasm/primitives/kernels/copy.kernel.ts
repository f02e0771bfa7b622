import { get } from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";

/*
 * One copy within the memory: output[i] = input[i], by the instruction for it.
 */

/** `copy(from, to, bytes)`: within one memory. Between views of shared memory JavaScript's own copy takes several times as long. */
export function copy(): FunctionBuilder {
  const builder = new FunctionBuilder("copy", ["i32", "i32", "i32"]);
  const [from, to, bytes] = builder.parameters;
  builder.body = [get(to), get(from), get(bytes), 0xfc, 0x0a, 0x00, 0x00]; // memory.copy
  return builder;
}
