import { allocate, exclusiveScan, inclusiveScan, reduce } from "samebits";
import { publish } from "./publish.ts";

const elements = new Float64Array(5000).fill(0.1);

const CALLS: Readonly<Record<string, () => unknown>> = {
  reduce: () => reduce(elements),
  inclusiveScan: () => inclusiveScan(elements),
  exclusiveScan: () => exclusiveScan(elements),
  "reduce of three": () => reduce(elements.subarray(0, 3)),
  "scan in library memory": () => {
    const { array, release } = allocate("f64", 5000);
    try {
      return inclusiveScan(array, { output: array });
    } finally {
      release();
    }
  },
  "more than there is": () => allocate("f64", 2 ** 29),
};

/** What each call throws, or that it ran. */
publish(() =>
  Object.fromEntries(
    Object.entries(CALLS).map(([name, call]) => {
      try {
        call();
        return [name, "ran"];
      } catch (error) {
        return [name, String(error)];
      }
    }),
  ),
);
