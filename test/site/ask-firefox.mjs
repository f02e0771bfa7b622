// Opens an address in Firefox, runs the text of a function there and prints what it gives, as JSON. A process of its own: Node 20 has web sockets when it is asked for them.
import { findPart } from "../../tools/system-parts.mjs";
import { openSession } from "../engines/bidi.mjs";
import { FIREFOX, openFirefox } from "../engines/firefox.mjs";

const [address, text] = process.argv.slice(2);
const browser = await openFirefox(/** @type {string} */ (findPart(FIREFOX)));
try {
  const session = await openSession(browser.address);
  await session.send("session.new", { capabilities: {} });
  const { context } = await session.send("browsingContext.create", { type: "tab" });
  await session.send("browsingContext.navigate", { context, url: address, wait: "complete" });
  const { result, exceptionDetails } =
    /** @type {{ result?: { value: string }, exceptionDetails?: { text: string } }} */ (
      await session.send("script.evaluate", {
        expression: `(${text})().then((told) => JSON.stringify(told))`,
        target: { context },
        awaitPromise: true,
      })
    );
  session.close();
  if (result === undefined) throw new Error(`the page must answer, got ${exceptionDetails?.text}`);
  console.log(result.value);
} finally {
  await browser.close();
}
