import { type ColumnContract, scalarTypesOf } from "../../../src/contracts/column-contract.ts";
import type { Observation } from "../../../src/contracts/contract.ts";
import type { GpuCall, GpuPlan } from "../../../src/executors/webgpu/gpu-plan.ts";
import { BUFFER_USAGE, deviceBytes } from "../../../src/executors/webgpu/memory/buffers.ts";
import type { PlanMaker } from "../../../src/executors/webgpu/plans.ts";
import { initialWords } from "../../../src/executors/webgpu/setting.ts";

import type { ColumnArray } from "../../../src/values/value-types.ts";

/** What combines two words: neither associative nor commutative, and quick to compile. */
const mix = (left: number, right: number): number => (Math.imul(left, 3) + right) >>> 0;

/**
 * Plans for tests of everything around kernels: one invocation that folds each word of each column by itself from left to right, whatever
 * the operator and the expression. Of chunks it knows what `GpuCall` says of them.
 */
export function serialPlans(chunkLength: number, made: GpuPlan[] = []): PlanMaker {
  return async (device, contract, observation) => {
    const plan = new SerialPlan(device, contract, observation, chunkLength);
    await plan.compile();
    made.push(plan);
    return plan;
  };
}

/** What `serialPlans` give for an array: by column the words of its values, of a reduce of its one value; of a bool column its bytes. */
export function serialWords(
  contract: ColumnContract,
  observation: Observation,
  columns: readonly ColumnArray[],
): readonly (readonly number[])[] {
  const types = scalarTypesOf(contract);
  const initial = [...initialWords(contract)];
  return types.map((type, i) => {
    const size = deviceBytes(type) / 4;
    const words = wordsOf(columns[i]);
    const starts = initial.splice(0, size);
    const folded = Array.from({ length: size }, (_, k) =>
      foldWords(
        contract,
        observation,
        words.filter((_word, at) => at % size === k),
        starts[k],
      ),
    );
    const all = Array.from(
      { length: size * folded[0].length },
      (_, at) => folded[at % size][Math.floor(at / size)],
    );
    return type === "bool" ? all.map((word) => word & 0xff) : all;
  });
}

/** The words of a column as the device has them: a bool is one. */
export function wordsOf(column: ColumnArray): readonly number[] {
  if (column instanceof Uint8Array) return [...column];
  return [...new Uint32Array(column.slice().buffer)];
}

function foldWords(
  { direction, initial }: ColumnContract,
  observation: Observation,
  words: readonly number[],
  start: number,
): readonly number[] {
  const isBackward = direction === "backward";
  const combine = isBackward ? (left: number, right: number) => mix(right, left) : mix;
  const sequence = isBackward ? [...words].reverse() : [...words];
  const isFirst = initial?.placement === "first";
  const prefixes: number[] = [];
  for (const word of isFirst ? [start, ...sequence] : sequence) {
    prefixes.push(prefixes.length === 0 ? word : combine(prefixes[prefixes.length - 1], word));
  }
  const seen = initial?.placement === "outside" ? prefixes.map((value) => combine(start, value)) : prefixes;
  if (observation === "reduce") return seen.slice(-1);
  const inclusive = isFirst ? seen.slice(1) : seen;
  const exclusive = isFirst ? seen.slice(0, -1) : [start, ...seen.slice(0, -1)];
  const scanned = observation === "inclusive-scan" ? inclusive : exclusive.slice(0, words.length);
  return isBackward ? [...scanned].reverse() : scanned;
}

class SerialPlan implements GpuPlan {
  readonly contract: ColumnContract;
  readonly observation: Observation;
  readonly chunkLength: number;
  isReleased = false;
  readonly #device: GPUDevice;
  readonly #carry: GPUBuffer;
  #pipeline: GPUComputePipeline | undefined;

  constructor(device: GPUDevice, contract: ColumnContract, observation: Observation, chunkLength: number) {
    this.#device = device;
    this.contract = contract;
    this.observation = observation;
    this.chunkLength = chunkLength;
    this.#carry = device.createBuffer({ size: 1024, usage: BUFFER_USAGE.storage });
  }

