import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { absenceOf, findPart } from "../../tools/system-parts.mjs";
import { openSession } from "./bidi.mjs";
import { MissingEngineError } from "./engine.mjs";
import { serveStage } from "./serve-stage.mjs";

/** @typedef {import("./engine.mjs").Told} Told */

export const FIREFOX = {
  what: "Firefox ESR",
  purpose: "SpiderMonkey",
  commands: ["firefox-esr", "firefox"],
  variable: "SAMEBITS_FIREFOX",
  packages: ["firefox-esr"],
};

const MOST_MINUTES = 20;
const START_SECONDS = 60;

// Nothing but the page: no question whether a long script should stop, no first run, no connection of its own.
const PREFERENCES = [
  ["dom.max_script_run_time", 0],
  ["dom.max_chrome_script_run_time", 0],
  ["browser.shell.checkDefaultBrowser", false],
  ["datareporting.policy.dataSubmissionEnabled", false],
  ["app.update.enabled", false],
];

/** Firefox, whose engine is SpiderMonkey, without a window and driven over WebDriver BiDi. @type {import("./engine.mjs").Engine} */
export const firefox = {
  name: "Firefox ESR",
  scope: "whole",
  missingParts: () => (findPart(FIREFOX) === undefined ? [FIREFOX] : []),
  run: async (stage, scope) => {
    const program = findPart(FIREFOX);
    if (program === undefined) throw new MissingEngineError(absenceOf(FIREFOX));
    const server = await serveStage(stage);
    const browser = await openFirefox(program);
    try {
      return await ask(browser.address, `${server.origin}/page.html?scope=${scope}`);
    } finally {
      await browser.close();
      server.close();
    }
  },
};

/** A browser with a profile that goes with it. @param {string} program */
export async function openFirefox(program) {
  const profile = mkdtempSync(join(tmpdir(), "samebits-firefox-"));
  const lines = PREFERENCES.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const child = spawn(
    program,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { address: await addressOf(child, ended), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What Firefox says where it listens. @param {import("node:child_process").ChildProcess} child @param {Promise<unknown>} ended @returns {Promise<string>} */
async function addressOf({ stderr }, ended) {
  if (stderr === null) throw new Error("Firefox must have a standard error");
  /** @type {Promise<string>} */
  const told = new Promise((resolve) => {
    createInterface({ input: stderr }).on("line", (line) => {
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const dead = ended.then(() => {
    throw new Error("Firefox must listen, got its end");
  });
  return within(START_SECONDS, "Firefox must listen", Promise.race([told, dead]));
}

/** Loads the page and waits for its promise. @param {string} address @param {string} page @returns {Promise<Told>} */
async function ask(address, page) {
  const session = await openSession(address);
  const opened = await session.send("session.new", { capabilities: {} });
  const { browserVersion } = /** @type {{ browserVersion: string }} */ (opened.capabilities);
  const { context } = await session.send("browsingContext.create", { type: "tab" });
  await session.send("browsingContext.navigate", { context, url: page, wait: "complete" });
  const request = { expression: "fingerprinted()", target: { context }, awaitPromise: true };
  const answer = await within(
    MOST_MINUTES * 60,
    "the page must answer",
    session.send("script.evaluate", request),
  );
  session.close();
  const { result, exceptionDetails } =
    /** @type {{ result?: { value: string }, exceptionDetails?: { text: string } }} */ (answer);
  if (result === undefined) throw new Error(`the page must find fingerprints, got ${exceptionDetails?.text}`);
  const told = JSON.parse(result.value);
  if (!told.isIsolated) throw new Error("the page must be cross-origin isolated, got one that is not");
  return {
    ...told,
    version: `Firefox ${browserVersion}`,
    javascript: `SpiderMonkey ${browserVersion}`,
    architecture: process.arch,
  };
}

/** @template T @param {number} seconds @param {string} what @param {Promise<T>} promise @returns {Promise<T>} */
async function within(seconds, what, promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${seconds} s`)), seconds * 1000);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}
