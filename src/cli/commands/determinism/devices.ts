import { UnsupportedError } from "../../../index.ts";
import { type AskedExecutor, allExecutors, findHere } from "../../executors/executors.ts";
import type { ExecutorUse, OpenExecutor } from "../../executors/offered-executor.ts";

/** An executor on one of its devices. */
export interface Device {
  readonly label: string; // "workers:2", "webgpu:llvmpipe"
  readonly found: string | undefined; // what it runs on, where it can tell
  readonly executor: OpenExecutor;
}

/** What could be opened, and what could not and why. */
interface Devices {
  readonly devices: readonly Device[];
  readonly missing: readonly string[];
}

/**
 * Opens each executor on each of its devices while `run` runs. Asked for by name, one that is not here is an error; of all of them it is
 * left out, and said so.
 */
export async function withDevices<Result>(
  asked: readonly AskedExecutor[] | "all",
  use: ExecutorUse,
  run: (devices: Devices) => Promise<Result>,
): Promise<Result> {
  const devices: Device[] = [];
  const missing: string[] = [];
  try {
    for (const each of asked === "all" ? allExecutors() : asked) {
      for (const { name, offered, argument } of await onEachDevice(each)) {
        const here = await findHere(offered, argument);
        if (here.isHere) {
          const executor = await offered.open(argument, use);
          devices.push({ label: shortName(name), found: here.found, executor });
        } else if (asked !== "all") throw here.obstacle;
        else missing.push(`${name}: ${here.obstacle.reason}; ${here.obstacle.remedy}`);
      }
    }
    return await run({ devices, missing });
  } finally {
    await Promise.all(devices.map(({ executor }) => executor.close()));
  }
}

/** One that has several devices here and was asked for without naming one stands for all of them. */
async function onEachDevice(asked: AskedExecutor): Promise<readonly AskedExecutor[]> {
  const { offered, argument } = asked;
  if (argument !== "" || offered.devices === undefined) return [asked];
  const found = await offered.devices().catch((error: unknown) => {
    if (error instanceof UnsupportedError) return []; // told when it is tried
    throw error;
  });
  if (found.length === 0) return [asked];
  return found.map((device) => ({ name: `${offered.name}:${device}`, offered, argument: device }));
}

/** Drivers put their versions behind their names: "llvmpipe (LLVM 15.0.6, 256 bits)". */
function shortName(name: string): string {
  return name.replace(/ \(.*\)$/, "").replace(/ Device$/, "");
}
