import { shuffled } from "../../../conformance.ts";
import { type Achieved, toHex, UnsupportedError } from "../../../index.ts";
import type { ElementPlan } from "../../executors/offered-executor.ts";
import type { Advance } from "../../progress.ts";
import type { LevelCase } from "./cases.ts";
import type { Device } from "./devices.ts";

export type FloatType = "f32" | "f64";
export type FloatArray = Float32Array | Float64Array;

/** The elements that are summed. */
export interface Terms {
  readonly array: FloatArray;
  readonly type: FloatType;
}

/** One case on one device, run after run. */
export interface Series {
  readonly level: LevelCase;
  readonly device: Device;
  readonly achieved: Achieved;
  readonly values: readonly number[]; // by run
  readonly bits: readonly string[];
}

interface Refused {
  readonly level: LevelCase;
  readonly device: Device;
  readonly reason: string;
}

export interface Runs {
  readonly series: readonly Series[];
  readonly refused: readonly Refused[];
}

/** A case on a device that serves it. */
export interface Subject {
  readonly level: LevelCase;
  readonly device: Device;
  readonly achieved: Achieved;
  readonly sum: (array: FloatArray) => number | Promise<number>;
}

/** Every case on every device that serves it; of the others, why not. The first call is made, which compiles. */
export async function findSubjects(
  devices: readonly Device[],
  levels: readonly LevelCase[],
  { array, type }: Terms,
): Promise<{ readonly subjects: readonly Subject[]; readonly refused: readonly Refused[] }> {
  const subjects: Subject[] = [];
  const refused: Refused[] = [];
  for (const level of levels) {
    for (const device of devices) {
      try {
        const { determinism, expression } = level;
        const options = { type, operator: "add" as const, determinism, expression };
        const plan: ElementPlan = device.executor.prepareElements(options);
        const sum = plan.reduce as Subject["sum"];
        await sum(array);
        subjects.push({ level, device, achieved: plan.achievedOf("reduce"), sum });
      } catch (error) {
        if (!(error instanceof UnsupportedError)) throw error;
        refused.push({ level, device, reason: error.reason });
      }
    }
  }
  return { subjects, refused };
}

/** The same sum again and again, by turns: every case on every device, `count` times. Cases without an order get another one each time. */
export async function runLevels(
  devices: readonly Device[],
  levels: readonly LevelCase[],
  terms: Terms,
  { count, seed, advance }: { readonly count: number; readonly seed: bigint; readonly advance: Advance },
): Promise<Runs> {
  const { subjects, refused } = await findSubjects(devices, levels, terms);
  const values: number[][] = subjects.map(() => []);
  const needsOrders = subjects.some(({ level }) => level.isOrderFree);
  for (let run = 0; run < count; run++) {
    const reordered = needsOrders ? shuffled(terms.array, seed + BigInt(run)) : terms.array;
    for (const [i, { level, sum }] of subjects.entries()) {
      values[i].push(await sum(level.isOrderFree ? reordered : terms.array));
      advance(run * subjects.length + i + 1, count * subjects.length);
    }
  }
  const series = subjects.map(({ level, device, achieved }, i) => {
    const bits = values[i].map((value) => toHex(terms.type, value));
    return { level, device, achieved, values: values[i], bits };
  });
  return { series, refused };
}
