// The same protocol on the reader's GPU: the pane's numbers for their bits, and a million for counters that are worth reading.
import { generateSumData } from "samebits/accuracy";
import { type ElementArray, hashArray, type TypedContract } from "samebits/javascript";
import { inclusiveScan } from "samebits/sums";
import type { DevicePlan, WebGpu } from "samebits/webgpu";
import { optionsOf, readContract } from "./contract-line.ts";
import { scanOnGpu } from "./gpu-scan.ts";
import { gpuName, withGpu } from "./open-gpu.ts";
import { type DataQuestion, readData } from "./read-data.ts";

export interface LookBackGpuQuestion extends DataQuestion {
  readonly contract: string;
}

export interface LookBackGpuAnswer {
  readonly device: string;
  readonly hash: string; // of all prefixes of the pane's numbers
  readonly long: LongRun | undefined; // of floats
}

/** What a scan of many numbers did. */
interface LongRun {
  readonly length: number;
  readonly hash: string;
  readonly wasmHash: string;
  readonly counters: Readonly<Record<string, number>>;
}

const LONG = 1_000_000;

/** @throws typed errors of the library */
export async function answerLookBackGpu(question: LookBackGpuQuestion): Promise<LookBackGpuAnswer> {
  const contract = await readContract(question.contract);
  const { array } = await readData(question, contract.type);
  return withGpu(async (gpu) => {
    const plan = (await gpu.prepare({
      ...optionsOf(contract),
      maxLength: LONG,
      counts: true,
      observations: ["inclusive-scan"],
    } as never)) as DevicePlan;
    try {
      const hash = hashArray(await scanOnGpu(gpu, plan, array, contract));
      const isFloat = contract.type === "f64" || contract.type === "f32";
      return { device: gpuName(gpu), hash, long: isFloat ? await longRun(gpu, plan, contract) : undefined };
    } finally {
      plan.release();
    }
  });
}

async function longRun(gpu: WebGpu, plan: DevicePlan, contract: TypedContract): Promise<LongRun> {
  const { type } = contract as { readonly type: "f64" | "f32" };
  const array = generateSumData({ kind: "signed", type, length: LONG, seed: 28n });
  const before = await plan.counters();
  const hash = hashArray(await scanOnGpu(gpu, plan, array, contract));
  const after = await plan.counters();
  const counted = Object.entries(after).map(([name, value]) => [
    name,
    value - before[name as keyof typeof before],
  ]);
  const wasmHash = hashArray(
    inclusiveScan(array as Float64Array, optionsOf(contract) as object) as ElementArray,
  );
  return { length: LONG, hash, wasmHash, counters: Object.fromEntries(counted) };
}
