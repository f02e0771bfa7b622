import { spawnSync } from "node:child_process";

/** Brings what engines need of Debian, where a missing part is a failure. Whether it worked shows when they run. @param {readonly import("../../tools/system-parts.mjs").SystemPart[]} parts */
export function installParts(parts) {
  const packages = parts.flatMap((part) => part.packages);
  if (packages.length === 0) return;
  console.log(`Installing Debian packages (${packages.join(", ")}) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const wait = ["-qq", "-o", "DPkg::Lock::Timeout=300"];
  for (const command of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { status } = spawnSync("apt-get", [...wait, ...command], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    });
    if (status !== 0) console.error(`apt-get ${command.join(" ")} must end with exit code 0, got ${status}`);
  }
}
