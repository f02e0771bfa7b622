import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, release, totalmem, type } from "node:os";

/** @param {string} path @returns {string | undefined} */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** The first line that a command prints, undefined where it is not there. @param {string} command @param {readonly string[]} parameters */
export function firstLineOf(command, parameters) {
  const { status, stdout } = spawnSync(command, parameters, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n")[0] : undefined;
}

/** "48K L1 Data", …: where Linux tells. @returns {string[]} */
function caches() {
  const found = [];
  for (let index = 0; ; index++) {
    const folder = `/sys/devices/system/cpu/cpu0/cache/index${index}`;
    const size = readIfThere(`${folder}/size`);
    if (size === undefined) return found;
    found.push(`L${readIfThere(`${folder}/level`)} ${readIfThere(`${folder}/type`)} ${size}`);
  }
}

/** Processors are sold under names that say little: family and model tell the generation. @returns {string} */
function cpuName() {
  const name = cpus()[0]?.model.trim() ?? "unknown";
  const text = readIfThere("/proc/cpuinfo") ?? "";
  const family = /^cpu family\s*:\s*(\d+)/m.exec(text)?.[1];
  const model = /^model\s*:\s*(\d+)/m.exec(text)?.[1];
  return family === undefined ? name : `${name} (family ${family}, model ${model})`;
}

/** What the times depend on and a reader can compare with their own. */
export function describeMachine() {
  const cpu = cpuName();
  const cores = cpus().length;
  const name = `${cpu} ${cores} cores`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return {
    ...{ name, cpu, cores, caches: caches(), memoryGiB: Math.round(totalmem() / 2 ** 30) },
    system: `${type()} ${release()} ${arch()}`,
    hugePages: readIfThere("/sys/kernel/mm/transparent_hugepage/enabled"),
  };
}

/** Load averages over 1, 5 and 15 minutes. */
export const load = () => loadavg().map((each) => Number(each.toFixed(2)));
