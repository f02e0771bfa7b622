import { describe, expect, test } from "vitest";
import { UnsupportedError } from "./errors.ts";
import { peerError } from "./optional-packages.ts";

/** What was seen where apache-arrow is not there. */
const MISSING: readonly (readonly [string, unknown])[] = [
  [
    "Node",
    coded(
      "Cannot find package 'apache-arrow' imported from /app/node_modules/samebits/dist/chunks/formats.mjs",
      "ERR_MODULE_NOT_FOUND",
    ),
  ],
  [
    "Node's require",
    coded("Cannot find module 'apache-arrow'\nRequire stack:\n- /app/a.cjs", "MODULE_NOT_FOUND"),
  ],
  ["webpack", coded("Cannot find module 'apache-arrow'", "MODULE_NOT_FOUND")],
  ["Vite", new Error('Could not resolve "apache-arrow" imported by "samebits". Is it installed?')],
  ["Chromium", new TypeError("Failed to resolve module specifier 'apache-arrow'")],
  [
    "Firefox",
    new TypeError("The specifier “apache-arrow” was a bare specifier, but was not remapped to anything."),
  ],
  ["WebKit", new TypeError("Module name, 'apache-arrow' does not resolve to a valid URL.")],
  [
    "an error that is no Error",
    { code: "ERR_MODULE_NOT_FOUND", message: "Cannot find package 'apache-arrow'" },
  ],
];

const BROKEN: readonly (readonly [string, unknown])[] = [
  [
    "a package that it needs is missing",
    coded(
      "Cannot find package 'flatbuffers' imported from /app/node_modules/apache-arrow/Arrow.mjs",
      "ERR_MODULE_NOT_FOUND",
    ),
  ],
  [
    "its file did not come",
    new TypeError("Failed to fetch dynamically imported module: http://localhost/arrow.js"),
  ],
  ["it throws", new Error("initZ3 was not imported correctly")],
  ["it throws what is no error", "broken"],
];

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

describe("the error of an optional package", () => {
  test.each(MISSING)("says that it is not installed: %s", (_name, cause) => {
    const error = peerError("apache-arrow", "reading Arrow", cause);
    expect(error).toBeInstanceOf(UnsupportedError);
    expect(error.message).toBe(
      "reading Arrow is not possible here: the optional package apache-arrow is not installed; get it with: npm install apache-arrow",
    );
  });

  test.each(BROKEN)("says in one line what is wrong with it: %s", (_name, cause) => {
    const { message } = peerError("apache-arrow", "reading Arrow", cause);
    expect(message).toMatch(/the optional package apache-arrow could not be loaded \(.+\); get it with/);
    expect(message).not.toContain("\n");
  });
});
