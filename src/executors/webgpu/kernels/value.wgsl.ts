// A value is a struct of u32 words whatever its type, so that bits pass through kernels unchanged: how columns are read into values and written from them.

import { wgslCanonical } from "../../../codegen/wgsl/wgsl-convert.ts";
import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslStruct, wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";

import type { ScalarType } from "../../../values/element-types.ts";
import { combineSource } from "./arithmetic.wgsl.ts";
import { countText, type KernelSetting, PARAMS } from "./kernel-setting.ts";

import { inputTypes } from "./mapped-input.ts";
import { mappedValueSource, valueOfColumns } from "./mapped-load.wgsl.ts";

/** u32 words of one value. */
export function wordCount(types: readonly ScalarType[]): number {
  return types.reduce((sum, type) => sum + wgslWords(type), 0);
}

/** The binding of the first input column; `params` and `state` stand before, the output columns behind the inputs. */
export const FIRST_COLUMN = 2;

/** Storage buffers that a plan's kernels bind: parameters and state, columns in and out, columns in as vectors, the table of a network. */
function bindingCount(setting: KernelSetting): number {
  const { sums, isVectorised, blockNetwork } = setting;
  const inputs = inputTypes(setting).length;
  const vectors = isVectorised ? inputs : 0;
  return FIRST_COLUMN + inputs + sums.length + vectors + (blockNetwork === undefined ? 0 : 1);
}

/** `Value`, `combine`, and how values come from the columns' words and go to them. Bindings of a reduce's output are those of a scan. */
export function valueSource(setting: KernelSetting): string {
  return elementSource(setting, (library) => combineSource(setting, library));
}

/** The same with other functions of values than `combine`. */
export function elementSource(setting: KernelSetting, functions: (library: WgslLibrary) => string): string {
  const { sums, placement, isVectorised, blockNetwork } = setting;
  const types = inputTypes(setting);
  const library = new WgslLibrary();
  const text = functions(library);
  const load = loadSource(setting, library);
  const loadRun = loadRunSource(setting, library);
  const store = storeSource(setting, library);
  return `
@group(0) @binding(0) var<storage, read> params: array<u32>;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
${types.map((_, i) => binding("read", FIRST_COLUMN + i, `input${i}`)).join("\n")}
${sums.map((_, i) => binding("read_write", FIRST_COLUMN + types.length + i, `output${i}`)).join("\n")}
${isVectorised ? types.map((_, i) => vectorBinding(FIRST_COLUMN + types.length + sums.length + i, i)).join("\n") : ""}
${blockNetwork === undefined ? "" : binding("read", bindingCount(setting) - 1, "network")}
${library.source()}
${wgslStruct(sums)}
${text}
${load}
${loadRun}
${store}
${placement === "none" ? "" : initialSource(setting)}`;
}

function binding(access: string, place: number, name: string): string {
  return `@group(0) @binding(${place}) var<storage, ${access}> ${name}: array<u32>;`;
}

function vectorBinding(place: number, column: number): string {
  return `@group(0) @binding(${place}) var<storage, read> vectors${column}: array<vec4<u32>>;`;
}

/** Elements beyond the last are read as the last: no output needs them, and every operation is total. */
function loadSource(setting: KernelSetting, library: WgslLibrary): string {
  const { sums, placement, isBackward, mapped } = setting;
  const reads = inputTypes(setting).map((type, column) => {
    const start = `params[${PARAMS.ranges + column}]`;
    const word = (offset: string) => `input${column}[${start} + ${offset}]`;
    return wgslWords(type) === 1
      ? word("place")
      : `vec2<u32>(${word("2u * place")}, ${word("2u * place + 1u")})`;
  });
  const first = `  if (position < params[${PARAMS.lead}]) { return initial_value(); }\n`;
  const isSelected = mapped?.isSelected === true;
  const place = isSelected ? "source_of(element)" : isBackward ? "last - element" : "element";
  const columns = isSelected ? reads.slice(0, -2) : reads;
  const value =
    mapped === undefined
      ? valueOfColumns(setting, columns, library)
      : `  return mapped_value(${[...columns, "place"].join(", ")});`;
  return `${mapped === undefined ? "" : mappedValueSource(setting, mapped, initialStart(setting) + wordCount(sums), library)}
fn load(position: u32) -> Value {
${placement === "first" ? first : ""}  let last = max(params[${PARAMS.inputs}], 1u) - 1u;
  let element = min(position - params[${PARAMS.lead}], last);
  let place = ${place};
  ${countText(setting, "elementReads")}
${value}
}
`;
}

