import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { serveFolder } from "../../site/documents/serve.mjs";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { DIST } from "./root.ts";

/** A page of the built site, and what went wrong in it: a test that passes has no errors. */
interface OpenPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

interface View {
  readonly width?: number; // default: 1440
  readonly isDark?: boolean;
}

interface Host {
  readonly isIsolated?: boolean; // default: true
  readonly flags?: readonly string[]; // of Chromium
}

interface OpenSite {
  readonly address: string;
  readonly browser: Browser;
}

/** The built site, served while the tests of a file run, and Chromium beside it. Pages are closed at the end. */
export function useSite({ isIsolated = true, flags = [] }: Host = {}) {
  const opened: BrowserContext[] = [];
  let served: { readonly address: string; readonly close: () => Promise<void> };
  let browser: Browser;

  beforeAll(async () => {
    served = await serveFolder(DIST, { isIsolated });
    // A container's root cannot have Chromium's own sandbox; only our own pages are opened.
    const args = ["--headless=new", "--no-sandbox", ...flags];
    browser = await chromium.launch({ executablePath: findPart(SYSTEM_PARTS.chromium) ?? "", args });
  });

  afterAll(async () => {
    for (const context of opened) await context.close();
    await browser?.close();
    await served?.close();
  });

  /** A page in a context of its own: no drafts of others, and the same look on every machine. */
  const open = async (path: string, { width = 1440, isDark = false }: View = {}): Promise<OpenPage> => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: isDark ? "dark" : "light",
      reducedMotion: "reduce",
      serviceWorkers: "block", // what a first visit has; offline.whole.test.ts has the other
    });
    opened.push(context);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(`${served.address}${path}`);
    return { page, errors };
  };

  /** The workbench, once its pane has answered. */
  const workbench = async (fragment = "", view: View = {}): Promise<OpenPage> => {
    const { page, errors } = await open(`/workbench.html${fragment}`, view);
    await ready(page);
    return { page, errors };
  };
  return { open, workbench, site: (): OpenSite => ({ address: served.address, browser }) };
}

export async function ready(page: Page): Promise<void> {
  await page.locator('[data-state="ready"]').first().waitFor({ timeout: 30_000 });
}

/** The sums of the table's rows, as they stand there. */
export async function sums(page: Page): Promise<readonly string[]> {
  return page.locator('td[data-label="sum"]').allTextContents();
}

/** Waits until the first row's sum is this. */
export async function settled(page: Page, sum: string): Promise<void> {
  const first = page.locator('td[data-label="sum"]').first();
  await first.filter({ hasText: new RegExp(`^${sum.replaceAll(".", "\\.")}$`) }).waitFor({ timeout: 30_000 });
}

/** A pane of the workbench, once it has answered. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await ready(page);
}

/** What stands in an editor, line by line. */
export async function editorLines(page: Page, label: string): Promise<readonly string[]> {
  return page.getByLabel(label).locator(".cm-line").allTextContents();
}

/** Waits until CodeMirror is where a plain field was. */
export async function wholeEditor(page: Page): Promise<void> {
  await page.locator('[data-editor="whole"] .cm-content').first().waitFor();
}
