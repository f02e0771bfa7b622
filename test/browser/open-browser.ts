import { type Browser, chromium } from "playwright-core";

interface Visit {
  readonly address: string;
  /** A script that runs before the page's own: what the engine is to lack. */
  readonly before?: () => void;
}

export interface OpenBrowser {
  readonly version: string;
  /** What the module of a page published. @throws with the page's own errors when it published nothing */
  readonly ask: (visit: Visit) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** What gives Chromium a GPU where there is none: SwiftShader. Without it `navigator.gpu` finds no adapter. */
export const EMULATED_GPU: readonly string[] = ["--enable-unsafe-webgpu"];

/** Starts Chromium without a window. */
export async function openBrowser(
  executablePath: string,
  flags: readonly string[] = [],
): Promise<OpenBrowser> {
  // A container's root cannot have Chromium's own sandbox; only our own pages are opened.
  const args = ["--headless=new", "--no-sandbox", ...flags];
  const browser = await chromium.launch({ executablePath, args });
  return {
    version: browser.version(),
    ask: (visit) => ask(browser, visit),
    close: () => browser.close(),
  };
}

async function ask(browser: Browser, { address, before }: Visit): Promise<unknown> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  try {
    if (before !== undefined) await page.addInitScript(before);
    await page.goto(address); // module scripts have run when it loads
    // The work itself runs in the page's own script, under the page's policy, which code sent from here would not obey.
    const answer = await page.evaluate(() => globalThis.answer);
    if (answer === undefined) throw new Error(`${address} published nothing: ${errors.join("; ")}`);
    return answer;
  } finally {
    await page.close();
  }
}
