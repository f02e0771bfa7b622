// The built site in Chromium, as a reader meets it: without the reference, so that it is built in half a minute.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveFolder } from "../../site/documents/serve.mjs";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { openChromium, openPage } from "./open-site.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DIST = join(ROOT, "site/dist");
const program = findPart(SYSTEM_PARTS.chromium);

/** Compressed bytes of JavaScript until the first pane has answered: what the issue asks for. */
const FIRST_VIEW_BYTES = 200_000;

test.skipIf(program === undefined && !needsAllParts())("Chromium is here", () => {
  expect(program, absenceOf(SYSTEM_PARTS.chromium)).toBeDefined();
});

describe.skipIf(program === undefined)("the built site", () => {
  let site: { readonly address: string; readonly close: () => Promise<void> };
  let browser: Browser;
  const opened: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    execFileSync(process.execPath, [join(ROOT, "site/run.mjs"), "build", "--no-reference"], {
      stdio: "pipe",
    });
    site = await serveFolder(DIST);
    browser = await openChromium(program ?? "");
  }, 300_000);

  afterAll(async () => {
    for (const close of opened) await close();
    await browser?.close();
    await site?.close();
  });

  const open = async (path: string, view = {}) => {
    const page = await openPage(browser, `${site.address}${path}`, view);
    opened.push(page.close);
    return page;
  };
  const workbench = async (fragment = "", view = {}) => {
    const { page, errors } = await open(`/workbench.html${fragment}`, view);
    await ready(page);
    return { page, errors };
  };

  describe("first view", () => {
    test("weighs no more than it may, and its pane has answered", async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const scripts = new Set<string>();
      page.on("response", (response) => {
        const isScript = /javascript/.test(response.headers()["content-type"] ?? "");
        if (isScript && response.url().startsWith(site.address)) scripts.add(response.url());
      });
      await page.goto(site.address);
      await ready(page);
      await page.waitForLoadState("networkidle");
      const files = Array.from(scripts, (url) => readFileSync(join(DIST, new URL(url).pathname)));
      const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
      expect(scripts.size).toBeGreaterThan(3);
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
      await context.close();
    });

    test("shows a stranger that four orders give four sums", async () => {
      const { page, errors } = await open("/");
      await ready(page);
      expect(await sums(page)).toEqual(["1", "2", "3", "4"]);
      expect(errors).toEqual([]);
    });

    test("is isolated, and its policy lets no code be made of text", async () => {
      const { page, errors } = await open("/");
      await ready(page);
      const facts = await page.evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "globalThis.madeOfText = true";
        document.head.append(script);
        return { isIsolated: crossOriginIsolated, ran: "madeOfText" in globalThis };
      });
      expect(facts).toEqual({ isIsolated: true, ran: false });
      expect(errors).toEqual([expect.stringMatching(/Content Security Policy/)]);
    });
  });

  describe("a link", () => {
    test("opened fresh shows what was sent", async () => {
      const { page } = await workbench();
      await page.getByLabel("Numbers", { exact: true }).fill("0.1 0.2 0.3 0.6");
      await page.getByLabel("Contract").fill("add f32 bisection initial=none v1");
      await settled(page, "1.2000000476837158");
      const sent = new URL(page.url()).hash;
      expect(sent).toMatch(/^#v1\.sum\.[\w-]+$/);
      const other = await workbench(sent);
      await settled(other.page, "1.2000000476837158");
      expect(await other.page.getByLabel("Contract").inputValue()).toBe("add f32 bisection initial=none v1");
      expect(await other.page.getByLabel("Numbers", { exact: true }).inputValue()).toBe("0.1 0.2 0.3 0.6");
      expect(await sums(other.page)).toEqual(await sums(page));
    });

    test("of every step is undone by Back and done by Forward; a draft survives a reload", async () => {
      const { page } = await workbench();
      await page.getByRole("button", { name: "ten tenths" }).click();
      await settled(page, "0.9999999999999999");
      await page.goBack();
      await settled(page, "1");
      await page.goForward();
      await settled(page, "0.9999999999999999");
      await page.goto(`${site.address}/workbench.html`);
      await settled(page, "0.9999999999999999");
    });

    test("that is broken says so and loses nothing", async () => {
      const { page } = await workbench("#v1.sum.AAAA");
      expect(await page.getByRole("alert").textContent()).toMatch(/cannot be opened: the link is damaged/);
      expect(await sums(page)).toEqual(["1", "2", "3", "4"]);
    });
  });

  describe("Sum", () => {
    test("names the place of a wrong contract and of a wrong number, and keeps what was typed", async () => {
      const { page, errors } = await workbench();
      await page.getByLabel("Contract").fill("add f64 left-fld initial=none v1");
      const alert = page.getByRole("alert");
      await alert.waitFor();
      expect(await alert.textContent()).toMatch(/InvalidArgumentError.*nearest: left-fold/);
      expect(await alert.locator("mark").textContent()).toBe("left-fld");
      await page.getByLabel("Contract").fill("add f64 left-fold initial=none v1");
      await page.getByLabel("Numbers", { exact: true }).fill("1 two 3");
      await page.locator("mark", { hasText: "two" }).waitFor();
      expect(await page.getByLabel("Numbers", { exact: true }).inputValue()).toBe("1 two 3");
      expect(errors).toEqual([]);
    });

    test("copies a program and commands that give what it shows", async () => {
      const { page } = await workbench();
      await page.getByText("The same as a program").click();
      const text = (form: string): Promise<string> =>
        page.locator(`[data-copy="${form}"]`).evaluate((element) => element.textContent ?? "");
      const shown = await sums(page);
      expect(runTypeScript(await text("typescript"))).toEqual(shown);
      expect(runCommands(await text("command"))).toEqual(shown);
    });

    test("walks a tree by keys alone, and says what an addition rounds", async () => {
      const { page } = await workbench();
      const drawing = page.getByRole("region", { name: "left-fold: the sum is 1" });
      await drawing.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      const facts = page.locator(".sb-trees .sb-facts");
      expect(await facts.textContent()).toMatch(/x0…x3.*rounding error-1.*error from below-2/);
    });

    test("shows where two trees part", async () => {
      const { page } = await workbench();
      await page.getByLabel("beside").selectOption("iterated-pairwise");
      expect(await page.locator(".sb-difference").textContent()).toMatch(/^They part at x0…x2/);
    });

    test("finds out whose tree a function has, and runs a stranger's only when asked", async () => {
      const { page } = await workbench();
      await page.locator('[data-revealed="blocks(4, iterated-pairwise, left-fold, singly)"]').waitFor();
      await page
        .getByLabel("The function, in JavaScript")
        .fill("(input) => input.reduceRight((a, b) => a + b)");
      await page.getByRole("button", { name: "Run this function" }).click();
      await page.locator('[data-revealed="right-fold"]').waitFor();
      await page.getByLabel("The function, in JavaScript").fill("(input) => input.reduce(");
      await page.getByText(/"function" must be JavaScript/).waitFor();
    });
  });

  describe("Scan", () => {
    test("shows where two orders part, and the hash of each", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Scan" }).click();
      await page.getByText(/of 1000 prefixes differ, first at position/).waitFor();
      expect(errors).toEqual([]);
      await page.getByText("The same as a program").click();
      const text = await page
        .locator('[data-copy="typescript"]')
        .evaluate((element) => element.textContent ?? "");
      const hashes = await page.locator('td[data-label="hash"]').allTextContents();
      expect(runTypeScript(text)).toEqual(hashes);
    });
  });

  describe("Networks", () => {
    test("sets Kogge and Stone's beside Sklansky's, and lights what an output is made of", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Networks" }).click();
      await page.getByText(/Their trees part at output 2/).waitFor();
      await page.getByLabel("Light what output").fill("6");
      await page.getByText("y6 = ((x0·(x1·x2))·((x3·x4)·(x5·x6)))").waitFor();
      expect(errors).toEqual([]);
    });

    test("says which output of a broken one is wrong", async () => {
      const { page } = await workbench();
      await page.getByRole("tab", { name: "Networks" }).click();
      await page.getByRole("button", { name: "one that is no scan" }).click();
      await page.getByText("output 2 is x2, and a scan has x0·x1·x2 there").waitFor();
    });
  });

  describe("Operator", () => {
    test("shows operands for which a law fails, and what is proved", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Operator" }).click();
      await page.getByText(/^clamped-add is not associative\. For x = /).waitFor();
      expect(await page.getByLabel("Contract").inputValue()).toMatch(
        /^term:[0-9a-f]{16} i32 block-dyadic:32 /,
      );
      await page.getByRole("button", { name: "addition that stays at the largest" }).click();
      await page.getByText(/^saturating-add is associative/).waitFor();
      expect(errors).toEqual([]);
    });

    test("marks the place of a text that does not parse, and keeps it", async () => {
      const { page } = await workbench();
      await page.getByRole("tab", { name: "Operator" }).click();
      await page.getByLabel("The operator").fill("operator half (left: f64, right) => left +");
      await page.getByText(/OperatorSyntaxError/).waitFor();
      expect(await page.locator(".sb-fault pre").textContent()).toMatch(/\n\s+\^/);
      expect(await page.getByLabel("The operator").inputValue()).toMatch(/left \+$/);
    });
  });

  describe("Witness", () => {
    test("passes, with the counts that Node has, and can be stopped", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Witness" }).click();
      await page.getByRole("button", { name: "Run the witness" }).click();
      await page.locator(".sb-difference").waitFor({ timeout: 50_000 });
      const shown = (await page.locator(".sb-difference").textContent()) ?? "";
      expect(shown).toMatch(/^PASS: [1-9]\d* PASS, 0 FAIL/);
      expect(errors).toEqual([]);
      await page.getByText("The same as a program").click();
      const text = await page
        .locator('[data-copy="typescript"]')
        .evaluate((element) => element.textContent ?? "");
      expect(runTypeScript(text)).toEqual([shown.replace("PASS: ", "")]);
      await page.getByLabel("Elements").selectOption("1031");
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("You have stopped this.").waitFor();
    });
  });

  test("tabs are walked by arrow keys, and a pane that is not there keeps its place", async () => {
    const { page } = await workbench();
    await page.getByRole("tab", { name: "Sum" }).focus();
    await page.keyboard.press("ArrowLeft");
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Speed");
    await page.getByText("This pane is not there yet; its place is kept.").waitFor();
  });

  test.each([
    ["light, wide", { width: 1440, isDark: false }],
    ["dark, wide", { width: 1440, isDark: true }],
    ["light, narrow", { width: 360, isDark: false }],
    ["dark, narrow", { width: 360, isDark: true }],
  ])("%s: nothing that axe calls a violation, and nothing wider than the page", async (_name, view) => {
    const { page } = await workbench("", view);
    for (const tab of ["Sum", "Scan", "Networks", "Operator", "Witness"]) {
      await page.getByRole("tab", { name: tab }).click();
      await ready(page);
      const { violations } = await new AxeBuilder({ page }).include(".sb-workbench").analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect([tab, found]).toEqual([tab, []]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([tab, width]).toEqual([tab, view.width]);
    }
  });
});

