// Which kernel serves a contract at the level that is asked for: native where a certificate or the level allows it, on bits everywhere else.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import { contractKey } from "../../contracts/contract-key.ts";
import type { Served } from "../../contracts/levels.ts";
import { RecentMap } from "../../values/recent-map.ts";
import { type Certificate, certify, checkSteadiness } from "./certificates/certificate.ts";
import { familyOf, isOneSegment } from "./families.ts";
import { isCleanWord } from "./kernels/arithmetic.wgsl.ts";
import { COUNTERS, STATE } from "./kernels/kernel-setting.ts";
import { tileLength } from "./kernels/tile-shape.ts";
import { BY_ARRIVAL, servedLevel } from "./native/served-level.ts";
import { type PlanSetting, planScan, type ScanPlan } from "./plan-scan.ts";
import type { PlanMaker } from "./plans.ts";
import { recordedPlan } from "./primitives/recorded-plan.ts";
import { initialWords } from "./setting.ts";
import type { Algorithm } from "./stage/algorithm.ts";
import { chooseAlgorithm, isByArrival } from "./stage/stages-of.ts";

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
  const check = () => checkSteadiness(device, plan, tileLength(plan.setting.shape));
  const certificate = known.get(key) ?? (await uncounted(device, plan, check));
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
  if (level.determinism === "notGuaranteed") {
    const setting = { ...native, takesAnyBracket: true, algorithm: algorithm ?? ARRIVAL_SCAN };
    return { level, setting };
  }
  if (!isByArrival(contract, options)) return undefined;
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

/** What is known of the pipelines of a device, by what they are made for. */
type Certificates = Pick<RecentMap<string, Certificate>, "get" | "set">;

/** Certificates that are kept at least, of those used last: to find one out takes as long as some calls. */
const KEPT_CERTIFICATES = 128;

function noCertificates(): Certificates {
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
  const check = () => certify(device, plan, tileLength(plan.setting.shape));
  const certificate = known ?? (await uncounted(device, plan, check));
  certificates.set(key, certificate);
  if (certificate.holds) return certified(plan, certificate);
  plan.release();
  return certified(await onBits(), certificate);
}

/** A check of a plan by runs of its own, which its counters forget: they are of calls. */
async function uncounted(
  device: GPUDevice,
  { state, setting }: ScanPlan,
  check: () => Promise<Certificate>,
): Promise<Certificate> {
  const certificate = await check();
  if (setting.isInspected) {
    device.queue.writeBuffer(state, 4 * STATE.counters, new Uint32Array(COUNTERS.length));
  }
  return certificate;
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

/** Plans of one device: what is found out of a pipeline is found out once. */
export function planMaker(): PlanMaker {
  const certificates = noCertificates();
  return (device, contract, observation, setting, makers) => {
    const { arithmetic, counts, ...others } = setting;
    const options: PlanSetting = {
      ...others,
      arithmetic: arithmetic === "integer" ? "integer" : undefined,
      inspected: counts === true ? { faults: [] } : undefined,
    };
    if (observation === "reduce" || !isOneSegment(contract, observation)) {
      return planContract(device, contract, observation, options, certificates);
    }
    return recordedPlan(makers, contract, observation);
  };
}
