// What every emitted workgroup scan has around its steps: columns in, columns out, the combine, ragged ends.
import type { WgslArithmetic } from "../../codegen/wgsl/operation-text.ts";
import { wgslCanonical } from "../../codegen/wgsl/wgsl-convert.ts";
import { WgslLibrary } from "../../codegen/wgsl/wgsl-library.ts";
import { wgslCombine } from "../../codegen/wgsl/wgsl-terms.ts";
import { wgslStruct, wgslWords } from "../../codegen/wgsl/wgsl-words.ts";

import { add } from "../../operators/built-in.ts";
import { type AnyOperator, bodyOf, checkOwnOperator, type OperatorBody } from "../../operators/operator.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementType, ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { WorkgroupPlan } from "./plan-workgroup.ts";
import { type SharedWires, sharedWires } from "./shared-wires.ts";

/** What a workgroup scan in WGSL is written for. */
export interface WgslScanOptions {
  readonly title?: string; // what it is: "sklansky"; default: "A network"
  readonly operator?: AnyOperator; // default: add
  readonly type?: ElementType; // of an operator over single elements; default: "f32", or its first type where it has none of f32
  /**
   * "integer": floats are combined on their bits, so that results are the same on every device. "native": f32 by the device's own operations, which is
   * short to read, and may flush and fuse. Default: "integer".
   */
  readonly arithmetic?: WgslArithmetic;
}

/**
 * A compute shader: workgroup b scans elements [b·width, (b + 1)·width) of the input columns. What is missing of the last block is absent.
 *
 * Entry point `main`; in group 0 the input columns, then the output columns, each an array of little-endian u32 words, two for a 64-bit element, in a storage
 * buffer as long as the data. Backward: blocks are counted from the end.
 */
export interface WgslScan {
  readonly code: string;
  readonly width: number; // elements of a workgroup
  readonly workgroupSize: number; // invocations; more than 256 have to be asked for when a device is requested
  readonly workgroupBytes: number; // of shared memory; more than 16,384 have to be asked for
  readonly barrierCount: number; // that an invocation waits at
  readonly bankWaits: number; // cycles for which accesses to shared memory wait for its banks, 32 of one word, in the layout that has the fewest
  readonly plan: WorkgroupPlan;
}

/** Invocations of a workgroup on any GPU that we know of. */
export const MOST_INVOCATIONS = 1024;

/** What is left to say of a scan: its steps. */
interface WgslScanParts {
  readonly plan: WorkgroupPlan;
  readonly head: readonly string[]; // comment lines
  readonly direction: "forward" | "backward";
  readonly constants: readonly string[];
  readonly steps: (wires: SharedWires) => readonly string[]; // of `main`, line by line, not indented; over `j`, `value` and the wires
  readonly source?: WgslSource; // default: one buffer, "input", whose values enter as they are
}

/** Where values come from. */
export interface WgslSource {
  readonly buffers: readonly string[]; // each bound by columns before the output; `read_NAME(place)` gives a value, its last one beyond its end
  readonly load: string; // `fn load(position: i32) -> Value`: what enters on the wire of that position of the output
}

const PLAIN: WgslSource = {
  buffers: ["input"],
  load: "fn load(position: i32) -> Value {\n  return read_input(position);\n}\n",
};

/** @throws InvalidArgumentError for what no emitter looks at */
export function checkScanOptions(options: WgslScanOptions, further: readonly string[] = []): void {
  checkOptionNames(options, ["title", "operator", "type", "arithmetic", ...further]);
  const { arithmetic = "integer" } = options;
  checkName("arithmetic", ["integer", "native"], arithmetic);
}

/** @throws InvalidArgumentError for a type that the operator lacks; UnsupportedError for more wires than a workgroup can have */
export function wgslScan(parts: WgslScanParts, options: WgslScanOptions): WgslScan {
  const { plan } = parts;
  const { operator = add, arithmetic = "integer" } = options;
  const body = checkedBody(operator, options.type);
  if (plan.invocationCount > MOST_INVOCATIONS) {
    throw new UnsupportedError(
      `a workgroup scan by ${plan.invocationCount} invocations`,
      `a workgroup has ${MOST_INVOCATIONS} at most`,
      "take a smaller width and scan the blocks' last values, as scan-scan-add does",
    );
  }
  const words = body.columns.reduce((sum, column) => sum + wgslWords(column.type), 0);
  const wires = sharedWires(plan, words);
  const hasSteps = plan.steps.length > 0;
  return {
    code: codeOf(parts, wires, body, arithmetic),
    width: plan.width,
    workgroupSize: plan.invocationCount,
    workgroupBytes: hasSteps ? wires.bytes : 0,
    barrierCount: plan.barrierCount,
    bankWaits: hasSteps ? wires.waits : 0,
    plan,
  };
}

function checkedBody(operator: AnyOperator, type: ElementType | undefined): OperatorBody {
  checkOwnOperator("operator", operator);
  if (operator.kind === "record-operator") return bodyOf(operator);
  const chosen = type ?? (operator.types.includes("f32") ? "f32" : operator.types[0]);
  if (operator.types.includes(chosen)) return bodyOf(operator, chosen);
  throw new InvalidArgumentError(
    "type",
    `one of ${operator.types.join(", ")} for ${operator.name}`,
    describe(chosen),
  );
}

