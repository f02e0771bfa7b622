import { NATIVE_EXPRESSION_NAMES, NATIVE_EXPRESSIONS } from "./native-expressions.ts";

export const LANES = 64;

/** Every expression of every triple: results of expression e begin at word e·n. Operands are all a, all b, all c, and a zero. */
export const NATIVE_FLOATS_WGSL = `
@group(0) @binding(0) var<storage, read> operands: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let n = arrayLength(&operands) / 3u;
  let zero = operands[3u * n];
  let i = id.x;
  if (i >= n) { return; }
  let a = bitcast<f32>(operands[i]);
  let b = bitcast<f32>(operands[n + i]);
  let c = bitcast<f32>(operands[2u * n + i]);
${NATIVE_EXPRESSION_NAMES.map(
  (name, e) => `  results[${e}u * n + i] = bitcast<u32>(${NATIVE_EXPRESSIONS[name].wgsl});`,
).join("\n")}
}
`;
