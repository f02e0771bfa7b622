import { cpus } from "node:os";

/** What times depend on, in a line: processor, its cores, the engine. */
export function machineName(): string {
  const cores = cpus();
  const model = cores[0]?.model.trim() ?? "an unknown processor";
  return `${model}, ${cores.length} ${cores.length === 1 ? "core" : "cores"}, Node ${process.versions.node}`;
}
