// The smallest network for a depth: known bounds from below, generated networks from above, and a solver for what is between.
import { metricsOf } from "../../networks/metrics.ts";
import type { Network } from "../../networks/network.ts";
import { askSat } from "../../solvers/ask-solver.ts";
import { checkSolver, checkTimeout } from "../../solvers/check-solver.ts";
import { lateAfterThird, unlessLate } from "../../solvers/cnf-builder.ts";
import type { SatSolver } from "../../solvers/sat.ts";
import { checkFunction, checkInteger, checkList, checkObject } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";

import { findWithin } from "./find-network.ts";
import { intervalFormula, type SearchSpace } from "./interval-formula.ts";
import { checkBounds, knownBounds, type LowerBound, type NetworkBounds } from "./network-bounds.ts";
import { smallestKnown } from "./smallest-known.ts";

/** The best that was found, and what is proved. */
export type SmallestNetwork =
  | {
      readonly status: "proved";
      readonly network: Network;
      readonly size: number;
      readonly by: LowerBound["by"];
      readonly among: SearchSpace; // where nothing smaller exists
    }
  | {
      readonly status: "open"; // size is from lowerBound.size to that of the network
      readonly network: Network | undefined;
      readonly lowerBound: LowerBound;
      readonly reason: string;
    }
  | { readonly status: "none" }; // no network of any size keeps within these bounds

/** How long `smallestNetwork` may search, and which bounds it may take as known. */
export interface SearchOptions {
  readonly timeoutMs: number; // for the whole search
  readonly now: () => number; // a clock, in milliseconds
  readonly trusted?: readonly LowerBound[]; // what need not be proved again; default: the bounds of Snir and Sergeev
}

/**
 * A network with the fewest combines for a depth, and a bound on the readers of a value if there is one. The search starts from the smallest
 * generated network and what bounds are known, and halves the distance between the two.
 *
 * @throws InvalidArgumentError for bounds that are no whole numbers, and widths above 128
 */
export async function smallestNetwork(
  bounds: Omit<NetworkBounds, "size">,
  solver: SatSolver,
  options: SearchOptions,
): Promise<SmallestNetwork> {
  checkBounds({ ...checkObject("bounds", bounds), size: 0 });
  checkSolver(solver, "solve");
  checkSearchOptions(options);
  const search = new Search(bounds, solver, options);
  const start = await search.start();
  if (start !== undefined) return start;
  return search.run();
}

function checkSearchOptions(options: SearchOptions): void {
  checkOptionNames(options, ["timeoutMs", "now", "trusted"]);
  const { timeoutMs, now, trusted = [] } = options;
  checkTimeout(timeoutMs);
  checkFunction("now", now);
  for (const [index, bound] of checkList("trusted", trusted, "bounds").entries()) {
    const { size, by } = checkObject(`trusted[${index}]`, bound);
    checkInteger(`trusted[${index}].size`, size, 0, Number.MAX_SAFE_INTEGER);
    checkName(`trusted[${index}].by`, ["prefixes", "Snir", "Sergeev", "SAT"], by);
  }
}

class Search {
  readonly #bounds: Omit<NetworkBounds, "size">;
  readonly #solver: SatSolver;
  readonly #left: () => number; // milliseconds
  #lower: LowerBound;
  #best: Network | undefined;
  #reason = "";

  constructor(bounds: Omit<NetworkBounds, "size">, solver: SatSolver, options: SearchOptions) {
    const { width, depth } = bounds;
    this.#bounds = bounds;
    this.#solver = solver;
    const end = options.now() + options.timeoutMs;
    this.#left = () => Math.ceil(end - options.now());
    this.#best = smallestKnown(bounds)?.network;
    this.#lower = (options.trusted ?? knownBounds(width, depth)).reduce(
      (best, bound) => (bound.size > best.size ? bound : best),
      { size: width - 1, by: "prefixes" },
    );
  }

  /** Any network at all, where no generated one keeps within the bounds. */
  async start(): Promise<SmallestNetwork | undefined> {
    if (this.#best !== undefined) return undefined;
    const { width } = this.#bounds;
    const answer = await this.#ask((width * (width - 1)) / 2);
    if (answer === "none") return { status: "none" };
    return answer === "unknown" ? this.#open() : undefined;
  }

  async run(): Promise<SmallestNetwork> {
    let floor = this.#lower.size; // what is below it was asked
    let next = floor;
    while (floor < this.#size()) {
      const answer = await this.#ask(next);
      if (answer === "none") this.#lower = { size: next + 1, by: "SAT" };
      if (answer !== "found") floor = next + 1;
      next = (floor + this.#size() - 1) >> 1;
    }
    if (this.#best === undefined || this.#lower.size < this.#size()) return this.#open();
    const { size, by } = this.#lower;
    const among = by === "SAT" ? await this.#spaceOf(size) : "circuits";
    return { status: "proved", network: this.#best, size, by, among };
  }

  #size(): number {
    return this.#best === undefined ? Number.POSITIVE_INFINITY : metricsOf(this.#best).size;
  }

  #open(): SmallestNetwork {
    return { status: "open", network: this.#best, lowerBound: this.#lower, reason: this.#reason };
  }

  async #ask(size: number): Promise<"found" | "none" | "unknown"> {
    const answer = await findWithin({ ...this.#bounds, size }, this.#solver, this.#left);
    if (answer.status === "found") this.#best = answer.network;
    if (answer.status === "unknown") this.#reason = answer.reason;
    return answer.status;
  }

  /** Whether circuits that are no networks need as many combines. */
  async #spaceOf(size: number): Promise<SearchSpace> {
    const bounds = { ...this.#bounds, size: size - 1 };
    const made = unlessLate(() => intervalFormula(bounds, "circuits", lateAfterThird(this.#left)));
    const left = this.#left();
    const answer = made && left > 0 ? await askSat(this.#solver, made.formula, left) : undefined;
    return answer?.status === "unsat" ? "circuits" : "networks";
  }
}
