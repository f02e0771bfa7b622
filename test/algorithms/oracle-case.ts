import type fc from "fast-check";
import type { Call } from "../../src/algorithms/call.ts";

/** An executor as rows see it. */
export interface OnExecutor {
  readonly name: string; // "javascript", "wasm", "workers", "webgpu"
  /** Runs one call of a public function: `on.call(filterCall(input, flags))`. */
  readonly call: <Result>(call: Call<Result>) => Promise<Result>;
}

/**
 * One public function against its definition in plain JavaScript: over these arguments, on every executor, `run` gives what `oracle` gives,
 * bit for bit, or throws an error of the same name.
 *
 * Results may be arrays, typed arrays, plain objects of them and scalars, nested. Typed arrays are compared by type, length and bytes, so
 * that payloads of NaNs count: an oracle that computes floats passes them through `canonical`.
 */
export interface OracleCase {
  readonly name: string; // "filter by flags"
  readonly arguments: fc.Arbitrary<readonly unknown[]>;
  readonly run: (on: OnExecutor, given: readonly unknown[]) => Promise<unknown>;
  readonly oracle: (given: readonly unknown[]) => unknown;
  readonly runs: number; // draws on executors of the processor
  readonly gpuRuns: number; // draws on each GPU adapter; 0: none
}

interface Row<Given extends readonly unknown[]> {
  readonly name: string;
  readonly arguments: fc.Arbitrary<Given>;
  readonly run: (on: OnExecutor, ...given: Given) => Promise<unknown>;
  readonly oracle: (...given: Given) => unknown;
  readonly runs?: number; // default: 60
  readonly gpuRuns?: number; // default: 3
}

/** A row, whose arguments keep their types while it is written. */
export function oracleCase<Given extends readonly unknown[]>({
  run,
  oracle,
  runs = 60,
  gpuRuns = 3,
  ...row
}: Row<Given>): OracleCase {
  return {
    ...row,
    run: (on, given) => run(on, ...(given as Given)),
    oracle: (given) => oracle(...(given as Given)),
    runs,
    gpuRuns,
  };
}