function codeOf(
  { plan, head, direction, constants, steps: stepsOver, source = PLAIN }: WgslScanParts,
  wires: SharedWires,
  body: OperatorBody,
  arithmetic: WgslArithmetic,
): string {
  const types = body.columns.map(({ type }) => type);
  const library = new WgslLibrary();
  const combine = wgslCombine(body, "combine", arithmetic, library);
  const store = storeText(types, library);
  const steps = stepsOver(wires);
  const isCombining = steps.length > 0 || source.load.includes("combine(");
  const functions = library.source();
  const comments = steps.length === 0 ? head : [...head, ...waitsText(wires)];
  return `${comments.map((line) => `// ${line}\n`).join("")}
const N = ${plan.width};
${constants.map((line) => `${line}\n`).join("")}
${wgslStruct(types)}
${bindingsText([...source.buffers, "output"], types)}${steps.length === 0 ? "" : `\n${wires.declared}`}
fn length() -> i32 {
  return ${countText("output", types)};
}

${source.buffers.map((name) => readText(name, types)).join("\n")}
${source.load}
${store}${isCombining ? `\n${combine}` : ""}
${mainText(plan, direction, steps, wires)}${functions === "" ? "" : `\n// Arithmetic on words.\n\n${functions}`}`;
}

/** Told where it is not as one would expect. */
function waitsText({ waits, plainWaits }: SharedWires): readonly string[] {
  if (plainWaits === 0) return [];
  const now = waits === plainWaits ? "" : `; ${plainWaits} if wires lay side by side`;
  return [`Accesses to shared memory wait ${waits} cycles for its banks${now}.`];
}

/** The columns of each buffer, the last of which is written. */
function bindingsText(buffers: readonly string[], types: readonly ScalarType[]): string {
  const lines = buffers.flatMap((name, index) =>
    types.map((_, column) => {
      const binding = index * types.length + column;
      const access = index === buffers.length - 1 ? "read_write" : "read";
      return `@group(0) @binding(${binding}) var<storage, ${access}> ${name}${column}: array<u32>;\n`;
    }),
  );
  return lines.join("");
}

function mainText(
  { assignment, invocationCount, copies, width }: WorkgroupPlan,
  direction: "forward" | "backward",
  steps: readonly string[],
  wires: SharedWires,
): string {
  const first = direction === "forward" ? "i32(workgroup.x) * N" : `length() - (i32(workgroup.x) + 1) * N`;
  const enter =
    assignment === "elements"
      ? elementsEnter(copies, steps.length > 0, wires)
      : eachWire(width, invocationCount, wires.write("wire", "load(first + wire)"));
  const leave =
    assignment === "elements"
      ? ["store(first + j, value);"]
      : eachWire(width, invocationCount, `store(first + wire, ${wires.read("wire")});`);
  const lines = [`let first = ${first};`, "let j = i32(invocation);", ...enter, ...steps, "", ...leave];
  return `@compute @workgroup_size(${invocationCount})
fn main(@builtin(local_invocation_index) invocation: u32, @builtin(workgroup_id) workgroup: vec3<u32>) {
${lines.map((line) => (line === "" ? "\n" : `  ${line}\n`)).join("")}}
`;
}

function elementsEnter(copies: 1 | 2, hasSteps: boolean, wires: SharedWires): readonly string[] {
  if (!hasSteps) return ["let value = load(first + j);"];
  return ["var value = load(first + j);", copies === 1 ? wires.write("j", "value") : "var current = 0;"];
}

function eachWire(width: number, invocationCount: number, work: string): readonly string[] {
  if (width === invocationCount) return [work.replaceAll(/\bwire\b/g, "j")];
  return [`for (var wire = j; wire < N; wire += ${invocationCount}) { ${work} }`];
}

/** Values of a buffer. */
function countText(name: string, [type]: readonly ScalarType[]): string {
  return `i32(arrayLength(&${name}0)${wgslWords(type) === 1 ? "" : " / 2u"})`;
}

/** Elements beyond the ends are read as those at the ends: no output needs them, and every operation is total. */
function readText(name: string, types: readonly ScalarType[]): string {
  const words = types.flatMap((type, column) =>
    wgslWords(type) === 1
      ? [`${name}${column}[place]`]
      : [`${name}${column}[2 * place]`, `${name}${column}[2 * place + 1]`],
  );
  return `fn read_${name}(position: i32) -> Value {
  let place = clamp(position, 0, ${countText(name, types)} - 1);
  return Value(${words.join(", ")});
}
`;
}

/** NaNs go as the canonical one. */
function storeText(types: readonly ScalarType[], library: WgslLibrary): string {
  let word = 0;
  const lines = types.flatMap((type, column) => {
    const canonical = wgslCanonical(type, library);
    if (wgslWords(type) === 1) return [`output${column}[position] = ${canonical(`value.w${word++}`)};`];
    return [
      `let c${column} = ${canonical(`vec2<u32>(value.w${word++}, value.w${word++})`)};`,
      `output${column}[2 * position] = c${column}.x;`,
      `output${column}[2 * position + 1] = c${column}.y;`,
    ];
  });
  return `fn store(position: i32, value: Value) {
  if (position < 0 || position >= length()) { return; }
${lines.map((line) => `  ${line}\n`).join("")}}
`;
}