/**
 * `load_run(position)`: the elements of a run, from a multiple of its length on. Four that lie in one vector of every column are loaded at once, which the
 * ranges' offsets decide for all runs of a call but the last.
 *
 * One kernel does both: a call may have any offset, recording it may not wait for a compiler, and whether it is aligned is the same for all threads.
 */
function loadRunSource(setting: KernelSetting, library: WgslLibrary): string {
  const { isBackward, isVectorised, mapped, shape } = setting;
  const types = inputTypes(setting);
  const run = `${shape.run}u`;
  const simple = `  for (var i = 0u; i < ${run}; i++) { run[i] = load(position + i); }
  return run;
}
`;
  const head = `fn load_run(position: u32) -> array<Value, ${run}> {\n  var run: array<Value, ${run}>;\n`;
  if (!isVectorised) return head + simple;
  const inputs = `params[${PARAMS.inputs}]`;
  const lead = `params[${PARAMS.lead}]`;
  const places = types.map((_, column) => `at${column}`);
  const letters = isBackward ? ["w", "z", "y", "x"] : ["x", "y", "z", "w"];
  const values = letters.map((letter, i) => {
    const raw = types.map((_, column) => `v${column}.${letter}`);
    const value =
      mapped === undefined
        ? `value_of(${raw.join(", ")})`
        : `mapped_value(${[...raw, `place + ${i}u`].join(", ")})`;
    return `    run[${i}] = ${value};`;
  });
  return `${mapped === undefined ? valueOfSource(setting, library) : ""}
${head}  let first = position - ${lead};
  let place = ${isBackward ? `${inputs} - first - ${run}` : "first"};
${places.map((at, column) => `  let ${at} = params[${PARAMS.ranges + column}] + place;`).join("\n")}
  if (position >= ${lead} && first + ${run} <= ${inputs} && ((${places.join(" | ")}) & 3u) == 0u) {
${places.map((at, column) => `    let v${column} = vectors${column}[${at} >> 2u];`).join("\n")}
${values.join("\n")}
    ${countText(setting, "elementReads", setting.shape.run)}
    return run;
  }
${simple}`;
}

/** `value_of(raw0, …)`: an element of columns of one word each. */
function valueOfSource(setting: KernelSetting, library: WgslLibrary): string {
  const raw = setting.types.map((_, column) => `raw${column}`);
  return `fn value_of(${raw.map((name) => `${name}: u32`).join(", ")}) -> Value {
${valueOfColumns(setting, raw, library)}
}
`;
}

/** NaNs go as the canonical one. `place` counts elements of the output from its beginning. */
function storeSource(setting: KernelSetting, library: WgslLibrary): string {
  const { sums } = setting;
  const outputs = PARAMS.ranges + inputTypes(setting).length;
  let word = 0;
  const lines = sums.map((type, column) => {
    const start = `params[${outputs + column}]`;
    const canonical = wgslCanonical(type, library);
    if (wgslWords(type) === 1)
      return `  output${column}[${start} + place] = ${canonical(`value.w${word++}`)};`;
    const pair = `vec2<u32>(value.w${word++}, value.w${word++})`;
    const at = `output${column}[${start} + 2u * place`;
    return `  let c${column} = ${canonical(pair)};\n  ${at}] = c${column}.x;\n  ${at} + 1u] = c${column}.y;`;
  });
  return `fn store(place: u32, value: Value) {\n${lines.join("\n")}\n  ${countText(setting, "elementWrites")}\n}\n`;
}

/** Where the initial value's words are in `params`, behind the ranges of all columns. */
function initialStart(setting: KernelSetting): number {
  return PARAMS.ranges + inputTypes(setting).length + setting.sums.length;
}

function initialSource(setting: KernelSetting): string {
  const { sums } = setting;
  const start = initialStart(setting);
  const words = Array.from({ length: wordCount(sums) }, (_, word) => `params[${start + word}]`);
  return `fn initial_value() -> Value { return Value(${words.join(", ")}); }\n`;
}
