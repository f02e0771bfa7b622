// Where a file is written: checked before the work that it is the result of.

import { checkText } from "../values/check-arguments.ts";
import { FormatError } from "../values/errors.ts";
import { nodeFileSystem, nodePaths, systemReason } from "./open-file.ts";

/** Where the bytes of an output go: into a new file beside its place, or straight into a device or a pipe. */
type Place =
  | { readonly kind: "straight"; readonly path: string }
  | { readonly kind: "beside"; readonly path: string; readonly replaced: Replaced | undefined };

/** What a new file takes over from the one that it replaces. */
export interface Replaced {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Links followed before a path counts as a circle, as Linux has it. */
const LINKS_FOLLOWED = 40;

/** Whether `writeArray` could begin, found out before long work: creates nothing. @throws FormatError as `writeArray` */
export async function expectWritable(path: string): Promise<void> {
  const fileSystem = nodeFileSystem();
  const place = await findPlace(path);
  const directory = nodePaths().dirname(place.path);
  await explained(path, async () => {
    const status = await fileSystem.stat(directory);
    if (!status.isDirectory())
      throw new FormatError(path, "a writable file", `"${directory}", which is not a directory`);
    await fileSystem.access(place.kind === "straight" ? place.path : directory, fileSystem.constants.W_OK);
  });
}

/** Follows links, to files that are there and to those that are not, so that a link stays one. @throws FormatError */
export async function findPlace(path: string): Promise<Place> {
  checkText("path", path);
  const fileSystem = nodeFileSystem();
  if (/[/\\]$/.test(path) || path === "") throw new FormatError(path, "a writable file", "no file name");
  return explained(path, async () => {
    const target = await fileSystem.realpath(path).catch(() => linkTarget(path));
    const status = await fileSystem.stat(target).catch(() => undefined);
    if (status === undefined) return { kind: "beside", path: target, replaced: undefined };
    if (status.isDirectory()) throw new FormatError(path, "a writable file", "a directory");
    await fileSystem.access(target, fileSystem.constants.W_OK);
    if (!status.isFile()) return { kind: "straight", path: target };
    const { mode, uid, gid } = status;
    return { kind: "beside", path: target, replaced: { mode: mode & 0o7777, uid, gid } };
  });
}

/** Where a link leads at whose end there is no file yet. What exists under no real name, as a pipe in /dev/fd, keeps its own. */
async function linkTarget(path: string): Promise<string> {
  const fileSystem = nodeFileSystem();
  const { dirname, resolve } = nodePaths();
  let target = path;
  for (let followed = 0; followed < LINKS_FOLLOWED; followed++) {
    if (await fileSystem.stat(target).catch(() => undefined)) return target;
    const link = await fileSystem.readlink(target).catch(() => undefined);
    if (link === undefined) return target;
    target = resolve(await fileSystem.realpath(dirname(target)), link);
  }
  throw new FormatError(path, "a writable file", "a circle of links");
}

/** Tells what the system said as a fault of the output. @throws FormatError */
export async function explained<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    const isSystemError = cause instanceof Error && "syscall" in cause;
    if (!isSystemError) throw cause;
    throw new FormatError(path, "a writable file", systemReason(cause));
  }
}