async function ready(page: Page): Promise<void> {
  await page.locator('[data-state="ready"]').first().waitFor({ timeout: 30_000 });
}

/** The sums of the table's rows, as they stand there. */
async function sums(page: Page): Promise<readonly string[]> {
  return page.locator('td[data-label="sum"]').allTextContents();
}

/** Waits until the first row's sum is this. */
async function settled(page: Page, sum: string): Promise<void> {
  const first = page.locator('td[data-label="sum"]').first();
  await first.filter({ hasText: new RegExp(`^${sum.replaceAll(".", "\\.")}$`) }).waitFor({ timeout: 30_000 });
}

/** A fresh folder where `samebits` is installed. @returns what `run` gives in it */
function inProject<Result>(run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "samebits-site-"));
  try {
    execFileSync("mkdir", ["-p", join(folder, "node_modules")]);
    symlinkSync(ROOT, join(folder, "node_modules/samebits"));
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTypeScript(text: string): readonly string[] {
  return inProject((folder) => {
    writeFileSync(join(folder, "copied.mjs"), text); // it has no types to strip
    const { stdout, stderr } = spawnSync(process.execPath, ["copied.mjs"], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  });
}

function runCommands(text: string): readonly string[] {
  return inProject((folder) => {
    const command = `"${process.execPath}" "${join(ROOT, "dist/cli.mjs")}"`;
    const script = `samebits() { ${command} "$@"; }\n${text}`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  });
}

test("the policy of the built pages stands in each of them", { skip: program === undefined }, () => {
  const html = readFileSync(join(DIST, "workbench.html"), "utf8");
  expect(html).toMatch(
    /Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-/,
  );
  expect(html).not.toMatch(/unsafe-eval'(?<!wasm-unsafe-eval')/);
});
