import { expect, it, vi } from "vitest";
import { isLong } from "../../../test/extent.ts";
import { ENTRIES, elementsOf, TYPES, textFor } from "../../../test/helpers/language/folds.ts";
import { gpuParts } from "../../../test/helpers/webgpu/gpu-parts.ts";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { partsOf } from "../../../test/webgpu/check-primitives.ts";
import { runCallLaterOn, runCallOn } from "../../algorithms/run-call.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { MappedElements } from "../../executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../executors/wasm/primitives/algorithms-wasm-executor.ts";
import { webGpuExecutor } from "../../executors/webgpu/machine.ts";
import { planContract } from "../../executors/webgpu/plan-contract.ts";
import { collectMappedSlots, foldMappedSlots } from "../../executors/webgpu/primitives/fold-slots.ts";
import { exactly, type LookBackSetting, type Slot } from "../../executors/webgpu/primitives/machine.ts";
import { Recording } from "../../executors/webgpu/primitives/recording.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { parseExpression } from "../../expressions/parse.ts";
import { add } from "../../operators/built-in.ts";
import { binary, constant, left } from "../../operators/term.ts";
import type { ElementType } from "../../values/element-types.ts";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";

vi.setConfig({ testTimeout: 300_000 });

const plain = algorithmsWasmExecutor();

/** A map, a filter, known values, and what is made of both: an emulated GPU takes seconds to compile the kernels of all. */
const QUICK: readonly (readonly [string, ElementType])[] = [
  ["keptSum", "f32"],
  ["keptScan", "i32"],
  ["known", "u32"],
  ["madeKept", "i32"],
];
const EXPRESSIONS = [
  ...["bisection", "interleaved:4", "linear-carry:8", "linear-carry:12"],
  ...["exact", "binned:3", "pairwise", "block-dyadic:4"],
];
const ALL = TYPES.flatMap((type) => ENTRIES.map((entry) => [entry, type] as const));

/** Sums of what a column's elements are above 3, each plus a number. */
const elements = (vector: Slot, length: number): MappedElements<Slot> => ({
  terms: [binary("add", left("u32", 0), left("u32", 1))],
  keep: binary("less", constant("u32", 3), left("u32", 0)),
  sources: [{ kind: "column", vector }, { kind: "numbers" }],
  length,
});

describeOnQuickAdapter((adapter) => {
  it.each(isLong ? ALL : QUICK)("folds of elements that kernels compute: %s of %s", async (entry, type) => {
    const executor = webGpuExecutor(partsOf(await adapter.device()));
    const program = new ArrayProgram(parseProgram(textFor(type)));
    for (const length of [0, 1, 33, 4097]) {
      const input = [elementsOf(type, length)];
      const actual = await runCallLaterOn(executor, program.callOf(entry, input));
      const expected =
        length < 40 ? program.interpret(entry, input) : runCallOn(plain, program.callOf(entry, input));
      expect({ length, actual }).toEqual({ length, actual: expected });
    }
    if (QUICK.some(([quick]) => quick === entry)) {
      expect(executor.fusionCounts.elements).toBeGreaterThanOrEqual(1 + 33 + 4097);
    }
  });

  it.each(isLong ? EXPRESSIONS : ["interleaved:4"])("keep a named expression: %s", async (name) => {
    const executor = webGpuExecutor(partsOf(await adapter.device()));
    const expression = parseExpression(name);
    const program = new ArrayProgram(parseProgram(textFor("f32")));
    const isOfReduces = name === "bisection" || name === "interleaved:4";
    const input = [elementsOf("f32", 4097)];
    for (const entry of ["mapped", "keptSum", ...(isOfReduces ? [] : ["keptScan"])]) {
      const call = program.callOf(entry, input, { expression });
      const actual = await runCallLaterOn(executor, call);
      expect({ entry, actual }).toEqual({ entry, actual: runCallOn(plain, call) });
    }
    expect(executor.fusionCounts.elements).toBe((isOfReduces ? 2 : 3) * 4097);
  });

  it("chunks count on: the numbers of elements, and vectors of four", async () => {
    const shape = { threads: 16, strips: 1, run: 4 };
    const chunkLengths: number[] = [];
    const parts = gpuParts(await adapter.device(), async (device, contract, observation, { mapped }) => {
      const setting = { maxLength: 1, shape, mapped, arithmetic: "integer" } as const;
      const plan = await planContract(device, contract, observation, setting);
      chunkLengths.push(plan.chunkLength);
      return plan;
    });
    const text = "def main [n] (xs: [n]i32) = reduce (+) 0 (map2 (\\x i -> x * i32.i64 i) xs (indices xs))";
    const program = new ArrayProgram(parseProgram(text));
    const length = 10_000;
    const input = [elementsOf("i32", length)];
    const executor = webGpuExecutor(parts);
    const actual = await runCallLaterOn(executor, program.callOf("main", input));
    expect(actual).toEqual(runCallOn(plain, program.callOf("main", input)));
    expect(executor.fusionCounts).toEqual({ elements: length });
    expect(chunkLengths).toEqual([2048]);
  });

  it("no column is between: of what is kept two bits for each element", async () => {
    const { recording, vector } = await recordOn(2 ** 20, {});
    const contract = columnContract(contractOf({ operator: add, type: "u32", expression: blockDyadic(32) }));
    const counts = { elements: 0 };
    const folded = foldMappedSlots(recording, counts, contract, "reduce", elements(vector, 2 ** 20));
    expect(folded?.[0].length.atMost).toBe(1);
    expect(counts).toEqual({ elements: 2 ** 20 });
    const bytes = recording.memories.slice(1).map((memory) => memory.bytes);
    expect(bytes).toEqual([2 ** 17, 2 ** 17, 16]);
  });

  it("columns are made where a kernel has no buffers for all sources", async () => {
    const { recording, vector } = await recordOn(100, { storageBuffers: 5 });
    const contract = columnContract(contractOf({ operator: add, type: "u32", expression: blockDyadic(32) }));
    const given = elements(vector, 100);
    const fold = (asked: MappedElements<Slot>) =>
      foldMappedSlots(recording, { elements: 0 }, contract, "reduce", asked);
    expect(fold(given)).toBeUndefined();
    expect(collectMappedSlots(recording, { elements: 0 }, given)).toHaveLength(1);
    expect(fold({ ...given, keep: undefined })).toHaveLength(1);
  });

  async function recordOn(length: number, lookBack: LookBackSetting) {
    const recording = new Recording(await adapter.device(), lookBack);
    return { recording, vector: recording.scratch("u32", exactly(length)) };
  }
});
