// What the texts of all recorded kernels have in common: bindings, parameters by name, and the loop over elements.

import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { Kernel, KernelColumn } from "./machine.ts";

/** The words that a call hands to a kernel: where columns begin, lengths (at most, and the word of the count or 0), then the kernel's own. */
export function paramCount({ columns, lengths = [], words = [] }: Kernel): number {
  return columns.length + 2 * lengths.length + words.length;
}

/**
 * All of a kernel: bindings 0 `params`, uniform; 1 `state`; then its columns, each an array of words; functions for whatever changes from call to call;
 * and its body, in which `params[7]` means word 7 of them.
 */
export function kernelText(kernel: Kernel): string {
  const { columns, lengths = [], words = [], state = "read" } = kernel;
  const vectors = Math.max(1, Math.ceil(paramCount(kernel) / 4));
  const firstLength = columns.length;
  const firstWord = firstLength + 2 * lengths.length;
  const stateType = state === "read" ? "read> state: array<u32>" : "read_write> state: array<atomic<u32>>";
  const load = state === "read" ? "state[count]" : "atomicLoad(&state[count])";
  const head = [
    `@group(0) @binding(0) var<uniform> params: array<vec4<u32>, ${vectors}>;`,
    `@group(0) @binding(1) var<storage, ${stateType};`,
    ...columns.map((column, i) => `@group(0) @binding(${i + 2}) ${columnText(column)};`),
    ...columns.map(({ name }, i) => `fn at_${name}() -> u32 { return params[${i}]; }`),
    ...lengths.map(
      (name, i) => `fn ${name}() -> u32 {
  let count = params[${firstLength + 2 * i + 1}];
  if (count == 0u) { return params[${firstLength + 2 * i}]; }
  return min(${load}, params[${firstLength + 2 * i}]);
}`,
    ),
    ...words.map((name, i) => `fn ${name}() -> u32 { return params[${firstWord + i}]; }`),
  ];
  return inVectors(`${head.join("\n")}\n${kernel.body()}`);
}

function columnText({ name, access }: KernelColumn): string {
  if (access === "read") return `var<storage, read> ${name}: array<u32>`;
  return `var<storage, read_write> ${name}: array<${access === "write" ? "u32" : "atomic<u32>"}>`;
}

/** Uniform arrays are of vectors: words are named by the vector that they are in. */
function inVectors(text: string): string {
  return text.replace(
    /\bparams\[(\d+)\]/g,
    (_, word: string) => `params[${Number(word) >> 2}].${"xyzw"[Number(word) & 3]}`,
  );
}

/** The head of an entry point; `group` is the workgroup's number. Uniform: `group`. Close the brace. */
export function groupEntry(threads: number): string {
  return `@compute @workgroup_size(${threads})
fn main(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) id: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
) {
  let group = id.y * grid.x + id.x;
`;
}

/** Threads of a workgroup, and elements of each, where every element is for itself. */
export const ELEMENT_THREADS = 256;
export const ELEMENTS_PER_THREAD = 4;

/** An entry point that runs statements for each `i` below `length`, a u32 expression. */
export function elementEntry(length: string, statements: string): string {
  return `${groupEntry(ELEMENT_THREADS)}  let element_count = ${length};
  for (var k = 0u; k < ${ELEMENTS_PER_THREAD}u; k++) {
    let i = (group * ${ELEMENTS_PER_THREAD}u + k) * ${ELEMENT_THREADS}u + lane;
    if (i >= element_count) { break; }
${statements}
  }
}
`;
}

/** Workgroups of an elementEntry. */
export function elementGroups(length: number): number {
  return Math.max(1, Math.ceil(length / (ELEMENT_THREADS * ELEMENTS_PER_THREAD)));
}

/** An element of a column as `u32` or `vec2<u32>`; `index` is a u32 expression without side effects. */
export function loadText(name: string, type: ScalarType, index: string): string {
  return wgslWords(type) === 1
    ? `${name}[at_${name}() + ${index}]`
    : `vec2<u32>(${name}[at_${name}() + 2u * (${index})], ${name}[at_${name}() + 2u * (${index}) + 1u])`;
}

/** A statement that stores such an element; `value` is an expression without side effects. */
export function storeText(name: string, type: ScalarType, index: string, value: string): string {
  if (wgslWords(type) === 1) return `${name}[at_${name}() + ${index}] = ${value};`;
  const at = `at_${name}() + 2u * (${index})`;
  return `{ let pair = ${value}; ${name}[${at}] = pair.x; ${name}[${at} + 1u] = pair.y; }`;
}
