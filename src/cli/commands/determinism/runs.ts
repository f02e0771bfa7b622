// The promise of each level of determinism, looked at run after run on every device.

import { shuffled } from "../../../conformance.ts";
import {
  type Achieved,
  DETERMINISM_LEVELS,
  type Determinism,
  type Expression,
  parseExpression,
  toHex,
  UnsupportedError,
} from "../../../index.ts";
import type { ElementPlan } from "../../executors/offered-executor.ts";
import { spellDeterminism } from "../../options/parse.ts";
import type { Advance } from "../../progress.ts";
import type { Device } from "./devices.ts";

/** What is asked of every device: a sum at a level. */
export interface LevelCase {
  readonly label: string;
  readonly determinism: Determinism;
  readonly expression: Expression | undefined; // undefined: none is named
  readonly isOrderFree: boolean; // its elements are shuffled before each run
}

/** The levels asked for, from the weakest; where bits travel everywhere also the sums that no order changes. */
export function levelCases(levels: readonly Determinism[]): readonly LevelCase[] {
  const inOrder = DETERMINISM_LEVELS.filter((level) => levels.includes(level)).map((level) => ({
    label: spellDeterminism(level),
    determinism: level,
    expression: undefined,
    isOrderFree: false,
  }));
  return levels.includes("everywhere") ? [...inOrder, ...ORDER_FREE] : inOrder;
}

const ORDER_FREE: readonly LevelCase[] = ["binned:3", "exact"].map((name) => ({
  label: `everywhere, ${name}`,
  determinism: "everywhere",
  expression: parseExpression(name),
  isOrderFree: true,
}));

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

/**
 * The promises that were seen broken, in words: each series is held to what its executor said that it would meet, which may be more
 * than was asked. Run to run: one value in all runs on a device. Everywhere: one value in all runs on all devices. Exact: `exactBits`.
 */
export function brokenPromises(series: readonly Series[], exactBits: string): readonly string[] {
  const moved = series
    .filter(({ achieved, bits }) => achieved.determinism !== "notGuaranteed" && new Set(bits).size > 1)
    .map(
      ({ level, device, bits }) =>
        `${level.label} moved between runs on ${device.label}: ${[...new Set(bits)].join(", ")}`,
    );
  const everywhere = series.filter(({ achieved }) => achieved.determinism === "everywhere");
  const expressions = [...new Set(everywhere.map(({ achieved }) => achieved.expression))];
  const differing = expressions.flatMap((expression) => {
    const same = everywhere.filter(({ achieved }) => achieved.expression === expression);
    if (new Set(same.map(({ bits }) => bits[0])).size === 1) return [];
    const places = same.map(({ level, device, bits }) => `${bits[0]} on ${device.label} (${level.label})`);
    return [`everywhere by ${expression} moved between devices: ${places.join(", ")}`];
  });
  const wrong = everywhere
    .filter(({ achieved, bits }) => achieved.expression === "exact" && bits[0] !== exactBits)
    .map(({ device, bits }) => `the exact sum is ${exactBits}, not ${bits[0]} as on ${device.label}`);
  return [...moved, ...differing, ...wrong];
}
