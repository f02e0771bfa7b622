import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** A page of the built site, and what went wrong in it: a test that passes has no errors. */
interface OpenPage {
  readonly page: Page;
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

interface View {
  readonly width?: number; // default: 1440
  readonly isDark?: boolean;
}

export async function openChromium(executablePath: string): Promise<Browser> {
  // A container's root cannot have Chromium's own sandbox; only our own pages are opened.
  return chromium.launch({ executablePath, args: ["--headless=new", "--no-sandbox"] });
}

/** A page in a context of its own: no drafts of others, and the same look on every machine. */
export async function openPage(browser: Browser, address: string, view: View = {}): Promise<OpenPage> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: view.width ?? 1440, height: 900 },
    colorScheme: view.isDark === true ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(address);
  return { page, errors, close: () => context.close() };
}
