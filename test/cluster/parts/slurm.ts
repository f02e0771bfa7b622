// Debian's Slurm as a controller and two nodes of this machine, in a folder of its own: without munge, cgroups, accounting or systemd.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { type Service, startService } from "./service.ts";

export interface SlurmCluster {
  readonly env: Readonly<Record<string, string>>; // by which its programs find it
  readonly services: readonly Service[]; // the controller, then the nodes
  stop(): Promise<void>;
}

const NODES = ["one", "two"];

/** Fewer than the pieces of a run, so that a task has several. */
const MOST_TASKS = 17;

export async function startSlurm(folder: string): Promise<SlurmCluster> {
  const home = join(folder, "slurm");
  mkdirSync(join(home, "state"), { recursive: true });
  const ports: number[] = [];
  for (let i = 0; i <= NODES.length; i++) ports.push(await freePort());
  const path = join(home, "slurm.conf");
  writeFileSync(path, settings(home, ports));
  const env = { SLURM_CONF: path };
  const answerOf = (program: string, args: readonly string[]): string => {
    try {
      return execFileSync(program, args, {
        env: { ...process.env, ...env },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    } catch {
      return "";
    }
  };
  /** A controller that was killed may give a number of a job a second time. The node that has both is drained ("Duplicate jobid"), until an administrator's word. */
  const isNodeUp = async (node: string): Promise<boolean> => {
    const state = answerOf("sinfo", ["--noheader", `--nodes=${node}`, "--format=%T %E"]);
    if (/^(drain|down)/.test(state)) {
      console.log(`${node}: ${state.trim()}`);
      answerOf("scontrol", ["update", `nodename=${node}`, "state=resume"]);
    }
    return /^(idle|mixed|alloc|compl)/.test(state);
  };
  const services: Service[] = [];
  const stop = async (): Promise<void> => {
    for (const service of [...services].reverse()) await service.stop();
  };
  try {
    services.push(
      await startService({
        ...{ name: "slurmctld", command: "slurmctld", args: ["-D"], log: join(home, "slurmctld.out"), env },
        isUp: async () => /UP/.test(answerOf("scontrol", ["ping"])),
      }),
    );
    for (const node of NODES) {
      services.push(
        await startService({
          ...{ name: `slurmd ${node}`, command: "slurmd", args: ["-D", "-N", node] },
          ...{ log: join(home, `slurmd-${node}.out`), env },
          isUp: () => isNodeUp(node),
        }),
      );
    }
  } catch (error) {
    await stop(); // of what has started
    throw error;
  }
  return { env, services, stop };
}

function settings(home: string, [controller, ...nodes]: readonly number[]): string {
  const host = hostname();
  const user = userInfo().username;
  return `ClusterName=samebits
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=${user}
SlurmdUser=${user}
SlurmctldPort=${controller}
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SlurmctldPidFile=${home}/slurmctld.pid
SlurmdPidFile=${home}/slurmd-%n.pid
SlurmdSpoolDir=${home}/spool-%n
StateSaveLocation=${home}/state
SlurmctldLogFile=${home}/slurmctld.log
SlurmdLogFile=${home}/slurmd-%n.log
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=10
KillWait=1
InactiveLimit=0
MinJobAge=30
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,default_queue_depth=1000
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobRequeue=0
MaxArraySize=${MOST_TASKS}
${NODES.map((node, i) => `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${nodes[i]} CPUs=2 State=UNKNOWN`).join("\n")}
PartitionName=all Nodes=${NODES.join(",")} Default=YES MaxTime=INFINITE State=UP
`;
}
