import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { contractKey } from "../../../contracts/contract-key.ts";
import type { Served } from "../../../contracts/levels.ts";
import type { RecentMap } from "../../../values/recent-map.ts";
import type { Algorithm } from "../algorithms/algorithm.ts";
import { chooseAlgorithm, otherBracket } from "../algorithms/choose-algorithm.ts";
import type { Certificate } from "../certificate.ts";
import { tileLength } from "../kernels/tile-shape.ts";
import { type PlanSetting, planScan, type ScanPlan } from "../plan-scan.ts";
import { checkSteadiness } from "./check-steadiness.ts";
import { BY_ARRIVAL, servedLevel } from "./served-level.ts";

/** What is asked of a plan, and what is known of pipelines already, by what they are made for. */
interface WeakerWish {
  readonly options: PlanSetting;
  readonly known: Pick<RecentMap<string, Certificate>, "get" | "set">;
}

/**
 * A plan for a level below "everywhere"; undefined where the plans of "everywhere" serve.
 *
 * - runToRun: the contract's tree by the device's floats; where workgroups wait for each other, only if what they see is found to change no bit.
 * - notGuaranteed: the bracket of arrival by the device's floats, scans by the look-back of the literature and reduces by atomics, unless an algorithm is
 *   named; on bits, by an algorithm that is named, where its bracket is not the contract's.
 */
export async function planBelowEverywhere(
  device: GPUDevice,
  contract: ColumnContract,
  observation: ScanPlan["observation"],
  { options, known }: WeakerWish,
): Promise<ScanPlan | undefined> {
  const weaker = weakerSetting(contract, options);
  if (weaker === undefined) return undefined;
  const { level, setting } = weaker;
  const key = `${observation} ${contractKey(contract)} ${JSON.stringify(setting)}`;
  if (known.get(key)?.holds === false) return undefined;
  const plan = await planScan(device, contract, observation, setting);
  if (level.determinism === "notGuaranteed" || !isWaiting(contract, observation, setting)) {
    return Object.assign(plan, { level });
  }
  const certificate = known.get(key) ?? (await checkSteadiness(device, plan, tileLength(plan.setting.shape)));
  known.set(key, certificate);
  if (certificate.holds) return Object.assign(plan, { level, certificate });
  plan.release();
  return undefined;
}

function weakerSetting(
  contract: ColumnContract,
  options: PlanSetting,
): { readonly level: Served; readonly setting: PlanSetting } | undefined {
  const { determinism, algorithm } = options;
  const arithmetic = options.arithmetic === "integer" ? "integer" : "fastest";
  const level = servedLevel(contract, { determinism, arithmetic });
  const native: PlanSetting = { ...options, arithmetic: "native" };
  if (level.determinism === "runToRun") return { level, setting: native };
  const isAny = determinism === "notGuaranteed";
  if (level.determinism === "notGuaranteed") {
    const setting = { ...native, takesAnyBracket: true, algorithm: algorithm ?? ARRIVAL_SCAN };
    return { level, setting };
  }
  if (!isAny || algorithm === undefined || otherBracket(contract, algorithm) === undefined) return undefined;
  return { level: BY_ARRIVAL, setting: { ...options, arithmetic: "integer", takesAnyBracket: true } };
}

const ARRIVAL_SCAN: Algorithm = "look-back:decoupled-fallback";

/** Whether workgroups wait for roots of others, and recompute what does not come. */
function isWaiting(
  contract: ColumnContract,
  observation: ScanPlan["observation"],
  setting: PlanSetting,
): boolean {
  const algorithm = chooseAlgorithm(contract, setting);
  return algorithm === "chained-scan" || (algorithm === "dyadic-look-back" && observation !== "reduce");
}
