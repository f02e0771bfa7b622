/** One dispatch of a plan. All of a plan share one layout of bindings. */
export interface Stage {
  readonly code: string; // WGSL with entry point `main`
  /** "tiles": one for each tile of the call, perhaps surplus ones; a number: so many, whatever the call. */
  readonly workgroups: "tiles" | number;
}

/** What an algorithm runs for each call, in this order, and the words of the table behind the carry of `state`. */
export interface Staging {
  readonly stages: readonly Stage[];
  readonly tableWords: number;
  readonly chunkLength?: number | undefined; // positions of a chunk; default: as many as its tiles have
  readonly cutLength?: number | undefined; // as GpuPlan's
  readonly isWhole?: boolean | undefined; // whether a call must be the whole array
}
