import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type GoldenVector,
  type PaperVector,
  parsePaperVectors,
  parseVectors,
} from "../../../conformance.ts";
import { UnsupportedError } from "../../../index.ts";
import { unpackVectors } from "./packed-vectors.ts";

const FOLDERS_UP = 5; // at most, from this file or the built one to the package

/** The golden vectors of the package, or undefined where they were not installed with it. */
export async function readGoldenVectors(): Promise<readonly GoldenVector[] | undefined> {
  const trees = await readVectorFile("expressions.jsonl");
  const orderFree = await readVectorFile("order-free.jsonl");
  if (trees === undefined) return undefined;
  return [...parseVectors(trees), ...(orderFree === undefined ? [] : parseVectors(orderFree))];
}

/** What the papers print on their own data. */
export async function readPublishedVectors(): Promise<readonly GoldenVector[]> {
  const text = await readVectorFile("published.jsonl");
  return text === undefined ? [] : parseVectors(text);
}

/** P4229R0's Appendix F on our data. @throws UnsupportedError where the file was not installed with the package */
export async function readPaperVectors(): Promise<readonly PaperVector[]> {
  const text = await readVectorFile("paper-witness.jsonl");
  if (text !== undefined) return parsePaperVectors(text);
  throw new UnsupportedError(
    "--paper",
    "vectors/paper-witness.jsonl is not there",
    "install the whole package",
  );
}

async function readVectorFile(name: string): Promise<string | undefined> {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let i = 0; i < FOLDERS_UP; i++) {
    const path = join(folder, "vectors", name);
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text !== undefined) return text;
    const packed = await readFile(path.replace(/jsonl$/, "packed.br")).catch(() => undefined);
    if (packed !== undefined) return unpackVectors(packed);
    folder = dirname(folder);
  }
  return undefined;
}
