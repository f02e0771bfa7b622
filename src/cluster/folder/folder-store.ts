// A run's files in a folder. A file is written beside its place, synced, and then linked or renamed, and the folder synced: a power cut leaves it whole or absent.

import { readFile } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { systemReason } from "../../formats/open-file.ts";
import { FormatError } from "../../values/errors.ts";
import { openPath } from "../data/part-bytes.ts";
import type { PartialFile, RunStore } from "./store.ts";

/** File systems that have no links say one of these. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

const PARTIAL = ".partial";

/** `writer` is unlike that of any other process on any machine: two that write the same file must not share a name. */
export function folderStore(folder: string, writer: string): RunStore {
  const made = new Set<string>();
  let count = 0;
  const at = (path: string): string => join(folder, path);

  /** Writes a file under a name of its own, and gives it its place by `put`. */
  async function written<Result>(
    path: string,
    fill: (file: PartialFile) => Promise<void>,
    put: (partial: string, place: string) => Promise<Result>,
  ): Promise<Result> {
    const place = at(path);
    const home = dirname(place);
    return explained(place, async () => {
      if (!made.has(home)) await makeFolder(home);
      made.add(home);
      const partial = `${place}.${writer}-${count++}${PARTIAL}`;
      try {
        await writeSynced(partial, fill);
        const result = await put(partial, place);
        await syncFolder(home);
        return result;
      } finally {
        await rm(partial, { force: true });
      }
    });
  }

  return {
    name: folder,
    place: at,
    read(path) {
      const place = at(path);
      return explained(place, () => readWhole(place).catch(noneOfAbsent));
    },
    open: (path) => openPath(at(path)),
    sizeOf: (path) => explained(at(path), async () => (await stat(at(path)).catch(noneOfAbsent))?.size),
    create: (path, bytes) => written(path, (file) => file.write(bytes, 0), linkNew),
    replace: (path, fill) => written(path, fill, rename),
    remove: (path) => explained(at(path), () => rm(at(path), { force: true })),
    async tidy(folders) {
      for (const inner of folders) {
        const names = (await readdir(at(inner)).catch(noneOfAbsent)) ?? [];
        for (const name of names)
          if (name.endsWith(PARTIAL)) await rm(join(at(inner), name), { force: true });
      }
    },
  };
}

/** Node's `recursive` never ends below /proc, whose folders nobody makes (Node 20). */
async function makeFolder(path: string): Promise<void> {
  const make = (): Promise<void> =>
    mkdir(path).catch((cause) => {
      if (cause.code !== "EEXIST") throw cause;
    });
  await make().catch(async (cause) => {
    if (cause.code !== "ENOENT" || dirname(path) === path) throw cause;
    await makeFolder(dirname(path));
    await make();
  });
}

/** By a callback: 60,000 records take half the processor's time that promises of node:fs take. */
const readWhole = promisify(readFile);

async function writeSynced(partial: string, fill: (file: PartialFile) => Promise<void>): Promise<void> {
  const handle = await open(partial, "wx");
  try {
    await fill({
      async write(bytes, position) {
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
          done += bytesWritten;
        }
      },
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether the place was free. A link is made where there is nothing, and nowhere else; a file system without links has a rename, which may take the place of an equal one. */
async function linkNew(partial: string, place: string): Promise<boolean> {
  try {
    await link(partial, place);
    return true;
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "EEXIST") return false;
    if (code === undefined || !NO_LINKS.includes(code)) throw cause;
  }
  if ((await stat(place).catch(noneOfAbsent)) !== undefined) return false;
  await rename(partial, place);
  return true;
}

/** So that the new name is on the disk too, where folders can be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function noneOfAbsent(cause: unknown): undefined {
  if (codeOf(cause) === "ENOENT") return undefined;
  throw cause;
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}

/** What the system says becomes an error that names the file. @throws FormatError */
async function explained<Result>(place: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (!(cause instanceof Error && "syscall" in cause)) throw cause;
    throw new FormatError(place, "a file of a run that can be read and written", systemReason(cause));
  }
}
