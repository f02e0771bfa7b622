// Operator: laws with operands that break them, types under the cursor, and the kernels beside the text.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { editorLines, openTab, useSite, wholeEditor } from "./open-site.ts";
import { copied, runCommands, runTypeScript } from "./run-copies.ts";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("Operator", () => {
  const { workbench, open } = useSite();

  const openPane = async () => {
    const opened = await workbench();
    await openTab(opened.page, "Operator");
    await wholeEditor(opened.page);
    return opened;
  };
  const litLines = (page: Page) => page.locator(".sb-kernel .sb-lit-line").allTextContents();
  /** Clicks into the word, once the types have come. */
  const pointAt = async (page: Page, word: string) => {
    await page.locator(".sb-kernel [data-step]").first().waitFor();
    await page.getByLabel("The operator").getByText(word, { exact: true }).first().click();
  };

  test("shows operands for which a law fails, and what is proved", async () => {
    const { page, errors } = await openPane();
    await page.getByText(/^clamped-add is not associative\. For x = /).waitFor();
    expect(await page.getByLabel("Contract").inputValue()).toMatch(/^term:[0-9a-f]{16} i32 block-dyadic:32 /);
    await page.getByRole("button", { name: "addition that stays at the largest" }).click();
    await page.getByText(/^saturating-add is associative/).waitFor();
    expect(errors).toEqual([]);
  });

  test("tells the type under the cursor, and lights the lines of each kernel that compute it", async () => {
    const { page, errors } = await openPane();
    await pointAt(page, "sum");
    await page.locator('[data-type="i32"]').waitFor();
    expect(await page.locator("[data-type]").textContent()).toBe("sum is i32");
    await expect.poll(() => litLines(page)).toContainEqual(expect.stringMatching(/i32x4\.add/));
    expect(await litLines(page)).toContainEqual(expect.stringMatching(/ i32\.add/));
    await page.getByLabel("Kernel as").selectOption("WGSL");
    await expect.poll(() => litLines(page)).toEqual(["  let t3 = t1 + t2;"]);
    await page.getByLabel("Kernel as").selectOption("Plain loops");
    await expect.poll(() => litLines(page)).toEqual(["t3: i32 = add(t1, t2)"]);
    expect(errors).toEqual([]);
  });

  test("lights in the text what a line of a kernel computes", async () => {
    const { page } = await openPane();
    await page.getByLabel("Kernel as").selectOption("Plain loops");
    await page.getByText("t4: bool = less(t0, t3)").hover();
    await expect.poll(() => page.locator(".sb-lit-place").allTextContents()).toEqual([">"]);
    await page.getByText("t3: i32 = add(t1, t2)").hover();
    await expect
      .poll(() => page.locator(".sb-lit-place").allTextContents())
      .toEqual(["sum", "+", "sum", "sum", "sum"]);
  });

  test("is walked by keys alone: the cursor tells types, and Tab leaves the editor", async () => {
    const { page } = await openPane();
    await page.locator(".sb-kernel [data-step]").first().waitFor();
    await page.getByLabel("The operator").focus();
    await page.keyboard.press("Control+Home");
    for (let count = 0; count < 22; count++) await page.keyboard.press("ArrowRight");
    await page.locator('[data-type="i32"]', { hasText: "left is i32" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".cm-editor"))).toBeNull();
  });

  test("marks the place of a text that does not parse, and keeps it", async () => {
    const { page } = await openPane();
    await page.getByLabel("The operator").fill("operator half (left: f64, right) => left + wrong");
    await page.getByText(/OperatorSyntaxError/).waitFor();
    expect(await page.locator(".sb-fault pre").textContent()).toMatch(/\n\s+\^/);
    expect(await page.locator(".cm-lintRange-error").textContent()).toBe("wrong");
    expect(await editorLines(page, "The operator")).toEqual([
      "operator half (left: f64, right) => left + wrong",
    ]);
    await page.getByLabel("The operator").fill("operator half (left: f64, right) => (left + right) / 2");
    await page.getByText(/^half is not associative/).waitFor();
    expect(await page.locator(".cm-lintRange-error").count()).toBe(0);
  });

  test("says of a kernel that cannot be had why, and shows the others", async () => {
    const { page } = await openPane();
    await page.getByLabel("The operator").fill("operator wave (left: f64, right) => sin(left) + right");
    await page.locator(".sb-kernels .sb-fault", { hasText: "UnsupportedError" }).waitFor();
    await page.getByLabel("Kernel as").selectOption("Plain loops");
    await page.getByText("t1: f64 = sin(t0)").waitFor();
  });

  test("opens from its link as it was sent; Back undoes a step, Forward does it again", async () => {
    const { page } = await openPane();
    await page.getByRole("button", { name: "plus, of floats" }).click();
    await page.getByText(/^plus is not associative/).waitFor();
    const other = await open(`/workbench.html${new URL(page.url()).hash}`);
    await other.page.getByText(/^plus is not associative/).waitFor();
    await wholeEditor(other.page);
    expect(await editorLines(other.page, "The operator")).toEqual([
      "operator plus (left: f64, right) => left + right",
    ]);
    await page.goBack();
    await page.getByText(/^clamped-add is not associative/).waitFor();
    await expect
      .poll(async () => (await editorLines(page, "The operator"))[0])
      .toBe("operator clamped-add (left: i32, right) =>");
    await page.goForward();
    await page.getByText(/^plus is not associative/).waitFor();
  });

  test("copies what gives its verdicts", async () => {
    const { page } = await openPane();
    await page.getByText("The same as a program").click();
    const [line] = runTypeScript(await copied(page, "typescript"));
    expect(line).toMatch(/associative/);
    expect(runCommands(await copied(page, "command")).join("\n")).toMatch(/associative/);
  });
});
