import { checkLaw, describeVerdict, openZ3 } from "samebits/laws";
import { operator, u32 } from "samebits/operators";
import { told } from "./told.mjs";

const saturatingAdd = operator(u32, (left, right) => left.add(right.min(left.not())));

export async function probe() {
  return {
    z3: await told(async () => (await openZ3()).close()),
    verdict: describeVerdict(await checkLaw(saturatingAdd, "commutative", {})),
  };
}
