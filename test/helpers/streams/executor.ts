import type { OnlineExecutor, OnlinePass } from "../../../src/executors/executor.ts";

/** An executor that counts its passes. Reached by no door. */
export function countingExecutor(counted: OnlineExecutor): {
  readonly executor: OnlineExecutor;
  readonly openCount: () => number;
  readonly openedCount: () => number;
} {
  let opened = 0;
  let closed = 0;
  const executor: OnlineExecutor = {
    ...counted,
    openPass(contract, from) {
      const pass = counted.openPass?.(contract, from) as OnlinePass;
      opened++;
      let isOpen = true;
      return Object.assign(Object.create(pass), {
        close() {
          if (isOpen) closed++;
          isOpen = false;
          pass.close();
        },
      });
    },
  };
  return { executor, openCount: () => opened - closed, openedCount: () => opened };
}
