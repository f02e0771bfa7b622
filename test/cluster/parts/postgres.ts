// Debian's PostgreSQL in a folder of its own, on a port of this machine alone.

import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { absenceOf, CLUSTER_PARTS, findPart } from "../../../tools/system-parts.mjs";
import { freePort } from "./free-port.ts";
import { type Service, startService } from "./service.ts";

export interface Postgres extends Service {
  readonly port: number;
  readonly url: string;
}

/** Where Debian keeps its programs, of which none but psql is on the PATH. */
function programs(): string {
  const initdb = findPart(CLUSTER_PARTS.postgresql);
  if (initdb === undefined) throw new Error(absenceOf(CLUSTER_PARTS.postgresql));
  return dirname(initdb);
}

/** Who is asked for a password, and has none. */
export const GUEST = "guest";

/** It does not run as root. */
function userOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

export async function startPostgres(folder: string): Promise<Postgres> {
  const bin = programs();
  const user = userOf();
  const home = join(folder, "postgres");
  mkdirSync(home);
  if (user !== undefined) {
    chmodSync(folder, 0o755); // on the way to its own
    chownSync(home, user.uid, user.gid);
  }
  const data = join(home, "data");
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "jobs", "--auth=trust", "--no-sync"], {
    stdio: "ignore",
    cwd: home,
    ...user,
  });
  const hba = join(data, "pg_hba.conf");
  writeFileSync(hba, `host all ${GUEST} 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, "utf8")}`);
  const port = await freePort();
  const program = {
    ...{ name: "postgres", command: join(bin, "postgres"), log: join(home, "log"), user },
    args: ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", home],
    isUp: async () => isReady(join(bin, "pg_isready"), port),
  };
  const service = await startService(program);
  return { ...service, port, url: `postgres://jobs@127.0.0.1:${port}/postgres` };
}

function isReady(program: string, port: number): boolean {
  try {
    execFileSync(program, ["-q", "-h", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
