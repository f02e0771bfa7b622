import type { Combine, TreeFold } from "./online-fold.ts";

/** `((x0·x1)·x2)·…`: one running value. */
export function leftFoldOnline<Value>(combine: Combine<Value>): TreeFold<Value> {
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
