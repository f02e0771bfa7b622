// A function of loops.mjs in Firefox, driven over WebDriver BiDi: node --experimental-websocket firefox.mjs sum
import { readFileSync } from "node:fs";
import { openSession } from "../../../test/engines/bidi.mjs";
import { openFirefox } from "../../../test/engines/firefox.mjs";
import { serve } from "./npy-pipe.mjs";

const name = process.argv[2];
const source = readFileSync(new URL("loops.mjs", import.meta.url), "utf8");
const browser = await openFirefox(process.env.SAMEBITS_FIREFOX ?? "firefox");
const session = await openSession(browser.address);
try {
  await session.send("session.new", { capabilities: {} });
  const { context } = await session.send("browsingContext.create", { type: "tab" });
  /** @param {string} expression */
  const evaluate = async (expression) => {
    const request = { expression, target: { context }, awaitPromise: true };
    const { result, exceptionDetails } = /** @type {any} */ (await session.send("script.evaluate", request));
    if (result === undefined) throw new Error(exceptionDetails.text);
    return result.value;
  };
  await evaluate(`globalThis.loops = import("data:text/javascript;base64,${Buffer.from(source).toString("base64")}")
    .then((module) => { globalThis.loops = module; }); globalThis.loops`);
  await serve(async (input) => {
    const bytes = Buffer.from(input.buffer).toString("base64");
    const call = `loops.${name}(new Float64Array(Uint8Array.from(atob("${bytes}"), (c) => c.charCodeAt(0)).buffer))`;
    const answer = await evaluate(
      `[${call}].flat().map((v) => v.length === undefined ? [v] : [...v]).flat().map((v) => Object.is(v, -0) ? "-0" : String(v)).join(" ")`,
    );
    const numbers = answer.split(" ").map(Number);
    return numbers.length === 1 ? numbers[0] : numbers;
  });
} finally {
  session.close();
  await browser.close();
}
