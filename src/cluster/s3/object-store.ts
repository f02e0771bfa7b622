// A run's files below an address of S3. An object is seen when all of it is there; what may come in any order is collected in a temporary file first.

import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PartialFile, RunStore } from "../folder/store.ts";
import { openObject } from "./object-bytes.ts";
import type { Objects } from "./objects.ts";

/** S3 takes no less but in the last part, and no more than 10,000 parts. */
const LEAST_PART_BYTES = 8 << 20;
const MOST_PARTS = 10_000;

/** What is read of a run's files is what is wanted, a share of a sorted piece or a carry; a header of .npy comes by itself. */
const LEAST_BYTES = 512;

/** `writer` is unlike that of any other process on any machine. */
export function objectStore(prefix: string, writer: string, objects: Objects): RunStore {
  const name = prefix.replace(/\/+$/, "");
  const at = (path: string): string => `${name}/${path}`;
  let hasConditions: Promise<boolean> | undefined;
  return {
    name,
    place: at,
    read: (path) => objects.get(at(path)),
    open: (path) => openObject(objects, at(path), LEAST_BYTES),
    sizeOf: async (path) => (await objects.head(at(path)))?.byteLength,
    async create(path, bytes) {
      hasConditions ??= triedConditions(objects, at(`.tried-${writer}`));
      if (await hasConditions) return objects.put(at(path), bytes, { mustBeNew: true });
      if ((await objects.head(at(path))) !== undefined) return false;
      return objects.put(at(path), bytes);
    },
    replace: (path, fill) => withSpill(fill, (file, size) => putFile(objects, at(path), file, size)),
    remove: (path) => objects.remove(at(path)),
    tidy: async () => {}, // what was not whole was never seen; servers forget it by their own rules
  };
}

/** Whether a server that is asked not to replace an object does not: some take no notice, and replace it. */
async function triedConditions(objects: Objects, uri: string): Promise<boolean> {
  const put = (): Promise<boolean> =>
    objects.put(uri, Uint8Array.of(1), { mustBeNew: true }).catch(() => objects.put(uri, Uint8Array.of(1)));
  await put();
  const isReplaced = await put();
  await objects.remove(uri);
  return !isReplaced;
}

/** A file that is filled in any order, then used, and gone. */
async function withSpill(
  fill: (file: PartialFile) => Promise<void>,
  use: (file: FileHandle, size: number) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "samebits-"));
  const file = await open(join(folder, "part"), "wx+");
  try {
    await fill({
      async write(bytes, position) {
        for (let done = 0; done < bytes.length; ) {
          done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
        }
      },
    });
    await use(file, (await file.stat()).size);
  } finally {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function putFile(objects: Objects, uri: string, file: FileHandle, size: number): Promise<void> {
  const partBytes = Math.max(LEAST_PART_BYTES, Math.ceil(size / MOST_PARTS));
  const parts = partsOf(file, size, partBytes);
  if (size > partBytes) return objects.putParts(uri, parts);
  const { value = new Uint8Array(0) } = await parts.next();
  await objects.put(uri, value);
}

async function* partsOf(
  file: FileHandle,
  size: number,
  partBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  for (let start = 0; start < size; start += partBytes) {
    const bytes = new Uint8Array(Math.min(partBytes, size - start));
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) throw new Error("a temporary file became shorter");
      done += bytesRead;
    }
    yield bytes;
  }
}
