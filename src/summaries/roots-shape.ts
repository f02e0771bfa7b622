import { FormatError } from "../values/errors.ts";
import type { TreeShape } from "./shape.ts";
import type { RootsState } from "./summary.ts";
import { type Combine, foldRoots, pushRoot, restoreRoots, type Tier } from "./tier.ts";

/** leftFold (carry tier) and iteratedPairwise (dyadic tier): one list over the elements. */
export function rootsShape<Value>(tier: Tier, combine: Combine<Value>): TreeShape<Value, RootsState<Value>> {
  return {
    empty: () => ({ kind: "roots", roots: [] }),
    append(state, _start, end, elements) {
      const roots = [...state.roots];
      for (let i = 0; i < elements.length; i++) {
        pushRoot(tier, combine, roots, { start: end + i, end: end + i + 1, value: elements[i] });
      }
      return { kind: "roots", roots };
    },
    concat(left, right) {
      const roots = [...left.roots];
      for (const root of right.roots) pushRoot(tier, combine, roots, root);
      return { kind: "roots", roots };
    },
    observe: (state) => foldRoots(combine, state.roots),
    values: (state) => [state.roots.map((root) => root.value)],
    restore(start, end, values) {
      if (values.length !== 1)
        throw new FormatError("summary", "one list of values", `${values.length} lists`);
      return { kind: "roots", roots: restoreRoots(tier, start, end, values[0]) };
    },
  };
}
