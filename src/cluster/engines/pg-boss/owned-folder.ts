// The folder of an embedded database, which one process at a time may have: PGlite opens a folder twice without a word, and then its data are damaged.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemReason } from "../../../formats/open-file.ts";
import { EngineError } from "../../../values/errors.ts";

/** Who may own a folder. */
export interface Owner {
  readonly machine: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean; // of this machine
}

interface OwnedFolder {
  readonly data: string;
  release(): Promise<void>;
}

/** @throws EngineError where another process has it, or it cannot be written */
export async function ownFolder(engine: string, folder: string, owner: Owner): Promise<OwnedFolder> {
  const path = join(folder, "owner");
  const name = `${owner.pid} ${owner.machine}`;
  try {
    await mkdir(folder, { recursive: true });
    for (;;) {
      const isMine = await writeFile(path, name, { flag: "wx" }).then(() => true, isThere);
      if (isMine) break;
      const other = await readFile(path, "utf8").catch(() => "");
      if (isHeld(other, owner)) throw inUse(engine, other, path);
      await rm(path, { force: true }); // of a process that was killed
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError(engine, "have a folder for its database", `"${folder}": ${systemReason(cause)}`);
  }
  return { data: join(folder, "data"), release: () => rm(path, { force: true }) };
}

function isThere(cause: NodeJS.ErrnoException): false {
  if (cause.code === "EEXIST") return false;
  throw cause;
}

/** Of another machine nobody here can tell: its file counts. */
function isHeld(text: string, { machine, isAlive }: Owner): boolean {
  const [, digits, other] = /^(\d+) (.*)$/s.exec(text) ?? [];
  return digits !== undefined && (other !== machine || isAlive(Number(digits)));
}

function inUse(engine: string, owner: string, path: string): EngineError {
  const [pid, machine] = owner.split(" ");
  const fact = `process ${pid} of ${machine} has it; remove "${path}" if there is no such process`;
  return new EngineError(engine, "have its folder to itself", fact);
}