  async compile(): Promise<void> {
    const module = this.#device.createShaderModule({ code: serialText(this.contract, this.observation) });
    this.#pipeline = await this.#device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  }

  encode(encoder: GPUCommandEncoder, call: GpuCall): void {
    if (this.#pipeline === undefined) throw new Error("not compiled");
    if (this.isReleased) throw new Error("released");
    const { initial, direction } = this.contract;
    const isFirst = initial?.placement === "first";
    // A whole array comes with the element that no output of an exclusive scan needs.
    const isTrimmed = isFirst && this.observation === "exclusive-scan" && call.chunk === undefined;
    const skipped = isTrimmed && direction === "backward" ? 1 : 0;
    const count = typeof call.length === "number" ? call.length : call.length.atMost;
    const isCounted = typeof call.length !== "number";
    const params = this.#device.createBuffer({
      size: 4 * (6 + 2 * call.input.length + 128),
      usage: BUFFER_USAGE.storage,
      mappedAtCreation: true,
    });
    const chunk = call.chunk?.index ?? 0;
    new Uint32Array(params.getMappedRange()).set([
      count,
      isTrimmed ? 1 : 0,
      chunk,
      isFirst && chunk === 0 ? 1 : 0,
      isCounted ? 1 : 0,
      isCounted ? call.length.offset : 0,
      ...call.input.map(({ offset }) => offset + skipped),
      ...call.output.map(({ offset }) => offset),
      ...initialWords(this.contract),
    ]);
    params.unmap();
    const counted = isCounted ? call.length.buffer : params;
    const buffers = [
      params,
      this.#carry,
      counted,
      ...[...call.input, ...call.output].map(({ buffer }) => buffer),
    ];
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(
      0,
      this.#device.createBindGroup({
        layout: this.#pipeline.getBindGroupLayout(0),
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      }),
    );
    pass.dispatchWorkgroups(1);
    pass.end();
  }

  release(): void {
    this.isReleased = true;
    this.#carry.destroy();
  }
}

function serialText(contract: ColumnContract, observation: Observation): string {
  const types = scalarTypesOf(contract);
  const combine = contract.direction === "backward" ? "mix(right, left)" : "mix(left, right)";
  const isOutside = contract.initial?.placement === "outside";
  let word = 0;
  const folds = types.map((type, column) => {
    const size = deviceBytes(type) / 4;
    const first = word;
    word += size;
    return Array.from({ length: size }, (_, k) => foldText(column, size, k, first + k)).join("\n");
  });
  return `
    @group(0) @binding(0) var<storage, read> params: array<u32>;
    @group(0) @binding(1) var<storage, read_write> carry: array<u32>;
    @group(0) @binding(2) var<storage, read> counted: array<u32>;
    ${types.map((_, i) => `@group(0) @binding(${3 + i}) var<storage, read> in${i}: array<u32>;`).join("\n")}
    ${types.map((_, i) => `@group(0) @binding(${3 + types.length + i}) var<storage, read_write> out${i}: array<u32>;`).join("\n")}
    fn mix(left: u32, right: u32) -> u32 { return left * 3u + right; }
    fn combine(left: u32, right: u32) -> u32 { return ${combine}; }
    @compute @workgroup_size(1) fn main() {
      var count = params[0];
      if (params[4] == 1u) { count = min(count, counted[params[5]]); }
      let inputs = count - min(count, params[1]);
      let lead = params[3];
      let positions = inputs + lead;
      ${folds.join("\n")}
    }
  `;

  function foldText(column: number, size: number, k: number, at: number): string {
    const initial = `params[${6 + 2 * types.length + at}]`;
    const isBackward = contract.direction === "backward";
    const read = isBackward ? "inputs - 1u - i" : "i";
    const observed = isOutside ? `combine(${initial}, value)` : "value";
    const before = isOutside
      ? `select(${initial}, combine(${initial}, former), p > 0u || params[2] > 0u)`
      : "value";
    const outputs = observation === "exclusive-scan" ? "positions" : "inputs";
    const to = observation === "exclusive-scan" ? "p" : "(p - lead)";
    const place = isBackward ? `${outputs} - 1u - ${to}` : to;
    const shown = observation === "exclusive-scan" ? before : observed;
    const write = `out${column}[(params[${6 + types.length + column}] + ${place}) * ${size}u + ${k}u] = ${shown};`;
    const condition = observation === "inclusive-scan" ? "p >= lead" : "true";
    const last = `out${column}[params[${6 + types.length + column}] * ${size}u + ${k}u] = combined;`;
    return `{
      var value = carry[${at}];
      for (var p = 0u; p < positions; p++) {
        let former = value;
        var element = ${initial};
        if (p >= lead) { let i = p - lead; element = in${column}[(params[${6 + column}] + ${read}) * ${size}u + ${k}u]; }
        if (p == 0u && params[2] == 0u) { value = element; } else { value = combine(value, element); }
        ${observation === "reduce" ? "" : `if (${condition}) { ${write} }`}
      }
      carry[${at}] = value;
      ${observation === "reduce" ? `{ let combined = ${observed}; ${last} }` : ""}
    }`;
  }
}
