/** How many waiters saw what they waited for, polling a bounded number of times. One that gives up tells the others to. */
export interface Wait {
  readonly waiters: number;
  readonly progressed: number; // waiters that saw it; the rest gave up, or were told to
  readonly longestWait: number; // polls, of those that saw it
  readonly pollLimit: number; // at which a waiter gave up
}

/** A lane that waits for another of its workgroup, which has nothing else to do. */
export interface LaneWait extends Wait {
  readonly waitingLane: number;
  readonly awaitedLane: number;
}

/**
 * Who of the lanes and workgroups of a WebGPU device was seen to make progress while others wait: facts for people, and no promise.
 *
 * No kernel of samebits needs any of it: a wait of theirs is bounded, and what does not come is computed anew.
 */
export interface ForwardProgress {
  readonly workgroups: number; // in each dispatch
  readonly mostRunning: number; // workgroups that had begun and not ended at one time
  readonly farthestFromIdOrder: number; // places between a workgroup's id and its turn to begin
  readonly earlierTicket: Wait; // each waits for the one that began before it
  readonly lowerId: Wait; // each waits for the one with the next lower id
  readonly higherId: Wait; // each waits for the one with the next higher id: all must run at one time, or nothing ends
  readonly lanes: readonly LaneWait[];
}
