/*
 * How often each index occurs.
 *
 *     few bins:   workgroup: bins of its own in workgroup memory; then counts[bin] += bins[bin]
 *     many bins:  thread i: counts[indices[i]] += 1
 */

import { ELEMENT_THREADS, elementEntry, elementGroups, groupEntry } from "./kernel-text.ts";
import { atomic, exactly, type Kernel, type Machine, read, type Slot } from "./machine.ts";

/** Bins that a workgroup counts in memory of its own, where others do not get in its way. */
const OWN_BINS = 2048;

/** Workgroups that have bins of their own: each goes over many indices, and adds its counts once. */
const COUNTING_GROUPS = 512;

/** How often each of 0 … binCount − 1 occurs, and how many are beyond. Sums of ones have one value in whatever order they are added. */
export function countIndexSlots(
  machine: Machine,
  indices: Slot,
  binCount: number,
): { readonly counts: Slot; readonly outsideCount: Slot } {
  const counts = machine.scratch("u32", exactly(binCount));
  const outsideCount = machine.scratch("u32", exactly(1));
  for (const slot of [counts, outsideCount]) machine.clear(slot);
  const groups = elementGroups(indices.length.atMost);
  const hasOwnBins = binCount <= OWN_BINS;
  machine.run(hasOwnBins ? OWN_BINS_KERNEL : SHARED_BINS_KERNEL, {
    columns: [indices, counts, outsideCount],
    lengths: [indices.length],
    words: [binCount],
    workgroups: hasOwnBins ? Math.min(groups, COUNTING_GROUPS) : groups,
  });
  return { counts, outsideCount };
}

const SHARED: Omit<Kernel, "key" | "body"> = {
  columns: [read("indices"), atomic("counts"), atomic("outside")],
  lengths: ["index_count"],
  words: ["bin_count"],
};

const SHARED_BINS_KERNEL: Kernel = {
  ...SHARED,
  key: "count-indices shared",
  body: () =>
    elementEntry(
      "index_count()",
      `    let bin = indices[at_indices() + i];
    if (bin < bin_count()) { atomicAdd(&counts[at_counts() + bin], 1u); } else { atomicAdd(&outside[at_outside()], 1u); }`,
    ),
};

const OWN_BINS_KERNEL: Kernel = {
  ...SHARED,
  key: "count-indices own",
  body: () => `var<workgroup> bins: array<atomic<u32>, ${OWN_BINS}>;
${groupEntry(ELEMENT_THREADS)}
  let length = index_count();
  var beyond = 0u;
  let stride = grid.x * grid.y * ${ELEMENT_THREADS}u;
  var i = group * ${ELEMENT_THREADS}u + lane;
  while (i < length) {
    let bin = indices[at_indices() + i];
    if (bin < bin_count()) { atomicAdd(&bins[bin], 1u); } else { beyond++; }
    if (length - i <= stride) { break; }
    i += stride;
  }
  if (beyond > 0u) { atomicAdd(&outside[at_outside()], beyond); }
  workgroupBarrier();
  for (var bin = lane; bin < bin_count(); bin += ${ELEMENT_THREADS}u) {
    let count = atomicLoad(&bins[bin]);
    if (count > 0u) { atomicAdd(&counts[at_counts() + bin], count); }
  }
}
`,
};
