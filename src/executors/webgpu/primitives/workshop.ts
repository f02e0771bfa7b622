import { InternalError } from "../../../values/errors.ts";
import type { GpuParts } from "../gpu-call.ts";
import type { GpuPlan } from "../gpu-plan.ts";
import { CHUNK_LENGTH } from "../gpu-plans.ts";
import { type CompiledKernel, compileKernel, type Site } from "./encode-commands.ts";
import type { Kernel } from "./machine.ts";
import type { AskedPlan, Command } from "./recording.ts";

/** The kernels and plans of a recording: what has to be waited for before it is encoded. */
export class Workshop {
  readonly #parts: GpuParts;
  readonly #kernels = new Map<string, CompiledKernel>();
  readonly #plans = new Map<string, GpuPlan>();
  #isReleased = false;

  constructor(parts: GpuParts) {
    this.#parts = parts;
  }

  /** Compiles whatever the commands need, all at the same time. @throws what compiling throws */
  async prepare(commands: readonly Command[]): Promise<void> {
    const { core } = this.#parts;
    const kernels = new Map<string, Kernel>();
    const plans = new Map<string, AskedPlan>();
    for (const command of commands) {
      if (command.kind === "run") kernels.set(command.kernel.key, command.kernel);
      if (command.kind === "plan") plans.set(command.plan.key, command.plan);
    }
    const compiling = [...kernels.values()]
      .filter(({ key }) => !this.#kernels.has(key))
      .map(async (kernel) => {
        this.#kernels.set(kernel.key, await core.settled(compileKernel(core.device, kernel)));
      });
    const planning = [...plans.values()]
      .filter(({ key }) => !this.#plans.has(key))
      .map((asked) => this.#plan(asked));
    const made = await Promise.allSettled([...compiling, ...planning]);
    const failed = made.find((each) => each.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  /** What was made, for commands that were prepared. */
  readonly made: Pick<Site, "compiled" | "planOf"> = {
    compiled: ({ key }) => prepared(this.#kernels.get(key)),
    planOf: ({ key }) => prepared(this.#plans.get(key)),
  };

  /** Gives the plans' scratch back. */
  release(): void {
    this.#isReleased = true;
    for (const plan of this.#plans.values()) plan.release();
    this.#plans.clear();
  }

  async #plan({ key, contract, observation, maxLength = CHUNK_LENGTH, mapped }: AskedPlan): Promise<void> {
    const { plans } = this.#parts;
    const setting = { maxLength, arithmetic: plans.arithmetic, mapped };
    const plan = await plans.make(contract, observation, setting);
    if (this.#isReleased) plan.release();
    else this.#plans.set(key, plan);
  }
}

function prepared<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new InternalError("what is recorded depends on lengths: a kernel was not prepared");
  return value;
}
