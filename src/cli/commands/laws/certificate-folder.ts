import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CertificateCache } from "../../../laws.ts";
import type { CommandIo } from "../../io.ts";
import { writeOutputFile } from "../../output/output-file.ts";

/** Certificates as files of a folder, made where it is missing, each written beside and renamed. */
export function certificateFolder(folder: string, io: CommandIo): CertificateCache {
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
      await writeOutputFile(fileOf(key), certificate, io, "certificates");
    },
  };
}
