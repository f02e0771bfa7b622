// The executors of this browser that a witness may ask: two that are nearly everywhere, and those that need threads or a GPU, opened while it runs.
import type { Executor } from "samebits/conformance";
import { onlineJavascriptExecutor, onlineWasmExecutor } from "samebits/streams";
import { faultFrom, hasSimd, WITHOUT_SIMD } from "./fault.ts";
import { gpuName } from "./open-gpu.ts";
import type { Fault } from "./tasks.ts";

/** By the names of the command line. */
export const FURTHER_EXECUTORS = ["workers", "webgpu"] as const;

type Further = (typeof FURTHER_EXECUTORS)[number];

/** Those that are here, and why others are not. */
interface Opened {
  readonly executors: readonly Executor[];
  readonly absent: readonly { readonly name: string; readonly fault: Fault }[];
  readonly devices: readonly string[]; // by whose words a reader knows them
  readonly rowLimit: (executor: Executor) => number | undefined;
  readonly close: () => Promise<void>;
}

interface OpenOne {
  readonly executor: Executor;
  readonly device: string;
  readonly rowLimit: number | undefined;
  readonly close: () => Promise<void>;
}

/** A processor that plays a GPU compiles for seconds: a few contracts, as different as can be. */
const EMULATED_ROWS = 6;

/** More are asked for no more than these. */
const MOST_WORKERS = 4;

const OPENERS: Readonly<Record<Further, () => Promise<OpenOne>>> = {
  workers: async () => {
    const { openWorkers } = await import("samebits/workers");
    const count = Math.max(2, Math.min(MOST_WORKERS, navigator.hardwareConcurrency));
    // However short the data, by the workers: what is to be seen is theirs.
    const pool = await openWorkers({ count, shortest: 0, ownWork: 0 });
    return {
      executor: pool.executor as Executor,
      device: `${count} threads`,
      rowLimit: undefined,
      close: () => pool.close(),
    };
  },
  webgpu: async () => {
    const { openWebGpu } = await import("samebits/webgpu");
    const gpu = await openWebGpu();
    return {
      executor: gpu.executor,
      device: gpuName(gpu),
      rowLimit: gpu.facts.isEmulated ? EMULATED_ROWS : undefined,
      close: () => gpu.close(),
    };
  },
};

/** What is not here is told, and the others are asked without it. */
export async function openExecutors(further: readonly string[]): Promise<Opened> {
  const opened: OpenOne[] = [];
  const absent: { name: string; fault: Fault }[] = [];
  const onProcessor = hasSimd()
    ? [onlineJavascriptExecutor, onlineWasmExecutor()]
    : [onlineJavascriptExecutor];
  if (!hasSimd()) absent.push({ name: "wasm", fault: WITHOUT_SIMD });
  for (const name of FURTHER_EXECUTORS.filter((each) => further.includes(each))) {
    try {
      opened.push(await OPENERS[name]());
    } catch (error) {
      absent.push({ name, fault: faultFrom(error) });
    }
  }
  return {
    executors: [...onProcessor, ...opened.map(({ executor }) => executor)],
    absent,
    devices: opened.map(({ device }) => device),
    rowLimit: (executor) => opened.find((each) => each.executor === executor)?.rowLimit,
    close: async () => {
      for (const { close } of opened) await close();
    },
  };
}
