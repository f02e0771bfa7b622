// Networks: what one is made of, what it costs, and what it becomes: a program, code, a run here.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { editorLines, openTab, useSite, wholeEditor } from "./open-site.ts";
import { copied, runCommands, runTypeScript } from "./run-copies.ts";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("Networks", () => {
  const { workbench, open } = useSite();

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

  test("finds the program of one for every width, and gives it as code", async () => {
    const { page, errors } = await workbench();
    await page.getByRole("tab", { name: "Networks" }).click();
    await page.getByRole("button", { name: "Find its program" }).click();
    await page.locator('[data-program="kogge-stone:32"]').waitFor();
    expect(await page.locator("[data-program]").textContent()).toBe(
      "for (i = 0; i < ceilLog2(N); i++)\n  for all j < N where 2^i <= j:\n    a[j] = a[j - 2^i] . a[j]",
    );
    await page.getByText("TypeScript, for any length", { exact: true }).click();
    expect(await page.locator("details[open] pre").first().textContent()).toMatch(
      /export function scanInPlace/,
    );
    await page.getByRole("button", { name: "one that is no scan" }).click();
    await page.getByRole("button", { name: "Find its program" }).click();
    await page.getByText(/^There is no program of it: /).waitFor();
    expect(errors).toEqual([]);
  });

  test("is given as WebAssembly text too, pair by pair", async () => {
    const { page } = await workbench();
    await openTab(page, "Networks");
    await page.getByLabel("Network", { exact: true }).fill("sklansky:4");
    await page.getByRole("button", { name: "Find its program" }).click();
    await page.getByText(/^WebAssembly text, of 4 f64/).click();
    const text = (await page.locator("details[open] pre").first().textContent()) ?? "";
    expect(text).toMatch(/^\(module\n/);
    expect(text.match(/f64x2\.add/g)).toHaveLength(4); // one for each pair
    expect(text.match(/f64\.add/g)).toHaveLength(4);
  });

  test("has a form that a solver finds, and one that it gives up", async () => {
    const { page, errors } = await workbench();
    await openTab(page, "Networks");
    await page.getByLabel("Network", { exact: true }).fill("sklansky:8");
    await page.getByRole("button", { name: "Ask the solver" }).click();
    await page.locator('[data-solver="found"]').waitFor({ timeout: 40_000 });
    expect(await page.getByRole("region", { name: "By a solver" }).locator("pre").textContent()).toBe(
      "h(N) = log(N)\nf(i, j) = −1 + 2^i + 2·2^i·⌊j/2^i⌋\ng(i, j) = j + 2^i + 2^i·⌊j/2^i⌋",
    );
    await page.getByLabel("Network", { exact: true }).fill("serial:8");
    await page.getByLabel("Questions at most").selectOption("30");
    await page.getByRole("button", { name: "Ask the solver" }).click();
    await page.locator('[data-solver="gave-up"]').waitFor({ timeout: 40_000 });
    expect(await page.locator("[data-solver]").textContent()).toMatch(
      /^The solver gave up after \d+ questions: .*Let it ask more, or take a smaller width\.$/,
    );
    expect(await page.getByLabel("Network", { exact: true }).inputValue()).toBe("serial:8");
    expect(errors).toEqual([]);
  }, 90_000);

  test("runs here with one hash, and says that there is no GPU where there is none", async () => {
    const { page } = await workbench();
    await openTab(page, "Networks");
    await page.getByRole("button", { name: "Run it here" }).click();
    await page.locator('[data-same="true"]').waitFor({ timeout: 60_000 });
    const times = page.getByRole("region", { name: "Times of this network" });
    const hashes = await times.locator('[data-label="hash of all prefixes"]').allTextContents();
    expect(hashes).toHaveLength(2);
    expect(new Set(hashes).size).toBe(1);
    for (const cell of await times.locator('[data-label="ns for each number"]').allTextContents()) {
      expect(Number(cell)).toBeGreaterThan(0);
    }
    await page.getByText(/^No GPU here.*WebGPU/).waitFor();
  }, 80_000);

  test("may be pairs of one's own, in which a wrong place is marked and nothing is lost", async () => {
    const { page } = await workbench();
    await openTab(page, "Networks");
    await page.getByText("Pairs of your own").click();
    await wholeEditor(page);
    const editor = page.getByLabel("Steps of pairs");
    await editor.fill("{{(0, 1)}, {(1, ?)}}");
    await page.getByText(/NetworkSyntaxError/).waitFor();
    await page.locator(".cm-lintRange-error", { hasText: "?" }).waitFor();
    expect(await editorLines(page, "Steps of pairs")).toEqual(["{{(0, 1)}, {(1, ?)}}"]);
    await editor.fill("{{(0, 1)}, {(1, 2)}}");
    await page.getByRole("row", { name: /^your own 3 2 2/ }).waitFor();
    await page.getByText("The same as a program").click();
    expect(runTypeScript(await copied(page, "typescript"))).toEqual(["2 2 2 associative"]);
    expect(runCommands(await copied(page, "command")).join("\n")).toMatch(/3/);
  });

  test("too wide to draw says so, and what to take", async () => {
    const { page } = await workbench();
    await openTab(page, "Networks");
    await page.getByLabel("Network", { exact: true }).fill("sklansky:1000");
    await page
      .getByText('"expression" must be a network of 1 to 256 wires, which can still be drawn, got 1000')
      .waitFor();
    expect(await page.getByLabel("Network", { exact: true }).inputValue()).toBe("sklansky:1000");
  });

  test("opens from its link as it was sent; Back and Forward go step by step", async () => {
    const { page } = await workbench();
    await openTab(page, "Networks");
    await page.getByRole("button", { name: "Han–Carlson, 32" }).click();
    await page.getByRole("row", { name: /^han-carlson:1:32 / }).waitFor();
    const sent = page.url();
    await page.getByRole("button", { name: "One step back" }).click();
    await page.getByText("Step 5 of 6").waitFor();
    await expect.poll(() => page.url()).not.toBe(sent);
    const other = await open(`/workbench.html${new URL(page.url()).hash}`);
    await other.page.getByRole("row", { name: /^han-carlson:1:32 / }).waitFor();
    await other.page.getByText("Step 5 of 6").waitFor();
    await page.goBack();
    await page.getByText(/Their trees part at output 2/).waitFor();
    await page.goForward();
    await page.getByRole("row", { name: /^han-carlson:1:32 / }).waitFor();
  });
});
