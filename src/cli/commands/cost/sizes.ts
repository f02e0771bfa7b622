import {
  type ArrayProgram,
  type CostOptions,
  type Data,
  FEWEST_SIZES,
  fitGrowth,
  type Growth,
  type ProgramCost,
  type WorkEfficiency,
  workEfficiency,
} from "../../../language.ts";
import type { Advance } from "../../progress.ts";

/** What a definition costs on some operands; `size` where those were made for one. */
export interface SizedCost extends Omit<ProgramCost, "value"> {
  readonly size?: number;
  readonly operands: readonly Data[];
}

interface CostsQuestion {
  readonly sizes: readonly number[];
  readonly seed: bigint;
  readonly options: CostOptions & { readonly fuel: number };
  readonly advance: Advance;
}

/** Costs over sizes, until the next would go beyond the fuel as far as growth so far tells. */
export function costsOverSizes(
  program: ArrayProgram,
  entry: string,
  { sizes, seed, options, advance }: CostsQuestion,
): readonly SizedCost[] {
  const costs: SizedCost[] = [];
  for (const [index, size] of sizes.entries()) {
    if (expectedWork(costs, size) > options.fuel) break;
    const operands = program.randomOperands(entry, size, seed);
    const { value: _, ...cost } = program.cost(entry, operands, options);
    costs.push({ size, operands, ...cost });
    advance(index + 1, sizes.length);
  }
  return costs;
}

/** By the exponent between the last two; 0 where there are no two. */
function expectedWork(costs: readonly SizedCost[], size: number): number {
  const [before, last] = costs.slice(-2);
  if (last?.size === undefined || before.size === undefined) return 0;
  const exponent = Math.log(last.work / before.work) / Math.log(last.size / before.size);
  return last.work * (size / last.size) ** exponent;
}

interface Growths {
  readonly work: Growth;
  readonly span: Growth;
}

export function tooFewSizes(sizes: readonly number[] | undefined): boolean {
  return sizes !== undefined && (sizes.length < FEWEST_SIZES || sizes[0] < 2);
}

/** How work and span grow; undefined where there are too few sizes to tell. */
export function growthsOf(costs: readonly SizedCost[]): Growths | undefined {
  const sizes = costs.map(({ size }) => size ?? 0);
  if (tooFewSizes(sizes)) return undefined;
  const growth = (part: "work" | "span"): Growth =>
    fitGrowth(
      sizes,
      costs.map((cost) => cost[part]),
    );
  return { work: growth("work"), span: growth("span") };
}

/** Whether the work of one definition grows no faster than that of another. */
export interface Verdict {
  readonly entry: string; // the other
  readonly efficiency: WorkEfficiency | undefined; // undefined: a form was not found
  readonly size: number;
  readonly ratio: number; // of works, at that size: the largest that both have
}

export function verdictOn(costs: readonly SizedCost[], entry: string, others: readonly SizedCost[]): Verdict {
  const [own, other] = [growthsOf(costs), growthsOf(others)];
  const last = Math.min(costs.length, others.length) - 1;
  return {
    entry,
    efficiency: own && other && workEfficiency(own.work, other.work),
    size: costs[last].size ?? 0,
    ratio: costs[last].work / others[last].work,
  };
}
