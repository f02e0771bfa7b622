// pg-boss on a PostgreSQL server, or on PGlite in this process: both are packages that callers install.

import type { PGlite } from "@electric-sql/pglite";
import type * as PgBossPackage from "pg-boss";
import { importOutsideBundle } from "../../../values/optional-packages.ts";
import type { PgBossAddress } from "./address.ts";
import { type Owner, ownFolder } from "./owned-folder.ts";
import { untilReached } from "./reach.ts";

export interface OpenBoss {
  readonly boss: PgBossPackage.PgBoss;
  close(): Promise<void>;
}

export interface BossTools {
  readonly owner: Owner;
  readonly pausesMs?: readonly number[] | undefined; // between tries to reach it
  readonly load?: ((packageName: string) => Promise<unknown>) | undefined; // default: import
  readonly signal?: AbortSignal | undefined;
}

/** How often jobs whose worker is silent are looked for. */
const WATCH_SECONDS = 10;

/** @throws UnsupportedError where a package is missing; EngineError where the database cannot be reached */
export async function openBoss(address: PgBossAddress, tools: BossTools): Promise<OpenBoss> {
  const pgBoss = (await load("pg-boss", tools)) as typeof PgBossPackage;
  const how = { schedule: false, registerInstance: false, monitorIntervalSeconds: WATCH_SECONDS } as const;
  if (address.kind === "embedded") {
    const database = await openDatabase(address, tools);
    const db = pgBoss.fromPglite(database.pglite);
    const boss = await untilReached({ address }, () =>
      start(new pgBoss.PgBoss({ ...how, db, backend: "pglite" })),
    ).catch(async (error) => {
      await database.close();
      throw error;
    });
    const close = async (): Promise<void> => {
      await stop(boss);
      await database.close();
    };
    return { boss, close };
  }
  const options = { ...how, connectionString: address.url, connectionTimeoutMillis: 5000 };
  const { pausesMs, signal } = tools;
  const boss = await untilReached({ address, pausesMs, signal }, () => start(new pgBoss.PgBoss(options)));
  return { boss, close: () => stop(boss) };
}

async function load(packageName: string, tools: BossTools): Promise<unknown> {
  const given = tools.load;
  return importOutsideBundle(packageName, "an engine of pg-boss", given && (() => given(packageName)));
}

async function openDatabase(address: PgBossAddress & { readonly kind: "embedded" }, tools: BossTools) {
  const { PGlite } = (await load("@electric-sql/pglite", tools)) as typeof import("@electric-sql/pglite");
  const folder = await ownFolder(address.name, address.folder, tools.owner);
  try {
    const pglite: PGlite = await untilReached({ address }, () => PGlite.create(folder.data));
    const close = async (): Promise<void> => {
      await pglite.close();
      await folder.release();
    };
    return { pglite, close };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** Errors of its own timers are not ours: what is asked next finds the same, and is asked again. */
async function start(boss: PgBossPackage.PgBoss): Promise<PgBossPackage.PgBoss> {
  boss.on("error", () => {});
  try {
    return await boss.start();
  } catch (error) {
    await stop(boss);
    throw error;
  }
}

async function stop(boss: PgBossPackage.PgBoss): Promise<void> {
  await boss.stop({ graceful: false, close: true }).catch(() => {}); // a server that is gone has nothing to be told
}
