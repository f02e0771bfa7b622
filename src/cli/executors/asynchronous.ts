// Workers and GPUs as the command line sees them: everything is awaited, and they refuse at a call and not before.

import type { AlgorithmHost } from "../../algorithms.ts";
import type { ElementArray, Scalar, StorageArray } from "../../index.ts";
import { prepare } from "../../javascript.ts";
import type { AchievedOf, AsynchronousReduce, AsynchronousScan } from "../../workers.ts";
import type { ElementOptions, OpenExecutor } from "./offered-executor.ts";

/** An entry point's functions whose answers take time, and the executor behind them. */
interface AsynchronousDoor<Vector> extends AlgorithmHost<Vector> {
  readonly reduce: AsynchronousReduce;
  readonly inclusiveScan: AsynchronousScan;
  readonly exclusiveScan: AsynchronousScan;
  readonly achieved: AchievedOf;
  close(): Promise<void>;
}

/** A function of such an entry point over arrays of the type that its options name: of their type parameters none stands for a type known at run time alone. */
type OverElements<Result> = (input: StorageArray, options: ElementOptions) => Promise<Result>;

/** Such an executor under the name that it was asked for by. It refuses at a call and not before. */
export function asynchronousExecutor<Vector>(
  name: string,
  door: AsynchronousDoor<Vector>,
  algorithm?: string,
): OpenExecutor {
  return {
    name,
    executor: { ...door.executor, name },
    online: undefined,
    countCombines: undefined,
    prepareElements(options) {
      // The contract is the same on every executor; the javascript executor knows them all.
      const plan = prepare(options);
      const { contract, exclusiveContract } = plan;
      // A tree that is a function runs on plain loops, as it does where they are at hand for other executors.
      if (contract.expression.kind === "custom" && algorithm === undefined) return plan;
      return {
        contract,
        exclusiveContract,
        achievedOf: (observation) => ({ ...door.achieved(observation, options), executor: name }),
        reduce: (input) => (door.reduce as OverElements<Scalar>)(input, options),
        inclusiveScan: (input) => (door.inclusiveScan as OverElements<ElementArray>)(input, options),
        exclusiveScan: (input) => (door.exclusiveScan as OverElements<ElementArray>)(input, options),
      };
    },
    prepareRecords(options) {
      const { contract, exclusiveContract } = prepare(options);
      return {
        contract,
        exclusiveContract,
        achievedOf: (observation) => ({ ...door.achieved(observation, options), executor: name }),
        reduce: (input) => door.reduce(input, options),
        inclusiveScan: (input) => door.inclusiveScan(input, options),
        exclusiveScan: (input) => door.exclusiveScan(input, options),
      };
    },
    async runProgram(program, entry, operands, options) {
      const { runOn } = await import("../../language.ts");
      return runOn(door, program, entry, operands, options);
    },
    async useOf(program, entry, operands, options) {
      const { executorUseOn } = await import("../../language.ts");
      return executorUseOn(door, program, entry, operands, options);
    },
    algorithms: async () => (await import("../../algorithms.ts")).algorithmsOn(door),
    matrices: async () => (await import("../../matrices.ts")).matricesOn(door),
    close: () => door.close(),
  };
}
