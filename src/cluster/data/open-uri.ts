// A URI of a dataset is a path, or an address of a scheme that is known here.

import { UnsupportedError } from "../../values/errors.ts";
import { type Fetch, openAddress } from "./address-bytes.ts";
import { isAddress } from "./list-files.ts";
import { type OpenBytes, openPath } from "./part-bytes.ts";

/** Opens paths, by `fetch` what is at http and https addresses, and by `openObject` what is at s3 ones. */
export function openUri(fetch: Fetch, openObject?: OpenBytes): OpenBytes {
  return (uri) => {
    if (!isAddress(uri)) return openPath(uri);
    if (/^https?:/i.test(uri)) return openAddress(uri, fetch);
    const scheme = uri.slice(0, uri.indexOf(":"));
    if (scheme === "s3" && openObject !== undefined) return openObject(uri);
    throw new UnsupportedError(
      `a file at ${scheme}://`,
      "nothing here reads that",
      "use a path, or an https or s3 address",
    );
  };
}
