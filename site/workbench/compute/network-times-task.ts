// The scan by a network's contract on the reader's GPU, on plain loops and on WebAssembly: the same bits, and how long each takes here.
import { generateSumData } from "samebits/accuracy";
import { type ElementArray, hashArray } from "samebits/javascript";
import {
  allocate,
  InvalidArgumentError,
  inclusiveScan,
  javascriptExecutor,
  networkExpression,
  type TypedContract,
} from "samebits/networks";
import type { DevicePlan } from "samebits/webgpu";
import { optionsOf, planOf, readContract, withExpression } from "./contract-line.ts";
import { faultFrom, hasSimd, WITHOUT_SIMD } from "./fault.ts";
import { timedScanOnGpu } from "./gpu-scan.ts";
import { type NetworkQuestion, networkOf } from "./network-task.ts";
import { gpuName, withGpu } from "./open-gpu.ts";
import { sampleTogether } from "./sample-times.ts";
import type { Fault, Report } from "./tasks.ts";

export type NetworkTimesQuestion = Omit<NetworkQuestion, "other">;

export interface NetworkTimesAnswer {
  readonly length: number;
  readonly rows: readonly NetworkTimesRow[];
  readonly isSame: boolean; // all hashes are one
  readonly wasmFault: Fault | undefined; // why there is no row of WebAssembly
  readonly gpuFault: Fault | undefined; // nor of a GPU
}

interface NetworkTimesRow {
  readonly name: string;
  readonly median: number; // nanoseconds for each element
  readonly hash: string; // of all prefixes
}

/** Elements, of which a processor that plays a GPU has enough for seconds. */
const LENGTH = 2 ** 18;

const SAMPLES = { leastRuns: 7, leastMs: 200 };

const ROUNDS = 7;

/** @throws typed errors of the library, for a network that is no scan among others */
export async function answerNetworkTimes(
  question: NetworkTimesQuestion,
  report: Report,
): Promise<NetworkTimesAnswer> {
  const contract = await contractOf(question);
  const { type } = contract;
  if (type !== "f64" && type !== "f32") {
    throw new InvalidArgumentError("type", "f64 or f32, whose sums depend on the network", type);
  }
  const array = generateSumData({ kind: "signed", type, length: LENGTH, seed: 28n });
  report({ fraction: 0, what: "plain loops and WebAssembly" });
  const own = processorRows(array, contract);
  report({ fraction: 0.5, what: "compiling for the GPU" });
  const { row, fault } = await gpuRow(array, contract);
  const rows = row === undefined ? own : [...own, row];
  return {
    length: LENGTH,
    rows,
    isSame: new Set(rows.map(({ hash }) => hash)).size === 1,
    wasmFault: hasSimd() ? undefined : WITHOUT_SIMD,
    gpuFault: fault,
  };
}

async function contractOf({ contract, pairs }: NetworkTimesQuestion): Promise<TypedContract> {
  const { network } = networkOf(contract, pairs);
  return pairs.trim() === ""
    ? readContract(contract)
    : withExpression(
        await readContract("add f64 block-dyadic:32 initial=none v1"),
        networkExpression(network),
      );
}

/** Both in the same rounds: what else the machine does falls on both alike. */
function processorRows(array: ElementArray, contract: TypedContract): readonly NetworkTimesRow[] {
  const loops = planOf(contract, "inclusive-scan", javascriptExecutor);
  const input = allocate(contract.type as "f64", array.length);
  const output = allocate(contract.type as "f64", array.length);
  try {
    input.array.set(array as Float64Array);
    const own = array.slice();
    const options = { ...optionsOf(contract), output: output.array };
    const all = [
      { name: "plain loops", prefixes: own, run: () => loops.inclusiveScan([array], [own]) },
      { name: "WebAssembly", prefixes: output.array, run: () => inclusiveScan(input.array, options) },
    ];
    const those = hasSimd() ? all : all.slice(0, 1);
    const runs = those.map(({ run }) => run);
    return sampleTogether(runs, SAMPLES).map(({ quartiles }, index) => {
      const { name, prefixes } = those[index];
      return { name, median: perElement(quartiles[1]), hash: hashArray(prefixes) };
    });
  } finally {
    input.release();
    output.release();
  }
}

async function gpuRow(
  array: ElementArray,
  contract: TypedContract,
): Promise<{ readonly row?: NetworkTimesRow; readonly fault?: Fault }> {
  try {
    return await withGpu(async (gpu) => {
      const plan = (await gpu.prepare({
        ...optionsOf(contract),
        maxLength: array.length,
        observations: ["inclusive-scan"],
      } as never)) as DevicePlan;
      try {
        const { output, samples } = await timedScanOnGpu(gpu, plan, array, contract, ROUNDS);
        const median = [...samples].sort((one, other) => one - other)[ROUNDS >> 1];
        return { row: { name: gpuName(gpu), median: perElement(median), hash: hashArray(output) } };
      } finally {
        plan.release();
      }
    });
  } catch (error) {
    return { fault: faultFrom(error) };
  }
}

function perElement(ms: number): number {
  return (1e6 * ms) / LENGTH;
}
