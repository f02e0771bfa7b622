// The built site in Chromium, in figures: how soon a pane answers, how long the page is held up while one computes, and frames while a large drawing is panned.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveFolder } from "../site/documents/serve.mjs";
import { absenceOf, findPart, SYSTEM_PARTS } from "../tools/system-parts.mjs";
import { describeMachine, load } from "./harness/machine.mjs";
import { commit, RESULTS, writeResult } from "./harness/result-file.mjs";
import { median } from "./harness/statistics.mjs";

const DIST = fileURLToPath(new URL("../site/dist", import.meta.url));
const ROUNDS = { whole: 5, quick: 1 };

/** @typedef {{ name: string, unit: string, goal: string, median: number, rounds: number[] }} Figure */
/** @typedef {{ page: import("playwright-core").Page, address: string }} Opened */

/** @param {Omit<import("./cpu.mjs").CpuOptions, "nodes">} options */
export async function runSite({ isQuick, rounds, only = "", out, command, now }) {
  const program = findPart(SYSTEM_PARTS.chromium);
  if (program === undefined)
    throw new Error(`the site is measured in Chromium: ${absenceOf(SYSTEM_PARTS.chromium)}`);
  if (!existsSync(join(DIST, "workbench.html")))
    throw new Error("site/dist must hold a built site: npm run site");
  const date = now().toISOString();
  const loadBefore = load();
  const site = await serveFolder(DIST);
  const browser = await chromium.launch({
    executablePath: program,
    args: ["--headless=new", "--no-sandbox"],
  });
  /** @type {Figure[]} */
  const results = [];
  try {
    for (const { name, unit, goal, measure } of CASES.filter((each) => each.name.includes(only))) {
      const values = [];
      for (let round = 0; round < (rounds ?? ROUNDS[isQuick ? "quick" : "whole"]); round++) {
        const context = await browser.newContext({
          viewport: { width: 1440, height: 900 },
          serviceWorkers: "block",
        });
        values.push(
          Number((await measure({ page: await context.newPage(), address: site.address })).toPrecision(4)),
        );
        await context.close();
      }
      results.push({ name, unit, goal, median: median(values), rounds: values });
      console.log(`${name}: ${median(values)} ${unit} (${goal})`);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  const machine = describeMachine();
  const result = {
    ...{ suite: "site", isQuick, date, command, commit: commit(), node: process.version.slice(1), machine },
    ...{ load: { before: loadBefore, after: load() }, browser: browser.version(), results },
  };
  const isWhole = !isQuick && only === "";
  const file = out ?? (isWhole ? join(RESULTS, machine.name, `${date.slice(0, 10)}-site.json`) : undefined);
  if (file !== undefined) writeResult(file, result);
}

const TREE = "tenths 512";
const NETWORK = "add f64 network:kogge-stone:128 initial=none v1";

/** @type {readonly { name: string, unit: string, goal: string, measure: (opened: Opened) => Promise<number> }[]} */
const CASES = [
  {
    name: "first view: its pane has answered",
    unit: "ms",
    goal: "at most 1500",
    measure: (opened) => answerTime(opened, "/"),
  },
  {
    name: "workbench: its pane has answered",
    unit: "ms",
    goal: "at most 1500",
    measure: (opened) => answerTime(opened, "/workbench.html"),
  },
  {
    name: "a million tenths in four orders: longest task of the page",
    unit: "ms",
    goal: "at most 100",
    measure: (opened) =>
      longestTask(opened, ({ page }) => page.getByRole("button", { name: "a million tenths" }).click()),
  },
  {
    name: "tree of 512: longest task while it is computed and drawn",
    unit: "ms",
    goal: "at most 100",
    measure: (opened) =>
      longestTask(opened, ({ page }) => page.getByLabel("Numbers", { exact: true }).fill(TREE)),
  },
  {
    name: "tree of 512, panned",
    unit: "frames/s",
    goal: "60",
    measure: async ({ page, address }) => {
      await page.goto(`${address}/workbench.html`);
      await ready(page);
      await page.getByLabel("Numbers", { exact: true }).fill(TREE);
      await page.locator("svg.sb-tree circle").nth(1000).waitFor();
      return framesPanned(page, "svg.sb-tree");
    },
  },
  {
    name: "network of 128, panned",
    unit: "frames/s",
    goal: "60",
    measure: async ({ page, address }) => {
      await page.goto(`${address}/workbench.html`);
      await page.getByRole("tab", { name: "Networks" }).click();
      await page.getByLabel("Contract").fill(NETWORK);
      await page.locator('svg.sb-network [data-pick="127"]').waitFor({ state: "attached" });
      return framesPanned(page, "svg.sb-network");
    },
  },
];

/** Milliseconds from the navigation on. @param {Opened} opened @param {string} path */
async function answerTime({ page, address }, path) {
  await page.goto(`${address}${path}`);
  await ready(page);
  return page.evaluate(() => performance.now());
}

/** The longest task of the main thread from `act` until the answer stands. @param {Opened} opened @param {(opened: Opened) => Promise<void>} act */
async function longestTask(opened, act) {
  const { page, address } = opened;
  await page.goto(`${address}/workbench.html`);
  await ready(page);
  await page.evaluate(() => {
    const tasks = /** @type {number[]} */ ([]);
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: "longtask",
    });
  });
  await act(opened);
  await page.locator('[data-state="running"]').first().waitFor();
  await ready(page);
  await page.waitForTimeout(500);
  // Tasks below 50 ms are not told: then that is what is known.
  return page.evaluate(() =>
    Math.max(50, .../** @type {{ tasks: number[] }} */ (/** @type {unknown} */ (globalThis)).tasks),
  );
}

/** Frames a second while its box is scrolled to and fro for two seconds, enlarged threefold. @param {import("playwright-core").Page} page @param {string} drawing */
async function framesPanned(page, drawing) {
  const larger = page
    .locator("figure", { has: page.locator(drawing) })
    .first()
    .getByRole("button", { name: /larger$/ });
  for (let times = 0; times < 3; times++) await larger.click();
  return page.evaluate(async (selector) => {
    const box = document.querySelector(selector)?.parentElement;
    if (box == null) throw new Error(`there is no ${selector}`);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const begun = performance.now();
    let count = 0;
    for (; performance.now() - begun < 2_000; count++) {
      const part = (1 - Math.cos((performance.now() - begun) / 300)) / 2;
      box.scrollTo(part * (box.scrollWidth - box.clientWidth), part * (box.scrollHeight - box.clientHeight));
      await frame();
    }
    return (1000 * count) / (performance.now() - begun);
  }, drawing);
}

/** @param {import("playwright-core").Page} page */
async function ready(page) {
  await page.locator('[data-state="ready"]').first().waitFor({ timeout: 60_000 });
}
