import type { ColumnContract } from "../../contracts/column-contract.ts";
import { contractKey } from "../../contracts/contract-key.ts";
import { RecentMap } from "../../values/recent-map.ts";
import { chooseAlgorithm } from "./algorithms/choose-algorithm.ts";
import { type Certificate, certify } from "./certificate.ts";
import { familyOf } from "./families.ts";
import { initialWords } from "./gpu-setting.ts";
import { isCleanWord } from "./kernels/arithmetic.wgsl.ts";
import { tileLength } from "./kernels/tile-shape.ts";
import { planBelowEverywhere } from "./native/plan-below-everywhere.ts";
import { type PlanSetting, planScan, type ScanPlan } from "./plan-scan.ts";

/** What is known of the pipelines of a device, by what they are made for. */
type Certificates = Pick<RecentMap<string, Certificate>, "get" | "set">;

/** Certificates that are kept at least, of those used last: to find one out takes as long as some calls. */
const KEPT_CERTIFICATES = 128;

export function noCertificates(): Certificates {
  return new RecentMap(KEPT_CERTIFICATES);
}

/**
 * Plans a contract at the level that is asked for, or above.
 *
 * "everywhere" takes the fastest arithmetic that keeps the contract's bits: f32 addition natively where elements are clean, if the pipeline has or gets a
 * certificate; everything else on bits. Lower levels take the device's floats where they are faster.
 */
export async function planContract(
  device: GPUDevice,
  contract: ColumnContract,
  observation: ScanPlan["observation"],
  options: PlanSetting = {},
  certificates: Certificates = noCertificates(),
): Promise<ScanPlan> {
  const onBits = () => planScan(device, contract, observation, { ...options, arithmetic: "integer" });
  const below = await planBelowEverywhere(device, contract, observation, { options, known: certificates });
  if (below !== undefined) return below;
  if (options.arithmetic !== undefined) return planScan(device, contract, observation, options);
  // A certificate is of a kernel that reads what it is given.
  if (options.mapped !== undefined) return onBits();
  if (!addsFloats(contract) || chooseAlgorithm(contract, options) !== "dyadic-look-back") return onBits();
  const key = `${observation} ${contractKey(contract)} ${JSON.stringify(options)}`;
  const known = certificates.get(key);
  if (known?.holds === false) return certified(await onBits(), known);
  const plan = await planScan(device, contract, observation, { ...options, arithmetic: "certified" });
  const certificate = known ?? (await certify(device, plan, tileLength(plan.setting.shape)));
  certificates.set(key, certificate);
  if (certificate.holds) return certified(plan, certificate);
  plan.release();
  return certified(await onBits(), certificate);
}

function certified(plan: ScanPlan, certificate: Certificate): ScanPlan {
  return Object.assign(plan, { certificate });
}

/** Dyadic trees of f32, and those of networks. An initial value that may not be added natively would keep every tile from it. */
function addsFloats(contract: ColumnContract): boolean {
  const { operator, types, sums, expression } = contract;
  if (operator.kind === "record-operator" || operator.name !== "add") return false;
  if (familyOf(expression).certified === undefined) return false;
  return types[0] === "f32" && sums[0] === "f32" && initialWords(contract).every(isCleanWord);
}
