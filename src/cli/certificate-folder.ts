import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CertificateCache } from "../laws.ts";

/** Certificates as files of a folder, made where it is missing, each written beside and renamed. */
export function certificateFolder(folder: string): CertificateCache {
  const fileOf = (key: string): string => join(folder, `${key}.json`);
  return {
    async get(key) {
      try {
        return await readFile(fileOf(key), "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async set(key, certificate) {
      await mkdir(folder, { recursive: true });
      const beside = `${fileOf(key)}.${process.pid}.new`;
      await writeFile(beside, certificate);
      await rename(beside, fileOf(key));
    },
  };
}
