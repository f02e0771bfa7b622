// Engines by the texts that name them, each given what it needs of this machine.

import { checkFunction, checkInteger, checkSignal, checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { Engine } from "../engine.ts";
import { localEngine } from "./local.ts";
import { parsePgBossAddress } from "./pg-boss/address.ts";
import { type PgBossOptions, pgBossEngine, servePgBoss } from "./pg-boss/pg-boss.ts";
import { SLURM } from "./slurm/programs.ts";
import { slurmEngine } from "./slurm/slurm.ts";
import type { WorkerCommand } from "./worker-process.ts";

/** Options of `openEngine`: the command that starts a worker on a run, how many, and who is told of a Node that is too old. */
export interface EngineOptions {
  readonly worker?: ((run: string) => WorkerCommand) | undefined; // default: `samebits run serve`, of this package
  readonly processes?: number | undefined; // of this machine, for pg-boss; default: one for each core where it is embedded, else none. Of slurm tasks at a time; default: as many as it gives
  readonly warn?: ((text: string) => void) | undefined; // default: process.emitWarning
}

/** How an engine of others is served. */
export interface ServeOptions extends EngineOptions {
  readonly signal: AbortSignal; // ends it
  readonly onReady?: (() => void) | undefined; // the server is reached, and jobs are taken from now on
}

export const ENGINE_OPTIONS: readonly string[] = ["worker", "processes", "warn"];

/** The machine that this runs on. */
export interface Machine {
  readonly name: string;
  readonly pid: number;
  readonly id: string; // unlike that of any other process
  readonly node: string; // a version
  readonly cores: () => number;
  readonly worker: (run: string) => WorkerCommand;
  readonly joiner: (run: string) => WorkerCommand;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => number; // milliseconds
  readonly warn: (text: string) => void;
}

const LOCAL = /^local:([1-9]\d{0,3})$/;

const EXPECTED = "local:N, slurm, pg-boss:embedded:DIR or pg-boss:postgres://HOST/DATABASE";

/** @throws InvalidArgumentError */
export function engineNamed(text: string, options: EngineOptions, machine: Machine): Engine {
  checkOptionNames(options, ENGINE_OPTIONS);
  const { worker = machine.worker, processes } = options;
  checkFunction("worker", worker);
  const address = parsePgBossAddress(checkText("engine", text));
  if (address !== undefined) {
    const range = address.kind === "embedded" ? { least: 1, usual: machine.cores() } : { least: 0, usual: 0 };
    return pgBossEngine(address, pgBossOptions(options, machine, range));
  }
  if (text === SLURM) {
    const { id, joiner, warn } = machine;
    const count = checkInteger("processes", processes ?? 0, 0, MOST_PROCESSES);
    return slurmEngine({ count, worker, joiner, writer: id, warn: options.warn ?? warn });
  }
  const count = Number(LOCAL.exec(text)?.[1]);
  if (!(count > 0)) throw new InvalidArgumentError("engine", EXPECTED, JSON.stringify(text));
  if (processes === undefined) return localEngine({ count, worker, now: machine.now });
  throw new InvalidArgumentError("processes", `left out, as "${text}" says how many`, describe(processes));
}

/** @throws InvalidArgumentError; EngineError; UnsupportedError */
export async function serveNamed(text: string, options: ServeOptions, machine: Machine): Promise<void> {
  checkOptionNames(options, [...ENGINE_OPTIONS, "signal", "onReady"]);
  const signal = checkSignal(options.signal);
  if (signal === undefined) throw new InvalidArgumentError("signal", "an AbortSignal", "none");
  const address = parsePgBossAddress(checkText("engine", text));
  if (address?.kind !== "postgres") {
    const expected = "pg-boss:postgres://HOST/DATABASE, as other engines have workers of their own";
    throw new InvalidArgumentError("engine", expected, JSON.stringify(text));
  }
  const how = pgBossOptions(options, machine, { least: 1, usual: machine.cores() });
  if (signal.aborted) return;
  const { onReady } = options;
  if (onReady !== undefined) checkFunction("onReady", onReady);
  await servePgBoss(address, { ...how, signal, onReady }).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

const MOST_PROCESSES = 1024;

function pgBossOptions(
  { worker, processes, warn }: EngineOptions,
  machine: Machine,
  { least, usual }: { readonly least: number; readonly usual: number },
): PgBossOptions {
  if (worker !== undefined) checkFunction("worker", worker);
  if (warn !== undefined) checkFunction("warn", warn);
  const count = checkInteger("processes", processes ?? usual, least, MOST_PROCESSES);
  const { name, pid, id, isAlive, now } = machine;
  const told = warn ?? machine.warn;
  tellOfNode(machine.node, told);
  const owner = { machine: name, pid, isAlive };
  return { count, worker: worker ?? machine.worker, owner, writer: id, now, warn: told };
}

let isNodeTold = false;

/** pg-boss's package asks for Node 22.12. It runs on 20 all the same: that is tried, and told of once. */
function tellOfNode(node: string, warn: (text: string) => void): void {
  const [major, minor] = node.split(".").map(Number);
  if (isNodeTold || major > 22 || (major === 22 && minor >= 12)) return;
  isNodeTold = true;
  warn(`pg-boss asks for Node 22.12, and this is ${node}: it is tried all the same`);
}
