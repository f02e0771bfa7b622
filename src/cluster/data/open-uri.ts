// A URI of a dataset is a path, or an address of a scheme that is known here.

import { UnsupportedError } from "../../values/errors.ts";
import { type Fetch, openAddress } from "./address-bytes.ts";
import { isAddress } from "./list-files.ts";
import { type OpenBytes, openPath } from "./part-bytes.ts";

/** Opens paths, and by `fetch` what is at http and https addresses. */
export function openUri(fetch: Fetch): OpenBytes {
  return (uri) => {
    if (!isAddress(uri)) return openPath(uri);
    if (/^https?:/i.test(uri)) return openAddress(uri, fetch);
    const scheme = uri.slice(0, uri.indexOf(":"));
    throw new UnsupportedError(
      `a file at ${scheme}://`,
      "nothing here reads that",
      "use a path, or an https address",
    );
  };
}
