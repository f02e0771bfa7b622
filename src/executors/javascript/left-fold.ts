import type { Combine, OnlineFold } from "./online-fold.ts";

/** `((x0·x1)·x2)·…`: one running value. */
export function leftFoldOnline<Value>(combine: Combine<Value>): OnlineFold<Value> {
  let isEmpty = true;
  let running: Value;
  return {
    append(value) {
      running = isEmpty ? value : combine(running, value);
      isEmpty = false;
    },
    observe: () => running,
    values: () => [isEmpty ? [] : [running]],
    restore(length, [[value]]) {
      isEmpty = length === 0;
      running = value;
    },
  };
}
