import { javascriptExecutor } from "samebits";
import { conformance } from "samebits/conformance";

export async function probe() {
  const { passed, run } = await conformance(javascriptExecutor, {
    tier: "quick",
    parts: ["placement"],
    requestLimit: 4,
  });
  return [passed, run > 0];
}
