// A link holds everything that a pane shows, in the fragment, which no browser sends to a server. Its form has a version, so that an old
// link opens in every later version: a new form is a new reader here, and the old ones stay.
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

/** What a pane shows: all of it. */
export interface PaneState {
  readonly contract: string; // the line
  readonly data: string; // as it was typed: numbers, or a kind of data with its length and seed
  readonly options: Readonly<Record<string, string>>; // the pane's own
}

export interface Link extends PaneState {
  readonly pane: string;
}

/** What a fragment lacks; `fact` is a sentence. */
export class LinkError extends Error {
  override readonly name = "LinkError";
}

const VERSION = "v1";

/** Bytes that a packed link may unpack to: what no hand has typed is no link of ours. */
const MOST_BYTES = 4_000_000;

/** `v1.PANE.DATA`, where DATA is base64url of raw deflate of `[contract, data, options]` as JSON. Equal states give equal links. */
export function encodeLink({ pane, contract, data, options }: Link): string {
  const names = Object.keys(options).sort();
  const ordered = Object.fromEntries(names.map((name) => [name, options[name]]));
  const packed = deflateSync(strToU8(JSON.stringify([contract, data, ordered])), { level: 9 });
  return `${VERSION}.${pane}.${toBase64Url(packed)}`;
}

/** @throws LinkError for a fragment that no version has written */
export function decodeLink(fragment: string): Link {
  const [version, pane, data, ...rest] = fragment.replace(/^#/, "").split(".");
  if (version !== VERSION) {
    const expected = `a link of the workbench begins with "${VERSION}."`;
    throw new LinkError(
      /^v\d+$/.test(version)
        ? `${expected}; this one, "${version}", is of a later version`
        : `${expected}; this one does not`,
    );
  }
  if (pane === undefined || data === undefined || rest.length > 0 || !/^[a-z-]+$/.test(pane)) {
    throw new LinkError(`a link has three parts, "${VERSION}.PANE.DATA"; this one has not`);
  }
  return { pane, ...stateFrom(unpacked(data)) };
}

function unpacked(data: string): unknown {
  try {
    const bytes = fromBase64Url(data);
    const text = inflateSync(bytes, { out: new Uint8Array(MOST_BYTES) });
    return JSON.parse(strFromU8(text));
  } catch {
    throw new LinkError("the link is damaged: a part of it was lost or changed on the way");
  }
}

function stateFrom(given: unknown): PaneState {
  const [contract, data, options] = Array.isArray(given) ? given : [];
  const isText = (value: unknown): value is string => typeof value === "string";
  if (isText(contract) && isText(data) && typeof options === "object" && options !== null) {
    const entries = Object.entries(options as Record<string, unknown>);
    if (entries.every(([, value]) => isText(value))) {
      return { contract, data, options: Object.fromEntries(entries) as Record<string, string> };
    }
  }
  throw new LinkError("the link holds something else than a contract, data and options");
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}
