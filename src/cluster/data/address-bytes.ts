// A file at an https address, read by ranges.

import { systemReason } from "../../formats/open-file.ts";
import { FormatError, UnsupportedError } from "../../values/errors.ts";
import { blockReader } from "./blocks.ts";
import type { PartBytes } from "./part-bytes.ts";

/** What is used of the platform's `fetch`. */
export type Fetch = (
  address: string,
  init: { readonly headers: Readonly<Record<string, string>> },
) => Promise<Pick<Response, "status" | "headers" | "arrayBuffer">>;

/** Pauses before a request is made once more, in milliseconds: where there is no answer, or the server says that it is at fault or too busy. */
const PAUSES_MS: readonly number[] = [100, 400, 1600, 6400];

/** @throws FormatError naming the address; UnsupportedError for a server without ranges */
export async function openAddress(address: string, fetch: Fetch): Promise<PartBytes> {
  const name = shownAddress(address);
  const first = await request({ address, name, fetch, headers: { range: "bytes=0-0" } });
  if (first.status === 200) throw withoutRanges(name);
  const byteLength = Number(
    /^bytes 0-0\/(\d+)$/.exec(first.headers.get("content-range") ?? "")?.[1] ?? Number.NaN,
  );
  if (first.status !== 206 || !Number.isSafeInteger(byteLength)) throw refused(name, first.status);
  const etag = first.headers.get("etag") ?? undefined;
  const fetched = async (start: number, end: number): Promise<Uint8Array> => {
    const headers = { range: `bytes=${start}-${end - 1}`, ...(etag !== undefined && { "if-match": etag }) };
    const answer = await request({ address, name, fetch, headers });
    if (answer.status === 412)
      throw new FormatError(name, `as it was opened, etag ${etag}`, "another by now");
    if (answer.status === 200) throw withoutRanges(name);
    if (answer.status !== 206) throw refused(name, answer.status);
    return new Uint8Array(await answer.arrayBuffer());
  };
  return {
    ...{ name, byteLength, etag },
    readInto: blockReader({ name, byteLength }, fetched),
    close: async () => {},
  };
}

/** An address without what may be a secret. */
function shownAddress(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//");
}

interface Asked {
  readonly address: string;
  readonly name: string;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that is not about a passing trouble. @throws FormatError where there is none after all pauses */
async function request({ address, name, fetch, headers }: Asked): ReturnType<Fetch> {
  let fact = "";
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      const answer = await fetch(address, { headers });
      if (answer.status !== 429 && answer.status < 500) return answer;
      fact = `status ${answer.status}`;
    } catch (cause) {
      fact = systemReason(cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause);
    }
    if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new FormatError(name, "an address that answers", `${fact}, ${PAUSES_MS.length + 1} times`);
}

function refused(name: string, status: number): FormatError {
  const why = status === 401 || status === 403 ? "credentials were refused, " : "";
  return new FormatError(name, "an address of a file that can be read by ranges", `${why}status ${status}`);
}

function withoutRanges(name: string): UnsupportedError {
  return new UnsupportedError(
    `reading "${name}" in pieces`,
    "its server has no ranges",
    "copy the file to a folder",
  );
}
