// The plans of a device, kept by contract. Chunks of two calls must not mix in one plan's scratch: calls of one plan wait for each other.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import { contractKey } from "../../contracts/contract-key.ts";
import type { Determinism, Served } from "../../contracts/levels.ts";
import type { GpuCore } from "./device/gpu-core.ts";
import type { GpuPlan } from "./gpu-plan.ts";
import type { Arithmetic } from "./kernels/kernel-setting.ts";
import type { MappedInput } from "./kernels/mapped-input.ts";
import { servedLevel } from "./native/served-level.ts";
import { servedContract } from "./serving.ts";
import type { ScanChoice } from "./stage/algorithm.ts";

/** How plans are made. None of it changes a bit, but for the level. */
export interface MakeSetting extends ScanChoice {
  readonly determinism?: Determinism | undefined; // the weakest that will do; default: "everywhere"
  readonly maxLength: number | undefined; // elements of the longest call that need not be cut into chunks; default: what the device can bind
  readonly arithmetic: "fastest" | "integer";
  readonly counts?: boolean | undefined; // default: false
  readonly mapped?: MappedInput | undefined; // default: calls have the elements' columns
}

/** What a device is opened for: how calls that say nothing of it are computed. */
export type WaysOfCalls = Pick<MakeSetting, "arithmetic" | keyof ScanChoice>;

/** A plan, with its scratch, where counters are, and what is known of its native kernel where it has one. */
export type MadePlan = GpuPlan & {
  readonly state?: GPUBuffer | undefined;
  readonly certificate?: { readonly holds: boolean } | undefined;
  readonly setting?: { readonly arithmetic: Arithmetic } | undefined;
  readonly level?: Served | undefined; // default: "everywhere"
};

/** Compiles a contract and observation for a device. */
export type PlanMaker = (
  device: GPUDevice,
  contract: ColumnContract,
  observation: Observation,
  setting: MakeSetting,
  makers: { readonly core: GpuCore; readonly plans: GpuPlans }, // of plans that are programs
) => Promise<MadePlan>;

/** Plans that are kept: each holds pipelines and scratch. */
const MOST_PLANS = 64;

/** Elements of a chunk of a typed array: uploads and downloads of some go on while others are computed. Changes no bit. */
export const CHUNK_LENGTH = 2 ** 24 - 1;

/** The plans of a device, made when they are first used. */
export class GpuPlans {
  readonly #core: GpuCore;
  readonly #make: PlanMaker;
  readonly #kept = new Map<string, KeptPlan>();

  /** Of calls on arrays, as the device was opened for them. */
  readonly ways: WaysOfCalls;

  constructor(core: GpuCore, make: PlanMaker, ways: WaysOfCalls = { arithmetic: "fastest" }) {
    this.#core = core;
    this.#make = make;
    this.ways = ways;
  }

  /** Runs something with the plan of a contract, after the calls before it: chunks of two calls must not mix. */
  async use<Result>(
    contract: ColumnContract,
    observation: Observation,
    run: (plan: GpuPlan) => Promise<Result>,
    determinism: Determinism = "everywhere",
  ): Promise<Result> {
    const kept = this.#plan(contract, observation, determinism);
    kept.users++;
    const result = kept.last.then(async () => run(await kept.plan));
    kept.last = result.then(nothing, nothing);
    try {
      return await result;
    } finally {
      kept.users--;
    }
  }

  /** A plan of the caller's own, which nobody else uses and the caller releases. */
  async make(contract: ColumnContract, observation: Observation, setting: MakeSetting): Promise<MadePlan> {
    const { device } = this.#core;
    const { value, checked } = this.#core.guard(0, () =>
      this.#make(device, servedContract(contract), observation, setting, { core: this.#core, plans: this }),
    );
    const [plan] = await Promise.all([this.#core.settled(value), checked]);
    return plan;
  }

  close(): void {
    for (const kept of this.#kept.values()) releaseLater(kept);
    this.#kept.clear();
  }

  #plan(contract: ColumnContract, observation: Observation, asked: Determinism): KeptPlan {
    const { determinism } = servedLevel(contract, { determinism: asked, arithmetic: this.ways.arithmetic });
    const key = `${determinism} ${observation} ${contractKey(servedContract(contract))}`;
    const found = this.#kept.get(key);
    if (found !== undefined) {
      // The last to be used is the last to go.
      this.#kept.delete(key);
      this.#kept.set(key, found);
      return found;
    }
    const kept: KeptPlan = {
      plan: this.make(contract, observation, { ...this.ways, maxLength: CHUNK_LENGTH, determinism }),
      last: Promise.resolve(),
      users: 0,
    };
    this.#kept.set(key, kept);
    kept.plan.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    this.#evict();
    return kept;
  }

  #evict(): void {
    if (this.#kept.size <= MOST_PLANS) return;
    const idle = [...this.#kept].find(([, { users }]) => users === 0);
    if (idle === undefined) return;
    this.#kept.delete(idle[0]);
    releaseLater(idle[1]);
  }
}

interface KeptPlan {
  readonly plan: Promise<GpuPlan>;
  last: Promise<void>; // when it has run whatever was begun
  users: number;
}

function releaseLater({ plan, last }: KeptPlan): void {
  last.then(() => plan).then((made) => made.release(), nothing);
}

function nothing(): void {}
