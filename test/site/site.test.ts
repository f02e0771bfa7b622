// What a reader meets first in the built site, without the reference: in every `npm test`. The panes one by one, and other hosts and browsers: `npm run test:site`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { ready, settled, sums, useSite } from "./open-site.ts";
import { DIST } from "./root.ts";
import { copied, runCommands, runTypeScript } from "./run-copies.ts";

const program = findPart(SYSTEM_PARTS.chromium);

/** Compressed bytes of JavaScript until the first pane has answered: what the issue asks for. */
const FIRST_VIEW_BYTES = 200_000;

test.skipIf(program === undefined && !needsAllParts())("Chromium is here", () => {
  expect(program, absenceOf(SYSTEM_PARTS.chromium)).toBeDefined();
});

describe.skipIf(program === undefined)("the built site", () => {
  const { open, workbench, site } = useSite();

  describe("first view", () => {
    test("weighs no more than it may, and its pane has answered", async () => {
      const context = await site().browser.newContext();
      const page = await context.newPage();
      const scripts = new Set<string>();
      page.on("response", (response) => {
        const isScript = /javascript/.test(response.headers()["content-type"] ?? "");
        if (isScript && response.url().startsWith(site().address)) scripts.add(response.url());
      });
      await page.goto(site().address);
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
      await page.goto(`${site().address}/workbench.html`);
      await settled(page, "0.9999999999999999");
    });

    test("that is broken says so and loses nothing", async () => {
      const { page } = await workbench("#v1.sum.AAAA");
      expect(await page.getByRole("alert").textContent()).toMatch(/cannot be opened: the link is damaged/);
      expect(await sums(page)).toEqual(["1", "2", "3", "4"]);
    });
  });

  test("every pane opens with an answer, light and wide or dark and narrow", async () => {
    for (const view of [{ width: 1440 }, { width: 360, isDark: true }]) {
      const { page, errors } = await workbench("", view);
      for (const name of (await page.getByRole("tab").allTextContents()).slice(1)) {
        await page.getByRole("tab", { name }).click();
        await ready(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([name, width]).toEqual([name, view.width]);
      }
      expect(errors).toEqual([]);
    }
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
      const shown = await sums(page);
      expect(runTypeScript(await copied(page, "typescript"))).toEqual(shown);
      expect(runCommands(await copied(page, "command"))).toEqual(shown);
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
});

test.skipIf(program === undefined)("the policy of the built pages stands in each of them", () => {
  const html = readFileSync(join(DIST, "workbench.html"), "utf8");
  expect(html).toMatch(
    /Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-/,
  );
  expect(html).not.toMatch(/unsafe-eval'(?<!wasm-unsafe-eval')/);
});
